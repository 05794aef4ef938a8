"""`hoyle dump`: what each stage of the pipeline makes of a game."""

from __future__ import annotations

import enum
from typing import Annotated

import typer

from hoyle.commands.arguments import GameArgument, OptionsOption, PlayersOption, WithOption, read_options

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
            if reading.failed or reading.world is None:
                raise HoyleError(reading.diagnostics)
            from hoyle.commands.outline import outline

            typer.echo("\n".join(outline(reading.world.model)))
        case Stage.core:
            from hoyle.program.show import show_program

            typer.echo(show_program(prepare(reading, players=players, options=read_options(option)).program))
        case Stage.plan:
            from hoyle.plan.show import show_plan

            typer.echo(show_plan(prepare(reading, players=players, options=read_options(option)).plan))
        case Stage.python:
            typer.echo(prepare(reading, players=players, options=read_options(option)).text)
