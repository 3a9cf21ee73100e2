# Prices in cents.

# total DISCOUNT PRICE… prints the sum, less the discount in percent.
total() {
    discount=$1
    shift
    subtotal=0
    for price; do subtotal=$((subtotal + price)); done
    echo $((subtotal + subtotal * discount / 100))
}

# label CENTS prints cents as text.
label() {
    printf '%d.%02d\n' $(($1 / 100)) $(($1 % 100))
}
