#pragma once
#include <string>
#include <vector>

// Prices in cents.
long total(const std::vector<long> &prices, long discount = 0);
std::string label(long cents);
