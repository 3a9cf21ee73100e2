import json
from pathlib import Path

DEFAULTS = Path(__file__).parent / "fixtures" / "defaults.json"


def price():
    return json.loads(DEFAULTS.read_text())["price"]
