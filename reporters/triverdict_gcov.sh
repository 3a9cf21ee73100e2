#!/bin/sh
# What the tests of a build measured with gcc's own coverage (--coverage), as gcov tells it:
#   triverdict_gcov.sh clear DIRECTORY      what ran before the tests does not count
#   triverdict_gcov.sh tell DIRECTORY FILE  a JSON document a line and a last line that counts them; no FILE where nothing was measured
directory=$2
if [ "$1" = clear ]; then
  find "$directory" -name '*.gcda' -type f -exec rm -f {} + 2>/dev/null
  exit 0
fi
[ -n "$(find "$directory" -name '*.gcda' -type f 2>/dev/null | head -n 1)" ] || exit 0
# The counts of one compiler are read by its own gcov.
compiler=$(sed -n 's/^CMAKE_C\(XX\)\{0,1\}_COMPILER:[A-Z]*=//p' "$directory/CMakeCache.txt" 2>/dev/null | head -n 1)
version=$(printf '%s\n' "$compiler" | sed -n 's/.*-\([0-9][0-9]*\)$/-\1/p')
case $compiler in *clang*) exit 0 ;; esac
program=gcov
if [ -n "$version" ] && command -v "gcov$version" >/dev/null 2>&1; then program="gcov$version"; fi
find "$directory" -name '*.gcda' -type f -print0 2>/dev/null | xargs -0 -r "$program" --json-format --stdout >"$3.part" 2>/dev/null || {
  rm -f "$3.part"
  exit 0
}
sed '/^$/d' "$3.part" >"$3"
printf '{"triverdict-end":%s}\n' "$(grep -c . "$3.part")" >>"$3"
rm -f "$3.part"
