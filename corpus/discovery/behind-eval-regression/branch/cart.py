"""Prices in cents."""


def total(prices, discount=0):
    subtotal = sum(prices)
    return subtotal + subtotal * discount // 100


def label(cents):
    return f"{cents // 100}.{cents % 100:02d}"
