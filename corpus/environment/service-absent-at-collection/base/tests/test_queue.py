import socket

queue = socket.create_connection(("127.0.0.1", 5679), timeout=2)


def test_ping():
    queue.sendall(b"PING")
