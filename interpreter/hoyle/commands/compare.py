"""`hoyle compare`: what differs between two games, and what that does to play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console, progress
from hoyle.table.bots import unthinking

_GAMES = "No more games of each than these; if not said 1920, or 16000 if nobody thinks."
EXAMPLE = "compare {game} {game} --players 4 --players-b 2"


def compare(
    one: Annotated[str, ask.argument("A", "A bundled game or a path.", ask.complete_game)],
    other: Annotated[str, ask.argument("B", "A bundled game or a path.", ask.complete_game)],
    options: Annotated[list[str] | None, ask.game_option("--option", "Set an option of both games.")] = None,
    options_a: Annotated[list[str] | None, ask.game_option("--option-a", "Set an option of A.")] = None,
    options_b: Annotated[list[str] | None, ask.game_option("--option-b", "Set an option of B.")] = None,
    variants: ask.Variants = None,
    with_a: Annotated[list[str] | None, ask.variant_option("--with-a", "A variant for A alone.")] = None,
    with_b: Annotated[list[str] | None, ask.variant_option("--with-b", "A variant for B alone.")] = None,
    players: ask.Players = None,
    players_b: Annotated[int | None, ask.option("--players-b", "N", "How many players B has, if not as many.")] = None,
    seed: ask.Seed = "0",
    bots: ask.Bots = "normal",
    games: Annotated[int | None, ask.option("--games", "N", _GAMES, min=1)] = None,
    seconds: Annotated[float, ask.option("--seconds", "S", "After this time no more games are begun.", min=0.1)] = 80.0,
    cap: Annotated[int, ask.option("--cap", "N", "Decisions after which a game is cut off.", min=1)] = 10_000,
    jobs: Annotated[int, ask.option("--jobs", "N", "How many processes play.", min=1)] = 2,
    json: ask.Json = False,
    html: Annotated[Path | None, ask.option("--html", "FILE", "Write a page with plots into this file.")] = None,
) -> None:
    """Say what differs between two games: in the rules, in the first game that parts them, and in many games.

    Both get the same deals, and bots that choose alike. Games are played until every answer is clear. Players think,
    and what random ones make of it is shown beside.
    """
    from hoyle.commands.compared import as_json, show
    from hoyle.compare.comparison import compare as compare_games
    from hoyle.compare.page import as_page
    from hoyle.compare.run import MOST, MOST_THOUGHT, Plan, Side

    if html is not None and not html.parent.is_dir():  # known before anything is played
        raise typer.BadParameter(f"there is no folder '{html.parent}'", param_hint="--html")
    both = ask.read_options(options)
    a, b = both | ask.read_options(options_a, "--option-a"), both | ask.read_options(options_b, "--option-b")
    names = ask.read_bots(bots)
    side_a = Side(one, players, a, (*(variants or ()), *(with_a or ())))
    side_b = Side(other, players if players_b is None else players_b, b, (*(variants or ()), *(with_b or ())))
    most = games or (MOST if unthinking(names) else MOST_THOUGHT)
    plan = Plan(side_a, side_b, ask.read_seed(seed), names, most, seconds, cap, jobs)
    with progress() as on_progress:
        comparison = compare_games(plan, on_progress)
    if html is not None:
        with ask.writing_to(html, "--html"):
            html.write_text(as_page(comparison), encoding="utf-8")
    if json:
        typer.echo(as_json(comparison))
    else:
        show(console(), comparison)
