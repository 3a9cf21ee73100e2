from cart import label


def test_zero():
    assert label(0) == "0.00"
