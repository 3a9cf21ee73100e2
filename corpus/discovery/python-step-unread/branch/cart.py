"""Prices in cents."""


def total(prices, discount=0):
    whole = sum(prices)
    taken = whole * discount // 100
    return whole - taken


def label(cents):
    return f"{cents // 100}.{cents % 100:02d}"
