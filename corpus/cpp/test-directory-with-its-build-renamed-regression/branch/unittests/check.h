#pragma once
#include <cstdio>
#include <cstdlib>

#define CHECK(what)                                                        \
    do {                                                                   \
        if (!(what)) {                                                     \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            std::exit(1);                                                  \
        }                                                                  \
    } while (0)
