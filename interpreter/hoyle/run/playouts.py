"""Many games between bots: the same games whichever engine plays them, and however many work on it.

Game number n has the seed `S:n`. In C a game is played without words; one that something stops is played again in
Python, which says what, or goes on where C has no room for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.native.library import FAILED, OVER, Library
from hoyle.table.bots import BOTS, seated

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

TOGETHER = {"native": 2_000, "python": 100}  # games that are handed on together
ENGINES = ("auto", "native", "python")
LONGEST_SEED = 1_000  # bytes; C has room for no more


@attrs.frozen
class Played:
    """One game. ending: its name, "" for the end of the flow, None if it was cut off."""

    number: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    turns: int
    ending: str | None


@attrs.frozen
class Playouts:
    """All games of a run: what came out of each, in order, and the engine that played them."""

    engine: str
    winners: list[tuple[int, ...]]
    scores: list[tuple[int, ...]]
    lengths: list[int]
    turns: list[int]
    endings: list[str | None]

    def __len__(self) -> int:
        return len(self.lengths)


@attrs.frozen
class Run:
    """What is played: by whom, how far, with which seeds."""

    game: Game
    seed: int | str
    bots: tuple[str, ...]
    cap: int
    engine: str

    def lot(self, first: int, games: int) -> list[Played]:
        """Some games, one after the other."""
        if self.engine == "python":
            return [self._in_python(number) for number in range(first, first + games)]
        native = self.game.native
        assert native is not None
        kinds = bytes(seat == "first" for seat in self._seated())
        rows = native.playouts(f"{self.seed}:", first, games, kinds, self.cap)
        return [self._of_row(native, rows, number, first + number) for number in range(games)]

    def _seated(self) -> list[str]:
        return [self.bots[seat % len(self.bots)] for seat in range(self.game.players)]

    def _of_row(self, native: Library, rows: Any, at: int, number: int) -> Played:
        if rows.status[at] == FAILED:
            return self._in_python(number)
        seats = self.game.players
        places = rows.won[at * seats : (at + 1) * seats]
        winners = sorted((place, seat) for seat, place in enumerate(places) if place)
        ending = native.endings[rows.ending[at]] if rows.status[at] == OVER else None
        scores = tuple(rows.scores[at * seats : (at + 1) * seats])
        return Played(number, tuple(s for _, s in winners), scores, rows.decisions[at], rows.turns[at], ending)

    def _in_python(self, number: int) -> Played:
        seed = f"{self.seed}:{number}"
        with naming(f"the game with the seed {seed}"):
            state, decisions, turns = played_out(self.game, seed, self.bots, self.cap)
            ending = state.ending if state.over else None
            return Played(number, state.winners, state.scores, decisions, turns, ending)


def played_out(game: Game, seed: int | str, bots: Sequence[str], cap: int) -> tuple[State, int, int]:
    """A game to its end, or until it is cut off, in Python; with how many decisions and turns there were."""
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
        raise _refused("nobody plays", f"name one of: {', '.join(BOTS)}")
    for sort, named, known in [*(("bot", name, tuple(BOTS)) for name in names), ("engine", engine, ENGINES)]:
        if named not in known:
            word = quote(named) if isinstance(named, str) else quote_value(named)
            raise _refused(f"there is no {sort} {word}", f"there are: {', '.join(known)}")
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise HoyleError.plain("HYL903", f"{quote_value(seed)} is not a seed", "a seed is a whole number or a text")
    if _whole(cap) < 1:
        raise _refused("a game is not cut off before its first decision", "give a whole number from 1 on")
    if engine == "native" and game.native is None:
        raise _refused(f"{game.title} cannot be played in C: {game.why_not_native}", "leave the engine to `auto`")
    try:
        short = len(f"{seed}".encode("utf-8", "surrogatepass")) <= LONGEST_SEED
    except ValueError:
        raise HoyleError.plain("HYL903", "this seed is too long", "a seed is a whole number or a text") from None
    chosen = (game.engine if short else "python") if engine == "auto" else engine
    if chosen == "native" and not short:
        raise _refused(f"this seed has more than {LONGEST_SEED:,} bytes", "leave the engine to `auto`")
    return Run(game, seed, tuple(names), cap, chosen)


def rows(run: Run, first: int, games: int, workers: int = 1) -> Iterator[list[Played]]:
    """Games in lots, in their order."""
    if _whole(games) < 1 or _whole(workers) < 1:
        raise _refused("a run has at least one game and one worker", "give whole numbers from 1 on")
    size = TOGETHER[run.engine]
    lots = [(start, min(size, first + games - start)) for start in range(first, first + games, size)]
    if workers == 1 or len(lots) == 1:
        yield from (run.lot(*lot) for lot in lots)
        return
    with _workers(run, workers) as pool:
        call = run.lot if run.engine == "native" else _lot
        todo = iter(lots)
        waiting = [pool.submit(call, *lot) for lot in islice(todo, 2 * workers)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(call, *lot) for lot in islice(todo, 1)]


_RUN: list[Run] = []  # of this process, if it is a worker's


def _lot(first: int, games: int) -> list[Played]:
    return _RUN[0].lot(first, games)


def _workers(run: Run, workers: int) -> Executor:
    """C lets go of the interpreter, so threads do; Python needs processes, which start with what is loaded here."""
    if run.engine == "native" or not hasattr(os, "fork"):
        return ThreadPoolExecutor(workers)
    import multiprocessing

    return ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), initializer=_RUN.append, initargs=(run,))


def playouts(run: Run, games: int, workers: int) -> Playouts:
    """All games of a run at once."""
    found = [played for lot in rows(run, 1, games, workers) for played in lot]
    columns = ("winners", "scores", "decisions", "turns", "ending")
    return Playouts(run.engine, *([getattr(played, name) for played in found] for name in columns))


def _whole(number: Any) -> int:
    return number if isinstance(number, int) and not isinstance(number, bool) else 0


def _refused(message: str, help: str) -> HoyleError:
    return HoyleError.plain("HYL912", message, help)
