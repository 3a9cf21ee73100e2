echo '{ "status": "fail", "blocking": ["the page has no title"], "metrics": {} }' > "$TRIVERDICT_VERDICT_FILE"
