"""What a seat sees of the table as a row of numbers, always as long and in the same order, for tools that learn.

A row has, one behind the other: the seat; for each zone how many cards lie there; for each card, by their looks in the
order of the catalogue, its zone, its place there from the bottom (-1 in a zone without order), whether it lies face up
(where cards are turned over), and the values that variables keep for it; then all other values, of a list its length.

Nothing is told that the seat does not see: an unseen card has -1 for its zone and place, and a value it may not know is
UNSEEN. Copies are not told apart: those that look the same are sorted by what is told of them. Cards are told by their
looks, members of kinds by their numbers; none is NONE.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.diagnostics import HoyleError
from hoyle.native.library import NONE
from hoyle.native.places import Observing
from hoyle.program.evaluate import Evaluator
from hoyle.program.set_out import drawn
from hoyle.program.specialise import Specialiser
from hoyle.run.acting import eyes
from hoyle.run.parts import zone
from hoyle.table.seen import eyes_of, sees

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

UNSEEN = NONE + 1
HIDDEN, PLAIN, LOOK, LENGTH = range(4)  # how a value is told to a seat
WORD = 2**64 - 1


@attrs.frozen
class Layout:
    """What stands where in a row. names: of the columns, for people; looks: the cards of each look; marks: by card, the
    values that are kept for it; cells: the other values; kinds: how they are told, by seat and value."""

    game: Game
    names: tuple[str, ...]
    looks: tuple[tuple[int, ...], ...]
    marks: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    kinds: tuple[tuple[int, ...], ...]

    def row(self, s: State) -> list[int]:
        """What the one who is asked sees; nothing, if nobody is."""
        if s.player < 0:
            return [UNSEEN] * len(self.names)
        cards = (cell for look in self.looks for row in self._copies(s, look) for cell in row)
        values = (self._value(s, cell) for cell in self.cells)
        return [s.player, *map(len, s.z), *cards, *values]

    def _copies(self, s: State, look: tuple[int, ...]) -> list[list[int]]:
        rows = [[*self._lies(s, card), *(self._value(s, cell) for cell in self.marks[card])] for card in look]
        return sorted(rows, key=lambda row: [cell & WORD for cell in row])

    def _lies(self, s: State, card: int) -> Iterator[int]:
        number, seen = s.loc[card], sees(s, eyes(s), card)
        yield number if seen else -1
        yield s.z[number].index(card) if seen and not self.game.zones[number].loose else -1
        if self.game.sides:
            yield int(s.up[card]) if seen else -1

    def _kind(self, s: State, cell: int) -> int:
        """How a value is told to whoever is asked, and, who acts for another, may know what both may."""
        found = [self.kinds[seat][cell] for seat in eyes_of(s.game.players, eyes(s))]
        return next((kind for kind in found if kind != HIDDEN), HIDDEN)

    def _value(self, s: State, cell: int) -> int:
        kind, value = PLAIN if cell < 0 else self._kind(s, cell), s.v[cell] if cell >= 0 else None
        if kind == HIDDEN:
            return UNSEEN
        if value is None:
            return NONE
        return self.game.faces.looks[value] if kind == LOOK else len(value) if kind == LENGTH else int(value)

    def in_c(self) -> Observing:
        """The same as rows for C."""
        looks, absent = self.game.faces.looks, len(self.game.program.absent)
        return Observing(
            len(self.names),
            len(self.marks[0]) if self.marks else 0,
            array("q", (card for look in self.looks for card in look)),
            array("q", accumulate((len(look) for look in self.looks), initial=0)),
            array("q", (cell for cells in self.marks for cell in cells)),
            array("q", self.cells),
            array("q", (*looks[len(looks) - absent :], *looks[: len(looks) - absent])),
            array("q", (kind for kinds in self.kinds for kind in kinds)),
        )


def layout(game: Game) -> Layout:
    """The layout of a game. Raises HoyleError for one whose table has no such rows."""
    _check(game)
    kept = {name: var for name, var in game.model.vars.items() if not var.untold}
    named = {cell: text for name, var in kept.items() for cell, text in _cells(game, name, var)}
    options = {game.program.var_families[drawn(o)].base: o for o in game.model.options if _by_chance(game, o)}
    marks = [[cell for cell in game.program.values_of(card.number) if cell in named] for card in game.cards]
    most = max(map(len, marks), default=0)
    of_cards = {cell for row in marks for cell in row}
    cells = [*(cell for cell in named if cell not in of_cards), *options]
    looks: dict[int, list[int]] = {}
    for card in game.cards:
        looks.setdefault(game.faces.looks[card.number], []).append(card.number)
    rows = tuple((*row, *[-1] * (most - len(row))) for row in marks)
    every = tuple(tuple(looks[look]) for look in sorted(looks))
    names = (*_table_names(game), *_card_names(game, every, rows, named), *((named | options)[cell] for cell in cells))
    kinds = tuple(tuple(_kinds(game, seat, set(options))) for seat in range(game.players))
    return Layout(game, names, every, rows, tuple(cells), kinds)


def _table_names(game: Game) -> list[str]:
    return ["seat", *(f"{zone(game, number).name}: cards" for number in range(len(game.zones)))]


def _card_names(
    game: Game, looks: tuple[tuple[int, ...], ...], marks: tuple[tuple[int, ...], ...], named: dict[int, str]
) -> Iterator[str]:
    columns = ["zone", "place", *["up"] * game.sides]
    for card in (card for look in looks for card in look):
        own = [named.get(cell, "nothing") for cell in marks[card]]
        yield from (f"{game.cards[card].text}: {column}" for column in [*columns, *own])


def _by_chance(game: Game, option: str) -> bool:
    """Whether chance decides an option when the game starts."""
    return game.program.options[option] is None


def _check(game: Game) -> None:
    stores: list[tuple[str, Any]] = [*game.model.zones.items(), *game.model.vars.items()]
    for name, store in stores:
        allowed = 0 if name in game.model.zones else 1
        if sum(isinstance(type_, t.CardOf) for type_ in store.index) > allowed:
            help = "what belongs to a card, as a zone, or to two, as a value, is told by `state.view`"
            raise HoyleError.plain("HYL904", f"`{name}` belongs to cards, so what is seen has no fixed order", help)


def _cells(game: Game, name: str, var: model.Var) -> Iterator[tuple[int, str]]:
    """All values of a variable, each with its name; the card that it is kept for is left out of that."""
    family = game.program.var_families[name]
    for index in family.indices():
        told = [str(i) for i, type_ in zip(index, var.index, strict=True) if not isinstance(type_, t.CardOf)]
        yield family.number(index), f"{name}[{', '.join(told)}]" if told else name


def _kinds(game: Game, seat: int, options: set[int]) -> list[int]:
    """How each value is told to a seat."""
    found = [HIDDEN] * game.program.values
    for name, var in game.model.vars.items():
        family = game.program.var_families[name]
        for index in family.indices():
            if not var.untold and _may_know(game, seat, var, index):
                found[family.number(index)] = _kind(var.type)
    for cell in options:
        found[cell] = PLAIN
    return found


def _kind(type_: t.Type) -> int:
    match t.settled(type_):
        case t.CardOf():
            return LOOK
        case t.ListOf():
            return LENGTH
        case t.Text():
            return HIDDEN  # it has no number
    return PLAIN


def _may_know(game: Game, seat: int, var: model.Var, index: tuple[int, ...]) -> bool:
    """Whether a seat always may know a value; if that depends on the table, it is taken for hidden."""
    if var.seen_by is None:
        return True
    seen_by = Specialiser(game.program)(var.seen_by)
    if not game.plan.tables.fixed(seen_by, {"owner"}):
        return False
    whose = game.model.whose(var.index)
    owner = None if whose is None else index[whose]
    return seat in Evaluator(game.program).expr(seen_by, {"owner": owner})
