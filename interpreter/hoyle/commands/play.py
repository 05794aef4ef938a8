"""`hoyle play`: a table in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from hoyle.commands import ask

EXAMPLE = "play {game} --players 4 --seed 7"
_SEED = "A number or a text that chance starts from; the same game again."
_SEAT = "The seat you play; if not said the first, or in a recorded play who is asked."
_NAMES = "Who plays here, with commas: several people take turns at this screen."


def play(
    game: Annotated[str | None, ask.argument("GAME", "A bundled game or a path.", ask.complete_game)] = None,
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
    seed: Annotated[str | None, ask.option("--seed", "S", _SEED, callback=ask.writable)] = None,
    seat: Annotated[int | None, ask.option("--seat", "K", _SEAT, min=1)] = None,
    names: Annotated[str | None, ask.option("--names", "A,B", _NAMES, callback=ask.writable)] = None,
    all_seats: Annotated[bool, ask.switch("--all", "Play all seats yourself.")] = False,
    watch: Annotated[bool, ask.switch("--watch", "Let bots play all seats.")] = False,
    bots: ask.Bots = "normal",
    details: Annotated[bool, ask.switch("--details", "Tell the small print of what happens, too.")] = False,
    saved: Annotated[Path | None, ask.option("--from", "FILE", "Go on with a saved game or a recorded play.")] = None,
) -> None:
    """Play a game at a table in the terminal.

    You play one seat and bots play the others. Where no terminal is attached, bots play all of them. A game that you
    leave is kept, and gone on with if you want; without GAME those that you left are listed.
    """
    from hoyle.commands.people import read_names
    from hoyle.commands.screen import listen, meanwhile

    if sum((seat is not None, all_seats, watch)) > 1:
        raise typer.BadParameter("at most one of --seat, --all and --watch makes sense", param_hint="--seat")
    if saved and (game is not None or players is not None or options or variants):
        raise typer.BadParameter("a saved game knows its game, players and options", param_hint="--from")
    called = None if names is None else read_names(names)
    sits = sys.stdin.isatty() and sys.stdout.isatty()
    if sits:
        listen()
    with meanwhile("setting the table"):
        from hoyle.commands import seating

        by = ask.read_bots(bots, timed=True)
    wanted = seating.Wanted(seat, called, all_seats, watch or not sits, by, details)
    source = str(secrets.randbelow(1_000_000)) if seed is None else seed
    try:
        if saved:
            seating.sit_down(seating.from_file(saved, source), source, wanted)
        elif game is None:
            left = seating.pick_up(sits and not watch)
            if left is None:
                raise typer.BadParameter("say which game, or give a saved one with --from", param_hint="GAME")
            seating.go_on(left, details)
        else:
            with meanwhile("setting the table"):
                from hoyle.run.game import load

                loaded = load(game, players=players, options=ask.read_options(options), variants=variants or ())
            left = seating.offered(loaded) if seed is None and sits and not watch else None
            if left is not None:
                seating.go_on(left, details)
            else:
                seating.sit_down((loaded.start(ask.read_seed(source)), 0), source, wanted)
    except EOFError:  # nobody answers any more before there is a table
        typer.echo()
    except KeyboardInterrupt:
        typer.echo()
        raise
