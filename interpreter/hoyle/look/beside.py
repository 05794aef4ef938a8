"""The look of a game: the file beside its definition, read and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from hoyle.diagnostics import Diagnostic, Diagnostics, HoyleError, quote
from hoyle.files.lineage import made_of
from hoyle.files.paths import SUFFIX as GAME
from hoyle.files.paths import is_file, source_at
from hoyle.look.check import OTHER_GAME, checked
from hoyle.look.parse import parse
from hoyle.model import Model
from hoyle.read import read_path
from hoyle.source import Source

SUFFIX = ".look"


class Modelled(Protocol):
    """What was made of a definition: a world, or a game that can be played."""

    @property
    def model(self) -> Model: ...


def is_look(path: Path) -> bool:
    """Whether a file is a look, by its name."""
    return path.suffix == SUFFIX


def load(path: Path | None, of: Modelled | None = None) -> dict[str, Any] | None:
    """How a table of a game is drawn, as data; None if nothing says it.

    path: of the definition; of: what was made of it, else it is read. A variant without a look of its own has that of
    the game it is of. Nothing in it stops a game: a look that cannot be read is none, and what is wrong in one is left
    out.
    """
    try:
        file = None if path is None else _look_of(path)
        if path is None or file is None:
            return None
        model = read_path(path).model if of is None else of.model
        return _read(source_at(file), model, file.stem, Diagnostics())
    except HoyleError:
        return None


def check_beside(path: Path, of: Modelled) -> list[Diagnostic]:
    """What is wrong with the look that lies beside a definition; nothing if there is none."""
    own = path.with_suffix(SUFFIX)
    if not is_file(own):
        return []
    found = Diagnostics()
    try:
        _read(source_at(own), of.model, own.stem, found)
    except HoyleError as error:
        found.add(*error.diagnostics)
    return found.all()


def check_look(path: Path) -> list[Diagnostic]:
    """What is wrong with a look, held against the definition beside it. Raises HoyleError if there is no such file."""
    source_at(path)
    game = path.with_suffix(GAME)
    if not is_file(game):
        help = "a look lies beside its game, and has its name"
        return [Diagnostic(OTHER_GAME, f"there is no {quote(game.name)} beside this look", help=help)]
    reading = read_path(game)
    if reading.failed or reading.world is None:
        help = f"what is wrong with it says `hoyle check {game.name}`"
        return [Diagnostic(OTHER_GAME, f"{quote(game.name)} has mistakes of its own", help=help)]
    return check_beside(game, reading.world)


def _look_of(path: Path) -> Path | None:
    """The look beside a definition, or beside the nearest of those that it is a variant of."""
    looks = (each.with_suffix(SUFFIX) for each in (path, *reversed(made_of(path))))
    return next((each for each in looks if is_file(each)), None)


def _read(source: Source, model: Model, name: str, found: Diagnostics) -> dict[str, Any]:
    return checked(parse(source, found), source, model, name, found)
