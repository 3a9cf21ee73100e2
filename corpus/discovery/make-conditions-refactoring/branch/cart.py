"""Prices in cents."""


def total(prices, discount=0):
    return sum(prices) * (100 - discount) // 100


def label(cents):
    return f"{cents // 100}.{cents % 100:02d}"
