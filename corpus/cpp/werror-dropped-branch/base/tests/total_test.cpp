#include "cart.h"
#include "check.h"

int main() {
    CHECK(total({100, 250}) == 350);
    CHECK(total({1000}, 10) == 900);
    return 0;
}
