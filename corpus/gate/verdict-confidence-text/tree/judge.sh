mkdir -p out
cat > out/v.json <<'END'
{ "status": "pass", "blocking": [], "metrics": {}, "confidence": "high" }
END
