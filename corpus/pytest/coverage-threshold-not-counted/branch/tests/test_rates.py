from rates import rate


def test_rates():
    assert [rate(k) for k in ("books", "gift", "export", "tools", "x")] == [7, 0, 0, 19, 19]
