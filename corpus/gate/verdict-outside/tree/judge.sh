echo '{ "status": "pass", "blocking": [], "metrics": {} }' > ../v.json
