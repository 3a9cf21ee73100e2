"""Prices a take-off. All money is whole cents; halves are rounded up, as the bill does it."""

import json
import re
from pathlib import Path

PRICES = json.loads((Path(__file__).parent / "prices.json").read_text(encoding="utf-8"))


class BadRequest(ValueError):
    """A take-off that cannot be priced; the text says what is wrong with it."""


def half_up(numerator, denominator):
    """The quotient of two whole numbers, halves upwards. Never a float: two machines must round alike."""
    return (2 * numerator + denominator) // (2 * denominator)


def square_millimetres(kind, size):
    """The area that is paid for: width by height; a door is paid by its leaf, 2100 high."""
    if not re.fullmatch(r"[1-9]\d{0,4}(x[1-9]\d{0,4})?", size):
        raise BadRequest(f"{kind}: the size {size!r} is not a size")
    width, _, height = size.partition("x")
    if kind == "door":
        return int(width) * 2100
    return int(width) * int(height or width)


def priced(row):
    """One row of the bill from one row of a take-off."""
    if not isinstance(row, dict):
        raise BadRequest("a quantity must be an object")
    kind, size, count = row.get("class"), row.get("size"), row.get("count")
    known = PRICES["classes"].get(kind) if isinstance(kind, str) else None
    if known is None:
        raise BadRequest(f"there is no price for {kind!r}")
    if not isinstance(size, str):
        raise BadRequest(f"{kind}: the size is missing")
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise BadRequest(f"{kind}: the count must be a whole number above zero")
    area = square_millimetres(kind, size)
    each = known["base_cents"] + half_up(known["cents_per_square_metre"] * area, 1_000_000)
    labour = half_up(count * known["minutes"] * PRICES["labour_cents_per_hour"], 60)
    return {
        "class": kind,
        "size": size,
        "count": count,
        "each_cents": each,
        "material_cents": each * count,
        "labour_cents": labour,
    }


def estimate(request):
    """The bill for a take-off: its rows as they came, then what they come to."""
    quantities = request.get("quantities") if isinstance(request, dict) else None
    if not isinstance(quantities, list):
        raise BadRequest("quantities must be a list")
    rows = [priced(row) for row in quantities]
    pieces = sum(row["count"] for row in rows)
    material = sum(row["material_cents"] for row in rows)
    labour = sum(row["labour_cents"] for row in rows)
    permille = next((each["permille"] for each in PRICES["discounts"] if pieces >= each["from"]), 0)
    discount = half_up(material * permille, 1000)
    overhead = half_up((material - discount + labour) * PRICES["overhead_permille"], 1000)
    return {
        "rows": rows,
        "pieces": pieces,
        "material_cents": material,
        "discount_cents": discount,
        "labour_cents": labour,
        "overhead_cents": overhead,
        "total_cents": material - discount + labour + overhead,
    }
