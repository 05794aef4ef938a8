"""What several commands ask for: a game, its players and options, a seed, files to write into.

With completion where that is simple.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoyle import types as t
from hoyle.diagnostics import HoyleError, quote
from hoyle.resources import gamedefs
from hoyle.table.bots import BOTS, LEVELS

if TYPE_CHECKING:
    from hoyle.model import Model

SUFFIX = ".hoyle"


def complete_game(incomplete: str) -> list[str]:
    """Bundled games, folders and definitions that start so."""
    bundled = [p.stem for p in gamedefs().glob(f"*{SUFFIX}") if not p.stem.endswith("_trials")]
    return sorted(n for n in bundled if n.startswith(incomplete)) + complete_file(incomplete)


def complete_file(incomplete: str) -> list[str]:
    """Folders and definitions that start so."""
    head, _, start = incomplete.rpartition("/")
    prefix = incomplete[: len(incomplete) - len(start)]
    try:
        entries = sorted(Path(head or prefix or ".").iterdir())
    except OSError:
        return []
    found = [f"{p.name}/" if p.is_dir() else p.name for p in entries if p.is_dir() or p.suffix == SUFFIX]
    hidden = start.startswith(".")
    return [prefix + name for name in found if name.startswith(start) and name.startswith(".") == hidden]


def complete_option(incomplete: str) -> list[str]:
    """`name=value` for the options of the game that was named, if it was."""
    # as the shells hand over what was typed: a line without a value cannot be parsed yet
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    words = [word for word in line.split()[2:] if not word.startswith("-")]
    game = next((found for word in words if (found := _model(word)) is not None), None)
    if game is None:
        return []
    pairs = [f"{name}={value}" for name in game.options for value in option_values(game, name)]
    return [pair for pair in pairs if pair.startswith(incomplete)]


def option_values(game: Model, name: str) -> list[str]:
    """What an option can be set to, in words; for a range of numbers its default."""
    option = game.options[name]
    match option.type:
        case t.Kind(kind):
            return list(game.kinds[kind].members)
        case t.YesNo():
            return ["no", "yes"]
        case t.Seat():
            return [*(["random"] if option.random else []), *map(str, range(1, game.seats[1] + 1))]
    return [str(option.default)]


def _model(name: str) -> Model | None:
    from hoyle.read import find_game, read_path

    try:
        reading = read_path(find_game(name))
    except HoyleError:
        return None
    return reading.world.model if reading.world else None


def read_options(given: list[str] | None, name_of_option: str = "--option") -> dict[str, Any]:
    """`name=value` pairs as a dictionary."""
    options = {}
    for pair in given or []:
        name, equals, value = map(str.strip, pair.partition("="))
        if not equals or not name:
            raise typer.BadParameter(f"'{pair}' is not of the form name=value", param_hint=name_of_option)
        options[name] = value
    return options


def writable(text: str | None) -> str | None:
    """An argument, with what is no text in it written out."""
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()


def read_seed(text: str) -> int | str:
    """A seed as `Game.start` takes it: a number if it looks like one that can be written."""
    return int(text) if re.fullmatch(r"-?\d{1,4000}", text) else text


def read_bots(text: str, timed: bool = False) -> list[str]:
    """The names of the bots, one for all seats or one after the other. timed: whether they may think for a time."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            _known(name, timed)
    return names


def _known(name: str, timed: bool) -> None:
    """Refuse what is no bot. Whatever thinks stands on the engine, which takes a while to import."""
    from hoyle.bots.names import maker, repeatable

    try:
        maker(name)
        if not timed:
            repeatable(name)
    except HoyleError as error:
        wrong = error.diagnostics[0]
        raise typer.BadParameter(f"{wrong.message}; {wrong.help}", param_hint="--bots") from None


def complete_bots(incomplete: str) -> list[str]:
    return [name for name in (*BOTS, *LEVELS) if name.startswith(incomplete)]


# ---------------------------------------------------------------------------------------------- writing


def write(path: Path, text: str, code: str = "HYL909") -> None:
    """Write a file that somebody named; code: of what is wrong if that cannot be done."""
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise HoyleError.plain(code, f"{quote(str(path))} cannot be written: {_reason(error)}") from None


@contextmanager
def writing_to(place: Path, name: str = "--plays") -> Iterator[None]:
    """While something is written there; name: the option that said so, and is wrong if that cannot be done."""
    try:
        yield
    except OSError as error:
        raise typer.BadParameter(f"{str(place)!r} cannot be written to: {_reason(error)}", param_hint=name) from None


def _reason(error: OSError) -> str:
    return (error.strerror or "no reason is known").lower()


# ---------------------------------------------------------------------------------------------- arguments and options


def argument(metavar: str, help: str, complete: Any) -> Any:
    """Something that has no name."""
    return typer.Argument(metavar=metavar, help=help, autocompletion=complete)


def option(name: str, metavar: str, help: str, **more: Any) -> Any:
    """Something with a name and a value. more: as of `typer.Option`."""
    return typer.Option(name, metavar=metavar, help=help, **more)


def switch(name: str, help: str) -> Any:
    """Something that is said or not."""
    return typer.Option(name, help=help)


def game_option(name: str, help: str) -> Any:
    """Options of a game."""
    return option(name, "NAME=VALUE", help, autocompletion=complete_option)


def variant_option(name: str, help: str) -> Any:
    """Variants of a game."""
    return option(name, "VARIANT", help, autocompletion=complete_file)


_WITH = "A variant of the game: a path, or a name in this folder. 'b over a': b counts where they disagree."
_BOTS = (
    "Who plays: random, first, easy, normal, hard, search:N or module:Class; several, with commas, go round the seats."
)

Game = Annotated[str, argument("GAME", "A bundled game or a path.", complete_game)]
Files = Annotated[list[str], argument("FILE", "Paths, or bundled games.", complete_game)]
Variants = Annotated[list[str] | None, variant_option("--with", _WITH)]
Players = Annotated[int | None, option("--players", "N", "How many players.")]
Options = Annotated[list[str] | None, game_option("--option", "Set an option of the game.")]
Seed = Annotated[str, option("--seed", "S", "A number or a text that chance starts from.", callback=writable)]
NumberSeed = Annotated[int, option("--seed", "S", "A whole number that chance starts from.")]
Bots = Annotated[str, option("--bots", "NAMES", _BOTS, autocompletion=complete_bots)]
Jobs = Annotated[int, option("--jobs", "N", "How many processes work on it.", min=1)]
Plays = Annotated[Path, option("--plays", "FOLDER", "Where to put plays in which something failed.")]
Json = Annotated[bool, switch("--json", "Print one JSON object.")]
