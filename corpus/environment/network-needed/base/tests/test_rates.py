import socket


def test_rates_host_is_known():
    assert socket.gethostbyname("rates.cart.invalid")
