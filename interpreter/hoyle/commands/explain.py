"""`hoyle explain`: what a diagnostic code means, or what a name in a game is."""

from __future__ import annotations

import difflib
from typing import Annotated, NoReturn

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console
from hoyle.diagnostics import codes
from hoyle.diagnostics import explain as page_of
from hoyle.diagnostics.visible import visible

EXAMPLE = "explain score --game {game} --players 4"
_GAME = "The game whose rule is meant."


def complete_code(incomplete: str) -> list[str]:
    return [code for code in codes() if code.startswith(incomplete.upper())]


def explain(
    what: Annotated[str, ask.argument("CODE|NAME", "A diagnostic code, or a name in a game.", complete_code)],
    game: Annotated[str | None, ask.option("--game", "GAME", _GAME, autocompletion=ask.complete_game)] = None,
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
) -> None:
    """Explain a diagnostic code, or a rule of a game.

    A rule is shown with everything that changes it.

    With --players or --option it also says which clauses are in force.
    """
    if game is not None:
        _explain_name(what, game, players, options, variants)
    elif players is not None or options:
        raise typer.BadParameter("only makes sense together with --game", param_hint="--players / --option")
    else:
        _explain_code(what)


def _explain_code(code: str) -> None:
    from rich.markdown import Markdown

    if code.upper() not in codes():
        _unknown(f"there is no code `{code}`", code.upper(), codes(), "for a rule of a game add --game GAME")
    out = console()
    if out.is_terminal:
        out.print(Markdown(page_of(code)))
    else:
        typer.echo(page_of(code), nl=False)


def _explain_name(
    name: str, game: str, players: int | None, options: list[str] | None, variants: list[str] | None
) -> None:
    from hoyle.commands.clauses import known_names, show_name
    from hoyle.read import read_game
    from hoyle.run.game import prepare

    reading = read_game(game, variants or ())
    known = known_names(reading)
    if name.partition(".")[0] not in known:
        _unknown(f"{reading.model.title} has nothing called `{name}`", name, sorted(known), "")
    asked = players is not None or options
    program = prepare(reading, players=players, options=ask.read_options(options)).program if asked else None
    show_name(reading, name, program)


def _unknown(message: str, word: str, known: list[str], otherwise: str) -> NoReturn:
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    typer.echo(visible(message), err=True)
    if near or otherwise:
        typer.echo(f"  help: {f'did you mean `{near[0]}`?' if near else otherwise}", err=True)
    raise typer.Exit(1)
