"""`hoyle assumptions`: what the rulebook left open, and what the definition makes of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from hoyle.commands import ask
from hoyle.commands.terminal import console, print_wrapped, safe, say

if TYPE_CHECKING:
    from hoyle.model import Model

EXAMPLE = "assumptions {game}"


def assumptions(game: ask.Game, variants: ask.Variants = None, json: ask.Json = False) -> None:
    """List what the rulebook left open.

    Every assumption of a definition, with what it cites and the options that vary it.
    """
    from hoyle.read import read_game

    model = read_game(game, variants or ()).model
    if json:
        typer.echo(as_json(model))
    else:
        _show(model)


def as_json(game: Model) -> str:
    """All assumptions, in the order of the files."""
    from hoyle.commands.clauses import varied_by

    made = [
        {
            "name": a.name,
            "text": a.text,
            "cites": a.cites,
            "options": varied_by(game, a),
            "file": a.span.source.name,
            "line": a.span.line,
        }
        for a in game.assumptions
    ]
    return json.dumps({"game": game.name, "title": game.title, "assumptions": made}, indent=2)


def _show(game: Model) -> None:
    from hoyle.commands.clauses import varied_by

    out = console()
    if not game.assumptions:
        out.print(safe(f"{game.title} assumes nothing"))
    for assumption in game.assumptions:
        cites = f"  {', '.join(assumption.cites)}" if assumption.cites else ""
        out.print(Text.assemble(safe(assumption.name, "bold"), safe(cites, "dim")), soft_wrap=True)
        print_wrapped(out, assumption.text, 4)
        options = varied_by(game, assumption)
        if options:
            print_wrapped(out, f"varied by {', '.join(f'--option {name}=...' for name in options)}", 4, "good")
        say(out, assumption.span.place, "place", 4)
