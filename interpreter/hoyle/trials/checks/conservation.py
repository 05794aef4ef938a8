"""Every card is in exactly one zone, and known to be there."""

from __future__ import annotations

from hoyle.run.state import State
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
