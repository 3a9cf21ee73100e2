from cart import total


def test_tax():
    assert total([100]) == 119
