#include "cart.h"
#include "check.h"

int main() {
    CHECK(label(1205) == "12.05");
    CHECK(label(0) == "0.00");
    return 0;
}
