"""`hoyle balance`: what a designer wants to know of a game, from players who think."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console, progress

EXAMPLE = "balance {game} --games 40"
STOPPED = 130  # as shells have it

_DUEL = "Nothing but forced duels about a card, or something that is done. May be given several times."
_GAMES = "How many games by each kind of players, half as many at each step of skill, and of duels how many deals."


def balance(
    game: ask.Game,
    games: Annotated[int, ask.option("--games", "N", _GAMES, min=1)] = 400,
    seed: ask.Seed = "0",
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
    bots: ask.Bots = "normal",
    duels: Annotated[list[str] | None, ask.option("--duel", "CARD", _DUEL)] = None,
    cap: Annotated[int, ask.option("--cap", "N", "Decisions after which a game is cut off.", min=1)] = 10_000,
    workers: Annotated[
        int | None, ask.option("--workers", "N", "How many work on it; as many as there are cores.", min=1)
    ] = None,
    json: ask.Json = False,
    html: Annotated[Path | None, ask.option("--html", "FILE", "Write a page with plots into this file.")] = None,
) -> None:
    """Say who wins by seat, how much skill counts, which choices matter and which are dead, and how a game goes.

    Bots play that think; random ones are shown beside them. With a variant, the game is played without it and with it.
    After Ctrl-C it says what is known so far.
    """
    from hoyle.balance.page import as_page
    from hoyle.balance.run import Plan
    from hoyle.balance.run import balance as play
    from hoyle.commands.balanced import as_json, show
    from hoyle.run.playouts import possible

    if html is not None and not html.parent.is_dir():  # known before anything is played
        raise typer.BadParameter(f"there is no folder '{html.parent}'", param_hint="--html")
    names = ask.read_bots(bots)
    if len(names) > 1:
        raise typer.BadParameter("equal players are asked about: name one bot", param_hint="--bots")
    working = workers or os.cpu_count() or 1
    possible(games, working)
    given = ask.read_options(options), tuple(variants or ())
    plan = Plan(game, players, *given, names[0], games, ask.read_seed(seed), cap, working, tuple(duels or ()))
    with progress() as on_progress:
        found = play(plan, on_progress)
    if html is not None:
        with ask.writing_to(html, "--html"):
            html.write_text(as_page(found), encoding="utf-8")
    if json:
        typer.echo(as_json(found))
    else:
        show(console(), found)
    if not found.complete:
        raise typer.Exit(STOPPED)
