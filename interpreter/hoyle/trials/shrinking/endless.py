"""Games that do not end: the shortest play from which there is no way out.

That a game goes on after very many choices shows that it may, not where it went wrong. So a point is looked for from
which it goes on however it is played: games are played on from there at random, and none of them ends.
"""

from __future__ import annotations

import random

import attrs

from hoyle.run.state import State
from hoyle.table.script import Script
from hoyle.trials.hunt import LEANINGS, Finding, by_chance, choosing
from hoyle.trials.pool import Pool, Prepared
from hoyle.trials.record import Play

LONG = 1_000
OTHERS = 3


def shrink_endless(tables: Pool, finding: Finding) -> Finding:
    """The shortest play that was found to lead to where no game ends; the one that is given if there is none."""
    plays = [finding.play]
    for leaning in (1.0, *LEANINGS):
        for place in range(len(tables)):
            draw = random.Random(f"{leaning}:{place}").random
            course = tables[place].narrow(by_chance(draw, leaning), "ends")
            course.longest = LONG
            course.play(choosing(draw, leaning))
            if course.too_long:
                plays.append(course.so_far())
    cut = [made for play in plays if (made := _trap(tables[tables.of(play)], play)) is not None]
    return min((Finding(play, _lines()) for play in cut), key=lambda found: found.size, default=finding)


def _trap(prepared: Prepared, play: Play) -> Play | None:
    """The play up to where there is no way out any more."""
    if not _trapped(prepared, play):
        return None
    free, caught = -1, len(play.choices)
    while caught - free > 1:
        middle = (free + caught) // 2
        if _trapped(prepared, attrs.evolve(play, choices=play.choices[:middle])):
            caught = middle
        else:
            free = middle
    state, _ = attrs.evolve(play, choices=play.choices[:caught]).again(prepared.game)
    return attrs.evolve(play, chance=play.chance[: state.draws], choices=play.choices[:caught])


def _trapped(prepared: Prepared, play: Play) -> bool:
    """Whether no game ends that is played on from there."""
    state, error = play.again(prepared.game)
    return error is None and bool(endless(state))


def endless(start: State) -> list[str]:
    """That no game ends that is played on from a table; nothing if one does."""
    for number in range(OTHERS):
        draw = random.Random(number).random
        state, known = start.copy(), start.seed.numbers if isinstance(start.seed, Script) else ()
        state.seed = by_chance(draw, numbers=[*known, *[0] * state.draws][: state.draws])
        choose = choosing(draw)
        for _ in range(LONG):
            if not state.frames:  # it is over, or what was performed has come to its end
                return []
            state.choose(choose(state))
    return _lines()


def _lines() -> list[str]:
    return [f"actual: it goes on and on: {OTHERS} games were played on from here, and none ended within {LONG} choices"]
