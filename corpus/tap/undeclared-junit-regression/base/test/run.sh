# Writes test-results/cart.xml.
. ./lib/cart.sh
mkdir -p test-results
cases=''
red=0
check() {
    if [ "$2" = "$3" ]; then
        cases="$cases<testcase classname=\"cart\" name=\"$1\"/>"
    else
        cases="$cases<testcase classname=\"cart\" name=\"$1\"><failure>got $2, want $3</failure></testcase>"
        red=1
    fi
}
check "total sums" "$(total 0 100 250)" 350
total 10 1000 >value
check "total takes the discount" "$(cat value)" 900
echo "<testsuite name=\"cart\">$cases</testsuite>" >test-results/cart.xml
exit $red
