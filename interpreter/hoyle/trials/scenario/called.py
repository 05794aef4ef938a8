"""What is performed in a play: each effect, phase and action that a scenario could perform too, with its table."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import attrs

from hoyle.core import nodes as core
from hoyle.core.walk import children
from hoyle.diagnostics import HoyleError
from hoyle.lower.direct import offered
from hoyle.lower.lower import lower
from hoyle.program.program import Program
from hoyle.reference.perform import Performer, Question, Step
from hoyle.run.game import Game
from hoyle.table.script import Script
from hoyle.trials.record import Play

MOST = 2_000
PATIENCE = 20_000


@attrs.frozen
class Call:
    """made and draws: how many choices were made, and numbers drawn, before. z, v, up, loc: the table then."""

    name: str
    args: tuple[Any, ...]
    made: int
    draws: int
    z: list[list[int]]
    v: list[Any]
    up: list[bool]
    loc: list[int]


def calls(game: Game, play: Play) -> list[Call]:
    """All that was performed in a play, in its order; in a loop without end, what came first.

    Behind a property that does not hold the table is no good to start from, so it ends there.
    """
    program = lower(game.model, game.players, game.program.options, watched=True, whole=True)
    performer = _Noting(program, play)
    try:
        step = performer.play()
        next(step)
        for number in play.choices:
            performer.made, performer.left = performer.made + 1, PATIENCE
            step.send(number)
    except (StopIteration, HoyleError, _Enough):
        pass
    return performer.calls


class _Enough(Exception):
    """It goes on and on."""


class _Noting(Performer):
    """Plays a program, and notes what is performed on the way."""

    def __init__(self, program: Program, play: Play) -> None:
        super().__init__(program, 0)
        self.board.seed = Script(play.chance)
        self.calls: list[Call] = []
        self.made, self.left = 0, PATIENCE

    def _call(self, name: str, args: Sequence[Any]) -> Generator[Question, int, Any]:
        made = self.program.model.procedures.get(name)
        if made is not None and made.ability is None and name != "flow" and len(self.calls) < MOST:
            b = self.board
            table = [list(zone) for zone in b.z], list(b.v), list(b.up), list(b.loc)
            self.calls.append(Call(name, tuple(args), self.made, b.draws, *table))
        return (yield from super()._call(name, args))

    def _stmt(self, node: core.Stmt, env: dict[str, Any]) -> Step:
        self.left -= 1
        if self.left < 0:
            raise _Enough
        yield from super()._stmt(node, env)


# ---------------------------------------------------------------------------------------------- what it depends on


def looked_at(program: Program, call: Call, test: core.Expr) -> set[str]:
    """The zones and variables that something may look at before and while it is performed, and a condition.

    Where cards are put is not looked at by that; whoever asks who owns a card looks at all zones.
    """
    found: set[str] = set()
    seen: set[str] = set()
    checks = [core.Do(made.name, ()) for made in program.procedures.values() if made.check]
    waiting: list[Any] = [core.Do(call.name, ()), *checks, *_allowed(program, call), test]
    while waiting:
        node = waiting.pop()
        match node:
            case core.Zone(looked) | core.Var(looked):
                found.add(looked)
            case core.Fit(zones):
                found.update(zones)
            case core.Prim("owner"):
                found.update(program.zone_families)
            case core.Do(procedure) if procedure not in seen:
                seen.add(procedure)
                waiting += program.procedures[procedure].body
            case core.Ask(define) if define not in seen:
                seen.add(define)
                waiting.append(program.defines[define].body)
        if isinstance(node, core.Move) and isinstance(node.to, core.Zone):
            waiting += [node.cards, *node.to.index]
        else:
            waiting += children(node)
    return found


def _allowed(program: Program, call: Call) -> list[Any]:
    """What decides whether an action may be done."""
    if call.name not in program.model.actions:
        return []
    values = zip(program.model.actions[call.name].params, call.args[1:], strict=True)
    given = {name: value for (name, _, source, _), value in values if source is None}
    before, choose = offered(program, call.name, call.args[0], given)
    return [*before, choose]
