mkdir -p out
cat > out/v.json <<'END'
{ "status": "error", "blocking": ["held-out page 17"], "metrics": {} }
END
