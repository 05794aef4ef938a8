"""`hoyle tournament`: bots against each other, and which of them is better."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console, progress

EXAMPLE = "tournament {game} --bots normal,easy,random --games 300"
CAP = 10_000  # decisions
STOPPED = 130  # as shells have it

_BOTS = "Who plays, with commas between: random, first, easy, normal, hard, search:N or module:Class."


def tournament(
    game: ask.Game,
    bots: Annotated[str, ask.option("--bots", "NAMES", _BOTS, autocompletion=ask.complete_bots)] = "normal,easy,random",
    games: Annotated[int, ask.option("--games", "N", "No more games than these.", min=1)] = 1_000,
    seed: ask.Seed = "0",
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
    workers: Annotated[int, ask.option("--workers", "N", "How many processes work on it.", min=1)] = 1,
    json: ask.Json = False,
    html: Annotated[Path | None, ask.option("--html", "FILE", "Write a page with a plot into this file.")] = None,
) -> None:
    """Let bots play against each other, and say which of them is better.

    Each deal is played once for every bot, who change places, so that all have had the same cards at every place; seats
    that always win together are taken by one bot. It ends as soon as the order is clear. After Ctrl-C it says what is
    known so far.
    """
    from hoyle.commands.standings import as_json, show
    from hoyle.run.game import load
    from hoyle.run.playouts import planned
    from hoyle.tournament.page import as_page
    from hoyle.tournament.run import STOPPED as BY_HAND
    from hoyle.tournament.run import play, prepared

    if html is not None and not html.parent.is_dir():  # known before anything is played
        raise typer.BadParameter(f"there is no folder '{html.parent}'", param_hint="--html")
    names = ask.read_bots(bots)
    loaded = load(game, players=players, options=ask.read_options(options), variants=variants or ())
    made = prepared(planned(loaded, ask.read_seed(seed), names, "auto", CAP), games, workers)
    with progress() as on_progress:
        outcome = play(made, games, workers, on_progress)
    if html is not None:
        with ask.writing_to(html, "--html"):
            html.write_text(as_page(outcome), encoding="utf-8")
    if json:
        typer.echo(as_json(outcome, seed))
    else:
        show(console(), outcome)
    if outcome.why == BY_HAND:
        raise typer.Exit(STOPPED)
