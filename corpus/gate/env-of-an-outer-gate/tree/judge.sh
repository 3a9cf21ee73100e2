test "$TRIVERDICT_RUN_ID" != outer && test "$TRIVERDICT_VERDICT_FILE" != /nowhere/v.json
