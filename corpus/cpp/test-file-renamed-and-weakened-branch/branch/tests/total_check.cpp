#include "cart.h"
#include "check.h"

int main() {
    CHECK(total({100, 250}) == 350);
    return 0;
}
