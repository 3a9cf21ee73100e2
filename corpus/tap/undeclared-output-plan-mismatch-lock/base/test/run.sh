# Prints TAP and ends with 1 when anything is red.
. ./lib/cart.sh
number=0
red=0
check() {
    number=$((number + 1))
    if [ "$2" = "$3" ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        echo "# got $2, want $3"
        red=1
    fi
}
check "total sums" "$(total 0 100 250)" 350
total 10 1000 >value
check "total takes the discount" "$(cat value)" 900
echo "1..3"
exit $red
