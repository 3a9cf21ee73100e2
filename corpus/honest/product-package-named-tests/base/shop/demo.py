from cart import total
from shop.testing import sample


def demo():
    return total(sample())
