#!/bin/sh
# Runs a command of cargo.
#   triverdict_cargo.sh apart PROGRAM ARGUMENTS…    as it is
#   triverdict_cargo.sh merged PROGRAM ARGUMENTS…   standard error goes where standard output goes, so that lines of cargo and of the
#     tests keep their order, and a last line tells the exit code. TRIVERDICT_PROGRAMS: paths, a line each, of tests that are programs
#     of their own (harness = false).
#   triverdict_cargo.sh nextest REPORTS STORE PROFILE PROGRAM ARGUMENTS…   cargo nextest, its JUnit in REPORTS/junit.xml with what passing
#     tests printed. STORE: where it keeps reports, relative to the workspace. PROFILE: the one that the command names, or empty.
form=$1
shift
if [ "$form" = nextest ]; then
  reports=$1
  store=$2
  profile=${3:-${NEXTEST_PROFILE:-default}}
  shift 3
fi
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
if [ "$form" = nextest ]; then
  if ! cargo nextest --version >/dev/null 2>&1; then
    echo 'triverdict: cargo-nextest is not installed here' >&2
    exit 127
  fi
  manifest=$(cargo locate-project --workspace --message-format plain 2>/dev/null)
  root=${manifest%/Cargo.toml}
  kept="${root:-.}/$store/$profile"
  # A configuration of a tool stands below the project's own: where that names a path, the report lies there.
  printf '[profile."%s"]\njunit = { path = "%s/junit.xml", store-success-output = true, store-failure-output = true }\n' \
    "$profile" "$reports" >"$reports/nextest.toml"
  rm -f "$kept"/*.xml
  own="${root:-.}/.config/nextest.toml"
  if [ -f "$own" ] && grep -qE 'store-(success|failure)-output *= *false' "$own"; then
    sed -E 's/(store-(success|failure)-output *= *)false/\1true/' "$own" >"$reports/project.toml"
    set -- "$@" "--config-file=$reports/project.toml"
  fi
  "$@" "--tool-config-file=triverdict:$reports/nextest.toml"
  code=$?
  if [ ! -e "$reports/junit.xml" ]; then cat "$kept"/*.xml >"$reports/junit.xml" 2>/dev/null || rm -f "$reports/junit.xml"; fi
  exit "$code"
fi
if [ -n "$programs" ]; then printf '%s\n' "$programs" | sed 's/.*/[triverdict: program &]/'; fi
"$@" 2>&1
code=$?
printf '\n[triverdict: exit %s]\n' "$code"
exit "$code"
