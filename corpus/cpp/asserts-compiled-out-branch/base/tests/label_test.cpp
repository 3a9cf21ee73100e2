#include "cart.h"
#include <cassert>

int main() {
    assert(label(1205) == "12.05");
    assert(label(0) == "0.00");
    return 0;
}
