mkdir -p out
cat > out/v.json <<'END'
{ "status": "fail", "blocking": [], "metrics": {}, "status": "pass" }
END
