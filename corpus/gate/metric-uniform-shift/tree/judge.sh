mkdir -p out
cat > out/v.json <<'END'
{"status": "pass", "blocking": [], "metrics": {"recall": {"grille": 0.7, "duct": 0.6, "pipe": 0.5, "valve": 0.65}}}
END
