from rates import rate


def test_rate():
    assert rate("books") == 7
