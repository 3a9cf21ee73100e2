mkdir -p out
cat > out/v.json <<'END'
{ "status": "pass", "blocking": [], "metrics": { "pages": 12 }, "tool": "pages 3.1", "notes": ["fine"] }
END
