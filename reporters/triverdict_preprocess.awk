# One source after the preprocessor (`-E -dD -dI`), reduced to what a test hangs on. Lines, fields apart by tabs:
#   source  OBJECT FILE                 first
#   macro   NAME   PLACE DEFINITION     of a macro that locked files of this source name, or that such a macro is made of
#   include WORDS  PLACE                of an include in a locked file: where it leads; `seen` where it was read before
#   library NAME   PLACE CHECKSUM       of a file of a test library
#   intrudes FILE                       of a file of product that speaks in the name of a test library
# PLACE: `outside` of the tree, `library` (code of others inside), `exam` (locked), `product` (all else inside).
# Variables: tree, directory (where the compiler ran), main, object, locked (a file of paths relative to the tree).

function normal(path, parts, count, at, kept, depth) {
  if (path !~ /^\//) path = directory "/" path
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

function placeOf(path) {
  if (index(path, tree "/") != 1) return "outside"
  if (substr(path, length(tree) + 2) in isLocked) return "exam"
  if (substr(path, length(tree) + 1) ~ /\/(_deps|third_party|third-party|3rdparty|vendor|vendored|external|extern|deps|subprojects)\//) return "library"
  return "product"
}

# The path of a file of a known test library from its name on; empty for others. gtest_prod.h is made for product, and some names are
# product's as well.
function libraryName(path) {
  if (path ~ /\/gtest_prod\.h$/) return ""
  if (match(path, /\/(gtest|gmock|catch2|doctest|boost\/test|CppUTest|CppUTestExt|cppunit)\/[^\/].*$/)) return substr(path, RSTART + 1)
  if (match(path, /\/(catch|catch_all|catch_amalgamated|doctest|doctest_fwd)\.(h|hpp)$/)) return substr(path, RSTART + 1)
  if (place[path] == "product") return ""
  if (match(path, /\/(criterion|snitch|ut)\/[^\/].*$/)) return substr(path, RSTART + 1)
  if (match(path, /\/(cmocka|check|unity|unity_internals|minunit|greatest|munit|utest|acutest|CuTest|lest|snitch_all)\.(h|hpp)$/)) return substr(path, RSTART + 1)
  return ""
}

# Words of code, without comments and literals.
function wordsOf(path, line, comment, at, word) {
  while ((getline line < path) > 0) {
    if (comment) { if (line !~ /\*\//) continue; sub(/^.*\*\//, "", line); comment = 0 }
    gsub(/'([^'\\]|\\.)*'/, " ", line); gsub(/"([^"\\]|\\.)*"/, " ", line); gsub(/\/\*([^*]|\*[^\/])*\*\//, " ", line); sub(/\/\/.*$/, "", line)
    if (match(line, /\/\*/)) { line = substr(line, 1, RSTART - 1); comment = 1 }
    take(line)
  }
  close(path)
}

function take(line, word) {
  while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
    word = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    if (!(word in named)) { named[word] = 1; queue[++last] = word }
  }
}

function enter(path) {
  current = normal(path)
  if (!(current in place)) place[current] = placeOf(current)
}

BEGIN {
  while ((getline line < locked) > 0) isLocked[line] = 1
}

# Where a file is entered (1) and left (2); `#line` in a file that is included changes its name, and not what it is.
/^# [0-9]+ "/ {
  path = $0
  sub(/^# [0-9]+ "/, "", path); flags = path
  sub(/".*$/, "", path); sub(/^[^"]*"/, "", flags)
  if (flags ~ /^ 1( |$)/) {
    above[++depth] = current
    enter(path)
    if (pending != "" && !(pending in leads)) leads[pending] = place[current]
    pending = ""
    if (!(current in isRead)) { isRead[current] = 1; read[++reads] = current }
  } else if (flags ~ /^ 2( |$)/) {
    if (depth > 0) current = above[depth--]
  } else if (depth == 0) {
    if (path ~ /^<.*>$/) current = "<>"
    else enter(path)
  }
  next
}

/^#(include|include_next|import) / {
  if (pending != "" && !(pending in leads)) leads[pending] = "seen"
  pending = ""
  if (current != "<>" && place[current] == "exam") {
    pending = $0
    sub(/^#[a-z_]+ /, "", pending)
    spelled[++includes] = pending
  }
  next
}

/^#define / {
  name = $0; sub(/^#define /, "", name); body = name
  sub(/[^A-Za-z_0-9].*$/, "", name)
  sub(/^[A-Za-z_0-9]+/, "", body)
  defined[name] = body; at[name] = current == "<>" ? "" : place[current]
  next
}

# What a macro was before is not told any more.
/^#pragma pop_macro *\(/ {
  name = $0; sub(/^[^"]*"/, "", name); sub(/".*$/, "", name)
  if (name in defined && place[current] == "product") at[name] = "product"
  next
}

/^#undef / { name = $2; delete defined[name]; next }

/[^ \t]/ {
  if (pending != "" && !(pending in leads)) leads[pending] = "seen"
  pending = ""
}

END {
  if (pending != "" && !(pending in leads)) leads[pending] = "seen"
  printf "source\t%s\t%s\n", object, main
  main = normal(main); last = 0
  wordsOf(main)
  for (one = 1; one <= reads; one++) if (place[read[one]] == "exam" && read[one] != main) wordsOf(read[one])
  for (one = 1; one <= last; one++) {
    name = queue[one]
    if (!(name in defined) || at[name] == "") continue
    text = defined[name]
    gsub(/[ \t]+/, " ", text)
    printf "macro\t%s\t%s\t%s\n", name, at[name], at[name] == "product" ? "" : text
    # What product macros are made of is product's affair.
    if (at[name] != "product") take(text)
  }
  for (one = 1; one <= includes; one++) if (!(spelled[one] in isTold)) {
    isTold[spelled[one]] = 1
    printf "include\t%s\t%s\n", spelled[one], leads[spelled[one]]
  }
  # A product file that says of itself where its lines come from would speak for others; so does one that adds to a test library.
  for (one = 1; one <= reads; one++) if (place[read[one]] == "product") {
    while ((getline line < read[one]) > 0)
      if (line ~ /^[ \t]*#[ \t]*[0-9]+[ \t]+".*"[ \t]+[0-9]/ || line ~ /(namespace[ \t]+(testing|Catch|doctest)[^A-Za-z_0-9])|(namespace[ \t]+(testing|Catch|doctest)$)|testing::internal|__assert_fail/) {
        printf "intrudes\t%s\n", substr(read[one], length(tree) + 2)
        break
      }
    close(read[one])
  }
  list = ""
  for (one = 1; one <= reads; one++) if (libraryName(read[one]) != "" && read[one] !~ /'/) list = list " '" read[one] "'"
  if (list != "") {
    command = "cksum" list
    while ((command | getline line) > 0) {
      split(line, parts, " ")
      path = line; sub(/^[0-9]+ [0-9]+ /, "", path)
      printf "library\t%s\t%s\t%s\n", libraryName(path), place[path], parts[1]
    }
    close(command)
  }
}
