mkdir -p out
cp cache/v.json out/v.json
