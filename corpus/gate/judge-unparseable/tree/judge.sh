mkdir -p out
cat > out/v.json <<'END'
I think that this passes.
END
