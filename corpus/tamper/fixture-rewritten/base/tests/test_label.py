from cart import label


def test_label():
    assert label(5) == "0.05"
