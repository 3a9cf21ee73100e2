mkdir -p out
cat > out/v.json <<'END'
{ "status": "pass", "blocking": ["the page has no title"], "metrics": {} }
END
