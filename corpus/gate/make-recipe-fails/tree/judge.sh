echo not equal
exit 1
