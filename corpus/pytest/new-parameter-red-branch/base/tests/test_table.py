import pytest

from codes.table import CODES


@pytest.mark.parametrize("name", sorted(CODES))
def test_code_is_positive(name):
    assert CODES[name] > 0


def test_created():
    assert CODES["created"] == 201
