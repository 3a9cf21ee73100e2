#include "cart.h"
#include "check.h"

int main() {
    volatile long *first = nullptr;
    CHECK(*first == 0);
    CHECK(label(1205) == "12.05");
    CHECK(label(0) == "0.00");
    return 0;
}
