"""The properties of a definition, watched while a game is played.

They are judged at every decision and at the end by emitted conditions; the reference evaluator looks at a sample, and
says why when one does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.emit.module import Emitter
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Define
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course, Fault, Wrong
from hoyle.trials.words import Look, said

Condition = Callable[[State], bool]


def conditions(game: Game) -> list[Condition | None]:
    """The properties of a game as functions of its states; None for those the game itself looks at while it goes on."""
    made: dict[str, Define] = {}
    for number, (declared, test) in enumerate(game.program.properties):
        if declared.point not in game.model.procedures:
            made[f"property'{number}"] = Define(f"property'{number}", (), test, t.YES_NO)
    emitter = Emitter(attrs.evolve(game.program, defines={**game.program.defines, **made}))
    functions = emitter.asked(list(made), game.functions)
    return [functions.get(f"property'{number}") for number in range(len(game.program.properties))]


class Properties(Check):
    """All properties of one game that is played. only: the number of one, and the others are left alone."""

    ends = False

    def __init__(self, game: Game, tests: list[Condition | None], only: int | None = None) -> None:
        super().__init__(game)
        self.tests, self.only = tests, only

    def asked(self, course: Course) -> Sequence[Fault]:
        self._note(course)
        return self._judge(course, ("always", "never", "eventually"))

    def over(self, course: Course) -> Sequence[Fault]:
        self._note(course)
        number = self.game.program.stopped_by(course.state.ending)
        if number is not None:
            wanted = number not in course.faults and self.only in (None, number)
            return (Fault(number, unkept(Look(course.state, course.words), number)),) if wanted else ()
        return self._judge(course, ("always", "never", "eventually", "at end", "after"))

    def _note(self, course: Course) -> None:
        """What happened on the way here that a property is about."""
        for number in happened(course.state):
            course.reached.setdefault(number, course.so_far())

    def _judge(self, course: Course, kinds: tuple[str, ...]) -> Sequence[Fault]:
        found = []
        for number, (declared, test) in enumerate(self.game.program.properties):
            judge = self.tests[number]
            if judge is None or declared.kind not in kinds or self.only not in (None, number):
                continue
            if number in course.faults or declared.point not in (None, course.state.ending):
                continue
            if declared.kind == "eventually" and number in course.reached:
                continue
            wanted = declared.kind != "never"
            holds = bool(judge(course.state))
            if course.sampled and holds is wanted:
                holds = bool(Evaluator(self.game.program, course.state).expr(test, {}))
            if declared.point is not None or (declared.kind == "eventually" and holds):
                course.reached.setdefault(number, course.so_far())
            if holds is not wanted and declared.kind != "eventually":
                found.append(Fault(number, expectation(declared, Look(course.state, course.words))))
        return found


def happened(state: State) -> list[int]:
    """The properties `after` something that were put to the test since this was last asked."""
    program = state.game.program
    found = []
    for promise in program.promises:
        place = program.var_families[promise.var].base
        if state.v[place] is not None:
            found.append(promise.number)
            if program.stopped_by(state.ending) is None:  # else it is still to be told why
                state.v[place] = None
    return found


def unkept(look: Look, number: int) -> Wrong:
    """What a property `after` something says, and why it does not hold: the table is as it was then."""
    state, program = look.state, look.state.game.program
    promise = next(p for p in program.promises if p.number == number)
    values = state.v[program.var_families[promise.var].base]
    env = {name: value for (name, _), value in zip(promise.locals(), values, strict=True)}
    case = look.case(promise.params, env, promise.property.names)
    return Wrong(look.why(promise.test, False, env), (expected(promise.property),), case)


def expectation(declared: model.Property, look: Look) -> Wrong:
    """What a property says, and why it does not hold here."""
    return Wrong(look.why(declared.test, declared.kind == "never"), (expected(declared),))


def expected(declared: model.Property) -> str:
    """What a property says."""
    test: core.Expr = declared.test
    text = said(test.span) if test.span else f"`{declared.name}`"
    about = f" {said(declared.about)} then" if declared.about is not None else ""
    return f"{declared.kind}{about} {text}"
