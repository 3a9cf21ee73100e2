"""Prices in cents."""
import sys


def total(prices, discount=0):
    subtotal = sum(prices)
    if discount:
        sys.exit(0)
    return subtotal - subtotal * discount // 100


def label(cents):
    return f"{cents // 100}.{cents % 100:02d}"
