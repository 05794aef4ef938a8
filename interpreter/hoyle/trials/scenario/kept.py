"""What was played at a table, written down as a scenario that holds: all of it, or only how the table stands.

A scenario is handed out only if it was tried. "" stands for one that the language has no words for.
"""

from __future__ import annotations

from contextlib import suppress

from hoyle.check import script
from hoyle.program.set_out import option_now
from hoyle.read import Reading
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.source import Source, Span
from hoyle.trials.record import Play
from hoyle.trials.scenario.play import play as act_out
from hoyle.trials.scenario.retell import Retold, Trial, wrapped
from hoyle.trials.scenario.stage import Stage
from hoyle.trials.scenario.written import Unsayable, Written


def whole(reading: Reading, game: Game, play: Play, title: str) -> str:
    """A play as a scenario that holds: from the deal on, with the scores it comes to; "" if there are no words for it.

    The scenario was tried.
    """
    trial = Trial(reading)
    for short in (len(game.model.card_types) == 1, False):
        retold = Retold(game, play, short)
        with suppress(Unsayable):
            lines = [f'scenario "{title}"', *retold.scenario("conservation")[1:]]
            score = game.model.defines.get("score")
            if score is not None and score.value is not None:
                scores = zip(retold.seats, retold.stage.state.scores, strict=True)
                lines += [f"        score({seat}) is {number}" for seat, number in scores]
            scenario = trial.understood(lines)
            if scenario is not None and act_out(trial.games, scenario) is None:
                return "\n".join(lines)
    return ""


def standing(reading: Reading, game: Game, state: State, title: str) -> str:
    """A table as a scenario that holds: what lies where, and all that whoever is asked may do; "" if there are no words
    for it. The scenario was tried.

    What is under way is left out, so that it does not matter how the table came about.
    """
    seats, trial = tuple(f"player_{n + 1}" for n in range(game.players)), Trial(reading)
    names = (*game.program.zone_families, *game.model.vars)
    stage = Stage(game, script.Scenario("", seats, {}, (), (), (), Span(Source("", ""), 0, 0)))
    stage.state = state.copy()
    ways = [way for way in stage.ways() if way.action]
    for short in (len(game.model.card_types) == 1, False) if ways else ():
        written = Written(game, seats, short)
        with suppress(Unsayable):
            lines = [f'scenario "{title}"']
            if game.players != game.model.seats[0]:
                lines.append(f"    seats {', '.join(seats)}")
            lines += [f"    option {name} = {_option(written, state, name)}" for name in game.options]
            lines += [
                "    given",
                *(f"        {line}" for fact in written.table(state, names) for line in wrapped(fact)),
            ]
            lines.append("    then")
            for action in dict.fromkeys(way.action for way in ways):
                alike = [way for way in ways if way.action == action]
                said = ", ".join(written.call(action, way.types, stage.lying(way.values)) for way in alike)
                lines += [f"        {line}" for line in wrapped(f"{seats[state.player]} may only {said}")]
            scenario = trial.understood(lines)
            if scenario is not None and act_out(trial.games, scenario) is None:
                return "\n".join(lines)
    return ""


def _option(written: Written, state: State, name: str) -> str:
    """An option as it was given to the game, or as chance decided it."""
    program = state.game.program
    if program.options[name] is not None:
        return written.option(name, state.game.options[name])
    return written.value(program.model.options[name].type, option_now(program, name, state.v))
