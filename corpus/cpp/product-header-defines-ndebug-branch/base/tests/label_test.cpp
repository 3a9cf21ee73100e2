#include "cart.h"
#include <cassert>

int main() {
    assert(label(5) == "0.05");
    return 0;
}
