"""`hoyle explain`: what a diagnostic code means, or what a name in a game is."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from hoyle.commands.arguments import OptionsOption, PlayersOption, WithOption, complete_game, read_options

if TYPE_CHECKING:
    from hoyle.program.program import Program
    from hoyle.read import Reading

EXAMPLE = "explain score --game {game} --players 4"


def complete_code(incomplete: str) -> list[str]:
    from hoyle.diagnostics import CODES

    return [code.id for code in CODES if code.id.startswith(incomplete.upper())]


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="CODE|NAME", help="A diagnostic code, or a name in a game.", autocompletion=complete_code
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game whose rule is meant.", autocompletion=complete_game),
    ] = None,
    players: PlayersOption = None,
    option: OptionsOption = None,
    variants: WithOption = None,
) -> None:
    """Explain a diagnostic code, or a rule of a game.

    A rule is shown with everything that changes it.

    With --players or --option it also says which clauses are in force.
    """
    if game is None:
        if players is not None or option:
            raise typer.BadParameter("only makes sense together with --game", param_hint="--players / --option")
        _explain_code(what)
    else:
        _explain_name(what, game, players, option, variants)


def _explain_code(code: str) -> None:
    from rich.markdown import Markdown

    from hoyle.commands.terminal import console
    from hoyle.diagnostics import CODES, lookup
    from hoyle.diagnostics import explain as page_of

    if lookup(code) is None:
        ids = [known.id for known in CODES]
        _unknown(f"there is no code `{code}`", code.upper(), ids, "for a rule of a game add --game GAME")
    page = page_of(code)
    out = console()
    if out.is_terminal:
        out.print(Markdown(f"# {page.code}: {page.title}\n\n{page.body}"))
    else:
        typer.echo(f"# {page.code}: {page.title}\n\n{page.body}", nl=False)


def _explain_name(
    name: str, game: str, players: int | None, option: list[str] | None, variants: list[str] | None
) -> None:
    from hoyle.commands.clauses import known_names, show_name
    from hoyle.diagnostics import HoyleError
    from hoyle.read import read_game

    reading = read_game(game, variants or ())
    if reading.failed or reading.world is None:
        raise HoyleError(reading.diagnostics)
    if name.partition(".")[0] not in known_names(reading):
        message = f"{reading.world.model.title} has nothing called `{name}`"
        _unknown(message, name, sorted(known_names(reading)), "")
    program = _program(reading, players, option) if players is not None or option else None
    show_name(reading, name, program)


def _program(reading: Reading, players: int | None, option: list[str] | None) -> Program:
    from hoyle.run.game import prepare

    return prepare(reading, players=players, options=read_options(option)).program


def _unknown(message: str, word: str, known: list[str], otherwise: str) -> NoReturn:
    from hoyle.diagnostics.visible import visible

    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    typer.echo(visible(message), err=True)
    if near or otherwise:
        typer.echo(f"  help: {f'did you mean `{near[0]}`?' if near else otherwise}", err=True)
    raise typer.Exit(1)
