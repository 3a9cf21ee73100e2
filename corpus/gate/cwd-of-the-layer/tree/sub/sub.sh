test "$(basename "$PWD")" = sub
