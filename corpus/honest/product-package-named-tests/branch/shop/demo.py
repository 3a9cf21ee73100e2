from cart import total
from shop.testing import samples


def demo():
    return total(samples(1))
