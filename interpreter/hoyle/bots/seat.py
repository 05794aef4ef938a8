"""What a bot gets: all that its seat knows, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hoyle.bots.search import thought
from hoyle.bots.worlds import Draws, answered, deal, laid
from hoyle.bots.worth import worth_of
from hoyle.diagnostics import HoyleError

if TYPE_CHECKING:
    from random import Random

    from hoyle.native.thinking import Thinker, Unknown, Verdict
    from hoyle.run.choices import Choice
    from hoyle.run.game import Game
    from hoyle.run.state import State


TRIED = 100  # worlds at most until one leads to what is asked


class Bot(Protocol):
    """Somebody who plays. Where there are such, `begin(game, number)` is called when a game begins, `watch(news)` after
    every choice and `end(news)` after the last one, with what the seat was told since then."""

    def choose(self, seat: Seat) -> Choice | int:
        """One of `seat.choices`, or its number."""
        ...


class Packed(NamedTuple):
    """A table in C, with what is unknown laid out anew."""

    thinker: Thinker
    data: bytes


class Told(NamedTuple):
    """What a seat sees, is asked, and was told since it was last asked, as plain data: see `state.view` and so on."""

    view: dict[str, Any]
    ask: dict[str, Any] | None
    news: list[dict[str, Any]]


class Seat:
    """A place at a table, for one decision.

    number: which seat; game: the rules; choices: what may be chosen; draws: where its own chance comes from. view, ask,
    news: what it sees, is asked and was told since it was last asked, as plain data. There is no way from here to the
    real table: what is unknown was laid out anew before.
    """

    __slots__ = ("_told", "_world", "choices", "draws", "game", "number", "unknown")

    def __init__(
        self,
        game: Game,
        number: int,
        choices: Sequence[Choice],
        unknown: Unknown,
        draws: Draws,
        world: State | Packed,
        told: Told | None = None,
    ) -> None:
        self.game, self.number, self.choices, self.unknown = game, number, tuple(choices), unknown
        self.draws, self._world, self._told = draws, world, told

    @property
    def view(self) -> dict[str, Any]:
        return self._read().view

    @property
    def ask(self) -> dict[str, Any] | None:
        return self._read().ask

    @property
    def news(self) -> list[dict[str, Any]]:
        return self._read().news

    def _read(self) -> Told:
        assert self._told is not None, "it was made for somebody who does not read"
        return self._told

    def imagine(self, rng: Random) -> State:
        """A table that this seat cannot tell from the real one, to be played on."""
        assert not isinstance(self._world, Packed), "it was made for somebody who does not read"
        dealt, draws = deal(self._world, self.unknown), Draws(rng.getrandbits(64))
        for _ in range(TRIED):
            dealt.next(draws)
            world = laid(self._world, dealt, draws)
            if answered(world, self.unknown, draws):
                return world
        raise HoyleError.plain("HYL912", "no world was found that leads to what is asked here", "ask once more")

    def search(self, playouts: int) -> Verdict:
        """What comes of each choice, as far as so many games tell that are played on from here at random."""
        asked = worth_of(self.game).thought(self.number, playouts, self.draws.next())
        if isinstance(self._world, Packed):
            thinker, data = self._world
            return thinker.thought(data, self.unknown, asked, len(self.choices))
        return thought(self._world, self.unknown, asked, len(self.choices))
