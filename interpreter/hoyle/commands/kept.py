"""Tables that somebody has left: each is kept after every answer, so that nothing is lost whatever happens.

They lie in a folder of whoever plays, one file for each, with the whole game as `state.save` writes it. Whoever reads
such a file knows every hidden card, so nobody else may.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from hoyle.opening import read_bytes
from hoyle.run.carried import LARGEST, named
from hoyle.run.game import Game
from hoyle.run.state import State

MARK, FORMAT = "hoyle table", 1
MOST = 20
"""Tables that are kept; those that were left longest ago go first."""


@attrs.define
class Left:
    """A table that was left. seats: those that people play here; bots: the names of the others, seed: what their chance
    starts from. waved: somebody wanted another one."""

    path: Path
    title: str
    save: str
    names: tuple[str, ...]
    seats: tuple[int, ...]
    bots: tuple[str, ...]
    seed: str
    when: float
    waved: bool = False

    def is_of(self, game: Game) -> bool:
        """Whether this very game was played, with the same options and as many players."""
        mine: dict[str, Any] = json.loads(json.dumps(named(game)))
        theirs = json.loads(self.save)
        return all(theirs.get(name) == value for name, value in mine.items())

    def ago(self) -> str:
        """When it was left."""
        minutes = int(max(time.time() - self.when, 0) // 60)
        for size, word in ((60 * 24, "day"), (60, "hour"), (1, "minute")):
            if minutes >= size:
                count = minutes // size
                return f"{count} {word}{'s' if count > 1 else ''} ago"
        return "just now"


def folder() -> Path:
    """Where tables are kept."""
    try:
        if sys.platform == "win32":
            home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        else:
            home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    except RuntimeError:  # nobody knows where the home is, so nothing can be kept
        home = Path(os.devnull)
    return home / "hoyle" / "tables"


def new_place() -> Path:
    return folder() / f"{secrets.token_hex(8)}.json"


def keep(left: Left, state: State) -> str:
    """Write it anew, in one go, so that there is a whole one at any time. Says what went wrong, if something did."""
    try:
        left.save = state.save()
        data = {MARK: FORMAT, **{name: value for name, value in attrs.asdict(left).items() if name != "path"}}
        left.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write(left.path, {**data, "when": time.time()})
    except OSError as error:
        return (error.strerror or "no reason is known").lower()
    return ""


def forget(left: Left) -> None:
    """A game that is over is not gone on with."""
    with contextlib.suppress(OSError):
        left.path.unlink(missing_ok=True)


def tables_left() -> list[Left]:
    """Those that can be read, the one that was left last first."""
    try:
        found = [left for path in folder().glob("*.json") if (left := _read(path)) is not None]
    except OSError:
        return []
    found.sort(key=lambda left: -left.when)
    for old in found[MOST:]:
        forget(old)
    return found[:MOST]


def wave(left: Left) -> None:
    """It stays where it is, but is not offered again to whoever wants another one."""
    with contextlib.suppress(OSError, ValueError):
        data = json.loads(left.path.read_text(encoding="utf-8"))
        _write(left.path, {**data, "waved": True})


def _write(path: Path, data: dict[str, Any]) -> None:
    """In place of what stood there, all of it or nothing; for nobody else to read."""
    rest = path.with_suffix(".new")
    with os.fdopen(os.open(rest, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        json.dump(data, out)
    rest.replace(path)


def _read(path: Path) -> Left | None:
    """A file that is none of ours is left alone."""
    try:
        data = json.loads(read_bytes(path, LARGEST).decode("utf-8"))
        if data.get(MARK) != FORMAT or not isinstance(json.loads(data["save"]), dict):
            return None
        made: dict[str, Callable[[Any], Any]] = dict.fromkeys(("title", "save", "seed"), str)
        made |= {"when": float, "waved": bool, "names": _texts, "bots": _texts, "seats": _numbers}
        return Left(path=path, **{name: make(data[name]) for name, make in made.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _texts(row: Any) -> tuple[str, ...]:
    return tuple([str(one) for one in row])


def _numbers(row: Any) -> tuple[int, ...]:
    return tuple([int(one) for one in row])
