"""Where cards are: each is in exactly one zone, and known to be there; none of the box is offered unseen."""

from __future__ import annotations

from hoyle import types as t
from hoyle.run.state import State
from hoyle.table.seen import hidden
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course


class Conservation(Check):
    name = "conservation"

    def decision(self, course: Course) -> list[str]:
        return lost(course.state)

    ending = decision


def lost(state: State) -> list[str]:
    """What is wrong with where cards are."""
    if sorted(card for zone in state.z for card in zone) != list(range(len(state.game.cards))):
        return ["actual: a card is missing, or lies in two zones"]
    if any(state.loc[card] != number for number, zone in enumerate(state.z) for card in zone):
        return ["actual: a card lies in one zone and is remembered in another"]
    return []


class Box(Check):
    name = "box"
    ends = False

    def decision(self, course: Course) -> list[str]:
        """A card that they do not see: it was never put on the table."""
        state = course.state
        box = self.game.program.zone_families["box"].base
        for choice in state.choices if state.z[box] else ():
            for param, value in choice.rows:
                if isinstance(param.type, t.CardOf) and hidden(value) and value[1] == box:
                    who, what = self.words.seat(state.player), self.words.said(choice.say)
                    return [f"actual: {who} is offered `{what}`, which was never put on the table"]
        return []
