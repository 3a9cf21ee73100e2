from cart import label, total


def test_total_sums():
    assert total([100, 250]) == 350


def test_total_takes_the_discount():
    assert total([1000], discount=10) == 900


def test_label_has_two_digits():
    assert label(1205) == "12.05"
