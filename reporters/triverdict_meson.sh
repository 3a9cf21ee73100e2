#!/bin/sh
# How a Meson project is set up, built and tested. A directory that this tree did not set up itself is emptied first.
#   triverdict_meson.sh setup DIRECTORY PROGRAM ARGUMENTS…
#   triverdict_meson.sh build DIRECTORY FORM PROGRAM ARGUMENTS…
#   triverdict_meson.sh test DIRECTORY FORM REPORTS PROGRAM ARGUMENTS…
here=$(cd "$(dirname "$0")" && pwd)
ours="$HOME/.triverdict-configured"
LC_ALL=C.UTF-8
export LC_ALL

absolute() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    . | '') pwd ;;
    *) printf '%s/%s\n' "$(pwd)" "${1#./}" ;;
  esac
}

configured() {
  [ -f "$ours" ] && grep -qxF -e "$1" "$ours"
}

# Words of a shell that a compiler is called by: what the environment names, else the first that is there.
compiler() {
  for word; do
    if [ -n "$word" ] && command -v "${word%% *}" >/dev/null 2>&1; then
      printf '%s\n' "$word"
      return 0
    fi
  done
}

# Where a test was left out, the linker needs help (triverdict_link.sh). Elsewhere compilers are called as the project calls them.
help_linker() {
  [ -n "$(grep -rlF --include='*.c*' --include='*.C' --include='*.m*' 'triverdict: a test was left out' . 2>/dev/null | head -n 1)" ] || return 0
  c=$(compiler "$CC" cc gcc clang)
  cxx=$(compiler "$CXX" c++ g++ clang++)
  if [ -n "$c" ]; then CC="sh $here/triverdict_link.sh $c" && export CC; fi
  if [ -n "$cxx" ]; then CXX="sh $here/triverdict_link.sh $cxx" && export CXX; fi
}

setup() {
  directory=$1
  shift
  help_linker
  if ! configured "$directory" && [ -d "$directory" ] && [ ! -e "$directory/meson.build" ]; then
    find "$directory" -mindepth 1 -delete
  fi
  "$@" || return $?
  printf '%s\n' "$directory" >>"$ours"
}

form=$1
directory=$(absolute "$2")
shift 2
case $form in
  setup)
    setup "$directory" "$@"
    exit $?
    ;;
  build)
    form=$1
    shift
    printf '[triverdict: build in %s]\n' "$directory"
    code=0
    if [ "$form" = own ] && ! configured "$directory"; then
      setup "$directory" meson setup "$directory" 2>&1 || code=$?
    fi
    if [ "$code" = 0 ]; then
      ninja -C "$directory" -t clean >/dev/null 2>&1
      "$@" 2>&1
      code=$?
    fi
    printf '\n[triverdict: exit %s]\n' "$code"
    exit "$code"
    ;;
  test)
    form=$1
    reports=$2
    shift 2
    if [ "$form" = own ] && ! configured "$directory"; then
      setup "$directory" meson setup "$directory" || exit 70
    fi
    rm -f "$directory/meson-logs"/testlog*.json
    sh "$here/triverdict_gcov.sh" clear "$directory"
    "$@"
    code=$?
    sh "$here/triverdict_gcov.sh" tell "$directory" "$reports/gcov.json"
    meson introspect "$directory" --tests >"$reports/registrations.json" 2>/dev/null
    if [ -f "$directory/compile_commands.json" ]; then
      cp "$directory/compile_commands.json" "$reports/compile_commands.json"
    else
      echo '[]' >"$reports/compile_commands.json"
    fi
    sh "$here/triverdict_preprocess.sh" "$reports/compile_commands.json" "$reports/translation-units.tsv"
    # With a wrapper or a setup its name goes on.
    for log in "$directory/meson-logs"/testlog*.json; do
      if [ -f "$log" ] && [ ! -e "$reports/testlog.json" ]; then
        cp "$log" "$reports/testlog.json"
        printf '{"triverdict":"end","code":%s}\n' "$code" >>"$reports/testlog.json"
      fi
    done
    exit "$code"
    ;;
esac
exit 70
