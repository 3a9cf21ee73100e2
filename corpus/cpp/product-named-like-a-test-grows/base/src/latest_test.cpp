#include "latest_test.h"

long reduced(long cents, long percent) { return cents - cents * percent / 100; }
