from rates import rate


def total(prices, discount=0):
    subtotal = sum(prices)
    return subtotal - subtotal * discount // 100


def label(cents):
    return f"{cents // 100}.{cents % 100:02d}"


def taxed(price, kind):
    return price + price * rate(kind) // 100
