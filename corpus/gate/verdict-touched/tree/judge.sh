mkdir -p out
touch out/v.json
