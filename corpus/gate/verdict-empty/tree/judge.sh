mkdir -p out
: > out/v.json
