"""Many games between bots: the same games whichever engine plays them, and however many work on it.

Game number n has the seed `S:n`. In C a game is played without words; one that something stops is played again in
Python, which says what, or goes on where C has no room for it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.native.library import FAILED, OVER
from hoyle.run.columns import CUT_OFF, Columns, Playouts
from hoyle.run.workers import worked
from hoyle.table.bots import BOTS, kinds, seated, thinkers, unthinking
from hoyle.table.remembered import forget

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

ENGINES = ("auto", "native", "python")
LONGEST_SEED = 1_000  # bytes; C has room for no more
MOST_GAMES, LONGEST_GAME, MOST_WORKERS = 10**12, 2**31 - 1, 1_000
OFTEN = 1_000  # decisions, after which what was noted of a game is let go of


@attrs.frozen
class Run:
    """What is played: by whom, how far, with which seeds. wanted: which engine was asked for."""

    game: Game
    seed: int | str
    bots: tuple[str, ...]
    cap: int
    engine: str
    wanted: str = "auto"

    @property
    def unthinking(self) -> bool:
        """Whether nobody looks at anything but how many choices there are: whole games can be left to C then."""
        return unthinking(self.bots)

    def lot(self, first: int, games: int) -> Columns:
        """Some games, one after the other."""
        if self.engine == "native" and self.unthinking:
            return self._in_c(first, games)
        found = Columns(first, self.game.players)
        for at in range(games):
            self._in_python(found, at)
        return found

    def _in_c(self, first: int, games: int) -> Columns:
        native = self.game.native
        assert native is not None
        rows = native.playouts(f"{self.seed}:", first, games, kinds(self.bots, native.players), self.cap)
        counts = _copied("i", rows.decisions), _copied("i", rows.turns), _copied("i", rows.ending)
        scores, names = _copied("q", rows.scores), list(native.endings)
        found = Columns(first, native.players, bytearray(rows.won), scores, *counts, names=names)
        for at, status in _others(bytes(rows.status), OVER):
            if status == FAILED:
                self._in_python(found, at)
            else:
                found.ending[at] = CUT_OFF
        return found

    def _in_python(self, found: Columns, at: int) -> None:
        seed = f"{self.seed}:{found.first + at}"
        with naming(f"the game with the seed {seed}"):
            state, *counts = played_out(self.game, seed, self.bots, self.cap, self.engine)
            end = found.number_of(state.ending if state.over else None)
            found.put(at, state.winners, state.scores, (counts[0], counts[1]), end)


def _copied(kind: str, column: Any) -> array[int]:
    made = array(kind)
    made.frombytes(memoryview(column).cast("B"))
    return made


def _others(column: bytes, usual: int) -> list[tuple[int, int]]:
    """Where something else stands than usual, and what; nearly nowhere, as a rule."""
    if column.count(usual) == len(column):
        return []
    return [(at, found) for at, found in enumerate(column) if found != usual]


def played_out(game: Game, seed: int | str, bots: Sequence[str], cap: int, engine: str) -> tuple[State, int, int]:
    """A game to its end, or until it is cut off, in Python; with how many decisions and turns there were. Nobody will
    ask what happened in it, so it takes no more memory the longer it is. engine: what those who think try things in."""
    if not unthinking(bots):
        found: tuple[State, int, int] = thinkers().played_out(game, seed, bots, cap, engine)
        return found
    seats = seated(bots, game.players, seed)
    state = game.start(seed)
    decisions = turns = 0
    last = -1
    while not state.over and decisions < cap:
        player, choices = state.player, state.choices
        turns += player != last
        last = player
        state.choose(choices[seats[player](len(choices))])
        decisions += 1
        if decisions % OFTEN == 0:
            forget(state)
    return state, decisions, turns


@contextmanager
def naming(game: str) -> Iterator[None]:
    """Whatever the engine refuses is said with the game in which it did."""
    try:
        yield
    except HoyleError as error:
        where = f" (in {game})"
        raise HoyleError([attrs.evolve(d, message=d.message + where) for d in error.diagnostics]) from None


# ---------------------------------------------------------------------------------------------- runs


def planned(game: Game, seed: int | str, bots: str | Sequence[str], engine: str, cap: int) -> Run:
    """A run, if there can be such a one. engine: auto takes C where it can be had."""
    names = [name.strip() for name in bots.split(",")] if isinstance(bots, str) else bots
    if not isinstance(names, (list, tuple)) or not names:
        raise refused("nobody plays", f"name one of: {', '.join(thinkers().SHIPPED)}")
    for name in names:
        if not isinstance(name, str):
            raise refused(f"there is no bot {quote_value(name)}", f"there are: {', '.join(thinkers().SHIPPED)}")
        if name not in BOTS:
            thinkers().maker(name)
            thinkers().repeatable(name)
    if engine not in ENGINES:
        word = quote(engine) if isinstance(engine, str) else quote_value(engine)
        raise refused(f"there is no engine {word}", f"there are: {', '.join(ENGINES)}")
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise HoyleError.plain("HYL903", f"{quote_value(seed)} is not a seed", "a seed is a whole number or a text")
    if not 1 <= _whole(cap) <= LONGEST_GAME:
        help = f"give a whole number from 1 to {LONGEST_GAME:,}"
        raise refused("a game is cut off neither before its first decision nor where nobody can count any more", help)
    if engine == "native" and game.native is None:
        raise refused(f"{game.title} cannot be played in C: {game.why_not_native}", "leave the engine to `auto`")
    try:
        short = len(f"{seed}".encode("utf-8", "surrogatepass")) <= LONGEST_SEED
    except ValueError:
        raise HoyleError.plain("HYL903", "this seed is too long", "a seed is a whole number or a text") from None
    chosen = (game.engine if short else "python") if engine == "auto" else engine
    if chosen == "native" and not short:
        raise refused(f"this seed has more than {LONGEST_SEED:,} bytes", "leave the engine to `auto`")
    return Run(game, seed, tuple(names), cap, chosen, engine)


def possible(games: int, workers: int) -> None:
    """Raises HoyleError if there cannot be so many."""
    if _whole(games) < 1 or _whole(workers) < 1:
        raise refused("a run has at least one game and one worker", "give whole numbers from 1 on")
    if games > MOST_GAMES or workers > MOST_WORKERS:
        most = f"{MOST_GAMES:,} games and {MOST_WORKERS:,} workers"
        raise refused(f"a run has at most {most}", "give smaller numbers")


def playouts(run: Run, games: int, workers: int) -> Playouts:
    """All games of a run at once."""
    possible(games, workers)
    found = Columns(1, run.game.players)
    for lot in worked(run.lot, 1, games, workers, threads=run.engine == "native" and run.unthinking):
        found.extend(lot)
    return Playouts(run.engine, found)


def _whole(number: Any) -> int:
    return number if isinstance(number, int) and not isinstance(number, bool) else 0


def refused(message: str, help: str) -> HoyleError:
    return HoyleError.plain("HYL912", message, help)
