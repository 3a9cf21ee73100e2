long total(long a, long b);

int main(void) { return total(100, 250) == 350 ? 0 : 1; }
