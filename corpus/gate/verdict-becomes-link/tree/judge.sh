mkdir -p out
ln -s ../kept.json out/v.json
