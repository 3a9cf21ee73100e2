import pytest


@pytest.fixture
def ledger():
    yield []
    raise OSError("cannot close the ledger")


def test_ledger_starts_empty(ledger):
    assert ledger == []
