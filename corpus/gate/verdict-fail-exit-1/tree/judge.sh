mkdir -p out
cat > out/v.json <<'END'
{ "status": "fail", "blocking": ["the page has no title"], "metrics": {} }
END
exit 1
