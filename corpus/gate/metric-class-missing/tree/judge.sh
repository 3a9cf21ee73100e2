mkdir -p out
cat > out/v.json <<'END'
{"status": "pass", "blocking": [], "metrics": {"recall": {"duct": 0.8}}}
END
