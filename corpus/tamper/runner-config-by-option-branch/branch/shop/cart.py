import warnings


def total(prices):
    warnings.warn("old", DeprecationWarning)
    return sum(prices)
