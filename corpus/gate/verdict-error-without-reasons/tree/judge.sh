mkdir -p out
cat > out/v.json <<'END'
{ "status": "error", "blocking": [], "metrics": {} }
END
