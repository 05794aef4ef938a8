"""From what a bot is given there is no way to the real table: everything that refers to something is followed."""

from __future__ import annotations

import ctypes
import gc
import types
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bots.seated import FEW, at_random, game, named

from hoyle.bots.host import Host
from hoyle.bots.seat import Seat
from hoyle.run.crossing import NativeState
from hoyle.run.state import State

SKIPPED = (types.ModuleType, type, weakref.ref, types.BuiltinFunctionType, types.FrameType)
HELD = (bytes, bytearray, ctypes.Array)


def reached(start: object) -> Iterator[object]:
    """All that can be reached; of a function what it has closed over and its defaults, and not its module."""
    seen, waiting = {id(start)}, [start]
    while waiting:
        here = waiting.pop()
        yield here
        if isinstance(here, types.FunctionType):
            following: list[Any] = [here.__closure__, here.__defaults__, here.__kwdefaults__]
        else:
            following = gc.get_referents(here)
        for other in following:
            if id(other) not in seen and not isinstance(other, SKIPPED):
                seen.add(id(other))
                waiting.append(other)


def betrayed(start: object, host: Host) -> list[str]:
    """What of the real table can be reached."""
    s, found = host.state, []
    logs = set()
    entry = s.log
    while entry is not None:
        logs.add(id(entry))
        entry = entry[0]
    data = host.native.data if host.native is not None else b"no twin"
    for here in reached(start):
        if here is s or here is host or isinstance(here, NativeState):
            found.append(f"a {type(here).__name__}")
        elif isinstance(here, State) and here.seed == s.seed:
            found.append("a table with its seed")
        elif id(here) in logs:
            found.append("the log")
        elif isinstance(here, HELD):
            held = bytes(here)
            if s.seed in held or data in held:
                found.append(f"the seed or the table, in {type(here).__name__}")
    return found


@pytest.mark.parametrize("whole", [True, False], ids=["anybody's", "built in"])
@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("table", FEW, ids=named)
def test_nothing_leads_to_the_table(table: tuple[Path, int], engine: str, whole: bool) -> None:
    for host in at_random(game(*table), 4, 25, 12, engine):
        assert (host.native is not None) == (engine == "native")
        for choice in host.state.choices:
            assert choice.text  # as somebody has read it
        seat = host.seat(host.state.player, whole)
        assert betrayed(seat, host) == []


def test_what_a_bot_is_told_before_and_after_leads_nowhere() -> None:
    heard: list[Any] = []

    class Listens:
        def begin(self, *what: Any) -> None:
            heard.append(what)

        def choose(self, seat: Seat) -> int:
            heard.append(seat)
            return 0

        watch = end = begin

    played = game(*FEW[0])
    host = Host(played, [Listens() for _ in range(played.players)], 3, played.start(3))
    for _ in range(8):
        host.play()
    assert heard and [found for what in heard[-4:] for found in betrayed(what, host)] == []


def hidden_in(state: State) -> Callable[[], Any]:
    return lambda: state.player


@pytest.mark.parametrize("hide", [hidden_in, lambda s: s.log, lambda s: [{"x": (s.seed,)}], lambda s: s.choose])
def test_whatever_leads_there_is_found(hide: Callable[[State], Any]) -> None:
    host = next(iter(at_random(game(*FEW[0]), 4, 1)))
    assert betrayed([hide(host.state)], host)
