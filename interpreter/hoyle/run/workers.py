"""Who works on many games: this process alone, or several. Lots of games are handed out, and back in their order.

A lot takes a part of a second, however long a game is: nobody waits long for what is under way, or loses much of it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

import attrs

from hoyle.diagnostics import HoyleError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Lot = Callable[[int, int], T]  # plays games: the number of the first, and how many
Timed = tuple[T, int, float]  # what a lot gave, of how many games, and how long it took

SECONDS = 0.25
SIZE = 8
MOST = 50_000
ENDED = "one of the processes that worked on it was ended from outside"
AGAIN = "give the same command again; if it happens again, there may be too little memory for so many workers"


class Waited(Protocol[T_co]):
    """Something that is being done somewhere."""

    def result(self) -> T_co: ...


@attrs.define
class Pace:
    """How many games make a lot."""

    size: int

    def took(self, games: int, seconds: float) -> None:
        """So many took so long: the next may be up to four times as many."""
        wanted = int(games * SECONDS / max(seconds, 1e-9))
        self.size = max(1, min(wanted, 4 * games, MOST))


def timed(call: Lot[T], first: int, games: int) -> Timed[T]:
    """A lot, and how long it took."""
    start = time.perf_counter()
    return call(first, games), games, time.perf_counter() - start


def handed_out(
    submit: Callable[[int, int], Waited[Timed[T]]], first: int, games: int, ahead: Callable[[], int], size: int = SIZE
) -> Iterator[T]:
    """What lots give, in their order. ahead: how many of them may be under way or wait to be taken; size: of the first
    lots, while nobody knows how long a game takes."""
    pace, end = Pace(size), first + games
    waiting: deque[Waited[Timed[T]]] = deque()
    while first < end or waiting:
        while first < end and len(waiting) < ahead():
            size = min(pace.size, end - first)
            waiting.append(submit(first, size))
            first += size
        found, played, seconds = waiting.popleft().result()
        pace.took(played, seconds)
        yield found


@attrs.frozen
class _Now:
    """Something that is done when it is asked for."""

    call: Callable[..., Any]
    first: int
    games: int

    def result(self) -> Any:
        return timed(self.call, self.first, self.games)


def worked(call: Lot[T], first: int, games: int, workers: int, threads: bool = False, size: int = SIZE) -> Iterator[T]:
    """What lots give, in their order, worked on by so many. threads: the call lets go of the interpreter by itself;
    size: of the first lots."""
    if workers == 1:
        yield from handed_out(lambda *lot: _Now(call, *lot), first, games, lambda: 1, size)
        return
    with _pool(call, workers, threads) as pool:
        task: Lot[Timed[T]] = _own_lot if isinstance(pool, ProcessPoolExecutor) else partial(timed, call)
        yield from handed_out(lambda *lot: pool.submit(task, *lot), first, games, lambda: 2 * workers, size)


@contextmanager
def _pool(call: Lot[Any], workers: int, threads: bool) -> Iterator[Executor]:
    """Processes are copies of this one, with all that is loaded here."""
    pool: Executor
    if threads or not hasattr(os, "fork"):
        pool = ThreadPoolExecutor(workers)
    else:
        import multiprocessing

        copies = multiprocessing.get_context("fork")
        pool = ProcessPoolExecutor(workers, copies, initializer=_begin, initargs=(call, os.getpid()))
    try:
        yield pool
    except BrokenProcessPool:
        raise HoyleError.plain("HYL912", ENDED, AGAIN) from None
    finally:
        pool.shutdown(cancel_futures=True)


_CALL: list[Lot[Any]] = []  # of this process, if it is a worker's


def _begin(call: Lot[Any], parent: int) -> None:
    """Ctrl-C is for whoever handed out the work; and without that one there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _CALL[:] = [call]
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _own_lot(first: int, games: int) -> Timed[Any]:
    return timed(_CALL[0], first, games)
