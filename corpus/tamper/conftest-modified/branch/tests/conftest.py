import pytest


@pytest.fixture
def expected():
    return 1000
