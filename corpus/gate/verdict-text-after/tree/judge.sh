mkdir -p out
cat > out/v.json <<'END'
{ "status": "pass", "blocking": [], "metrics": {} }
warning: 3 pages were not reachable
END
