"""Whether a property or a check holds on the table of a scenario."""

from __future__ import annotations

from hoyle import builtins
from hoyle.run.script import Script
from hoyle.trials.course import Course, Watch
from hoyle.trials.pool import checks_of
from hoyle.trials.properties import Properties, conditions
from hoyle.trials.scenario import script
from hoyle.trials.scenario.stage import Stage
from hoyle.trials.settings import Setting
from hoyle.trials.words import said


def keeps(stage: Stage, claim: script.Keeps) -> list[str]:
    """What is wrong here with a property or a check."""
    game, key = stage.game, claim.key
    watches: list[Watch] = [check(game) for check in checks_of(game.reading) if check.name == key]
    if isinstance(key, int):
        watches = [Properties(game, conditions(game), key)]
    course = Course(game, Setting(game.players, {}), Script(), watches, closely=True)
    course.state = stage.state
    course.look()
    if key not in course.faults:
        return []
    says = f": {builtins.CHECKS[key]}" if isinstance(key, str) else ""
    lines = [stage.words.named(line.replace("player_", "player ")) for line in course.faults[key].lines]
    return [f"expected: {said(claim.span)}{says}", *lines]
