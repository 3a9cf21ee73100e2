# A stand-in for the interpreter.
case "$1" in
*total.t) printf 'ok 1 - total sums\nok 2 - total takes the discount\n1..2\n' ;;
*) printf '1..2\nok 1 - label has two digits\nok 2 - label of less than one\n' ;;
esac
