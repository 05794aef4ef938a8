"""Whether conditions can hold together: a proof that they cannot, or values with which they do.

Assumes conditions without errors. Options, the number of players and parameters are tried in every combination. What a
condition reads of the table may be anything its type allows, so `never` is certain whatever happens at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.bounds import met
from hoyle.check.looks import Contents
from hoyle.check.sketch import PLAYERS, Ground, Sketch, Variable, counts_seats
from hoyle.core import nodes as core
from hoyle.core.walk import below, every_conjunct, reads
from hoyle.diagnostics import HoyleError
from hoyle.english import listed
from hoyle.program.cards import card_text
from hoyle.values import in_words

TRIES = 200_000
WORK = 500_000
IN_ALL = 1_000_000  # some seconds; the games that there are need some thousands


@attrs.frozen
class Proof:
    """never: they cannot all hold. certain: they do, with these values; neither: nobody knows."""

    never: bool
    certain: bool
    values: str = ""


class Prover:
    """Proofs about the conditions of one game. All of them together have a bounded amount of work."""

    def __init__(self, game: model.Model) -> None:
        self.game = game
        self.ground = Ground(game)
        self.left = IN_ALL
        self.read: dict[int, tuple[core.Expr, list[core.Expr], dict[core.Expr, Any]]] = {}

    @cached_property
    def contents(self) -> Contents:
        return Contents.of(self.game)

    def together(self, *conditions: core.Expr | None) -> Proof:
        """Whether all of these conditions can hold at once. None always holds."""
        read = [self._read(c) for c in conditions if c is not None]
        if _disagree([plain for _, _, plain in read]):
            return Proof(True, False)
        sketch = Sketch(self.ground)
        self.ground.steps = given = min(WORK, self.left)
        try:
            found = self._solve(sketch.add(p for _, parts, _ in read for p in parts), sketch)
        except (HoyleError, RecursionError):
            return Proof(False, False)
        finally:
            self.left -= given - max(self.ground.steps, 0)
        if found is None:
            return Proof(True, False)
        certain = not any(v.unknown for v in sketch.variables.values())
        shown = [v for v in sketch.variables.values() if not v.unknown and v.name in found]
        shown.sort(key=lambda v: v.name != PLAYERS)
        return Proof(False, certain, listed([self._words(v, found[v.name]) for v in shown]))

    def _read(self, condition: core.Expr) -> tuple[core.Expr, list[core.Expr], dict[core.Expr, Any]]:
        """The parts of a condition with definitions put in, and what they say in so many words."""
        if id(condition) not in self.read:
            parts = every_conjunct(self.ground.inline(condition))
            plain: dict[core.Expr, Any] = {}
            for term, value in (said for part in parts for said in _plain(part)):
                both = isinstance(value, t.Numbers) and term in plain
                plain[term] = met(plain[term], value) if both else value
            self.read[id(condition)] = (condition, parts, plain)
        return self.read[id(condition)]

    def _solve(self, parts: list[core.Expr], sketch: Sketch) -> dict[str, Any] | None:
        """Values with which all parts hold, or None if there are none."""
        domains = {name: variable.values for name, variable in sketch.variables.items()}
        needs = [(part, frozenset(_names(part) & domains.keys())) for part in parts]
        for part, names in needs:
            if not names and not self._holds(part, {}):
                return None
            if len(names) == 1:
                (name,) = names
                domains[name] = [v for v in domains[name] if self._holds(part, {name: v})]
                if not domains[name]:
                    return None
        found: dict[str, Any] = {name: values[0] for name, values in domains.items()}
        several = [(part, names) for part, names in needs if len(names) > 1]
        for group in _groups([names for _, names in several]):
            values = self._search([(p, n) for p, n in several if n <= group], sorted(group), domains)
            if values is None:
                return None
            found |= values
        return found

    def _search(
        self, parts: list[tuple[core.Expr, frozenset[str]]], order: list[str], domains: dict[str, list[Any]]
    ) -> dict[str, Any] | None:
        order = sorted(order, key=lambda name: len(domains[name]))
        due: list[list[core.Expr]] = [[] for _ in order]
        for part, names in parts:
            due[max(order.index(n) for n in names)].append(part)
        env: dict[str, Any] = {}
        tries = 0

        def fill(depth: int) -> bool:
            nonlocal tries
            if depth == len(order):
                return True
            for value in domains[order[depth]]:
                tries += 1
                if tries > TRIES:
                    raise HoyleError.plain("HYL908", "this takes too much work to find out")
                env[order[depth]] = value
                if all(self._holds(part, env) for part in due[depth]) and fill(depth + 1):
                    return True
            env.pop(order[depth], None)
            return False

        return dict(env) if fill(0) else None

    def _holds(self, test: core.Expr, env: dict[str, Any]) -> bool:
        self.ground.program.players = env.get(PLAYERS, self.game.seats[1])
        try:
            return bool(self.ground.expr(test, env))
        except (TypeError, LookupError):
            # something is none that another part of the conditions rules out
            return False

    def _words(self, variable: Variable, value: Any) -> str:
        if variable.name == PLAYERS:
            return model.table_of(value)

        def card(number: int) -> str:
            found = self.ground.cards[number]
            return card_text(self.game, self.game.card_types[found.cards], found.face)

        words = in_words(variable.type, value, lambda kind, number: f"`{self.game.member(kind, number)}`", card=card)
        return f"`{variable.shown}` = {words}"


def _plain(part: core.Expr) -> Iterator[tuple[core.Expr, Any]]:
    """What a part says of a term, if it says that it is just this."""
    match part:
        case core.Prim("is", (term, core.Const(value))) | core.Prim("is", (core.Const(value), term)):
            yield term, value
        case core.Prim(
            "in", (card, core.Fold("all", var, core.Members(str() as cards), core.Prim("is", (a, b)), None))
        ):
            if isinstance(a, core.Attr) and a.of == core.Local(var, a.of.type) and isinstance(b, core.Const):
                # a card that bears an ability
                yield core.Attr(f"{a.name}'", card, a.type), (cards, b.value)
        case core.Prim("<" | "<=" | ">" | ">=" as op, (term, core.Const(int() as edge))):
            yield core.Prim("range'", (term,), t.NUMBER), _beyond(op, edge)
        case core.Prim("not", (inner,)):
            yield inner, False
        case _:
            yield part, True


def _beyond(op: str, edge: int) -> t.Numbers:
    return t.Numbers({">": edge + 1, ">=": edge}.get(op), {"<": edge - 1, "<=": edge}.get(op))


def _disagree(said: Iterable[dict[core.Expr, Any]]) -> bool:
    """Whether a term would have to be two things at once."""
    known: dict[core.Expr, Any] = {}
    for term, value in (item for plain in said for item in plain.items()):
        before = known.setdefault(term, value)
        if isinstance(before, t.Numbers) and isinstance(value, t.Numbers):
            if t.apart(before, value):
                return True
        elif before != value:
            return True
    return False


def _names(part: core.Expr) -> set[str]:
    """The variables a part depends on; who sits where depends on how many there are."""
    return reads(part) | ({PLAYERS} if any(counts_seats(node) for node in below(part)) else set())


def _groups(sets: Iterable[frozenset[str]]) -> Iterator[frozenset[str]]:
    """The names that hang together because some part mentions them together."""
    groups: list[frozenset[str]] = []
    for names in sets:
        touching = [g for g in groups if g & names]
        groups = [g for g in groups if not g & names] + [names.union(*touching)]
    yield from groups
