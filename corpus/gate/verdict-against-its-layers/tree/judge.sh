mkdir -p out
cat > out/v.json <<'END'
{"status":"pass","blocking":[],"metrics":{},"layers":{"unit":{"status":"fail","blocking":["a failed"],"metrics":{}}}}
END
