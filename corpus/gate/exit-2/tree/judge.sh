exit 2
