"""`hoyle dump`: what each stage of the pipeline makes of a game."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from hoyle.commands import ask

if TYPE_CHECKING:
    from hoyle.model import Model
    from hoyle.read import Reading
    from hoyle.run.game import Game

_AFTER = "The model as it is after this pass of the checker."
EXAMPLE = "dump --stage core {game} --players 4"
WIDTH = 110
STEP = "    "


class Stage(enum.StrEnum):
    tree = enum.auto()
    model = enum.auto()
    core = enum.auto()
    plan = enum.auto()
    python = enum.auto()
    c = enum.auto()


def dump(
    game: ask.Game,
    stage: Annotated[Stage, ask.switch("--stage", "What to print.")] = Stage.core,
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
    after: Annotated[str | None, ask.option("--after", "PASS", _AFTER)] = None,
) -> None:
    """Print a game as a stage of the pipeline sees it.

    tree is what the file says, model is what the checker made of it; core, plan, python and c are specialised for some
    number of players and a setting of the options.
    """
    from hoyle.diagnostics import HoyleError
    from hoyle.plan.show import show_plan
    from hoyle.program.show import show_program
    from hoyle.read import read_game
    from hoyle.run.game import prepare

    reading = read_game(game, variants or ())
    if stage is Stage.tree and not reading.files:
        raise HoyleError(reading.diagnostics)
    match stage:
        case Stage.tree:
            text = "\n".join(outline(reading.files[0]))
        case Stage.model:
            text = "\n".join(outline(reading.model if after is None else _after(reading, after)))
        case Stage.core:
            text = show_program(prepare(reading, players=players, options=ask.read_options(options)).program)
        case Stage.plan:
            text = show_plan(prepare(reading, players=players, options=ask.read_options(options)).plan)
        case Stage.c:
            text = _in_c(prepare(reading, players=players, options=ask.read_options(options)))
        case Stage.python:
            text = prepare(reading, players=players, options=ask.read_options(options)).code.whole()
    typer.echo(text)


def _in_c(game: Game) -> str:
    from hoyle.diagnostics import HoyleError
    from hoyle.native.compile import NoForm
    from hoyle.native.module import Module
    from hoyle.plan.plan import Plan

    try:
        return Module(Plan(game.program), game.first_values).text()
    except NoForm as reason:
        message = f"{game.title} is not written in C: {reason}"
        raise HoyleError.plain("HYL912", message, "see what is played instead with `--stage python`") from None


def _after(reading: Reading, name: str) -> Model:
    """What the checker knows of a game after one of its passes."""
    from hoyle.check.passes import PASSES, check_files
    from hoyle.diagnostics import Diagnostics

    known = [each.name for each in PASSES]
    if name not in known:
        raise typer.BadParameter(f"there is no pass '{name}'; there are: {', '.join(known)}", param_hint="--after")
    rows = {row.span: text for row, text in reading.tables}
    return check_files(reading.files, Diagnostics(), reading.model.name, rows, name).model


def outline(value: Any, name: str = "", indent: str = "") -> Iterator[str]:
    """The lines of a tree of attrs nodes, a list or a plain value: one line for what fits, places left out."""
    head = f"{indent}{name}{': ' if name else ''}"
    short = _short(value, WIDTH - len(head))
    if short is not None:
        yield head + short
    elif isinstance(value, dict):
        yield f"{indent}{name}:"
        for key, item in value.items():
            yield from outline(item, str(key) if isinstance(key, str) else repr(key), indent + STEP)
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield f"{indent}{name}:"
        for item in value:
            yield from outline(item, "" if attrs.has(type(item)) else "-", indent + STEP)
    elif not attrs.has(type(value)):
        yield head + repr(value)
    else:
        yield head + type(value).__name__
        for field, item in _fields(value):
            yield from outline(item, field, indent + STEP)


def _fields(node: Any) -> list[tuple[str, Any]]:
    """What a node says: fields that are not empty."""
    from hoyle.syntax.walk import said

    empty = (type(None), tuple, list, dict)
    return [(name, value) for name, value in said(node) if value or not isinstance(value, empty)]


def _short(value: Any, room: int) -> str | None:
    """The value on one line of at most that many characters, or None."""
    if room <= 0:
        return None
    if attrs.has(type(value)):
        fields = _fields(value)
        start, end = f"{type(value).__name__}(", ")"
        parts = [(f"{name}=" if len(fields) > 1 else "", len(name) + 3, item) for name, item in fields]
        left = room - len(start) - 1
    elif isinstance(value, (list, tuple, set, frozenset)):
        start, end, left = "[", "]", room
        parts = [("", 2, item) for item in (value if isinstance(value, (list, tuple)) else sorted(value, key=repr))]
    elif isinstance(value, dict) and any(attrs.has(type(item)) for item in value.values()):
        return None
    else:
        start, end, left, parts = repr(value), "", room, []
    texts: list[str] = []
    for name, beside, item in parts:
        text = _short(item, left - beside)
        if text is None:
            return None
        texts.append(f"{name}{text}")
        left -= len(texts[-1]) + 2
    made = f"{start}{', '.join(texts)}{end}"
    return made if len(made) <= room else None
