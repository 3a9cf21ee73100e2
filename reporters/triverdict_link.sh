#!/bin/sh
# In front of a linker, or of a compiler that links too. A test that is not part of the locked test set was left out, and an empty source
# stands for it: a program of such sources alone has no `main`. It gets one that fails, also as TAP, so that the build goes on, and nobody
# takes it for a test that passed; asked for its tests by a build (`--gtest_list_tests`, `--list-test-names-only`), it has none.
case " $* " in *' -c '*) exec "$@" ;; esac
said=$(mktemp) || exec "$@"
"$@" 2>"$said"
code=$?
if [ "$code" != 0 ] && grep -q 'main' "$said"; then
  left_out=
  for word; do
    case $word in
      *.o) if grep -q 'triverdict: a test was left out' "$word" 2>/dev/null; then left_out=yes; fi ;;
    esac
  done
  if [ -n "$left_out" ]; then
    made=$(mktemp -d) || exit "$code"
    cat >"$made/main.c" <<'TEXT'
#include <stdio.h>
#include <string.h>
int main(int count, char **words) {
  for (int at = 1; at < count; at++)
    if (strstr(words[at], "list") != NULL) return 0;
  puts("1..1\nnot ok 1 - this test is not part of the locked test set");
  return 125;
}
TEXT
    if cc -c -o "$made/main.o" "$made/main.c" && "$@" "$made/main.o" 2>/dev/null; then code=0; : >"$said"; fi
    rm -rf "$made"
  fi
fi
cat "$said" >&2
rm -f "$said"
exit "$code"
