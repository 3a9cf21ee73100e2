#include "cart.h"
#include "check.h"

int main() {
    if (!std::getenv("CART_DISPLAY")) return 77;
    CHECK(label(1205) == "12.05");
    CHECK(label(0) == "0.00");
    return 0;
}
