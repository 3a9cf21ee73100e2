import pytest


@pytest.mark.slow
def test_against_the_real_bank():
    raise RuntimeError("no bank here")
