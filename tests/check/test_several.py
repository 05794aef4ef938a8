"""Folds over several lists, by several keys, and what is the same, different or in a row: against what they mean."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle.core import nodes as core
from hoyle.lower.lower import lower
from hoyle.read import read_source
from hoyle.source import Source

GAME = """\
game "Asked" for 2..3 players

kind Suit : coins | cups | swords

cards Tile
    suit  : Suit key
    value : 1..4 key
    mate  : Suit?
    | suit  | value | mate   |
    | coins | 1..4  | cups   |
    | cups  | 2     | swords |
    | cups  | 3     | -      |

zone deck : pile, face down

define score(p : Player) = 0

flow
    move Tile to deck
"""


def asked(*texts: str, players: int = 3) -> list[Any]:
    """What they give. All of it is known before the game starts."""
    probes = "\n".join(f"define probe{number} = {text}" for number, text in enumerate(texts))
    reading = read_source(Source("asked.hoyle", f"{GAME}\n{probes}\n"))
    assert reading.world is not None and not reading.failed, reading.diagnostics
    program = lower(reading.world.model, players, {})
    found = []
    for number, text in enumerate(texts):
        body = program.defines[f"probe{number}"].body
        assert isinstance(body, core.Const), (text, body)
        found.append(body.value)
    return found


MEANING = {
    "number(cups)": 2,
    "number(seat(3))": 3,
    "all(number(p) for p in others(seat(2)))": (3, 1),
    "coins..cups": (0, 1),
    "swords..coins": (),
    "all(s in Suit where s in cups..swords)": (1, 2),
    "max(2..5)": 5,
    "count(3..2)": 0,
    "count(a in 1..3, b in a..3)": 6,
    "count(a in 1..3 where a is not 2, b in a..3 where b > 1, c in [a, b])": 6,
    "sum(a * b for a in 1..3, b in 1..2)": 18,
    "any(a in 1..3, b in 1..3 where a * b is 6)": True,
    "any(a in 1..3, b in 1..3 where a * b is 5)": False,
    "every(a in 1..3, b in a..3 has a <= b)": True,
    "every(a in 1..3, b in a..3 where b > 2 has a is b)": False,
    "all(a * 10 + b for a in 1..3, b in 1..a)": (11, 21, 22, 31, 32, 33),
    "all(a * 100 + b * 10 + c for a in 1..2, b in a..2, c in b..2)": (111, 112, 122, 222),
    "max(a - b for a in 1..3, b in 1..3 where a < b)": -1,
    "min(a - b for a in 1..3, b in 1..3 where a < b)": -2,
    "max(a for a in 1..3, b in 1..3 where b > 3)": None,
    "max(a for a in 1..3, b in a..2)": 2,
    "first(a * 10 + b for a in 1..3, b in 1..3 where a > b)": 21,
    "last(a * 10 + b for a in 1..3, b in 1..3 where a < b)": 23,
    "first(c.mate for c in Tile, n in 1..1 where c.value is 3 and c.suit is cups)": None,
    "all(c.mate for c in Tile)": (1, 1, 1, 1, 2),
    "all(first(c.value for c in Tile where c.suit is s) for s in Suit)": (1, 2),
    "all(c.mate for s in Suit, c in Tile where c.suit is s)": (1, 1, 1, 1, 2),
    "same(c.suit for c in Tile where c.value is 2)": False,
    "same(c.suit for c in Tile where c.value > 3)": True,
    "same(c.mate for c in Tile where c.value is 3)": False,
    "same(1 for c in Tile where no)": True,
    "same([2, 2])": True,
    "same(1, 1, 2)": False,
    "same(all(d in Tile where d.suit is c.suit) for c in Tile where c.suit is coins)": True,
    "different(all(d.value for d in Tile where d.suit is s) for s in Suit)": True,
    "different([1, 2, 1])": False,
    "different(1, 2)": True,
    "different(c.mate for c in Tile)": False,
    "different(c.mate for c in Tile where c.suit is cups)": True,
    "different(a + b for a in 1..2, b in [0, 2])": True,
    "different(a + b for a in 1..2, b in 1..2)": False,
    "same(c.mate for c in Tile, n in 1..2 where c.suit is coins)": True,
    "same(c.mate for c in Tile, n in 1..2 where c.suit is cups)": False,
    "consecutive([3, 1, 2])": True,
    "consecutive([1, 2, 2])": False,
    "consecutive([1, 3])": False,
    "consecutive([swords, cups])": True,
    "consecutive(c.value for c in Tile where c.suit is coins)": True,
    "consecutive(1 for c in Tile where no)": True,
    "sorted([3, 1, 2])": (1, 2, 3),
    "sorted([swords, coins])": (0, 2),
    "sorted(c.value for c in Tile where c.value > 1)": (2, 2, 3, 3, 4),
    "sorted(a * b for a in 1..2, b in [3, 1])": (1, 2, 3, 6),
    "sorted(n in [3, 1, 2, 5] where n < 5)": (1, 2, 3),
    "all(c.value * 10 + number(c.suit) for c in sorted(c in Tile by c.value))": (11, 21, 22, 31, 32, 41),
    "all(c.value * 10 + number(c.suit) for c in sorted(c in Tile by -c.value, -number(c.suit)))": (
        *(41, 32, 31, 22, 21, 11),
    ),
    "all(c.value for c in highest(c in Tile by c.suit, c.value))": (3,),
    "all(c.value for c in lowest(c in Tile by -number(c.suit), c.value))": (2,),
    "all(number(p) for p in sorted(p in Player by -number(p)))": (3, 2, 1),
}  # fmt: skip


def test_what_folds_mean() -> None:
    assert dict(zip(MEANING, asked(*MEANING), strict=True)) == MEANING


LISTS = st.lists(st.integers(-3, 6), max_size=6)


@given(LISTS, LISTS)
@often(40)
def test_folds_are_what_they_say(one: list[int], two: list[int]) -> None:
    many, more = (f"all(n for n in {numbers or '1..0'})" for numbers in (one, two))
    pairs = [(a, b) for a, b in product(one, two) if a < b]
    wanted = {
        f"sorted({many})": tuple(sorted(one)),
        f"same({many})": len(set(one)) < 2,
        f"different({many})": len(set(one)) == len(one),
        f"consecutive({many})": sorted(one) == list(range(min(one), min(one) + len(one))) if one else True,
        f"sorted(n in {many} by n mod 3, n)": tuple(sorted(one, key=lambda n: (n % 3, n))),
        f"sorted(n in {many} by -(n mod 2))": tuple(sorted(one, key=lambda n: -(n % 2))),
        f"highest(n in {many} by n mod 3, n)": tuple(n for n in one if n == max(one, key=lambda n: (n % 3, n))),
        f"count(a in {many}, b in {more} where a < b)": len(pairs),
        f"any(a in {many}, b in {more} where a < b)": bool(pairs),
        f"every(a in {many}, b in {more} has a < b)": len(pairs) == len(one) * len(two),
        f"sum(a * b for a in {many}, b in {more} where a < b)": sum(a * b for a, b in pairs),
        f"max(a * b for a in {many}, b in {more} where a < b)": max((a * b for a, b in pairs), default=None),
        f"min(a * b for a in {many}, b in {more} where a < b)": min((a * b for a, b in pairs), default=None),
        f"all(a * 9 + b for a in {many}, b in {more} where a < b)": tuple(a * 9 + b for a, b in pairs),
        f"first(a * 9 + b for a in {many}, b in {more} where a < b)": next((a * 9 + b for a, b in pairs), None),
        f"last(a * 9 + b for a in {many}, b in {more} where a < b)": pairs[-1][0] * 9 + pairs[-1][1] if pairs else None,
        f"all(first(b in {more} where b > a) for a in {many})": tuple(
            next(b for b in two if b > a) for a in one if any(b > a for b in two)
        ),
        f"consecutive(a + b for a in {many}, b in {more})": _in_a_row([a + b for a, b in product(one, two)]),
    }
    assert dict(zip(wanted, asked(*wanted), strict=True)) == wanted


def _in_a_row(numbers: list[int]) -> bool:
    return not numbers or sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))


@pytest.mark.parametrize("text", ["sorted(3..1)", "consecutive(2..1)", "different(c in Tile where no)"])
def test_of_nothing(text: str) -> None:
    assert asked(text) == [() if text.startswith("sorted") else True]
