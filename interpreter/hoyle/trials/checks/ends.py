"""Every game ends."""

from __future__ import annotations

from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course


class Ends(Check):
    name = "ends"

    def decision(self, course: Course) -> list[str]:
        return [f"actual: it still goes on after {course.longest} choices"] if course.too_long else []
