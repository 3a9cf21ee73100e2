import time


def total(prices, discount=0):
    subtotal = sum(prices)
    while discount:
        time.sleep(1)
    return subtotal - subtotal * discount // 100


def label(cents):
    return f"{cents // 100}.{cents % 100:02d}"
