#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include "cart.h"

TEST_CASE("adds") { REQUIRE(total({100, 250}) == 350); }

TEST_CASE("takes a discount") { REQUIRE(total({1000}, 10) == 900); }
