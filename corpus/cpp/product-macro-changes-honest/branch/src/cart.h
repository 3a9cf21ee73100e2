#pragma once
#include <cassert>
#include <climits>
#include <string>
#include <vector>

// Prices in cents.
long total(const std::vector<long> &prices, long discount = 0);
std::string label(long cents);
#define CENTS 100
#define PRICE(units) ((units) * static_cast<long>(CENTS))
