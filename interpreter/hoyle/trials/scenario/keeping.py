"""Whether a property or a check holds on the table of a scenario."""

from __future__ import annotations

from hoyle import builtins
from hoyle.check import script
from hoyle.table.script import Script
from hoyle.trials.checks.reference import offers_apart
from hoyle.trials.course import Key
from hoyle.trials.pool import Prepared, checks_of
from hoyle.trials.scenario.stage import Stage
from hoyle.trials.settings import Setting
from hoyle.trials.shrinking.endless import endless
from hoyle.trials.words import said


def keeps(stage: Stage, claim: script.Keeps) -> list[str]:
    """What is wrong here with a property or a check."""
    match claim.key:  # some look at a whole game, and here is only a table
        case "ends":
            found = endless(stage.state)
        case "reference":
            found = offers_apart(stage.state, stage.words)
        case _:
            found = _seen(stage, claim.key)
    if not found:
        return []
    says = f": {builtins.CHECKS[claim.key]}" if isinstance(claim.key, str) else ""
    return [f"expected: {said(claim.span)}{says}", *found]


def _seen(stage: Stage, key: Key) -> list[str]:
    """What whoever watches a game for it would say of this table."""
    game = stage.game
    course = Prepared(Setting(game.players, {}), game, checks_of(game.reading)).narrow(Script(), key)
    course.state, course.words, course.closely = stage.state, stage.words, True
    course.look()
    return course.faults[key].lines if key in course.faults else []
