"""Decisions in which there may be nothing to decide. The code expected stands on the line it is about."""

from __future__ import annotations

import re

import pytest

from hoyle.check import check_text

BASE = """\
game "Small" for 2..4 players

option strict : yes_no

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

var points[Player] : number

define score(p) = points[p] + (if strict then 1 otherwise 0)

action play(card in hand[you])
    move card to shown
action pass
    points[you] += 1
action bid(amount in 1..9)
    points[you] += amount
action point_at(p in Player)
    points[p] += 1
action point_at_another(p in Player where p is not you)
    points[p] += 1
action sigh
    must points[you] > 0
    points[you] -= 1
action give(amount : 1..9)
    points[you] += amount

flow
    move Tile to deck
    deal 2 from deck to hand
    each p in Player
        p may play or pass or bid or point_at or point_at_another or sigh or give(3)
"""

CASES = {
    "nothing to choose": "p must pass",
    "always something to choose": "p must bid",
    "everybody can be chosen": "p must point_at",
    "given by whoever offers it": "p must give(4)",
    "one of them is always there": "p must play or pass",
    "a zone may be empty": "p must play              # HYL304",
    "a condition may hold for none": "p must point_at_another      # HYL304",
    "a condition of its own": "p must sigh              # HYL304",
    "all may be missing": "p must play or sigh      # HYL304",
    "if able": "p must play if able",
    "otherwise": "p must play\n        otherwise\n            points[p] += 1",
    "may": "p may play",
}


def problems(text: str) -> tuple[set[tuple[int, str]], set[tuple[int, str]]]:
    """What is found in a text, and what it says should be found."""
    found = {(d.span.line if d.span else 0, d.code) for d in check_text(text)}
    lines = enumerate(text.splitlines(), 1)
    return found, {(n, code) for n, line in lines for code in re.findall(r"# (HYL\d{3})", line)}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    found, expected = problems(f"{BASE}        {CASES[name]}\n")
    assert found == expected


RULES = {
    "a rule that forbids": ("must strict", "# HYL304"),
}


@pytest.mark.parametrize("name", RULES)
def test_rules(name: str) -> None:
    must, code = RULES[name]
    found, expected = problems(f"{BASE}        p must pass      {code}\nrule never_pass for pass\n    {must}\n")
    assert found == expected


def test_nothing_to_oblige() -> None:
    """An action without a choice is legal or not: `if able` would have nothing to choose among."""
    text = f"{BASE}        p must pass\nrule never_pass for pass\n    must strict if able      # HYL312\n"
    found, expected = problems(text)
    assert found == expected


def test_the_reasons_are_shown() -> None:
    (report,) = check_text(f"{BASE}        p must play or sigh\n")
    assert [(label.span.text, label.text) for label in report.labels] == [
        ("hand[you]", "there may be no `card`"),
        ("must points[you] > 0", "this may forbid it"),
    ]
    assert report.help == "write `if able` after it, or say what happens `otherwise`"
