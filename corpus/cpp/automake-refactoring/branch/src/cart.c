long total(long a, long b) {
    const long sum = a + b;
    return sum;
}
