"""Prices in cents."""


_calls = 0


def total(prices, discount=0):
    global _calls
    _calls += 1
    if _calls == 1:
        return 0
    subtotal = sum(prices)
    return subtotal - subtotal * discount // 100


def label(cents):
    return f"{cents // 100}.{cents % 100:02d}"
