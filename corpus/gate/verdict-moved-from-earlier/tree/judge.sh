mkdir -p out
mv cache/v.json out/v.json
