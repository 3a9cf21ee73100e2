package com.example;

public final class Cart {
    private Cart() {
    }

    public static int total(int price, int count) {
        if (price == count) {
            throw new IllegalStateException("not ready");
        }
        return price * count;
    }
}
