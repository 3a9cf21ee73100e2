#!/bin/sh
# What the preprocessor makes of the locked sources of a build:
#   TRIVERDICT_TREE=ROOT TRIVERDICT_LOCKED=FILES triverdict_preprocess.sh DATABASE FILE
# DATABASE is a compile_commands.json as CMake and ninja write it, a key a line; FILES are lines, relative to ROOT. FILE gets a line for each
# fact, fields apart by tabs (src/reports/translation-units.ts), and a last line that counts the sources. What is not compiled, or not
# by a compiler that can tell (gcc, Clang), has no lines. First stand symbols that product defines and that would decide how a test ends:
#   symbol  NAME  TARGET   TARGET: empty, or, for `main`, the library, or the program of a locked source, whose it is
here=$(cd "$(dirname "$0")" && pwd)
LC_ALL=C
export LC_ALL
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
printf '%s\n' "$TRIVERDICT_LOCKED" >"$work/locked"

# Three lines for each locked source: directory, file, command as a shell reads it.
awk -v tree="$TRIVERDICT_TREE" -v locked="$work/locked" -v out="$work" '
  function normal(path, parts, count, at, kept, depth) {
    count = split(path, parts, "/"); depth = 0
    for (at = 1; at <= count; at++) {
      if (parts[at] == "" || parts[at] == ".") continue
      if (parts[at] == ".." && depth > 0) depth--
      else kept[++depth] = parts[at]
    }
    path = ""
    for (at = 1; at <= depth; at++) path = path "/" kept[at]
    return path
  }
  function value(line) {
    sub(/^ *"[a-z]*": *"/, "", line); sub(/",? *$/, "", line)
    gsub(/\\\\/, "\001", line); gsub(/\\"/, "\"", line); gsub(/\\\//, "/", line); gsub(/\001/, "\\", line)
    return line
  }
  BEGIN { while ((getline line < locked) > 0) wanted[line] = 1 }
  /^ *"directory": *"/ { directory = value($0) }
  /^ *"command": *"/ { command = value($0) }
  /^ *"file": *"/ { file = value($0) }
  /^ *\}/ {
    path = normal(file ~ /^\// ? file : directory "/" file)
    if (index(path, tree "/") == 1 && (substr(path, length(tree) + 2) in wanted) && command != "") {
      count++
      printf "%s\n%s\n%s\n", directory, path, command > (out "/" count)
      close(out "/" count)
      if (match(command, /CMakeFiles\/[^ "]*\.dir\//)) print substr(command, RSTART + 11, RLENGTH - 16) > (out "/tested")
    } else if (index(path, tree "/") == 1 && match(command, / -o +[^ "]+/)) {
      object = substr(command, RSTART, RLENGTH); sub(/^ -o +/, "", object)
      print (object ~ /^\// ? object : directory "/" object) > (out "/objects")
    }
    command = ""
  }
  END { print count + 0 }
' "$1" >"$work/count" 2>/dev/null
count=$(cat "$work/count")
count=${count:-0}

cat >"$work/one.sh" <<'TEXT'
here=$1 work=$2 number=$3
directory=$(sed -n 1p "$work/$number") file=$(sed -n 2p "$work/$number") command=$(sed -n 3p "$work/$number")
cd "$directory" || exit 0
eval "set -- $command" || exit 0
total=$# object= skip= first=yes
while [ "$total" -gt 0 ]; do
  word=$1
  total=$((total - 1))
  shift
  if [ -n "$skip" ]; then
    [ "$skip" = object ] && object=$word
    skip=
    continue
  fi
  # What stands in front of a compiler is no compiler.
  if [ -n "$first" ]; then
    case $word in sh | */triverdict_*.sh) continue ;; esac
    first=
  fi
  case $word in
    -o) skip=object ;;
    -o?*) object=${word#-o} ;;
    -MF | -MT | -MQ) skip=yes ;;
    -c | -M | -MM | -MD | -MMD | -MP | -MG | -MF?* | -MT?* | -MQ?*) ;;
    *) set -- "$@" "$word" ;;
  esac
done
"$@" -E -dD -dI >"$work/$number.i" 2>/dev/null || exit 0
awk -v tree="$TRIVERDICT_TREE" -v directory="$directory" -v main="$file" -v object="$object" -v locked="$work/locked" \
  -f "$here/triverdict_preprocess.awk" "$work/$number.i" >"$work/$number.facts" || rm -f "$work/$number.facts"
rm -f "$work/$number.i"
TEXT
if [ "$count" -gt 0 ]; then
  seq 1 "$count" | xargs -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" -I '{}' sh "$work/one.sh" "$here" "$work" '{}'
fi
touch "$work/tested" "$work/objects"
# Whose `main` would stand in front of that of a test library; a program of its own needs one.
target_of() {
  case $1 in *CMakeFiles/*.dir/*) ;; *) return 1 ;; esac
  name=${1##*CMakeFiles/} name=${name%%.dir/*} build=${1%%/CMakeFiles/*}
  if grep -qxF -e "$name" "$work/tested"; then printf '%s\n' "$name"; return 0; fi
  for file in "$build/lib$name".*; do if [ -e "$file" ]; then printf '%s\n' "$name"; return 0; fi; done
  return 1
}
if [ -s "$work/objects" ]; then
  xargs nm -A -g --defined-only <"$work/objects" 2>/dev/null | awk '
    { object = $1; sub(/:[0-9a-fA-F]*$/, "", object); name = $NF }
    name == "main" { print "main " object }
    name ~ /^(__assert|__assert_fail|__assert_perror_fail|abort|exit|_exit|_Exit|quick_exit|raise|__wrap_.*)$/ { print name }
    $(NF - 1) == "T" && name ~ /^_ZNK?(7testing|5Catch|7doctest)/ { print name }
  ' | sort -u | while read -r name object; do
    if [ -z "$object" ]; then printf 'symbol\t%s\t\n' "$name"
    elif target=$(target_of "$object"); then printf 'symbol\t%s\t%s\n' "$name" "$target"; fi
  done
fi | sort -u >"$2"
for number in $(seq 1 "$count"); do
  if [ -f "$work/$number.facts" ]; then cat "$work/$number.facts"; fi
done >>"$2"
printf 'end\t%s\n' "$(grep -c '^source	' "$2")" >>"$2"
