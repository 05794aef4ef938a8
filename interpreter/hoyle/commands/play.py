"""`hoyle play`: a table in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console

EXAMPLE = "play {game} --players 4 --seed 7"
_SEED = "A number or a text that chance starts from; the same game again."
_SEAT = "The seat you play; if not said the first, or in a recorded play who is asked."


def play(
    game: Annotated[str | None, ask.argument("GAME", "A bundled game or a path.", ask.complete_game)] = None,
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
    seed: Annotated[str | None, ask.option("--seed", "S", _SEED, callback=ask.writable)] = None,
    seat: Annotated[int | None, ask.option("--seat", "K", _SEAT, min=1)] = None,
    all_seats: Annotated[bool, ask.switch("--all", "Play all seats yourself.")] = False,
    watch: Annotated[bool, ask.switch("--watch", "Let bots play all seats.")] = False,
    bots: ask.Bots = "normal",
    details: Annotated[bool, ask.switch("--details", "Tell the small print of what happens, too.")] = False,
    saved: Annotated[Path | None, ask.option("--from", "FILE", "Go on with a saved game or a recorded play.")] = None,
) -> None:
    """Play a game at a table in the terminal.

    You play one seat and bots play the others. Where no terminal is attached, bots play all of them.
    """
    from hoyle.bots.host import Host
    from hoyle.bots.names import bots_named
    from hoyle.commands.sitting import Sitting, resumed
    from hoyle.commands.told import introduce, play_out
    from hoyle.run.game import load

    if sum((seat is not None, all_seats, watch)) > 1:
        raise typer.BadParameter("at most one of --seat, --all and --watch makes sense", param_hint="--seat")
    names = ask.read_bots(bots, timed=True)
    source = str(secrets.randbelow(1_000_000)) if seed is None else seed
    if saved and (game is not None or players is not None or options or variants):
        raise typer.BadParameter("a saved game knows its game, players and options", param_hint="--from")
    if saved:
        state, first = resumed(saved, source)
    elif game is None:
        raise typer.BadParameter("say which game, or give a saved one with --from", param_hint="GAME")
    else:
        loaded = load(game, players=players, options=ask.read_options(options), variants=variants or ())
        state, first = loaded.start(ask.read_seed(source)), 0
    seats = state.game.players
    if seat is not None and seat > seats:
        raise typer.BadParameter(f"there are {seats} seats, numbered 1 to {seats}", param_hint="--seat")
    alone = watch or not (sys.stdin.isatty() and sys.stdout.isatty())
    mine = frozenset(() if alone else range(seats) if all_seats else [first if seat is None else seat - 1])
    bots_ = [None if n in mine else bot for n, bot in enumerate(bots_named(names, seats, ask.read_seed(source)))]
    host = Host(state.game, bots_, ask.read_seed(source), state)
    out = console()
    introduce(out, state, source)
    if any(name.startswith("time:") for name in names):
        out.print("a bot thinks for a time: the same seed may give another game", style="dim")
    if alone:
        play_out(out, host, details)
        return
    out.print("? for help, q to leave", style="dim")
    Sitting(host, mine, out, details).play()
