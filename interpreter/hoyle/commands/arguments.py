"""What several commands ask for: a game, its players and options, a seed. With completion where that is simple."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoyle.players.bots import BOTS
from hoyle.resources import gamedefs

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
    game = next((found for word in _words_so_far() if (found := _model(word)) is not None), None)
    if game is None:
        return []
    pairs = [f"{name}={value}" for name in game.options for value in option_values(game, name)]
    return [pair for pair in pairs if pair.startswith(incomplete)]


def option_values(game: Model, name: str) -> list[str]:
    """What an option can be set to, in words; for a range of numbers its default."""
    from hoyle import types as t

    option = game.options[name]
    match option.type:
        case t.Kind(kind):
            return list(game.kinds[kind].members)
        case t.YesNo():
            return ["no", "yes"]
        case t.Seat():
            return [*(["random"] if option.random else []), *map(str, range(1, game.seats[1] + 1))]
    return [str(option.default)]


def _words_so_far() -> list[str]:
    """What was typed behind the command, as the shells hand it over: a line without a value cannot be parsed yet."""
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    return [word for word in line.split()[2:] if not word.startswith("-")]


def _model(name: str) -> Model | None:
    from hoyle.diagnostics import HoyleError
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
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise typer.BadParameter(f"'{pair}' is not of the form name=value", param_hint=name_of_option)
        options[name.strip()] = value.strip()
    return options


def writable(text: str | None) -> str | None:
    """An argument, with what is no text in it written out."""
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()


def read_seed(text: str) -> int | str:
    """A seed as `Game.start` takes it: a number if it looks like one that can be written."""
    return int(text) if re.fullmatch(r"-?\d{1,4000}", text) else text


GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A bundled game or a path.", autocompletion=complete_game)
]
FilesArgument = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Paths, or bundled games.", autocompletion=complete_game)
]
WithOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="VARIANT",
        help="A variant of the game: a path, or a name in this folder. 'b over a': b counts where they disagree.",
        autocompletion=complete_file,
    ),
]
PlayersOption = Annotated[int | None, typer.Option("--players", metavar="N", help="How many players.")]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the game.", autocompletion=complete_option),
]
SeedOption = Annotated[
    str,
    typer.Option("--seed", metavar="S", help="A number or a text that chance starts from.", callback=writable),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def read_bots(text: str) -> list[str]:
    """The names of the bots, one for all seats or one after the other."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            raise typer.BadParameter(f"there is no bot '{name}'; there are: {', '.join(BOTS)}", param_hint="--bots")
    return names


def complete_bots(incomplete: str) -> list[str]:
    return [name for name in BOTS if name.startswith(incomplete)]


BotsOption = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="NAMES",
        help=f"Who plays the other seats: {' or '.join(BOTS)}; several, with commas between them, go round the seats.",
        autocompletion=complete_bots,
    ),
]
