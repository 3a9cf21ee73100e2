long total(long a, long b) { return a - b; }
