#!/bin/sh
# In front of a linker. A test that is not part of the locked test set was left out, and an empty source stands for it: a program of such
# sources alone has no `main`. It gets one that fails, so that the build goes on, and nobody takes it for a test that passed.
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
    printf 'int main(void) { return 125; }\n' >"$made/main.c"
    if cc -c -o "$made/main.o" "$made/main.c" && "$@" "$made/main.o" 2>/dev/null; then code=0; : >"$said"; fi
    rm -rf "$made"
  fi
fi
cat "$said" >&2
rm -f "$said"
exit "$code"
