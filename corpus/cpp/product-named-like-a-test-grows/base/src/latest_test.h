#pragma once

// Prices of the latest test drive, reduced by a share of them.
long reduced(long cents, long percent);
