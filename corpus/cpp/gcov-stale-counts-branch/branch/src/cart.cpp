#include "cart.h"

#include <numeric>

namespace {

long added(const std::vector<long> &prices) { return std::accumulate(prices.begin(), prices.end(), 0L); }

std::string digits(long rest) { return rest < 10 ? "0" + std::to_string(rest) : std::to_string(rest); }

}  // namespace

long total(const std::vector<long> &prices, long discount) {
    const long subtotal = added(prices);
    return subtotal - subtotal * discount / 100;
}

std::string label(long cents) { return std::to_string(cents / 100) + "." + digits(cents % 100); }
