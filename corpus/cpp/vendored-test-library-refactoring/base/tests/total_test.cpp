#include "cart.h"
#include <doctest/doctest.h>

int main() {
    CHECK(total({100, 250}) == 350);
    CHECK(total({1000}, 10) == 900);
    return 0;
}
