package org.junit.jupiter.api;

public final class Assertions {
    private Assertions() {
    }

    public static void assertEquals(Object expected, Object actual) {
    }

    public static void assertEquals(int expected, int actual) {
    }
}
