from shop.demo import demo


def test_demo():
    assert demo() == 100
