"""`hoyle dump`: what each stage of the pipeline makes of a game."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Annotated

import typer

from hoyle.commands.arguments import GameArgument, OptionsOption, PlayersOption, WithOption, read_options

if TYPE_CHECKING:
    from hoyle.model import Model
    from hoyle.read import Reading

EXAMPLE = "dump --stage core {game} --players 4"


class Stage(enum.StrEnum):
    tree = enum.auto()
    model = enum.auto()
    core = enum.auto()
    plan = enum.auto()
    python = enum.auto()


def dump(
    game: GameArgument,
    stage: Annotated[Stage, typer.Option("--stage", help="What to print.")] = Stage.core,
    players: PlayersOption = None,
    option: OptionsOption = None,
    variants: WithOption = None,
    after: Annotated[
        str | None,
        typer.Option("--after", metavar="PASS", help="The model as it is after this pass of the checker."),
    ] = None,
) -> None:
    """Print a game as a stage of the pipeline sees it.

    tree is what the file says, model is what the checker made of it; core, plan and python are specialised for a number
    of players and a setting of the options.
    """
    from hoyle.diagnostics import HoyleError
    from hoyle.read import read_game
    from hoyle.run.game import prepare

    reading = read_game(game, variants or ())
    match stage:
        case Stage.tree:
            if not reading.files:
                raise HoyleError(reading.diagnostics)
            from hoyle.commands.outline import outline

            typer.echo("\n".join(outline(reading.files[0])))
        case Stage.model:
            from hoyle.commands.outline import outline

            typer.echo("\n".join(outline(reading.model if after is None else _after(reading, after))))
        case Stage.core:
            from hoyle.program.show import show_program

            typer.echo(show_program(prepare(reading, players=players, options=read_options(option)).program))
        case Stage.plan:
            from hoyle.plan.show import show_plan

            typer.echo(show_plan(prepare(reading, players=players, options=read_options(option)).plan))
        case Stage.python:
            typer.echo(prepare(reading, players=players, options=read_options(option)).code.whole())


def _after(reading: Reading, name: str) -> Model:
    """What the checker knows of a game after one of its passes."""
    from hoyle.check.passes import PASSES, check_files
    from hoyle.diagnostics import Diagnostics

    if name not in [each.name for each in PASSES]:
        known = ", ".join(each.name for each in PASSES)
        raise typer.BadParameter(f"there is no pass '{name}'; there are: {known}", param_hint="--after")
    rows = {row.span: text for row, text in reading.tables}
    return check_files(reading.files, Diagnostics(), reading.model.name, rows, name).model
