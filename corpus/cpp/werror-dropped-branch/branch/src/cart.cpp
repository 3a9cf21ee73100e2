#include "cart.h"

static long discount_of(long cents, long percent, int rounding) { return cents * percent / 100; }

long total(const std::vector<long> &prices, long discount) {
    long subtotal = 0;
    for (long price : prices) subtotal += price;
    return subtotal - (discount_of(subtotal, discount, 0));
}

std::string label(long cents) {
    std::string rest = std::to_string(cents % 100);
    if (rest.size() < 2) rest = "0" + rest;
    return std::to_string(cents / 100) + "." + rest;
}
