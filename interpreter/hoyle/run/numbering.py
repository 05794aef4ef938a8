"""One number for everything that can ever be chosen in a game, for tools that learn.

Numbers follow from the rules alone: declining is 0, then come all offers that the flow may come to, each with as many
numbers as its parameters have values. What says the same in several places, an action above all, has the same numbers
everywhere. A card counts by its look; one that its player does not see, by its place; a group by how often each look is
in it, smaller ones first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, prod
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError, quote_value
from hoyle.plan.nodes import Site
from hoyle.run.choices import DECLINE, Choice, Made
from hoyle.table.seen import PLACE, SOMEWHERE, hidden

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

Meaning = tuple[Any, ...]
"""What an offer says: its name, the parameters with their types, and which of those that say so in one decision."""


@attrs.frozen
class Groups:
    """The places of all groups of so many members. each: the places of these."""

    each: dict[Any, int]
    low: int
    high: int

    @property
    def count(self) -> int:
        return self._before(self.high + 1)

    def place(self, members: Sequence[Any]) -> int:
        """Of one group, by its members. Of those of a size comes first whose last members do."""
        rising = sorted(map(self.each.__getitem__, members))
        return self._before(len(rising)) + sum(comb(place + n, n + 1) for n, place in enumerate(rising))

    def _before(self, size: int) -> int:
        """How many groups are smaller."""
        return sum(comb(len(self.each) + k - 1, k) if k else 1 for k in range(self.low, size))


@attrs.frozen
class Singles:
    """The places of single values."""

    each: dict[Any, int]

    @property
    def count(self) -> int:
        return len(self.each)

    def place(self, value: Any) -> int:
        return self.each[value]


@attrs.frozen
class Block:
    """The numbers of an offer: the first, and for each parameter the places of all its values."""

    first: int
    places: tuple[Singles | Groups, ...]


class Numbering:
    """The numbers of one game. groups: whether groups are chosen in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.groups = any(p.groups for site in game.flow for offer in site.choose.offers for p in offer.params)
        self.blocks: dict[Meaning, Block] = {}
        self.meanings: Made[int, list[Meaning]] = Made(lambda site: meanings(game.plan.sites[site]))
        found: dict[Meaning, list[tuple[Site, core.Offer]]] = {}
        for site in game.flow:
            for meaning, offer in zip(meanings(site), site.choose.offers, strict=True):
                found.setdefault(meaning, []).append((site, offer))
        self.count = 1
        for meaning, offers in found.items():
            places = tuple(self._places(offers, n) for n in range(len(offers[0][1].params)))
            self.blocks[meaning] = Block(self.count, places)
            self.count += prod(values.count for values in places)

    def number(self, choice: Choice) -> int:
        """The number of a choice."""
        if choice.offer == DECLINE:
            return 0
        block = self.blocks.get(self.meanings[choice.site][choice.offer])
        if block is None:
            help = "numbers are given to what the flow of the game may come to"
            raise HoyleError.plain("HYL904", f"`{choice.action}` is only chosen in scenarios", help)
        number = 0
        for places, param, value in zip(block.places, choice.params, choice.values, strict=True):
            number = number * places.count + places.place(self._value(param.type, value))
        return block.first + number

    def _value(self, type_: t.Type, value: Any) -> Any:
        """A value as it is numbered: cards by their look."""
        inner = t.settled(type_)
        if isinstance(inner, t.ListOf):
            return [self._value(inner.of, member) for member in value]
        if isinstance(inner, t.CardOf) and isinstance(value, int):
            return self.game.faces.looks[value]
        return value

    def _places(self, offers: list[tuple[Site, core.Offer]], n: int) -> Singles | Groups:
        """All values of a parameter, numbered; whatever it stands for in one of the places where it is offered."""
        params = [(site, offer, offer.params[n]) for site, offer in offers]
        sizes = [_sizes(param, len(self.game.cards)) for _, _, param in params if param.groups]
        if sizes:
            params = [(site, offer, _member(param)) for site, offer, param in params]
        values = (value for row in params for value in self._values(*row) if not (sizes and hidden(value)))
        each = {value: place for place, value in enumerate(dict.fromkeys(values))}
        return Groups(each, min(low for low, _ in sizes), max(high for _, high in sizes)) if sizes else Singles(each)

    def _values(self, site: Site, offer: core.Offer, param: core.Param) -> Iterator[Any]:
        match inner := t.settled(param.type):
            case t.Seat():
                yield from range(self.game.players)
            case t.CardOf(name):
                yield from self._cards(site, offer, param, name)
            case t.Numbers(int() as low, int() as high) if high - low >= t.MOST_CHOICES:
                yield from _constants(offer, param)
            case _:
                values = self.game.model.values(inner)
                yield from _constants(offer, param) if values is None else values
        if isinstance(param.type, t.Maybe):
            yield None

    def _cards(self, site: Site, offer: core.Offer, param: core.Param, name: str | None) -> Iterator[Any]:
        """The looks of all cards that it may be, and the places where one may lie unseen."""
        game, sight = self.game, self.game.plan.sight
        lying = sight.lying_in(param.source)
        for face in game.faces.catalogue:
            if name in (None, face.cards) and (face.copies or lying is None):
                yield face.look
        if sight.sees(site.choose, offer, param):
            return
        for zone in (zone for zone in game.zones if lying is None or zone.name in lying):
            if zone.loose:
                yield (SOMEWHERE, zone.number)
                continue
            declared = game.model.zones[zone.name]
            cards = sum(declared.cards.name in (None, card.cards) for card in game.cards)
            holds = cards if declared.capacity is None else min(cards, declared.capacity)
            yield from ((PLACE, zone.number, place) for place in range(holds))


def _sizes(param: core.Param, most: int) -> tuple[int, int]:
    """How many members a group can have that is chosen. most: where nothing says so."""
    assert isinstance(param.source, core.Prim)
    low, high = (t.edges(part.type) for part in param.source.args[1:3])
    return max(low[0], 0), min(high[1], most)


def _member(param: core.Param) -> core.Param:
    """What is chosen, as if it were one member of the group."""
    assert isinstance(param.source, core.Prim)
    return attrs.evolve(param, source=param.source.args[0], type=t.element(param.type))


def _constants(offer: core.Offer, param: core.Param) -> Iterator[Any]:
    """The values of a parameter that has no finite type, if they are written down."""
    if isinstance(param.source, core.Const) and isinstance(param.source.value, tuple):
        yield from param.source.value
        return
    help = "only parameters that are cards, players, words, truths or numbers of a range can be numbered"
    what = f"`{param.called}` of `{offer.name}` can be anything of the type `{t.describe(param.type)}`"
    raise HoyleError.plain("HYL904", f"{what}, so choices cannot be numbered", help)


def meanings(site: Site) -> list[Meaning]:
    """What each offer of a decision says."""
    found: list[Meaning] = []
    for offer in site.choose.offers:
        said = (offer.name, tuple((param.called, param.type) for param in offer.params))
        found.append((*said, sum(meaning[:2] == said for meaning in found)))
    return found


def numbered(s: State, number: int) -> Choice:
    """The first of the pending choices that has that number among all of the game (see `choice.number`)."""
    for choice in s.choices:
        if choice.number == number:
            return choice
    raise HoyleError.plain("HYL904", f"no choice has the number {quote_value(number)} now", "see `choice.number`")
