"""The properties of a definition, watched while a game is played.

They are judged at every decision and at the end by emitted conditions; the reference evaluator looks at a sample, and
says why when one does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.program import Define
from hoyle.diagnostics import HoyleError
from hoyle.emit.module import Emitter
from hoyle.reference.evaluate import Evaluator
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.trials.course import Course, Fault
from hoyle.trials.look import Look
from hoyle.trials.words import said

Condition = Callable[[State], bool]


def conditions(game: Game) -> list[Condition]:
    """The properties of a game as functions of its states."""
    names = [f"property'{number}" for number in range(len(game.program.properties))]
    made = {n: Define(n, (), test, t.YES_NO) for n, (_, test) in zip(names, game.program.properties, strict=True)}
    emitter = Emitter(attrs.evolve(game.program, defines={**game.program.defines, **made}))
    functions = emitter.asked(names).functions(game.functions)
    return [functions[emitter.defines[name]] for name in names]


class Properties:
    """All properties of one game that is played. only: the number of one, and the others are left alone."""

    def __init__(self, game: Game, tests: list[Condition], only: int | None = None) -> None:
        self.game, self.tests, self.only = game, tests, only

    def asked(self, course: Course) -> Sequence[Fault]:
        return self._judge(course, ("always", "never"))

    def over(self, course: Course) -> Sequence[Fault]:
        return self._judge(course, ("always", "never", "at end"))

    def broken(self, course: Course, error: HoyleError) -> Sequence[Fault]:
        return ()

    def _judge(self, course: Course, kinds: tuple[str, ...]) -> Sequence[Fault]:
        found = []
        for number, (declared, test) in enumerate(self.game.program.properties):
            if declared.kind in kinds and self.only in (None, number) and number not in course.faults:
                wanted = declared.kind != "never"
                holds = bool(self.tests[number](course.state))
                if course.sampled and holds is wanted:
                    holds = bool(Evaluator(self.game.program, course.state).expr(test, {}))
                if holds is not wanted:
                    found.append(Fault(number, _expectation(declared, seats_of(course.state))))
        return found


def seats_of(state: State) -> Look:
    """A look at a game whose seats nobody has named."""
    return Look(state, tuple(f"player_{n}" for n in range(1, state.game.players + 1)))


def _expectation(declared: model.Property, look: Look) -> list[str]:
    """What a property says, and why it does not hold here."""
    test: core.Expr = declared.test
    text = said(test.span) if test.span else f"`{declared.name}`"
    actual: list[Any] = look.why(test, declared.kind == "never")
    return [f"expected: {declared.kind} {text}", *(f"actual: {line}" for line in actual)]
