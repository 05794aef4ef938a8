"""When two tables are the same: the same cards lie in the same places, and the same will come of it.

Two tables that become each other by an exchange of suits or seats have the same future, if the rules are the same for
all that is exchanged (see symmetry.py).
"""

from __future__ import annotations

from hashlib import blake2b
from marshal import dumps
from typing import Any

from hoyle import model
from hoyle import types as t
from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.explore.outcomes import Chance
from hoyle.explore.symmetry import exchanges
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Open
from hoyle.trials.exchange import Convert, Exchange
from hoyle.trials.properties import happened

SIZE = 12
FORMAT = 2  # the last one that writes equal values equally
TRIED = 200  # tables on which a symmetry is tried
FEW = 30  # of what chance can bring there


class Sameness:
    """Digests of the tables of one game: equal for tables that are the same."""

    def __init__(self, game: Game) -> None:
        self.sides = game.sides
        self.plan = game.plan

    def key(self, state: State) -> bytes:
        return blake2b(dumps(self.table(state), FORMAT), digest_size=SIZE).digest()

    def table(self, state: State) -> tuple[Any, ...]:
        """All that tells a table from others, as plain data."""
        up = state.up if self.sides else None
        if state.over:
            return (state.z, state.v, up, state.winners, state.ending)
        return (state.z, state.v, up, state.player, self._under_way(state))

    def _under_way(self, state: State) -> list[Any]:
        """What is under way, as far as it is still needed."""
        living = self.plan.living
        found: list[Any] = []
        last = state.frames[-1]
        for frame in state.frames:
            point = frame[0]
            found.append(point)
            found += [frame[place] for place in living(point, state.site if frame is last else None)]
        return found

    def verify(self, state: State) -> None:
        """Whether what is said to be the same is, at this table."""


class Symmetric(Sameness):
    """The same, where members of kinds or seats can be exchanged: of all tables that become each other, the least."""

    def __init__(self, game: Game, miniature: model.Miniature) -> None:
        super().__init__(game)
        self.game, self.miniature = game, miniature
        self.known: dict[tuple[Exchange, int, int | None], list[tuple[int, Convert | None]]] = {}
        self.exchanges = [Exact(game, *found) for found in exchanges(game, miniature)]
        self.chance = Chance(game, None)
        self.left = TRIED

    def key(self, state: State) -> bytes:
        try:
            least = min([dumps(self.exchanged(state, exchange), FORMAT) for exchange in self.exchanges])
        except Unknown:
            return super().key(state)
        return blake2b(least, digest_size=SIZE).digest()

    def exchanged(self, state: State, exchange: Exchange) -> tuple[Any, ...]:
        """A table as it is then."""
        up = exchange.up(state) if self.sides else None
        z, v = exchange.lying(state), exchange.kept(state)
        if state.over:
            return (z, v, up, sorted([exchange.seats[seat] for seat in state.winners]), state.ending)
        found: list[Any] = []
        last = state.frames[-1]
        for frame in state.frames:
            found.append(frame[0])
            for place, convert in self._living(exchange, frame[0], state.site if frame is last else None):
                value = frame[place]
                found.append(convert(value) if convert is not None and value is not None else value)
        return (z, v, up, exchange.seats[state.player], found)

    def _living(self, exchange: Exchange, point: int, site: int | None) -> list[tuple[int, Convert | None]]:
        """The slots of a frame that are needed, and what becomes of what is kept there."""
        found = self.known.get((exchange, point, site))
        if found is None:
            types = self.plan.types(self.plan.points[point].frame)
            found = [(place, exchange.convert(types[place])) for place in self.plan.living(point, site)]
            self.known[exchange, point, site] = found
        return found

    # ------------------------------------------------------------------------------------------ whether it is true

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
            names = " and ".join(f"`{name}`" for name in self.miniature.symmetric)
            span = next(iter(self.miniature.symmetric.values()))
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


def sameness(game: Game, miniature: model.Miniature) -> Sameness:
    """What is the same in a miniature."""
    return Symmetric(game, miniature) if miniature.symmetric else Sameness(game)
