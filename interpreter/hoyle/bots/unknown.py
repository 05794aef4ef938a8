"""What a seat does not know, as rows of numbers that a world is drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.bots.knowledge import Knowledge
from hoyle.bots.pilot import Pilot
from hoyle.native.lists import depth_of
from hoyle.native.thinking import Unknown
from hoyle.program.evaluate import Evaluator
from hoyle.program.specialise import Specialiser

if TYPE_CHECKING:
    from hoyle.model import Var
    from hoyle.run.game import Game
    from hoyle.run.state import State

GAMES, LONGEST, MOST = 12, 400, 64  # games played to see what values may be, decisions in each, and values kept


@attrs.define(slots=False)
class Secrets:
    """What a game keeps from seats beside cards, and what keeps cards from lying in each other's places."""

    game: Game

    @cached_property
    def variables(self) -> list[tuple[Var, tuple[int, ...], int]]:
        """Each value that not everybody may know: of which variable, with which index, and where it is kept."""
        families = self.game.program.var_families
        declared = [var for var in self.game.model.vars.values() if var.seen_by is not None]
        return [(v, index, families[v.name].number(index)) for v in declared for index in families[v.name].indices()]

    @cached_property
    def by_card(self) -> list[tuple[Var, tuple[int, ...], int]]:
        """The values that are kept for cards."""
        families = self.game.program.var_families
        declared = [v for v in self.game.model.vars.values() if any(isinstance(i, t.CardOf) for i in v.index)]
        return [(v, index, families[v.name].number(index)) for v in declared for index in families[v.name].indices()]

    @cached_property
    def fixed(self) -> frozenset[str | None]:
        """The types of cards that have zones of their own: these lie where they lie."""
        zones = self.game.model.zones.values()
        return frozenset(i.name for zone in zones for i in zone.index if isinstance(i, t.CardOf))

    @property
    def some(self) -> bool:
        """Whether what is unknown depends on values, too."""
        return bool(self.variables or self.by_card)

    def kept_from(self, s: State, seat: int) -> list[tuple[Var, int]]:
        """The values that a seat may not know now."""
        evaluator, special = Evaluator(self.game.program, s), Specialiser(self.game.program)
        found = []
        for var, index, number in self.variables:
            whose = self.game.model.whose(var.index)
            owner = None if whose is None else index[whose]
            assert var.seen_by is not None
            if seat not in evaluator.expr(special(var.seen_by), {"owner": owner}):
                found.append((var, number))
        return found

    @cached_property
    def found(self) -> dict[tuple[int, ...], set[Any]]:
        """What values that not everybody may know were in some games played at random, of cards where they lay: each at
        a decision of some seat, and at any."""
        found: dict[tuple[int, ...], set[Any]] = {}
        for s in self._tables():
            for var, _, number in self.variables:
                value = s.v[number]
                if depth_of(var.type) == 0:
                    seen = s.loc[value] if t.of_cards(var.type) and value is not None else value
                    for key in ((number, s.site, s.player), (number,)):
                        found.setdefault(key, set()).add(seen)
        return found

    def possible(self, s: State, number: int) -> tuple[Any, ...]:
        """What a value may be now, for all that is known to everybody: none, too. What it is plays no part."""
        found = self._found(s, number) or {self.game.first_values[number]}
        values = sorted(found, key=lambda value: (value is not None, value or 0))
        return tuple(values[:: len(values) // MOST + 1])

    def where(self, s: State, var: Var, number: int) -> bytes:
        """Where the card of a variable may lie now: for each zone, for none, and for each card whether it may be."""
        found, type_ = self._found(s, number) or {None}, t.settled(var.type)
        sort = type_.name if isinstance(type_, t.CardOf) else None
        cards = [sort in (None, card.cards) for card in self.game.cards]
        return bytes([*(zone in found for zone in range(len(s.z))), None in found, *cards])

    def _found(self, s: State, number: int) -> set[Any]:
        return self.found.get((number, s.site, s.player)) or self.found.get((number,), set())

    def _tables(self) -> Iterator[State]:
        pilot = Pilot(self.game, "secrets", LONGEST)
        for number in range(GAMES if self.variables else 0):
            yield from (s for s in pilot.tables(number) if not s.over)

    def sort(self, s: State, card: int, secret: set[int]) -> Any:
        """Cards of one sort can lie in each other's places, for all that a seat sees."""
        kept = []
        for var, index, number in self.by_card:
            places = [n for n, type_ in enumerate(var.index) if isinstance(type_, t.CardOf)]
            if number not in secret and any(index[n] == card for n in places):
                kept.append((var.name, tuple(i for n, i in enumerate(index) if n not in places), s.v[number]))
        return self.game.cards[card].cards, tuple(kept)


@lru_cache(maxsize=64)
def secrets(game: Game) -> Secrets:
    return Secrets(game)


def unknown(known: Knowledge, s: State) -> Unknown:
    """What a seat does not know of a table."""
    of = secrets(s.game)
    kept = of.kept_from(s, known.seat) if of.variables else []
    hidden, zones = {number for _, number in kept}, len(s.game.zones)
    cards = sorted(card for card in known.may if not of.fixed or _moves(of, s, card))
    sorts: dict[Any, int] = {}
    rows: dict[int, int] = {}
    sort = [sorts.setdefault(of.sort(s, card, hidden), len(sorts)) for card in cards]
    row = [rows.setdefault(known.may[card], len(rows)) for card in cards]
    may = [_bytes(zones_, zones) for zones_ in rows]
    values = [(number, of.possible(s, number)) for var, number in kept if _redrawn(var)]
    cards_of = [(var, number, depth_of(var.type)) for var, number in kept if t.of_cards(var.type)]
    names = [(number, depth, of.where(s, var, number)) for var, number, depth in cards_of]
    return Unknown(cards, sort, row, may, values, names)


def _moves(of: Secrets, s: State, card: int) -> bool:
    return not {None, s.game.cards[card].cards} & of.fixed


def _redrawn(var: Var) -> bool:
    """Whether a value that a seat may not know is drawn anew: cards are renamed, and lists are left alone."""
    return not t.of_cards(var.type) and depth_of(var.type) == 0


@lru_cache(maxsize=4096)
def _bytes(bits: int, count: int) -> bytes:
    return bytes(bits >> n & 1 for n in range(count))
