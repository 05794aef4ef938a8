"""Random games for mutants: whether something does not hold in one of them, and the first that goes another way.

Game number n is the same for every mutant: the same setting, the same chance, the same draws for the choices.
"""

from __future__ import annotations

from hoyle.compare.alongside import Parting
from hoyle.compare.first import Apart, Pair, at_random, first_apart
from hoyle.diagnostics import HoyleError
from hoyle.english import counted
from hoyle.read import Reading
from hoyle.trials.course import LONGEST, Course, Key
from hoyle.trials.hunt import chance, player
from hoyle.trials.pool import Pool, checks_of
from hoyle.trials.settings import Setting

# these compare the engine with itself, so a change of the rules is nothing to them
OF_THE_ENGINE = ("copies", "reference")
TOLD = 4


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
    course.play(player(seed, number), lambda: bool(course.faults))
    for key in course.faults:
        return f"property {course.game.program.properties[key][0].name}" if isinstance(key, int) else f"check {key}"
    return "check ends" if course.too_long else None


def first_difference(one: Pool, other: Pool, games: int, seed: int) -> list[str] | None:
    """Where two definitions first do not play alike, in words; None if they do in so many games."""

    def setting(number: int) -> Setting:
        return one.settings[number % len(one)]

    def both(number: int) -> Pair:
        return one.find(setting(number)), other.find(setting(number))

    found, _ = first_apart(at_random(both, seed), range(games), LONGEST)
    return None if found is None else [f"game: {setting(found.number)}", *_told(found, other, setting(found.number))]


def _told(found: Apart, other: Pool, setting: Setting) -> list[str]:
    if None in found.games:
        return [f"it cannot be played any more: {_refusal(other, setting)}"]
    return ["other cards take part"] if found.parting is None else _parted(found.parting)


def _refusal(pool: Pool, setting: Setting) -> str:
    try:
        pool.at(setting)
    except HoyleError as error:
        return error.diagnostics[0].message
    return ""


def _parted(parting: Parting) -> list[str]:
    more = ", the last of them" if len(parting.told) > TOLD else ""
    last = [f"    {text}" for text in parting.told[-TOLD:]]
    return [f"after {counted(len(parting.made), 'choice')}{more}", *last, *parting.apart()]
