mkdir -p out
mv cache/r.xml out/r.xml
