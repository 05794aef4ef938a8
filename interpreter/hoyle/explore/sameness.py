"""When two tables are the same: the same cards lie in the same places, and the same will come of it.

Two tables that become each other by an exchange of suits or seats have the same future, if the rules are the same for
all that is exchanged. A member of a kind that the rules name, or that has other cards, stays what it is; the rest can
be exchanged unless the rules look at their order. Of seats it is asked whether everybody can move on by one. What the
rules say is looked through here; whether it is true is tried as well, on tables of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import permutations, product
from marshal import dumps
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import Diagnostic, HoyleError, Label
from hoyle.english import listed
from hoyle.explore.outcomes import Chance
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.source import Span
from hoyle.table.script import Open
from hoyle.trials.exchange import Convert, Exchange
from hoyle.trials.properties import happened

SEATS = "Player"
ORDER = ("<", "<=", ">", ">=", "range", "number")
MOST = 720
SIZE = 12
FORMAT = 2  # the last one that writes equal values equally
TRIED = 200  # tables on which a symmetry is tried
FEW = 30  # of what chance can bring there

Found = tuple[dict[int, int], dict[str, list[int]], list[int]]  # what cards, members of kinds and seats become


def exchanges(game: Game, symmetric: Mapping[str, Span]) -> list[Found]:
    """All that is said to be exchangeable; the first changes nothing. Raises HoyleError if it cannot be exchanged."""
    groups = {name: _kind(game, name, span) for name, span in symmetric.items() if name != SEATS}
    seats = [list(range(game.players))]
    if SEATS in symmetric:
        _check_seats(game, symmetric[SEATS])
        seats = [[(seat + by) % game.players for seat in range(game.players)] for by in range(game.players)]
    made: list[Found] = []
    for *orders, seat in product(*groups.values(), seats):
        kinds = dict(zip(groups, orders, strict=True))
        cards = _cards(game, kinds)
        if cards is not None:
            made.append((dict(enumerate(cards)), kinds, seat))
    if len(made) > MOST:
        span = next(iter(symmetric.values()))
        _refuse(span, f"there are {len(made)} ways to exchange this", help="let fewer members take part")
    return made


def _kind(game: Game, name: str, span: Span) -> list[list[int]]:
    """The orders of the members of a kind that keep those in their places that the rules name."""
    size = len(game.model.kinds[name].members)
    if game.model.kinds[name].type.family:
        _refuse(span, f"`{name}` shares members with other kinds")
    shown = [{c.face.get(a) for c in game.cards if a in c.face} for a in _attributes(game, name)]
    named, sets = _named(game, name, span)
    free = [m for m in range(size) if m not in named and all(m in values for values in shown)]
    if len(free) < 2:
        members = game.model.kinds[name].members
        which = ", ".join(f"`{members[m]}`" for m in sorted(named)) or "none of its cards take part"
        _refuse(span, f"no two members of `{name}` can be exchanged: the rules name {which}")
    made = []
    for order in permutations(free):
        to = list(range(size))
        for member, other in zip(free, order, strict=True):
            to[member] = other
        if all({to[m] for m in some} == some for some in sets):
            made.append(to)
    return made


def _attributes(game: Game, kind: str) -> list[str]:
    """The attributes of cards that are members of a kind."""
    types = [cards.attributes for cards in game.model.card_types.values()]
    return sorted({name for attributes in types for name, of in attributes.items() if t.settled(of) == t.Kind(kind)})


def _cards(game: Game, kinds: dict[str, list[int]]) -> list[int] | None:
    """What every card becomes; None if there is no such card."""
    numbers: dict[Any, list[int]] = {}
    for card in game.cards:
        numbers.setdefault((card.cards, tuple(card.face.items())), []).append(card.number)
    made = []
    taken: dict[Any, int] = {}
    for card in game.cards:
        attributes = game.model.card_types[card.cards].attributes
        face = []
        for name, value in card.face.items():
            of = t.settled(attributes[name])
            moves = isinstance(of, t.Kind) and of.name in kinds and value is not None
            face.append((name, kinds[of.name][value] if moves and isinstance(of, t.Kind) else value))  # type: ignore[index]
        key = (card.cards, tuple(face))
        used = taken[key] = taken.get(key, -1) + 1
        if key not in numbers or used >= len(numbers[key]):
            return None
        made.append(numbers[key][used])
    return made if all(_stays(game, kinds, made, card) for card in _referred(game)) else None


def _referred(game: Game) -> set[int]:
    """The cards that others name on their faces."""
    attributes = {name: made.attributes for name, made in game.model.card_types.items()}
    return {
        value
        for card in game.cards
        for name, value in card.face.items()
        if isinstance(t.settled(attributes[card.cards][name]), t.CardOf) and isinstance(value, int)
    }


def _stays(game: Game, kinds: dict[str, list[int]], made: list[int], card: int) -> bool:
    """Whether a card remains what it is."""
    if card >= 0:
        return made[card] == card
    return all(to[member] == member for kind, to in kinds.items() for member in _shown(game, kind, card))


def _rules(game: Game) -> Iterator[Any]:
    """All nodes of what is ever done or asked."""
    program = game.program
    bodies = [made.body for made in program.procedures.values()], [made.body for made in program.defines.values()]
    return below((*bodies[0], *bodies[1], *(test for _, test in program.properties)))


def _named(game: Game, kind: str, span: Span) -> tuple[set[int], list[set[int]]]:
    """The members of a kind that the rules name, by themselves or by a card, and the lists of members they name."""
    named: set[int] = set()
    sets: list[set[int]] = []
    wanted, looked = t.Kind(kind), f"the rules look at the order of `{kind}`"
    for node in _rules(game):
        match node:
            case core.Const(int() as value) if t.settled(node.type) == wanted:
                named.add(value)
            case core.Const(int() as card) if isinstance(t.settled(node.type), t.CardOf):
                named |= _shown(game, kind, card)
            case core.Const(tuple() as values) if _element(node.type) == wanted:
                sets.append({value for value in values if isinstance(value, int)})
            case core.Const(tuple() as values) if isinstance(_element(node.type), t.CardOf):
                every = [c for c in game.cards if _element(node.type) in (t.CARD, t.CardOf(c.cards))]
                if len(values) < len(every):
                    sets += [{m for card in values for m in _shown(game, kind, card)}]
            case core.Prim(op, args) if op in ORDER and any(t.settled(arg.type) == wanted for arg in args):
                _refuse(span, looked, node.span)
            case core.Fold("highest" | "lowest" | "sorted" | "max" | "min" | "consecutive", source=source, value=value):
                if (_element(source.type) if value is None else t.settled(value.type)) == wanted:
                    _refuse(span, looked, node.span)
            case core.Each(source=source) if _element(source.type) == wanted:
                _refuse(span, f"the rules go through `{kind}` in its order", node.span)
            case core.Fold("first" | "last", source=source) if _element(source.type) == wanted:
                _refuse(span, looked, node.span)
    return named, sets


def _shown(game: Game, kind: str, card: int) -> set[int]:
    """The members of a kind that are printed on a card; another type of cards may call something else alike."""
    found = game.program.card(card)
    types = game.model.card_types[found.cards].attributes
    return {
        value
        for name, value in found.face.items()
        if isinstance(value, int) and t.settled(types.get(name, t.NEVER)) == t.Kind(kind)
    }


def _element(type_: t.Type) -> t.Type:
    return t.settled(t.element(type_)) if isinstance(type_, (t.ListOf, t.ZoneOf)) else t.NEVER


def _check_seats(game: Game, span: Span) -> None:
    for node in _rules(game):
        match node:
            case core.Const(int()) if t.settled(node.type) == t.SEAT:
                _refuse(span, "the rules name a seat", node.span)
            case core.Prim("number", (of,)) if t.settled(of.type) == t.SEAT:
                _refuse(span, "the rules look at the number of a seat", node.span)
            case core.Each(source=core.Const(tuple()), body=body) if _element(node.source.type) == t.SEAT:
                if any(isinstance(inner, (core.Choose, core.Shuffle)) for inner in below(body)):
                    _refuse(span, "the rules ask players from the first seat on", node.span)


def _refuse(span: Span, message: str, place: Span | None = None, help: str = "leave it out") -> None:
    labels = (Label(place, "here"),) if place is not None else ()
    raise HoyleError([Diagnostic("HYL511", message, span, labels, help)])


# ---------------------------------------------------------------------------------------------- what is the same


class Sameness:
    """Digests of the tables of one game: equal for tables that are the same. Where members of kinds or seats can be
    exchanged, it is that of the least of all tables that become each other.

    symmetric: what can be exchanged, and where that is said."""

    def __init__(self, game: Game, symmetric: Mapping[str, Span] | None = None) -> None:
        self.game, self.plan, self.symmetric = game, game.plan, symmetric or {}
        self.exchanges = [Exact(game, *found) for found in exchanges(game, symmetric)] if symmetric else []
        self.known: dict[tuple[Exchange | None, int, int | None], list[tuple[int, Convert | None]]] = {}
        self.chance = Chance(game, None)
        self.left = TRIED

    def key(self, state: State) -> bytes:
        try:
            tables = [self._table(state, exchange) for exchange in self.exchanges or (None,)]
        except Unknown:
            tables = [self._table(state, None)]
        return blake2b(min([dumps(table, FORMAT) for table in tables]), digest_size=SIZE).digest()

    def _table(self, state: State, exchange: Exchange | None) -> tuple[Any, ...]:
        """All that tells a table from others, as plain data: as it lies, or with something exchanged."""
        z, v, up = state.z, state.v, state.up
        if exchange is not None:
            z, v, up = exchange.lying(state), exchange.kept(state), exchange.up(state)
        sides = up if self.game.sides else None
        if state.over:
            winners = state.winners if exchange is None else sorted([exchange.seats[seat] for seat in state.winners])
            return (z, v, sides, winners, state.ending)
        player = state.player if exchange is None else exchange.seats[state.player]
        under_way: list[Any] = []
        last = state.frames[-1]
        for frame in state.frames:
            under_way.append(frame[0])
            for place, convert in self._living(exchange, frame[0], state.site if frame is last else None):
                value = frame[place]
                under_way.append(convert(value) if convert is not None and value is not None else value)
        return (z, v, sides, player, under_way)

    def _living(self, exchange: Exchange | None, point: int, site: int | None) -> list[tuple[int, Convert | None]]:
        """The slots of a frame that are still needed, and what becomes of what is kept there."""
        found = self.known.get((exchange, point, site))
        if found is None:
            types = self.plan.types(self.plan.points[point].frame)
            living = self.plan.living(point, site)
            found = [(place, exchange.convert(types[place]) if exchange is not None else None) for place in living]
            self.known[exchange, point, site] = found
        return found

    def verify(self, state: State) -> None:
        """What comes of a table and of one that is said to be the same must be the same; the first are tried."""
        if self.left <= 0 or state.over or len(self.exchanges) < 2:
            return
        self.left -= 1
        exchange = self.exchanges[1 + self.left % (len(self.exchanges) - 1)]
        try:
            other = self._played(state, exchange)
        except Unknown:
            return
        if self._future(state) != self._future(other):
            names = listed([f"`{name}`" for name in self.symmetric])
            span = next(iter(self.symmetric.values()))
            help = "leave it out: something in the rules tells them apart"
            message = f"the game goes on otherwise when {names} is exchanged"
            raise HoyleError([Diagnostic("HYL511", message, span, help=help)])

    def _played(self, state: State, exchange: Exchange) -> State:
        """A table with something exchanged, as one that can be played on."""
        made = exchange.laid(state)
        for frame, old in zip(made.frames, state.frames, strict=True):
            last = old is state.frames[-1]
            for place, convert in self._living(exchange, frame[0], state.site if last else None):
                if convert is not None and old[place] is not None:
                    frame[place] = convert(old[place])
        self.game.code.site(made.site)(made, made.frames[-1])
        return made

    def _future(self, state: State) -> set[bytes]:
        """All that can come of a table by one choice, as far as chance brings few things."""
        found = set()
        for choice in range(len(state.choices)):
            for _, made in self.chance.comes_of(state, choice, FEW):
                if isinstance(made, HoyleError):
                    found.add(made.diagnostics[0].message.encode())
                elif not isinstance(made, Open):
                    happened(made)
                    found.add(self.key(made))
        return found


class Unknown(Exception):
    """It is not known what something becomes."""


class Exact(Exchange):
    """An exchange that says nothing where it is not known what something becomes."""

    def convert(self, type_: t.Type | None) -> Convert | None:
        return _unknown if isinstance(type_, t.Broken) else super().convert(type_)

    def card(self, card: Any) -> Any:
        """Not of what a seat calls a card that it does not see: in a table with other suits it may lie elsewhere."""
        return super().card(card) if card.__class__ is int else _unknown(card)


def _unknown(value: Any) -> Any:
    raise Unknown
