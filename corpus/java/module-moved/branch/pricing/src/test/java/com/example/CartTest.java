package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void multiplies() {
        assertEquals(12, Cart.total(4, 3));
    }

    @Test
    void countsNothing() {
        assertEquals(0, Cart.total(4, 0));
    }
}
