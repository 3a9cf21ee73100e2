"""Prices in cents."""
from functools import reduce
from operator import add


def _subtotal(prices):
    return reduce(add, prices, 0)


def total(prices, discount=0):
    return -(-_subtotal(prices) * (100 - discount) // 100)


def label(cents):
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02d}"
