from cart import total


def test_total() -> None:
    assert total([100, 250]) == 350
