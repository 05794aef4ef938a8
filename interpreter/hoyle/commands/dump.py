"""`hoyle dump`: what each stage of the pipeline makes of a game."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Annotated

import typer

from hoyle.commands import ask

if TYPE_CHECKING:
    from hoyle.model import Model
    from hoyle.read import Reading

_AFTER = "The model as it is after this pass of the checker."
EXAMPLE = "dump --stage core {game} --players 4"


class Stage(enum.StrEnum):
    tree = enum.auto()
    model = enum.auto()
    core = enum.auto()
    plan = enum.auto()
    python = enum.auto()


def dump(
    game: ask.Game,
    stage: Annotated[Stage, ask.switch("--stage", "What to print.")] = Stage.core,
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
    after: Annotated[str | None, ask.option("--after", "PASS", _AFTER)] = None,
) -> None:
    """Print a game as a stage of the pipeline sees it.

    tree is what the file says, model is what the checker made of it; core, plan and python are specialised for a number
    of players and a setting of the options.
    """
    from hoyle.commands.outline import outline
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
        case Stage.python:
            text = prepare(reading, players=players, options=ask.read_options(options)).code.whole()
    typer.echo(text)


def _after(reading: Reading, name: str) -> Model:
    """What the checker knows of a game after one of its passes."""
    from hoyle.check.passes import PASSES, check_files
    from hoyle.diagnostics import Diagnostics

    known = [each.name for each in PASSES]
    if name not in known:
        raise typer.BadParameter(f"there is no pass '{name}'; there are: {', '.join(known)}", param_hint="--after")
    rows = {row.span: text for row, text in reading.tables}
    return check_files(reading.files, Diagnostics(), reading.model.name, rows, name).model
