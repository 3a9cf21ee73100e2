#include "latest_test.h"

long reduced(long cents, long percent) { return cents - cents * percent / 100; }

long share(long cents, long percent) { return cents * percent / 100; }
