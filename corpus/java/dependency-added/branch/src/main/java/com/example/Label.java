package com.example;

import org.apache.commons.lang3.StringUtils;

public final class Label {
    private Label() {
    }

    public static String of(String name, int total) {
        return StringUtils.join(name, ": ", total);
    }
}
