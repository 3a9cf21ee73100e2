#include "cart.h"

long total(const std::vector<long> &prices, long discount) {
    long subtotal = 0;
    for (long price : prices) subtotal += price;
    return subtotal - subtotal * discount / 100;
}
