import pytest
from ledger import Ledger


@pytest.fixture
def ledger():
    ledger = Ledger()
    yield ledger
    ledger.close()
    assert not ledger.open


def test_ledger_is_open(ledger):
    assert ledger.open
