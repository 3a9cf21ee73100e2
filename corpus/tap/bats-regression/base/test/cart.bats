setup() {
    . ./lib/cart.sh
}

@test "total sums" {
    [ "$(total 0 100 250)" = 350 ]
}

@test "total takes the discount" {
    [ "$(total 10 1000)" = 900 ]
}
