import exchange_rates_client


def test_rates():
    assert exchange_rates_client.latest()
