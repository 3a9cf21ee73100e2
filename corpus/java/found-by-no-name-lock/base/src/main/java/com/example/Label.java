package com.example;

public final class Label {
    private Label() {
    }

    public static String of(String name, int total) {
        return name + ": " + total;
    }
}
