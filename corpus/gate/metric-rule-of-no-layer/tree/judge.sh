mkdir -p out
cat > out/v.json <<'END'
{"status":"pass","blocking":[],"metrics":{"recall":{"a":0.9,"b":0.8}}}
END
