"""Games with bots at their seats, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from every import GAMES, counts, game, reading

from hoyle.bots.host import Host
from hoyle.bots.names import bots_named
from hoyle.bots.unknown import unknown
from hoyle.native.thinking import Unknown
from hoyle.read import read_source
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.source import Source

TABLES = [(path, players) for path in GAMES for players in counts(path)]
FEW = [(path, list(counts(path))[len(counts(path)) // 2]) for path in GAMES]
ENGINES = ("python", "auto")

__all__ = ["ENGINES", "FEW", "TABLES", "game", "reading"]


def named(table: tuple[Path, int]) -> str:
    """What a table is called in the name of a test."""
    return f"{table[0].stem}-{table[1]}"


def written(text: str, players: int | None = None) -> Game:
    """The game of a definition."""
    found = read_source(Source("small.hoyle", text))
    assert not found.failed, [d.message for d in found.diagnostics]
    return prepare(found, players=players)


def seated(
    played: Game, names: Sequence[str], seed: int | str, engine: str = "auto", state: State | None = None
) -> Host:
    """Bots at a game that starts."""
    start = played.start(seed) if state is None else state
    return Host(played, bots_named(names, played.players, seed), seed, start, engine=engine)


def decisions(host: Host, most: int, every: int = 1) -> Iterator[State]:
    """The table at some of its first decisions."""
    for number in range(most):
        if host.state.over:
            return
        if number % every == 0:
            yield host.state
        if not host.state.over:
            host.play()


def at_random(played: Game, seed: int | str, most: int, every: int = 1, engine: str = "auto") -> Iterator[Host]:
    """Somebody knows what each seat knows, while chance plays for all of them."""
    host = seated(played, ["easy"], seed, engine)
    chance = seated(played, ["random"], seed, "python", host.state)
    for number in range(most):
        if host.state.over:
            return
        if number % every == 0:
            yield host
        host.make(chance.choose())


def not_known(host: Host, seat: int) -> Unknown:
    return unknown(host.known[seat], host.state)


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat sees."""
    return s.view(seat)
