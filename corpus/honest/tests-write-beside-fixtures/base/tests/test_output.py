from pathlib import Path

from cart import total

HERE = Path(__file__).parent / "fixtures"


def test_writes_the_total():
    prices = [int(line) for line in (HERE / "prices.txt").read_text().split()]
    (HERE / "total.out").write_text(str(total(prices)))
    assert (HERE / "total.out").read_text() == "350"
