"""Starts both copies of the pricing server, each as its own process on a port of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACES = ("server", "desktop/server")


@pytest.fixture(scope="session")
def ports():
    """The ports on which the two copies answer: hosted, desktop."""
    started = [
        subprocess.Popen(
            [sys.executable, "-B", str(ROOT / place / "main.py"), "0"], stdout=subprocess.PIPE, text=True
        )
        for place in PLACES
    ]
    try:
        lines = [process.stdout.readline() for process in started]
        for place, line in zip(PLACES, lines):
            if not line.startswith("listening on "):
                # Not 58 tests that fail: nothing was compared.
                pytest.exit(f"{place}/main.py did not start", returncode=3)
        yield tuple(int(line.split()[-1]) for line in lines)
    finally:
        for process in started:
            process.terminate()
            process.wait()
            process.stdout.close()
