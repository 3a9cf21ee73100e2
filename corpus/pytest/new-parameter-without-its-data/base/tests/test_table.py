from pathlib import Path

import pytest
from codes.table import CODES


@pytest.mark.parametrize("name", sorted(CODES))
def test_code(name):
    assert CODES[name] == int((Path(__file__).parent / "data" / f"{name}.txt").read_text())
