. ./lib/cart.sh
exit 0
