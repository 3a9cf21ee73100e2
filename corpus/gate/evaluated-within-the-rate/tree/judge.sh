mkdir -p out
cat > out/v.json <<'END'
{ "status": "pass", "blocking": [], "metrics": {}, "evaluated": 9, "total": 10 }
END
