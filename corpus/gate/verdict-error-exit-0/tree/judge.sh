mkdir -p out
cat > out/v.json <<'END'
{ "status": "error", "blocking": ["the browser did not start"], "metrics": {} }
END
