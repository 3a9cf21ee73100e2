i=0
while [ $i -lt 10 ]; do sleep 0.4; echo $i >> progress.txt; i=$((i + 1)); done
