#!/bin/sh
# Runs a linter of C or C++ with its words between two lines of ours: triverdict_lint.sh PROGRAM ARGUMENTS…
# Packages name programs with their version or as a script (`clang-tidy-18`, `run-clang-tidy.py`): what is here under another name is called.
LC_ALL=C
export LC_ALL
program=$1
shift
plain=$(printf '%s\n' "${program%.py}" | sed 's/-[0-9][0-9.]*$//')
for name in "$program" "$plain" "$plain.py"; do
  if command -v "$name" >/dev/null 2>&1; then
    program=$name
    break
  fi
done
printf '[triverdict: lint in %s]\n' "$(pwd)"
"$program" "$@" 2>&1
code=$?
printf '\n[triverdict: exit %s]\n' "$code"
exit "$code"
