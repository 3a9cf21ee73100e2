#include <cassert>
#include "cart.h"

int main() {
    assert(total({1000}, 10) == 900);
    return 0;
}
