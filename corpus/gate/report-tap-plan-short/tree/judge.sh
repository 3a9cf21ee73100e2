mkdir -p out
cat > out/r.tap <<'END'
TAP version 13
1..3
ok 1 - front
ok 2 - back
END
