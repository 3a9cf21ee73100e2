mkdir -p out
cat > out/v.json <<'END'
{ "status": "pass", "blocking": [], "metrics": {}, "confidence": 0.9 }
END
