from rates import rate


def test_rates():
    assert [rate(k) for k in ("gift", "export", "tools")] == [0, 0, 19]
