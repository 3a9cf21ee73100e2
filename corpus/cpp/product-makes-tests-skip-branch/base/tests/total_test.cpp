#include "cart.h"
#include "check.h"

int main() {
    if (!discounts()) return 77;
    CHECK(total({1000}, 10) == 900);
    return 0;
}
