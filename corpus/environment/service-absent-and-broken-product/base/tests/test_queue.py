import socket


def test_stores_the_cart():
    with socket.create_connection(("127.0.0.1", 5679), timeout=2) as queue:
        queue.sendall(b"PING")
