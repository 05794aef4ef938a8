"""A run of any size: games are played, their rows go into a file, and what is kept in memory does not grow.

A run that was stopped, by whatever, goes on where it was when it is asked for again with the same file.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import attrs

from hoyle.bulk.out import Out, form_of
from hoyle.bulk.tally import Tally
from hoyle.bulk.work import Done, Lots, Work, crew
from hoyle.diagnostics import HoyleError
from hoyle.run.playouts import Run, possible

PLAYING, WRITING = "playing", "writing"
Tell = Callable[[str, int], None]  # what is done now, and of how many games it is


@attrs.define
class Outcome:
    """What came out. found: how many games were there already; decisions, seconds: of those that were played now.

    complete: nobody stopped it.
    """

    tally: Tally
    found: int = 0
    decisions: int = 0
    seconds: float = 0.0
    engines: set[str] = attrs.field(factory=set)
    complete: bool = False

    @property
    def speed(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0


def simulate(
    run: Run,
    games: int,
    workers: int = 1,
    *,
    out: str | Path | None = None,
    overwrite: bool = False,
    cluster: str | None = None,
    tell: Tell = lambda doing, games: None,
) -> Outcome:
    """Play the games 1 to `games` of a run. After Ctrl-C what is known so far is given, and `out` can be gone on with.

    out: the file that gets a row for every game; overwrite: also if it is there and of another run. cluster: the
    address of a dask scheduler, or `local`.
    """
    possible(games, workers)
    place = None if out is None else Path(out)
    form = None if place is None else form_of(place)
    with crew(Work(run, form), workers, cluster) as lots:
        if place is None:
            return _played(lots, None, Outcome(Tally(run.game.players)), games, tell)
        with closing(Out(place, run, games, overwrite)) as file:
            return _played(lots, file, Outcome(file.tally, file.rows), games, tell)


def _played(lots: Lots, out: Out | None, outcome: Outcome, games: int, tell: Tell) -> Outcome:
    start = time.perf_counter()
    with _held() as held:
        try:
            if outcome.tally.games < games:
                _play(lots(outcome.tally.games + 1, games - outcome.tally.games), out, outcome, tell, held)
                outcome.seconds = time.perf_counter() - start
            if out is not None and not out.finished:
                out.make_whole(lambda rows: tell(WRITING, rows))
                with held():
                    out.put_into_place()
            outcome.complete = True
        except KeyboardInterrupt:
            outcome.seconds = outcome.seconds or time.perf_counter() - start
        finally:
            if out is not None and not out.finished:
                with suppress(HoyleError):
                    out.note()
    return outcome


def _play(lots: Iterator[Done], out: Out | None, outcome: Outcome, tell: Tell, held: Any) -> None:
    with closing(lots):  # type: ignore[type-var]
        for done in lots:
            with held():
                if out is None:
                    outcome.tally.include(done.tally)
                else:
                    out.add(done.rows, done.tally)
                outcome.decisions += done.tally.decisions
                outcome.engines.add(done.engine)
                tell(PLAYING, outcome.tally.games)


@contextmanager
def _held() -> Iterator[Callable[[], Any]]:
    """Gives what holds Ctrl-C back for a moment, so that nothing is half done."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield nullcontext
        return
    busy = asked = False

    def handle(number: int, frame: Any) -> None:
        nonlocal asked
        asked = True
        if not busy:
            raise KeyboardInterrupt

    @contextmanager
    def hold() -> Iterator[None]:
        nonlocal busy
        busy = True
        yield
        busy = False
        if asked:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handle)
    try:
        yield hold
    finally:
        signal.signal(signal.SIGINT, before)
