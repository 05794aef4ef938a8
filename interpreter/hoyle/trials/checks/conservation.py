"""Every card is in exactly one zone, and known to be there."""

from __future__ import annotations

from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course


class Conservation(Check):
    name = "conservation"

    def decision(self, course: Course) -> list[str]:
        state = course.state
        if sorted(card for zone in state.z for card in zone) != list(range(len(self.game.cards))):
            return ["actual: a card is missing, or lies in two zones"]
        if any(state.loc[card] != number for number, zone in enumerate(state.z) for card in zone):
            return ["actual: a card lies in one zone and is remembered in another"]
        return []

    ending = decision
