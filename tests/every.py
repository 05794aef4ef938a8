"""Every game there is to test with, at every number of players and with every option alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from hoyle.model import Model
from hoyle.read import Reading, bundled_games, find_game, read_path
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.trials import settings

ROOT = Path(__file__).parents[1]
BUNDLED = [find_game(name) for name in sorted(bundled_games())]
GAMES = [*BUNDLED, ROOT / "examples" / "hearts.hoyle"]


@cache
def reading(path: Path) -> Reading:
    """A definition that nobody changes, read once in each process."""
    return read_path(path)


def model(path: Path) -> Model:
    world = reading(path).world
    assert world is not None
    return world.model


def counts(path: Path) -> range:
    """The numbers of players a game can be played by."""
    low, high = model(path).seats
    return range(low, high + 1)


def alone(path: Path, players: int) -> list[dict[str, Any]]:
    """Each option alone, away from what it usually is, as far as it can be set with so many players."""
    return [setting.options for setting in settings.alone(model(path), players)]


def some_tables(paths: list[Path]) -> list[tuple[Path, int, dict[str, Any]]]:
    """Every game at every number of players, and every option alone at some number."""
    found: list[tuple[Path, int, dict[str, Any]]] = [(path, n, {}) for path in paths for n in counts(path)]
    for path in paths:
        by_count = [alone(path, players) for players in counts(path)]
        for number, options in enumerate(max(by_count, key=len)):
            able = [players for players, settings in zip(counts(path), by_count, strict=True) if options in settings]
            found.append((path, able[number % len(able)], options))
    return found


def game(path: Path, players: int, options: dict[str, Any] | None = None) -> Game:
    """A game at one table. Those that were asked for last are kept: tests of one game follow each other."""
    return _prepared(path, players, tuple((options or {}).items()))


@lru_cache(maxsize=24)
def _prepared(path: Path, players: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return prepare(reading(path), players=players, options=dict(options))


def moments(played: Game, seed: int) -> Iterator[State]:
    """A random game, at every decision and at its end."""
    state = played.start(seed)
    rng = random.Random(seed)
    while not state.over:
        yield state
        state.choose(rng.randrange(len(state.choices)))
    yield state


def words(path: Path, players: int, options: dict[str, Any] | None = None) -> str:
    """A name for a test with that game."""
    told = [f"{option}={value}" for option, value in (options or {}).items()]
    return "-".join([path.stem, str(players), *told])
