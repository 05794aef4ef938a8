"""When two tables are the same: the same cards lie in the same places, and the same will come of it.

Two tables that become each other by an exchange of suits or seats have the same future, if the rules are the same for
all that is exchanged (see symmetry.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from marshal import dumps
from typing import Any

from hoyle import types as t
from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.explore.outcomes import Chance
from hoyle.explore.symmetry import exchanges
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.source import Span
from hoyle.table.script import Open
from hoyle.trials.exchange import Convert, Exchange
from hoyle.trials.properties import happened

SIZE = 12
FORMAT = 2  # the last one that writes equal values equally
TRIED = 200  # tables on which a symmetry is tried
FEW = 30  # of what chance can bring there


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
            names = " and ".join(f"`{name}`" for name in self.symmetric)
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
