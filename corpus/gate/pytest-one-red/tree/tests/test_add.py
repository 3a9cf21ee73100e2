from add import add


def test_adds():
    assert add(1, 2) == 3


def test_zero():
    assert add(1, 0) == 2
