from shop.price import price


def test_price():
    assert price() == 2
