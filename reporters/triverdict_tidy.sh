#!/bin/sh
# clang-tidy over what a build compiles, where nobody names the files: triverdict_tidy.sh DIRECTORY PROGRAM ARGUMENTS…
# The compilation database is that of a build that this tree configured, else of one in DIRECTORY, configured now; it is built first, for
# headers that a build writes. Each source of the tree counts, those of tests too, since headers may be compiled there alone; what a
# build writes, code of others, and what stands for tests that were left out do not.
here=$(cd "$(dirname "$0")" && pwd)
ours="$HOME/.triverdict-configured"
LC_ALL=C.UTF-8
export LC_ALL
tree=$(pwd)
directory=$1
shift
case $directory in /*) ;; *) directory="$tree/${directory#./}" ;; esac
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT

finish() {
  printf '\n[triverdict: exit %s]\n' "$1"
  exit "$1"
}

printf '[triverdict: tidy in %s]\n' "$tree"
database=
if [ -f "$ours" ]; then
  while IFS= read -r built; do
    case $built in "$tree"/*) if [ -f "$built/compile_commands.json" ]; then database=$built; fi ;; esac
  done <"$ours"
fi
if [ -z "$database" ]; then
  if [ -f CMakeLists.txt ]; then
    sh "$here/triverdict_cmake.sh" configure "$directory" cmake -S . -B "$directory" >"$work/log" 2>&1
  else
    sh "$here/triverdict_meson.sh" setup "$directory" meson setup "$directory" >"$work/log" 2>&1
  fi || {
    cat "$work/log"
    finish 70
  }
  database=$directory
fi
if [ -f "$database/CMakeCache.txt" ]; then
  cmake --build "$database" >/dev/null 2>&1
else
  meson compile -C "$database" >/dev/null 2>&1
fi

# What stands in front of a compiler is no compiler.
sed -e "s#\"sh $here/triverdict_[a-z]*\\.sh #\"#" -e "s# sh $here/triverdict_[a-z]*\\.sh # #" \
  "$database/compile_commands.json" >"$work/compile_commands.json" || finish 70
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$work/compile_commands.json" | sort -u |
  while IFS= read -r file; do
    case $file in /*) path=$file ;; *) path=$database/$file ;; esac
    path=$(cd "$(dirname "$path")" 2>/dev/null && pwd)/$(basename "$path")
    case $path in "$database"/* | */_deps/* | */third_party/* | */third-party/* | */vendor/* | */external/* | */extern/* | */subprojects/*) continue ;; esac
    case $path in "$tree"/*) ;; *) continue ;; esac
    if ! grep -qF 'triverdict: a test was left out' "$path" 2>/dev/null; then printf '%s\n' "$path"; fi
  done >"$work/files"
if [ ! -s "$work/files" ]; then
  printf 'Error: no input files: the compilation database of %s names no source of this tree\n' "$database"
  finish 70
fi

# At the same time, told in order.
mkdir "$work/said"
cat >"$work/one.sh" <<'TEXT'
work=$1 number=$2
shift 2
file=$(sed -n "${number}p" "$work/files")
"$@" --quiet -p "$work" "$file" >"$work/said/$number" 2>&1
printf '%s\n' "$?" >"$work/said/$number.code"
TEXT
count=$(grep -c . "$work/files")
seq 1 "$count" | xargs -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" -I '{}' sh "$work/one.sh" "$work" '{}' "$@"
code=0
for number in $(seq 1 "$count"); do
  printf '[triverdict: %s/%s %s]\n' "$number" "$count" "$(sed -n "${number}p" "$work/files")"
  cat "$work/said/$number" || code=70
  one=$(cat "$work/said/$number.code")
  # It ends with 1 where it has found an error, and says so; all else is a crash or wrong usage.
  if [ "$one" != 0 ]; then
    if [ "$one" != 1 ] || ! grep -q ' error: ' "$work/said/$number"; then code=70; elif [ "$code" = 0 ]; then code=1; fi
  fi
done
finish "$code"
