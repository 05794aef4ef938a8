"""Two exceptions that may both apply are ordered or proven apart. The code expected stands on the line it is about."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle.read import check_text

BASE = """\
game "Small" for 2..4 players

option mode : plain | fancy | wild
option deep : shallow | sunken when mode is fancy

kind Color : red | blue

cards Tile
    name  : name
    color : Color
    value : 1..5
    | name | color | value |
    | fox  | red   | 1..5  |
    | owl  | blue  | 1..5  |
    | elk  | blue  | 1     |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

var rounds : number

timing always by owner(this) else seat(1) while this in shown

define score(p) = rounds + total + sum(worth(c) for c in shown) + share(p) + (if deep is sunken then 1 otherwise 0)

action play(card in hand[you])
    move card to shown

flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    repeat until empty(hand)
        rounds += 1
        each p in Player
            p must play if able

ability elk always
    adjust total by 0

define total = 0
define worth(card) = card.value
define share(p : Player) = 0
"""


def found(extra: str) -> set[tuple[int, str]]:
    return {(d.span.line if d.span else 0, d.code) for d in check_text(BASE + extra)}


def expected(extra: str) -> set[tuple[int, str]]:
    lines = (BASE + extra).splitlines()
    return {(n, code) for n, line in enumerate(lines, 1) for code in re.findall(r"# (HYL\d{3})", line)}


CASES = {
    "settings that exclude each other": """
except total as a when mode is plain gives 1
except total as b when mode is fancy gives 2
except total as c when mode not in [plain, fancy] gives 3
""",
    "settings that meet": """
except total as a when mode is plain gives 1
except total as b when players is 3 gives 2                       # HYL301
""",
    "ordered": """
except total as a when mode is plain gives 1
except total as b over a when players is 3 gives 2
except total as c over b when players > 2 gives 3
""",
    "a switch that does not apply keeps its first value": """
except total as a when mode is plain gives 1
except total as b when deep is sunken gives 2
""",
    "both always": """
except total as a gives 1
except total as b gives 2                                         # HYL301
""",
    "equal values do no harm": """
except total as a when mode is plain gives 1
except total as b when players is 3 gives 1
""",
    "cards that exclude each other": """
except worth(card) as a when card.color is red gives 1
except worth(card) as b when card.name is owl and card.value > 2 gives 2
""",
    "cards that meet": """
except worth(card) as a when card.color is red gives 1
except worth(c) as b when c.value > 2 gives 2                     # HYL301
""",
    "ranges apart": """
except total as a when rounds < 3 gives 1
except total as b when rounds is 3 gives 2
except total as c when rounds > 3 and rounds < 10 gives 3
except total as d when not rounds < 10 gives 4
""",
    "ranges that meet": """
except total as a when rounds < 4 gives 1
except total as b when rounds > 2 gives 2                         # HYL301
""",
    "a condition and its opposite": """
except total as a when empty(shown) gives 1
except total as b when not empty(shown) and mode is plain gives 2
""",
    "unlike conditions of the table": """
except total as a when empty(shown) gives 1
except total as b when empty(deck) gives 2                        # HYL301
""",
    "opposites in a definition": """
define late = rounds > 5
except total as a when late gives 1
except total as b when rounds <= 5 gives 2
""",
    "a comparison and its opposite": """
except share(p) as a when count(hand[p]) > rounds gives 1
except share(p) as b when rounds >= count(hand[p]) gives 2
""",
    "seats apart": """
except share(p) as a when p is seat(1) gives 1
except share(p) as b when p in others(seat(1)) gives 2
""",
    "seats that meet": """
except share(p) as a when p is seat(1) gives 1
except share(p) as b when p is left(seat(2)) gives 2              # HYL301
""",
    "abilities of two cards on themselves": """
ability owl always
    except worth(this) gives 7
ability fox always
    except worth(this) gives 8
""",
    "abilities of two cards on everything": """
ability owl always
    except worth(card) when card.color is red gives 7
ability fox always
    except worth(card) when card.color is red gives 8             # HYL301
""",
    "an exception to an exception": """
except total as a when mode is plain gives 1
except total.a as b when players is 3 gives 2
except total.a as c when mode is fancy gives 3                    # HYL303
except total as d when mode is fancy gives 4
""",
    "waived and not": """
except total as a when mode is plain gives 1
except total.a as b when players is 3 waive
except total.a as c when players > 2 gives 2                      # HYL301
""",
    "bodies": """
to cheer
    rounds += 1
before play as cheering
    cheer
except cheer as a when mode is plain
    rounds += 2
except cheer as b when players is 2                               # HYL301
    rounds += 3
""",
    "never": """
except worth(card) as a when card.value > 3 and card.value < 3 gives 1    # HYL303
""",
    "over itself": """
except total as a over a when mode is plain gives 1               # HYL301
""",
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    assert found(CASES[name]) == expected(CASES[name])


def test_what_is_certain_is_told_with_its_values() -> None:
    extra = CASES["settings that meet"]
    (report,) = check_text(BASE + extra)
    assert report.message == "two exceptions to `total` may both apply"
    assert [label.text for label in report.labels] == ["both hold with 3 players and `mode` = `plain`"]
    assert report.labels[0].span.text == "except total as a when mode is plain gives 1"
    assert report.help is not None and "`over a`" in report.help


def test_a_card_is_told_as_it_is_written() -> None:
    (report,) = check_text(BASE + CASES["cards that meet"])
    assert report.labels[0].text == "both hold with `card` = Fox"


def test_a_great_many_exceptions_are_no_great_work() -> None:
    lines = [
        f"except worth(card) as e{n} when rounds is {n} and card.value is {n % 5 + 1} gives {n}" for n in range(60)
    ]
    assert check_text("\n".join([BASE, *lines, ""])) == []


def test_what_takes_too_long_is_not_proven() -> None:
    switches = "\n".join(f"option s{n} : 0..90" for n in range(6))
    total = " + ".join(f"s{n}" for n in range(6))
    one = f"except total as a when {total} is 100 gives 1"
    two = f"except total as b when 2 * ({total}) is 333 gives 2"
    assert [d.code for d in check_text(f"{BASE}\n{switches}\n{one}\n{two}\n")] == ["HYL301"]


# ---------------------------------------------------------------- the proofs against trying everything

MODES = ("plain", "fancy", "wild")
COLORS = ("red", "blue")
TILES = [("red", value) for value in range(1, 6)] + [("blue", value) for value in range(1, 6)]

Test = Callable[[str, int, tuple[str, int], int, bool], bool]
Condition = tuple[str, Test]


def compared(words: str, pick: Callable[..., Any]) -> st.SearchStrategy[Condition]:
    """A number compared with a plain one."""
    signs: dict[str, Callable[[Any, Any], bool]] = {
        "is": lambda a, b: a == b,
        "is not": lambda a, b: a != b,
        "<": lambda a, b: a < b,
        ">=": lambda a, b: a >= b,
    }
    return st.tuples(st.sampled_from(sorted(signs)), st.integers(2, 4)).map(
        lambda drawn: (f"{words} {drawn[0]} {drawn[1]}", lambda *table: signs[drawn[0]](pick(*table), drawn[1]))
    )


plain = st.one_of(
    st.sampled_from(MODES).map(lambda mode: (f"mode is {mode}", lambda m, *_: m == mode)),
    st.sampled_from(COLORS).map(lambda color: (f"card.color is {color}", lambda m, n, card, *_: card[0] == color)),
    st.just(("empty(shown)", lambda m, n, card, rounds, bare: bare)),
    compared("players", lambda m, n, *_: n),
    compared("card.value", lambda m, n, card, *_: card[1]),
    compared("rounds", lambda m, n, card, rounds, bare: rounds),
)


def both(word: str, parts: tuple[Condition, Condition]) -> Condition:
    (one, first), (two, second) = parts
    if word == "and":
        return f"({one} and {two})", lambda *table: first(*table) and second(*table)
    return f"({one} or {two})", lambda *table: first(*table) or second(*table)


conditions = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["and", "or"]), st.tuples(inner, inner)).map(lambda drawn: both(*drawn)),
        inner.map(lambda part: (f"(not {part[0]})", lambda *table: not part[1](*table))),
    ),
    max_leaves=5,
)


@given(conditions, conditions)
@often(60)
def test_proofs_are_right(first: Condition, second: Condition) -> None:
    tables = list(itertools.product(MODES, (2, 3, 4), TILES, range(7), (False, True)))
    one, two = (any(test(*table) for table in tables) for _, test in (first, second))
    meet = any(first[1](*table) and second[1](*table) for table in tables)
    extra = f"except worth(card) as a when {first[0]} gives 1\nexcept worth(card) as b when {second[0]} gives 2\n"
    expected = [] if one and two else ["HYL303"] * ((not one) + (not two))
    assert sorted(d.code for d in check_text(BASE + extra)) == (["HYL301"] if meet else expected)
