"""Where cards are: each is in exactly one zone, and known to be there; none of the box is offered unseen; and whoever
is dealt cards gets as many as the deal says.
"""

from __future__ import annotations

from hoyle import types as t
from hoyle.english import counted
from hoyle.program.shortage import DEALS, NOTE
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.source import Span
from hoyle.table.seen import hidden
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course
from hoyle.trials.record import Play
from hoyle.trials.words import Words, said, unnamed


class Conservation(Check):
    name = "conservation"

    def decision(self, course: Course) -> str:
        return lost(course.state)

    ending = decision


def lost(state: State) -> str:
    """What is wrong with where cards are."""
    if sorted(card for zone in state.z for card in zone) != list(range(len(state.game.cards))):
        return "a card is missing, or lies in two zones"
    if any(state.loc[card] != number for number, zone in enumerate(state.z) for card in zone):
        return "a card lies in one zone and is remembered in another"
    return ""


class Box(Check):
    name = "box"
    ends = False

    def decision(self, course: Course) -> str:
        """A card that they do not see: it was never put on the table."""
        state = course.state
        box = self.game.program.zone_families["box"].base
        for choice in state.choices if state.z[box] else ():
            for param, value in choice.rows:
                if isinstance(param.type, t.CardOf) and hidden(value) and value[1] == box:
                    who, what = self.words.seat(state.player), self.words.said(choice.say)
                    return f"{who} is offered `{what}`, which was never put on the table"
        return ""


class Deals(Check):
    name = DEALS
    ends = False

    def decision(self, course: Course) -> str:
        return shortage(course.state, self.words)[0]

    ending = decision


def shortage(state: State, words: Words | None = None) -> tuple[str, Span | None]:
    """What is noted of a deal that fell short since this was last asked, and where that deal stands."""
    program = state.game.program
    place = program.var_families[NOTE].base
    if state.v[place] is None:
        return "", None
    (number, seat, due, there), state.v[place] = state.v[place], None
    assert program.deals is not None
    span = program.deals[number].span
    assert span is not None
    left = {0: "none is left", 1: "only 1 is left"}.get(there, f"only {there} are left")
    who = (words or unnamed(program.players)).seat(seat)
    return f"{said(span)}: {who} is to get {counted(due, 'card')}, and {left}", span


def short_at(game: Game, play: Play) -> Span | None:
    """The deal that falls short at the end of a play."""
    return shortage(play.again(game)[0])[1]
