"""A look at a table: expressions evaluated on it, why a condition is what it is, and the play that leads there."""

from __future__ import annotations

from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.english import counted
from hoyle.program.evaluate import Evaluator
from hoyle.program.specialise import Specialiser
from hoyle.run.events import told
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting
from hoyle.trials.words import Words, said, unnamed

TOLD = 40
ROUND = 12  # events that may repeat themselves
COMPARED = ("is", "is not", "in", "<", "<=", ">", ">=")


class Look:
    """The table of one state, with names for its seats, if somebody has named them. Sees every change of the state."""

    def __init__(self, state: State, words: Words | None = None) -> None:
        self.state = state
        self.words = words or unnamed(state.game.players)
        self.seats = {name: number for number, name in enumerate(self.words.seats)}
        self.specialise = Specialiser(state.game.program)

    def value(self, expr: core.Expr, env: dict[str, Any] | None = None) -> Any:
        """An expression of the model on the table as it is, with further locals."""
        program = self.state.game.program
        return Evaluator(program, self.state).expr(self.specialise(expr), {**self.seats, **(env or {})})

    def table(self) -> list[str]:
        return ["table:", *(f"    {line}" for line in self.words.table(self.state))]

    # ------------------------------------------------------------------------------------------ why

    def why(self, expr: core.Expr, holds: bool, env: dict[str, Any] | None = None) -> list[str]:
        """Why a condition is what it is, in the values of its parts."""
        return self._why(expr, env or {}, holds) or ["it holds" if holds else "it does not hold"]

    def _why(self, expr: core.Expr, env: dict[str, Any], holds: bool) -> list[str]:
        match expr:
            case core.Prim("and" | "or", parts):
                found = [p for p in parts if bool(self.value(p, env)) is holds]
                return [line for part in found for line in self._why(part, env, holds)]
            case core.Prim("not", (inner,)):
                return self._why(inner, env, not holds)
            case core.Prim(op, (left, right)) if op in COMPARED:
                sides = [self._side(_bare(side), env) for side in (left, right) if not _plain(_bare(side))]
                return [" and ".join(sides)] if sides else []
            case core.Fold("every", value=test) if test is not None and not holds:
                return self._member(expr, test, env, False)
            case core.Fold("any", where=test) if test is not None and holds:
                return self._member(expr, test, env, True)
        return [self._side(expr, env)]

    def _member(self, fold: core.Fold, test: core.Expr, env: dict[str, Any], holds: bool) -> list[str]:
        """The first member of a list for which a condition is what it is."""
        for member in self.value(fold.source, env):
            near = {**env, fold.var: member}
            bound = fold.where is None or fold.where is test or self.value(fold.where, near)
            if bound and bool(self.value(test, near)) is holds:
                name = self.words.value(self.state, t.element(fold.source.type), member)
                said = f"{fold.var} = {name}"
                return [f"for {said}: {line}" for line in self._why(test, near, holds)] or [f"so it is for {said}"]
        return []

    def _side(self, expr: core.Expr, env: dict[str, Any]) -> str:
        text = said(expr.span) if expr.span else "it"
        value = self.value(expr, env)
        empty = isinstance(value, (list, tuple)) and not value
        return f"{text} is {'empty' if empty else self.words.value(self.state, expr.type, value)}"


def _bare(side: core.Expr) -> core.Expr:
    """A side of a comparison as it is written."""
    return side.args[0] if isinstance(side, core.Prim) and side.op == "alike" else side


def _plain(expr: core.Expr) -> bool:
    """Whether a side of a comparison says its value itself."""
    match expr:
        case core.Prim("list", parts):
            return all(_plain(part) for part in parts)
        case core.Prim("seat" | "neg", (of,)):
            return _plain(of)
    return isinstance(expr, (core.Const, core.Local, core.CardRef))


# ---------------------------------------------------------------------------------------------- a play in card terms


def tell(game: Game, play: Play) -> list[str]:
    """The play from its start, as far as it can be told in a page."""
    state, _ = play.again(game)
    look = Look(state)
    events, table = [look.words.said(event.say) for event in told(state)], look.table()
    if game.program.stopped_by(state.ending) is not None:  # that it ended is no part of the game
        events.pop()
        table.pop()
    events = _without_rounds(events)
    left_out = [f"    ... and {len(events) - TOLD} before"] if len(events) > TOLD else []
    return [
        f"game: {Setting(play.players, play.options)}, after {counted(len(play.choices), 'choice')}",
        *(["events:", *left_out, *(f"    {text}" for text in events[-TOLD:])] if events else []),
        *table,
    ]


def _without_rounds(events: list[str]) -> list[str]:
    """What goes on and on in the same way is told once."""
    for length in range(1, ROUND + 1):
        end, rounds = len(events) - length, 0
        while end >= length and events[end - length : end] == events[-length:]:
            end, rounds = end - length, rounds + 1
        if rounds > 1:
            return [*events[: end + length], f"... and the same {rounds} times more"]
    return events
