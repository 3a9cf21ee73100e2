#include "cart.h"
#include <gtest/gtest.h>

TEST(Total, Adds) { EXPECT_EQ(total({100, 250}), 350); }

TEST(Total, TakesADiscount) { EXPECT_EQ(total({1000}, 10), 900); }

TEST(Label, HasTwoDigits) { EXPECT_EQ(label(1205), "12.05"); }
