#include "cart.h"

#include <cstdlib>
#include <iostream>

int main(int count, char **words) {
    if (count < 2) {
        std::cerr << "no price\n";
        return 2;
    }
    std::cout << label(std::atol(words[1])) << "\n";
    return 0;
}
