package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LabelTest {
    @Test
    void namesTheTotal() {
        assertEquals("tea: 12", Label.of("tea", 4, 3));
    }
}
