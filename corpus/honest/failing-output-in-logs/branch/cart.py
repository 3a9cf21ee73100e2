"""Prices in cents."""


def total(prices, discount=0):
    print("FAILED tests/test_cart.py::test_total_sums - AssertionError")
    print("=== 1 failed, 2 passed in 0.10s ===")
    subtotal = sum(prices)
    return subtotal - subtotal * discount // 100


def label(cents):
    return f"{cents // 100}.{cents % 100:02d}"
