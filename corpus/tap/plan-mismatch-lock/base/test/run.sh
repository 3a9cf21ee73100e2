# Writes out/test.tap and ends with 1 when anything is red.
. ./lib/cart.sh
mkdir -p out
: >out/test.tap
number=0
red=0
check() {
    number=$((number + 1))
    if [ "$2" = "$3" ]; then
        echo "ok $number - $1" >>out/test.tap
    else
        echo "not ok $number - $1" >>out/test.tap
        echo "# got $2, want $3" >>out/test.tap
        red=1
    fi
}
echo "TAP version 13" >>out/test.tap
echo "1..4" >>out/test.tap
check "total sums" "$(total 0 100 250)" 350
total 10 1000 >out/value
value=$(cat out/value)
check "total takes the discount" "$value" 900
check "label has two digits" "$(label 1205)" 12.05
exit $red
