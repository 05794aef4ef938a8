"""Whether a property or a check holds on the table of a scenario."""

from __future__ import annotations

from hoyle import builtins
from hoyle.check import script
from hoyle.table.script import Script
from hoyle.trials.checks.reference import offers_apart
from hoyle.trials.course import Course, Key, Watch
from hoyle.trials.pool import checks_of
from hoyle.trials.properties import Properties, conditions
from hoyle.trials.scenario.stage import Stage
from hoyle.trials.settings import Setting
from hoyle.trials.shrinking.endless import endless
from hoyle.trials.words import said


def keeps(stage: Stage, claim: script.Keeps) -> list[str]:
    """What is wrong here with a property or a check."""
    # these look at a whole game, and here is only a table
    alone = {"ends": endless, "reference": offers_apart}.get(str(claim.key))
    found = alone(stage.state) if alone is not None else _seen(stage, claim.key)
    if not found:
        return []
    says = f": {builtins.CHECKS[claim.key]}" if isinstance(claim.key, str) else ""
    lines = [stage.words.named(line.replace("player_", "player ")) for line in found]
    return [f"expected: {said(claim.span)}{says}", *lines]


def _seen(stage: Stage, key: Key) -> list[str]:
    """What whoever watches a game for it would say of this table."""
    game = stage.game
    watches: list[Watch] = [check(game) for check in checks_of(game.reading) if check.name == key]
    if isinstance(key, int):
        watches = [Properties(game, conditions(game), key)]
    course = Course(game, Setting(game.players, {}), Script(), watches, closely=True)
    course.state = stage.state
    course.look()
    return course.faults[key].lines if key in course.faults else []
