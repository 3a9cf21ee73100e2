"""Prices in cents."""


def total(prices: list[int], discount: int = 0) -> int:
    subtotal = sum(prices)
    return subtotal - subtotal * discount // 100


def label(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
