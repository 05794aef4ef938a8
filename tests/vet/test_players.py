"""What a variant moves for whoever plays: told if somebody asks, as a comparison of the same games tells it."""

from __future__ import annotations

import math
from collections.abc import Callable

import attrs

from hoyle.compare.comparison import compare
from hoyle.compare.run import REAL, SMALL, Side
from hoyle.compare.run import Plan as Compared
from hoyle.compare.words import number
from hoyle.vet.players import CAP
from hoyle.vet.run import Examined, Plan, vet
from hoyle.vet.subject import find_subjects
from hoyle.vet.words import sentence

SHORT = "set hand_size = 1\nremove property modest\n"
RICH = "set target = 40\n"
BOTS = ("easy", "random")


def examined(path: str, plan: Plan) -> Examined:
    subjects, over = find_subjects([path], [])
    return vet(subjects, plan, over).singles[0]


def test_what_is_moved_is_what_a_comparison_says(write: Callable[[str, str], str]) -> None:
    path = write("house", SHORT)
    moved = examined(path, Plan(40, 7, bots=BOTS)).moved
    sides = Side("plain.hoyle"), Side(path)
    found = compare(Compared(*sides, 7, list(BOTS), 40, math.inf, CAP, 1)).measured
    assert found.games == 40
    clear = [answer for answer in found.answers if answer.verdict in (REAL, SMALL)]
    assert [(row.key, row.before) for row in moved] == [
        (answer.measure.key, number(answer.measure, answer.one.estimate)) for answer in clear
    ]
    assert "decisions" in {row.key for row in moved}
    assert [row.key for row in examined(path, Plan(40, 7, bots=BOTS, jobs=2)).moved] == [row.key for row in moved]


def test_of_several_together(write: Callable[[str, str], str]) -> None:
    subjects, over = find_subjects([write("short", SHORT), write("rich", RICH)], [])
    (both,) = vet(subjects, Plan(20, bots=("random",)), over).pairs
    assert both.held["pairs"] == 20 and "decisions" in {row.key for row in both.moved}


def test_nobody_plays_who_was_not_asked_for(write: Callable[[str, str], str]) -> None:
    """And whatever is moved, it is no finding."""
    path = write("house", SHORT)
    alone, beside = examined(path, Plan(20)), examined(path, Plan(20, bots=("random",)))
    assert (alone.moved, alone.held.get("pairs")) == ((), None)
    assert beside.moved and sentence(beside) == sentence(alone)
    assert attrs.evolve(beside, moved=(), held=alone.held) == alone
