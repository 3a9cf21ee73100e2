mkdir -p out
: >out/test.tap
