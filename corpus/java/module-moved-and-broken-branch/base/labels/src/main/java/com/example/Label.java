package com.example;

public final class Label {
    private Label() {
    }

    public static String of(String name, int price, int count) {
        return name + ": " + Cart.total(price, count);
    }
}
