import subprocess

import shop


def test_gen():
    assert subprocess.check_output(["make", "-s", "gen"], text=True).strip() == "hello"


def test_value():
    assert shop.VALUE == 1
