import json
from pathlib import Path

from cart import total

CASES = json.loads((Path(__file__).parent / "fixtures" / "totals.json").read_text())


def test_totals_of_the_fixture():
    for row in CASES:
        assert total(row["prices"], row["discount"]) == row["total"]
