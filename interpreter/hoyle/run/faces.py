"""What is printed on cards, open to programs: every look there is, with its attributes as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.diagnostics import HoyleError, quote_value
from hoyle.program.cards import word
from hoyle.run.parts import Card
from hoyle.values import read, seat_number

if TYPE_CHECKING:
    from hoyle.run.game import Game


@attrs.frozen
class Face:
    """What cards look like. look: its number in the catalogue; cards: their type; copies: how many there are.

    key: what they are told apart by, however they are written.
    attributes: by name; numbers, truths and none as they are, everything else in words.
    """

    look: int
    cards: str
    text: str
    key: str
    attributes: dict[str, Any]
    copies: int


class Faces:
    """The catalogue of a game: its looks in the order of its cards, behind them those of cards that take no part.

    looks: for each card the number of its look; parts: what is said of each card. Both by number, with what takes no
    part counted from the end.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        every, order = game.program.all_cards, [*game.cards, *game.program.absent]
        self.numbers = {same: n for n, same in enumerate(dict.fromkeys(card.same for card in order))}
        self.looks = tuple([self.numbers[card.same] for card in every])
        self.parts = tuple([Card(card.number, self.numbers[card.same], card.text) for card in every])

    @cached_property
    def catalogue(self) -> tuple[Face, ...]:
        copies = Counter(card.same for card in self.game.cards)
        return tuple(_face(self.game, same, n, copies[same]) for same, n in self.numbers.items())

    def of(self, number: int) -> Face:
        """The face of a card by its number."""
        return self.catalogue[self.looks[number]]

    def data(self, number: int) -> dict[str, Any]:
        """A card as plain data, by its look."""
        return {"look": self.looks[number]}


def _face(game: Game, same: int, look: int, copies: int) -> Face:
    card = game.program.card(same)
    declared = game.model.card_types[card.cards]
    types = declared.attributes
    printed = {
        name: plain(game, type_, card.face.get(name), lambda other: game.program.card(other).text, seat_number)
        for name, type_ in types.items()
    }
    bare = [name for name in types if name not in declared.derived]
    told = declared.keys or [name for name in bare if not isinstance(t.settled(types[name]), t.Text)] or bare
    key = f"{card.cards}({', '.join(str(printed[name]) for name in told)})"
    return Face(look, card.cards, card.text, key, printed, copies)


def plain(game: Game, type_: t.Type, value: Any, card: Callable[[int], Any], seat: Callable[[int], Any] = int) -> Any:
    """A value as plain data: numbers and truths as they are, members of kinds in words. card, seat: what those are."""
    return read(
        type_,
        value,
        none=None,
        card=card,
        seat=seat,
        several=lambda of, values: [plain(game, of, each, card, seat) for each in values],
        other=lambda one: one if isinstance(t.settled(type_), (t.Numbers, t.YesNo)) else word(game.model, type_, one),
    )


def find(game: Game, card: str | int) -> Face:
    """What is printed on a card: by what it is called (the first of such), or by its number as in `choice.values`."""
    if isinstance(card, str):
        for face in game.faces.catalogue:
            if face.text == card:
                return face
    elif card.__class__ is int and -len(game.program.absent) <= card < len(game.cards):
        return game.faces.of(card)
    help = "cards are called as `state.table()` has them, or numbered as `choice.values` are"
    raise HoyleError.plain("HYL904", f"{quote_value(card)} is no card of {game.title}", help)
