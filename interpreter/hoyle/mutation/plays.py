"""Random games for mutants: whether something does not hold in one of them.

Game number n is the same for every mutant: the same setting, the same chance, the same draws for the choices.
"""

from __future__ import annotations

from hoyle.diagnostics import HoyleError
from hoyle.read import Reading
from hoyle.trials.course import Course, Key
from hoyle.trials.numbered import chance, player
from hoyle.trials.pool import Pool, checks_of
from hoyle.trials.settings import Setting

# these compare the engine with itself, so a change of the rules is nothing to them
OF_THE_ENGINE = ("copies", "reference")
LONGEST = 5_000


def played(reading: Reading, tried: list[Setting], games: int, seed: int) -> tuple[str | None, set[Key]]:
    """Play so many games, up to the first in which something does not hold: that property or check, and all that was
    put to the test."""
    checks = [check for check in checks_of(reading) if check.name not in OF_THE_ENGINE]
    pool = Pool(reading, tried, checks)
    reached: set[Key] = set()
    for number in range(games):
        try:
            course = pool[number % len(tried)].course(chance(seed, number), number)
        except HoyleError as error:
            return error.diagnostics[0].message, reached
        broken = _broken(course, seed, number)
        reached |= course.reached.keys()
        if broken is not None:
            return broken, reached
    return None, reached


def _broken(course: Course, seed: int, number: int) -> str | None:
    course.longest = LONGEST
    course.play(player(seed, number), lambda: bool(course.faults))
    for key in course.faults:
        return f"property {course.game.program.properties[key][0].name}" if isinstance(key, int) else f"check {key}"
    return "check ends" if course.too_long else None
