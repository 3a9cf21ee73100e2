#include "cart.h"

std::string label(long cents) {
    std::string rest = std::to_string(cents % 100);
    if (rest.size() < 2) rest = "0" + rest;
    return std::to_string(cents / 100) + "." + rest;
}
