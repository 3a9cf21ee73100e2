from cart import total


def test_full_discount_is_free():
    assert total([1000], discount=100) == 1
