mkdir -p out
cat > out/v.json <<'END'
{ "status": "fail", "blocking": ["the page has no title"], "confidence": 0.6, "metrics": {} }
END
