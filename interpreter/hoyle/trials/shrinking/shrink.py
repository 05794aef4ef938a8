"""From a play in which something does not hold to the smallest that was found to show the same."""

from __future__ import annotations

from hoyle.trials.checks import cost
from hoyle.trials.checks.choices import Choices, told
from hoyle.trials.course import Failing, Key
from hoyle.trials.hunt import shorten
from hoyle.trials.pool import Pool
from hoyle.trials.settings import Setting
from hoyle.trials.shrinking.endless import shrink_endless
from hoyle.trials.shrinking.lower import DRAWS, lower
from hoyle.trials.shrinking.polish import polish

LEAST = 50_000


def share(failed: int) -> int:
    """What may be spent on each of so many faults."""
    return max(DRAWS // max(failed, 1), LEAST)


def shrink(pool: Pool, key: Key, failing: Failing, draws: int = DRAWS) -> Failing:
    """The smallest play that shows the same fault. draws: how much may be spent on it."""
    best = _smallest(pool, key, failing, draws)
    if key == Choices.name:  # while plays are tried, a loop that only takes long is given up like one without end
        state, error = best.play.again(pool.game(best.play))
        stuck = not (state.over or state.choices) if error is None else told(error) == best.lines
        return best if stuck else failing
    return best


def _smallest(pool: Pool, key: Key, failing: Failing, draws: int) -> Failing:
    play, fewest = failing.play, pool.model.seats[0]
    tables = pool.among([Setting(n, o) for n in (fewest, play.players) for o in ({}, play.options)])
    if key == "ends":
        return shrink_endless(tables, failing)
    best = shorten(tables, key, failing)
    if len(best.play.options) > 1:
        play = best.play
        alone = [Setting(play.players, {name: value}) for name, value in play.options.items()]
        tables = pool.among([*alone, Setting(play.players, play.options)])
        best = shorten(tables, key, best)
    draws //= cost(key)
    lowered = lower(tables.up_to(best.play), key, best, draws)
    best = polish(tables, key, lowered)
    if best.size == lowered.size:
        return best
    return polish(tables, key, lower(tables.up_to(best.play), key, best, draws // 2))  # there may be more to lower now
