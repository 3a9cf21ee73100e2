trap 'exit 0' TERM
sleep 60 & wait
