#include <cassert>
#include "cart.h"

int main() {
    assert(label(5) == "0.05");
    return 0;
}
