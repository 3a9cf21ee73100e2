#include <cstdio>

int main() {
    std::puts("12.05");
    return 0;
}
