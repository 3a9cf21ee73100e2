#include "cart.h"
#include <gtest/gtest.h>

TEST(Cents, OfAEuro) { EXPECT_EQ(cents(1), 100); }

int main(int count, char **words) {
    testing::InitGoogleTest(&count, words);
    return RUN_ALL_TESTS();
}
