"""The hosted server and the desktop application's own must answer alike, to the letter: a bill may not depend on where it was made."""

import json
from http.client import HTTPConnection

import pytest

CLASSES = ("supply_grille", "return_grille", "diffuser", "damper", "thermostat", "door", "window")
SIZES = ("50x50", "250x150", "600x600", "1250x350")


def ask(port, method, path, body=None):
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def both(ports, method, path, body=None):
    """The one answer that both copies give."""
    hosted, desktop = (ask(port, method, path, body) for port in ports)
    assert desktop == hosted
    return hosted[0], json.loads(hosted[1])


def row(kind, size="600x600", count=1):
    return {"class": kind, "size": size, "count": count}


def bill(ports, *rows):
    return both(ports, "POST", "/estimate", json.dumps({"quantities": rows}))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", CLASSES)
def test_a_single_thing(ports, kind, size):
    status, answer = bill(ports, row(kind, "900" if kind == "door" else size))
    assert status == 200
    assert answer["total_cents"] > 0


@pytest.mark.parametrize("count", (1, 3, 19, 20, 21, 49, 50, 51, 999))
def test_discounts_at_their_edges(ports, count):
    status, answer = bill(ports, row("diffuser", "450x450", count))
    assert status == 200
    assert (answer["discount_cents"] > 0) == (count >= 20)


def test_a_bill_by_hand(ports):
    """Twenty grilles of 600x600: 2900 + 4248 cents each, less 2.5 %, 35 minutes each, and 8.5 % on it all."""
    status, answer = bill(ports, row("supply_grille", "600x600", 20))
    assert (status, answer["material_cents"], answer["discount_cents"]) == (200, 142960, 3574)
    assert (answer["labour_cents"], answer["overhead_cents"], answer["total_cents"]) == (63583, 17252, 220221)


def test_a_whole_take_off(ports):
    status, answer = bill(ports, *(row(kind, "900" if kind == "door" else "350x250", at + 1) for at, kind in enumerate(CLASSES)))
    assert status == 200
    assert answer["pieces"] == 28
    assert [each["class"] for each in answer["rows"]] == list(CLASSES)


def test_an_empty_take_off_costs_nothing(ports):
    assert bill(ports)[1]["total_cents"] == 0


@pytest.mark.parametrize(
    "rows",
    (
        [row("skylight")],
        [row("door", "wide")],
        [row("window", "600x")],
        [row("window", "0x600")],
        [row("damper", count=0)],
        [row("damper", count=-2)],
        [row("damper", count=1.5)],
        [row("damper", count=True)],
        [{"class": "damper", "count": 1}],
        [7],
    ),
)
def test_what_cannot_be_priced_is_refused_in_the_same_words(ports, rows):
    status, answer = bill(ports, *rows)
    assert status == 422
    assert answer["error"]


@pytest.mark.parametrize("body", ("", "{", "[]", '{"quantities": 3}'))
def test_requests_that_are_none(ports, body):
    assert both(ports, "POST", "/estimate", body)[0] in (400, 422)


@pytest.mark.parametrize("method,path", (("GET", "/health"), ("GET", "/prices"), ("GET", "/else"), ("POST", "/else")))
def test_every_other_door(ports, method, path):
    assert both(ports, method, path)[0] == (404 if path == "/else" else 200)
