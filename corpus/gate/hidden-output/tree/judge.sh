echo "held-out page 17"
echo "held-out page 17" >&2
exit 1
