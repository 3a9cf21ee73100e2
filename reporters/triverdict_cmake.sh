#!/bin/sh
# How a CMake project is configured, built and tested. Nothing that was there before counts: a directory that this tree did not
# configure itself is emptied first. DIRECTORY is relative to where it runs; FORM is `given`, or `own` where nobody names the steps.
#   triverdict_cmake.sh configure DIRECTORY PROGRAM ARGUMENTS…
#   triverdict_cmake.sh build DIRECTORY FORM PROGRAM ARGUMENTS…
#   triverdict_cmake.sh test DIRECTORY FORM REPORTS PROGRAM ARGUMENTS…
here=$(cd "$(dirname "$0")" && pwd)
ours="$HOME/.triverdict-configured"
LC_ALL=C
export LC_ALL
CMAKE_EXPORT_COMPILE_COMMANDS=ON
CMAKE_C_COMPILER_LAUNCHER="sh;$here/triverdict_compile.sh"
CMAKE_CXX_COMPILER_LAUNCHER="sh;$here/triverdict_compile.sh"
CMAKE_C_LINKER_LAUNCHER="sh;$here/triverdict_link.sh"
CMAKE_CXX_LINKER_LAUNCHER="sh;$here/triverdict_link.sh"
export CMAKE_EXPORT_COMPILE_COMMANDS CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
export CMAKE_C_LINKER_LAUNCHER CMAKE_CXX_LINKER_LAUNCHER
if [ -z "$CMAKE_BUILD_PARALLEL_LEVEL" ]; then
  CMAKE_BUILD_PARALLEL_LEVEL=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
  export CMAKE_BUILD_PARALLEL_LEVEL
fi

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

# Empties what a build left there, once for each tree. Sources that lie in such a directory stay.
empty() {
  if configured "$1" || [ ! -d "$1" ]; then return 0; fi
  if [ -e "$1/CMakeLists.txt" ]; then
    rm -rf "$1/CMakeCache.txt" "$1/CMakeFiles" "$1/CTestTestfile.cmake"
  elif [ -e "$1/CMakeCache.txt" ] || [ -e "$1/CTestTestfile.cmake" ] || [ -e "$1/CMakeFiles" ]; then
    find "$1" -mindepth 1 -delete
  else
    # A directory of scripts of the project, where a build will be made: what could be taken for built goes.
    find "$1" -type f \( -name '*.o' -o -name '*.a' -o -name '*.so*' -o -perm -u+x \) \
      ! -name '*.sh' ! -name '*.py' ! -name '*.pl' -exec rm -f {} +
  fi
}

configure() {
  directory=$1
  shift
  empty "$directory"
  "$@" || return $?
  printf '%s\n' "$directory" >>"$ours"
}

# Past the first error, so that what is told does not hang on the order.
go_on() {
  if [ -e "$1/build.ninja" ]; then echo '-k 0'; else echo -k; fi
}

# What a sanitizer says must stand in the output of its test, not in a file of its own.
here_please() {
  printf '%s\n' "$1" | sed -e 's/\(^\|:\)log_path=[^:]*/\1/g' -e 's/\(^\|:\)log_to_syslog=[^:]*/\1/g'
}
for name in ASAN UBSAN LSAN TSAN MSAN; do
  eval "value=\${${name}_OPTIONS-}"
  case $value in
    *log_*)
      value=$(here_please "$value")
      eval "${name}_OPTIONS=\$value; export ${name}_OPTIONS"
      ;;
  esac
done

# A test preset may try again what failed, and no option takes that back: a preset of ours that inherits the rest does. FILE is there for
# the time of the run, and only where nobody has it.
once() {
  printf '{"version":3,"testPresets":[{"name":"triverdict-once","inherits":"%s","execution":{"repeat":{"mode":"until-fail","count":1}}}]}\n' "$1"
}

form=$1
directory=$(absolute "$2")
shift 2
case $form in
  configure)
    configure "$directory" "$@"
    exit $?
    ;;
  build)
    form=$1
    shift
    printf '[triverdict: build in %s]\n' "$directory"
    code=0
    if [ "$form" = own ] && ! configured "$directory"; then
      configure "$directory" cmake -S . -B "$directory" 2>&1 || code=$?
    fi
    if [ "$code" = 0 ]; then
      dashes=
      for word; do if [ "$word" = -- ]; then dashes=yes; fi; done
      if [ -z "$dashes" ]; then set -- "$@" --; fi
      # shellcheck disable=SC2046
      "$@" $(go_on "$directory") 2>&1
      code=$?
    fi
    printf '\n[triverdict: exit %s]\n' "$code"
    exit "$code"
    ;;
  test)
    form=$1
    reports=$2
    shift 2
    if [ "$form" = own ]; then
      configured "$directory" || configure "$directory" cmake -S . -B "$directory" || exit 70
      # shellcheck disable=SC2046
      cmake --build "$directory" -- $(go_on "$directory")
    fi
    ours_alone=
    if [ -e CMakePresets.json ] && [ ! -e CMakeUserPresets.json ]; then
      total=$# before=
      while [ "$total" -gt 0 ]; do
        word=$1 preset=
        shift
        if [ "$before" = --preset ]; then preset=$word; else case $word in --preset=*) preset=${word#--preset=} ;; esac; fi
        if [ -n "$preset" ]; then
          ours_alone=$(pwd)/CMakeUserPresets.json
          once "$preset" >"$ours_alone"
          case $word in --preset=*) set -- "$@" --preset=triverdict-once ;; *) set -- "$@" triverdict-once ;; esac
        else
          set -- "$@" "$word"
        fi
        before=$word
        total=$((total - 1))
      done
    fi
    "$@" --show-only=json-v1 >"$reports/registrations.json" 2>/dev/null
    echo '[]' >"$reports/compile_commands.json"
    # ctest may run in a part of the build.
    for up in "" /.. /../.. /../../..; do
      if [ -f "$directory$up/compile_commands.json" ] && [ -f "$directory$up/CMakeCache.txt" ]; then
        cp "$directory$up/compile_commands.json" "$reports/compile_commands.json"
        break
      fi
    done
    sh "$here/triverdict_preprocess.sh" "$reports/compile_commands.json" "$reports/translation-units.tsv"
    sh "$here/triverdict_gcov.sh" clear "$directory"
    "$@" --output-junit "$reports/junit.xml" --no-tests=error \
      --test-output-size-passed 1048576 --test-output-size-failed 1048576
    code=$?
    if [ -n "$ours_alone" ]; then rm -f "$ours_alone"; fi
    sh "$here/triverdict_gcov.sh" tell "$directory" "$reports/gcov.json"
    exit "$code"
    ;;
esac
exit 70
