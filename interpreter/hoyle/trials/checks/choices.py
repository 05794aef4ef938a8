"""Whoever is asked has a choice, and whatever they choose can be done."""

from __future__ import annotations

from hoyle.diagnostics import HoyleError
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course


class Choices(Check):
    name = "choices"

    def decision(self, course: Course) -> list[str]:
        state = course.state
        if state.choices or not state.frames:  # what a scenario performs may have come to its end
            return []
        return [f"actual: player_{state.player + 1} is asked and has no choice"]

    def refusal(self, course: Course, error: HoyleError) -> list[str]:
        return [f"actual: {error.diagnostics[0].message}"]
