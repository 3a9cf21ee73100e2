#include "cart.h"
#include "check.h"

int main() {
    CHECK(label(1205) == "12.05");
    CHECK(label(100000) == "1,000.00");
    return 0;
}
