#include "cart.h"
#include "check.h"

int main() {
    CHECK(cents(1) == 100);
    return 0;
}
