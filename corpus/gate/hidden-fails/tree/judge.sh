mkdir -p out
cat > out/v.json <<'END'
{ "status": "fail", "blocking": ["held-out page 17"], "metrics": { "held_out_recall": 0.4711 } }
END
