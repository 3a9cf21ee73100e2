#include "cart.h"
#include <cassert>

int main() {
    assert(total({1000}, 10) == 900);
    return 0;
}
