mkdir -p out
: > out/r.xml
