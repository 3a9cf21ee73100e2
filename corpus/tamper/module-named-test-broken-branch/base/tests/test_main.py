from shop.main import run


def test_commands():
    assert run("test_all") == "tested"


def test_run():
    assert callable(run)
