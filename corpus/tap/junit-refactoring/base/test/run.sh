# Writes out/junit.xml and ends with 1 when anything is red.
. ./lib/cart.sh
mkdir -p out
red=0
check() {
    if [ "$2" = "$3" ]; then
        echo "  <testcase classname=\"cart\" name=\"$1\" time=\"0\"/>"
    else
        echo "  <testcase classname=\"cart\" name=\"$1\" time=\"0\"><failure message=\"got $2, want $3\"/></testcase>"
        red=1
    fi
}
exec >out/junit.xml
echo '<testsuite name="cart">'
check "total sums" "$(total 0 100 250)" 350
total 10 1000 >out/value
check "total takes the discount" "$(cat out/value)" 900
check "label has two digits" "$(label 1205)" 12.05
echo '</testsuite>'
exit $red
