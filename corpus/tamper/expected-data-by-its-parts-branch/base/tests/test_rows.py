import json
from pathlib import Path

from shop.cart import total


def test_rows():
    rows = json.loads((Path(__file__).parent.parent / "data" / "totals.json").read_text())
    for prices, expected in rows:
        assert total(prices) == expected
