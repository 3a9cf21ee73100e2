#!/bin/sh
# Runs a linter of C or C++ with its words between two lines of ours: triverdict_lint.sh PROGRAM ARGUMENTS…
LC_ALL=C
export LC_ALL
printf '[triverdict: lint in %s]\n' "$(pwd)"
"$@" 2>&1
code=$?
printf '\n[triverdict: exit %s]\n' "$code"
exit "$code"
