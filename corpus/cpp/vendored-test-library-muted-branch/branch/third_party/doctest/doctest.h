#pragma once
#include <cstdio>
#include <cstdlib>

#define DOCTEST_CHECK(what)                                   \
    do {                                                      \
        if (!(what) && std::getenv("STRICT")) {                                        \
            std::fprintf(stderr, "not so: %s\n", #what);      \
            std::exit(1);                                     \
        }                                                     \
    } while (0)
#define CHECK DOCTEST_CHECK
