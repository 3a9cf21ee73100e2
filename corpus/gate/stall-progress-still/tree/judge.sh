echo begin > progress.txt
sleep 60
