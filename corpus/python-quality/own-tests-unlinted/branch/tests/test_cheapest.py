import os

from cart import cheapest


def test_cheapest():
    assert cheapest([3, 1]) == 1
