mkdir -p out
cat > out/v.json <<'END'
{ "status": "fail", "blocking": [], "metrics": {} }
END
exit 1
