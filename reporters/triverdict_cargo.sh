#!/bin/sh
# Runs a command of cargo: triverdict_cargo.sh merged|apart PROGRAM ARGUMENTS…
# merged: standard error goes where standard output goes, so that lines of cargo and of the tests keep their order, and a last
# line tells the exit code. TRIVERDICT_PROGRAMS: paths, a line each, of tests that are programs of their own (harness = false).
form=$1
shift
if ! rustc --version >/dev/null 2>&1; then
  # The toolchain that the project names is not here: the machine's own runs instead.
  own=$(cd / && rustup show active-toolchain 2>/dev/null | cut -d ' ' -f 1)
  if [ -n "$own" ]; then
    RUSTUP_TOOLCHAIN=$own
    export RUSTUP_TOOLCHAIN
  fi
fi
if [ "$1" = cargo ]; then
  case $2 in
    +*)
      if ! cargo "$2" --version >/dev/null 2>&1; then
        shift 2
        set -- cargo "$@"
      fi
      ;;
  esac
fi
programs=${TRIVERDICT_PROGRAMS:-}
unset TRIVERDICT_PROGRAMS
if [ "$form" = apart ]; then exec "$@"; fi
if [ -n "$programs" ]; then printf '%s\n' "$programs" | sed 's/.*/[triverdict: program &]/'; fi
"$@" 2>&1
code=$?
printf '\n[triverdict: exit %s]\n' "$code"
exit "$code"
