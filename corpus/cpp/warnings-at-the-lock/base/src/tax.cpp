long tax(long cents) {
    int spare = 3;
    return cents * 19 / 100;
}
