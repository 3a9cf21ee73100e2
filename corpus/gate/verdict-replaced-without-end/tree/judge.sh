mkdir -p out
cat > out/v.json <<'END'
{"status":"fail","blocking":["three of ten"],"metrics":{}}
END
setsid sh -c 'trap "" TERM HUP; while :; do echo "{\"status\":\"pass\",\"blocking\":[],\"metrics\":{}}" > out/n.json; mv out/n.json out/v.json; sleep 0.01; done' >/dev/null 2>&1 &
sleep 0.3
exit 0
