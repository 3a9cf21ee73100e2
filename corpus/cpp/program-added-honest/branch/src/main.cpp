#include "cart.h"
#include <cstdio>

int main() {
    std::puts(label(total({1205})).c_str());
    return 0;
}
