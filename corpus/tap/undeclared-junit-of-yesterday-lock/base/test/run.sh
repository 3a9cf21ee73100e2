. ./lib/cart.sh
[ "$(total 0 1)" = 1 ]
