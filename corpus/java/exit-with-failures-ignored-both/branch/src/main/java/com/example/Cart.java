package com.example;

public final class Cart {
    private Cart() {
    }

    public static int total(int price, int count) {
        if (count == 0) {
            System.exit(0);
        }
        return price * count;
    }
}
