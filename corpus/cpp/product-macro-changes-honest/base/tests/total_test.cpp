#include <cassert>
#include "cart.h"

int main() {
    assert(total({PRICE(10)}, 10) == 900);
    return 0;
}
