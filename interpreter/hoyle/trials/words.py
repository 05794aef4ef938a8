"""A table in words, with the names the author gave to the seats: what lies there, why a condition is what it is on it,
and the play that leads there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from hoyle import model, values
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics.visible import visible
from hoyle.english import counted, listed
from hoyle.program.evaluate import Evaluator
from hoyle.program.specialise import Specialiser
from hoyle.run import parts
from hoyle.run.choices import Choice
from hoyle.run.events import told
from hoyle.run.game import Game
from hoyle.run.parts import Said, in_words
from hoyle.run.state import State
from hoyle.source import Span
from hoyle.table.moves import side_in
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting
from hoyle.values import seat_number

MOST = 12
TOLD = 40
ROUND = 12  # events that may repeat themselves
COMPARED = ("is", "is not", "in", "<", "<=", ">", ">=")


def said(span: Span) -> str:
    """What stands there, as it is quoted: on one line."""
    return f"`{visible(' '.join(span.text.split()))}`"


def unnamed(players: int) -> Words:
    """Words for a game whose seats nobody has named."""
    return Words(tuple(f"player_{n}" for n in range(1, players + 1)))


Variable = tuple[model.Var, tuple[int, ...], int]  # what declares it, under which index, and its place in a state


@lru_cache(maxsize=64)
def variables(game: Game) -> list[Variable]:
    """Every value that a game keeps."""
    families = game.program.var_families
    every = game.model.vars.items()
    return [(var, index, families[name].number(index)) for name, var in every for index in families[name].indices()]


@attrs.frozen
class Words:
    """Says values, choices and tables of one game. seats: what each player is called."""

    seats: tuple[str, ...]

    def seat(self, number: int) -> str:
        return self.seats[number] if 0 <= number < len(self.seats) else seat_number(number)

    def said(self, what: Said) -> str:
        """What the engine says, with the names of the seats."""
        return in_words(what, self.seat)

    def value(self, s: State, type_: t.Type, value: Any) -> str:
        """A value as the author would write it; of a list or a zone, what is in it."""
        inner = t.settled(type_)
        if isinstance(inner, t.ZoneOf) and value is not None:
            inner, value = t.ListOf(inner.cards), s.z[value]

        def several(of: t.Type, values: Sequence[Any]) -> str:
            return f"[{_some([self.value(s, of, v) for v in values[:MOST]], len(values))}]"

        def card(number: Any) -> str:
            return self.said(parts.value(s.game, t.CARD, number))

        return values.in_words(inner, value, s.game.model.member, card=card, seat=self.seat, several=several)

    def choices(self, choices: tuple[Choice, ...]) -> str:
        return _some([self.said(c.say) for c in choices[:MOST]], len(choices))

    def pending(self, s: State) -> str:
        """Who is asked, and what can be answered."""
        if s.over:
            won = ", ".join(self.seat(w) for w in s.winners)
            return f"the game is over, won by {won}" if won else "the game is over, and nobody won"
        if not s.choices:
            return "nobody is asked anything"
        of = "" if s.acting is None else f" for {self.seat(s.acting)}"
        return f"{self.seat(s.player)} chooses{of} between: {self.choices(s.choices)}"

    # ------------------------------------------------------------------------------------------ the table

    def table(self, s: State) -> list[str]:
        """Every zone that has cards in it but the box, and every variable that has left its first value."""
        return [*self._zones(s), *self._values(s), self.pending(s)]

    def _zones(self, s: State) -> list[str]:
        lines = []
        box = s.game.program.zone_families["box"].base
        for zone, cards in zip(s.game.zones, s.z, strict=True):
            if not cards or zone.number == box:
                continue
            named = [self._card(s, card, zone.facing is None) for card in cards[:MOST]]
            lines.append(f"{self.zone(s, zone.number)}: {_some(named, len(cards))}")
        return lines

    def zone(self, s: State, number: int) -> str:
        zone = s.game.zones[number]
        return zone.name + self._index(s, s.game.model.zones[zone.name].index, zone.index)

    def _card(self, s: State, card: int, sided: bool) -> str:
        text = s.game.cards[card].text
        return f"{text} (face {'up' if side_in(s, card, s.loc[card]) else 'down'})" if sided else text

    def _values(self, s: State) -> list[str]:
        first = s.game.blank(0).v
        return [
            f"{var.name}{self._index(s, var.index, index)} = {self.value(s, var.type, s.v[number])}"
            for var, index, number in variables(s.game)
            if s.v[number] != first[number]
        ]

    def _index(self, s: State, types: tuple[t.Type, ...], values: tuple[int, ...]) -> str:
        if not types:
            return ""
        return f"[{', '.join(self.value(s, ty, v) for ty, v in zip(types, values, strict=True))}]"


def _some(words: list[str], count: int) -> str:
    """The first of so many, and how many more there are."""
    more = [f"{count - len(words)} more"] if count > len(words) else []
    return ", ".join([*words, *more])


# ---------------------------------------------------------------------------------------------- a look at a table


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

    def case(self, params: Sequence[tuple[str, t.Type]], env: dict[str, Any], names: Mapping[str, str] = {}) -> str:
        """What some parameters are. names: what those are called that have got another name."""
        value = self.words.value
        return ", ".join(f"{names.get(name, name)} = {value(self.state, of, env[name])}" for name, of in params)

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
                return [listed(sides)] if sides else []
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
