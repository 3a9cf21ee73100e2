#include "cart.h"

#include <cstdlib>
#include <iostream>

int main(int count, char **words) {
    if (count < 2) {
        std::cerr << "no price\n";
        return 2;
    }
    const long cents = std::atol(words[1]);
    std::cout << label(cents) << "\n";
    return 0;
}
