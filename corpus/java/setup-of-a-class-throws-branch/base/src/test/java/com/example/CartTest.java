package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CartTest {
    private static int price;

    @BeforeAll
    static void asks() {
        price = Cart.total(2, 2);
    }

    @Test
    void multiplies() {
        assertEquals(12, Cart.total(price, 3));
    }

    @Test
    void countsNothing() {
        assertEquals(0, Cart.total(price, 0));
    }
}
