"""Nobody is offered a card of the box that they do not see: it was never put on the table."""

from __future__ import annotations

from hoyle import types as t
from hoyle.table.seen import hidden
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course

BOX = "box"


class Box(Check):
    name = "box"
    ends = False

    def decision(self, course: Course) -> list[str]:
        state = course.state
        box = self.game.program.zone_families[BOX].base
        for choice in state.choices if state.z[box] else ():
            params = self.game.asked(choice.site).offers[choice.offer].params if choice.values else ()
            for param, value in zip(params, choice.values, strict=True):
                if isinstance(param.type, t.CardOf) and hidden(value) and value[1] == box:
                    offered = f"player_{state.player + 1} is offered `{choice.text}`"
                    return [f"actual: {offered}, which was never put on the table"]
        return []
