# Prices in cents.

# total DISCOUNT PRICE… prints the sum, less the discount in percent.
total() {
    discount=$1
    shift
    subtotal=0
    for price; do subtotal=$((subtotal + price)); done
    echo $((subtotal - subtotal * discount / 100))
}
