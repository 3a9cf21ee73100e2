#include "latest_test.h"
#include "cart.h"

long total(const std::vector<long> &prices, long discount) {
    long subtotal = 0;
    for (long price : prices) subtotal += price;
    return reduced(subtotal, discount);
}

std::string label(long cents) {
    std::string rest = std::to_string(cents % 100);
    if (rest.size() < 2) rest = "0" + rest;
    return std::to_string(cents / 100) + "." + rest;
}
