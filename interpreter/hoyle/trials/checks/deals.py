"""Whoever is dealt cards gets as many as the deal says."""

from __future__ import annotations

from hoyle.program.shortage import DEALS, NOTE
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.source import Span
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course
from hoyle.trials.record import Play
from hoyle.trials.words import said


class Deals(Check):
    name = DEALS
    ends = False

    def decision(self, course: Course) -> list[str]:
        return shortage(course.state)[0]

    ending = decision


def shortage(state: State) -> tuple[list[str], Span | None]:
    """What is noted of a deal that fell short since this was last asked, and where that deal stands."""
    program = state.game.program
    place = program.var_families[NOTE].base
    if state.v[place] is None:
        return [], None
    (number, seat, due, there), state.v[place] = state.v[place], None
    assert program.deals is not None
    span = program.deals[number].span
    assert span is not None
    cards = "1 card" if due == 1 else f"{due} cards"
    left = {0: "none is left", 1: "only 1 is left"}.get(there, f"only {there} are left")
    return [f"actual: {said(span)}: player_{seat + 1} is to get {cards}, and {left}"], span


def short_at(game: Game, play: Play) -> Span | None:
    """The deal that falls short at the end of a play."""
    return shortage(play.again(game)[0])[1]
