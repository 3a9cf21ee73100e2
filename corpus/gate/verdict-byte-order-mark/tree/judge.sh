mkdir -p out
printf '\357\273\277%s' '{ "status": "pass", "blocking": [], "metrics": {} }' > out/v.json
