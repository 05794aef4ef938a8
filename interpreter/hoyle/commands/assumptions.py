"""`hoyle assumptions`: what the rulebook left open, and what the definition makes of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from hoyle.commands.arguments import GameArgument, JsonOption, WithOption

if TYPE_CHECKING:
    from hoyle.model import Assumption, Model

EXAMPLE = "assumptions {game}"


def assumptions(game: GameArgument, variants: WithOption = None, json: JsonOption = False) -> None:
    """List what the rulebook left open.

    Every assumption of a definition, with what it cites and the options that vary it.
    """
    from hoyle.read import read_game

    model = read_game(game, variants or ()).model
    if json:
        typer.echo(as_json(model))
    else:
        _show(model)


def varied_by(game: Model, assumption: Assumption) -> list[str]:
    """The options that change what was assumed: the one of that name, and those that are asked for by that name; if
    there are none, those that cite the same place in the rulebook."""
    from hoyle.core import nodes as core
    from hoyle.core.walk import below

    name = assumption.name
    asked: list[Any] = []
    define = game.defines.get(name)
    if define is not None:
        asked.append(define.value)
        for exception in define.exceptions:
            asked += [exception.when, exception.value]
        for adjustment in define.adjustments:
            asked += [adjustment.when, adjustment.by]
    procedure = game.procedures.get(name)
    if procedure is not None:
        asked += [procedure.when, procedure.body]
        for replaced in procedure.exceptions:
            asked += [replaced.when, replaced.body]
        for hook in (*procedure.before, *procedure.after):
            asked += [hook.when, hook.body]
    found = [node.name for part in asked for node in below(part) if isinstance(node, core.Option)]
    named = list(dict.fromkeys([*([name] if name in game.options else []), *found]))
    return named or [option.name for option in game.options.values() if set(option.cites) & set(assumption.cites)]


def as_json(game: Model) -> str:
    """All assumptions, in the order of the files."""
    made = [
        {
            "name": a.name,
            "text": a.text,
            "cites": list(a.cites),
            "options": varied_by(game, a),
            "file": a.span.source.name,
            "line": a.span.line,
        }
        for a in game.assumptions
    ]
    return json.dumps({"game": game.name, "title": game.title, "assumptions": made}, indent=2)


def _show(game: Model) -> None:
    from rich.text import Text

    from hoyle.commands.terminal import console, print_wrapped, safe

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
        out.print(safe(f"    {assumption.span.place}", "place"), soft_wrap=True)
