"""`hoyle compare`: what differs between two games, and what that does to play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoyle.commands.arguments import (
    JsonOption,
    PlayersOption,
    SeedOption,
    WithOption,
    complete_file,
    complete_game,
    complete_option,
    options_in_words,
    read_options,
    read_seed,
)
from hoyle.players.bots import BotsOption, read_bots

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.compare.comparison import Comparison
    from hoyle.compare.rules import Change
    from hoyle.compare.run import Finding
    from hoyle.compare.statistics import Interval

EXAMPLE = "compare {game} {game} --players 4 --players-b 2"
LINES = 12
CHANGES = 20
WIDE = 110


def _game(letter: str) -> Any:
    return typer.Argument(metavar=letter, help="A bundled game or a path.", autocompletion=complete_game)


def _option(name: str, help: str) -> Any:
    return typer.Option(name, metavar="NAME=VALUE", help=help, autocompletion=complete_option)


def _with(name: str, help: str) -> Any:
    return typer.Option(name, metavar="VARIANT", help=help, autocompletion=complete_file)


def compare(
    one: Annotated[str, _game("A")],
    other: Annotated[str, _game("B")],
    option: Annotated[list[str] | None, _option("--option", "Set an option of both games.")] = None,
    option_a: Annotated[list[str] | None, _option("--option-a", "Set an option of A.")] = None,
    option_b: Annotated[list[str] | None, _option("--option-b", "Set an option of B.")] = None,
    variants: WithOption = None,
    with_a: Annotated[list[str] | None, _with("--with-a", "A variant for A alone.")] = None,
    with_b: Annotated[list[str] | None, _with("--with-b", "A variant for B alone.")] = None,
    players: PlayersOption = None,
    players_b: Annotated[
        int | None, typer.Option("--players-b", metavar="N", help="How many players B has, if not as many.")
    ] = None,
    seed: SeedOption = "0",
    bots: BotsOption = "random",
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="No more games of each than these.")
    ] = 16_000,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.1, help="After this time no more games are begun.")
    ] = 40.0,
    cap: Annotated[
        int, typer.Option("--cap", metavar="N", min=1, help="Decisions after which a game is cut off.")
    ] = 10_000,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="How many processes play.")] = 2,
    json: JsonOption = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots into this file.")
    ] = None,
) -> None:
    """Say what differs between two games: in the rules, in the first game that parts them, and in many games.

    Both get the same deals, and bots that choose alike. Games are played until every answer is clear.
    """
    from hoyle.commands.terminal import console, progress
    from hoyle.compare.comparison import compare as compare_games
    from hoyle.compare.run import Plan, Side

    if html is not None and not html.parent.is_dir():  # known before anything is played
        raise typer.BadParameter(f"there is no folder '{html.parent}'", param_hint="--html")
    both = read_options(option)
    a, b = read_options(option_a, "--option-a"), read_options(option_b, "--option-b")
    names = read_bots(bots)
    sides = (
        Side(one, players, {**both, **a}, (*(variants or ()), *(with_a or ()))),
        Side(
            other,
            players if players_b is None else players_b,
            {**both, **b},
            (*(variants or ()), *(with_b or ())),
        ),
    )
    plan = Plan(*sides, read_seed(seed), names, games, seconds, cap, jobs)
    with progress() as on_progress:
        comparison = compare_games(plan, on_progress)
    if html is not None:
        _write_page(html, comparison)
    if json:
        typer.echo(as_json(comparison))
    else:
        _show(console(), comparison)


def _write_page(path: Path, comparison: Comparison) -> None:
    from hoyle.compare.page import as_page

    try:
        path.write_text(as_page(comparison), encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be written").lower()
        raise typer.BadParameter(f"'{path}': {reason}", param_hint="--html") from None


# ---------------------------------------------------------------------------------------------- for programs


def as_json(comparison: Comparison) -> str:
    """Everything as one object; apart from `seconds` (and `games`, if the time was up) the same in every run."""
    from hoyle.compare.words import definitions, seats

    measured, plan = comparison.measured, comparison.plan
    data: dict[str, Any] = {
        "a": _side(comparison, 0),
        "b": _side(comparison, 1),
        "seed": plan.seed,
        "bots": plan.bots,
        "settings": [{"name": s.name, "a": s.one, "b": s.other} for s in comparison.settings],
        "changes": [_change(change) for change in comparison.changes],
        "parting": _parting(comparison),
        "games": measured.games,
        "looks": measured.looks,
        "of_looks": measured.of_looks,
        "ended_by": measured.why,
        "seconds": round(measured.seconds, 3),
        "measures": {finding.measure.key: _finding(finding) for finding in measured.findings},
        "seats": [{"a": _interval(one), "b": _interval(other)} for one, other in seats(comparison)],
        "definitions": dict(definitions(comparison)),
    }
    return json.dumps(data, indent=2)


def _side(comparison: Comparison, number: int) -> dict[str, Any]:
    side = (comparison.one, comparison.other)[number]
    return {
        "game": side.game.name,
        "title": side.game.title,
        "players": side.game.players,
        "options": side.game.options,
        "hand": side.stretch.title if side.stretch is not None else None,
        "good_score": "high" if comparison.measured.high[number] else "low",
    }


def _change(change: Change) -> dict[str, Any]:
    from hoyle.compare.rules import place

    return {
        "what": change.what,
        "name": change.name,
        "parts": change.parts,
        "a": place(change.one),
        "b": place(change.other),
        "lines": change.lines,
        "matters_in_play": change.plays,
    }


def _parting(comparison: Comparison) -> dict[str, Any]:
    search = comparison.search
    data: dict[str, Any] = {"games": search.games, "parted": search.parted is not None}
    if search.parted is not None:
        found = search.parted
        data |= {"seed": found.seed, "choices": found.choices, "events": found.events, "difference": found.apart}
        data |= {"then_a": found.then[0], "then_b": found.then[1], "why": [cause.told() for cause in found.why]}
    return data


def _finding(finding: Finding) -> dict[str, Any]:
    sides = {"a": finding.one, "b": finding.other, "difference": finding.difference}
    return {name: _interval(side) for name, side in sides.items()} | {"verdict": finding.verdict}


def _interval(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    known = interval.high != float("inf")
    return {
        "estimate": interval.estimate,
        "low": interval.low if known else None,
        "high": interval.high if known else None,
    }


# ---------------------------------------------------------------------------------------------- for people


def _show(out: Console, comparison: Comparison) -> None:
    from hoyle.commands.terminal import print_wrapped
    from hoyle.compare.words import sources
    from hoyle.model import table_of

    for letter, side in zip("AB", (comparison.one, comparison.other), strict=True):
        game = side.game
        print_wrapped(out, f"{letter}: {game.title} ({sources(game)}), {table_of(game.players)}", 0)
        if game.options:
            print_wrapped(out, options_in_words(game.options), 3, "dim")
    _heading(out, "What differs in the rules")
    _show_rules(out, comparison)
    _heading(out, "Where they part")
    _show_parting(out, comparison)
    _heading(out, "What it does to the game")
    _show_measures(out, comparison)


def _heading(out: Console, text: str) -> None:
    out.print()
    out.print(text, style="bold")


def _show_rules(out: Console, comparison: Comparison) -> None:
    from hoyle.commands.terminal import print_wrapped, safe
    from hoyle.compare.rules import place
    from hoyle.compare.words import of_words, setting_in_words

    for setting in comparison.settings:
        print_wrapped(out, setting_in_words(setting), 2)
    matter = [change for change in comparison.changes if change.plays]
    for change in matter[:CHANGES]:
        print_wrapped(out, change.sentence, 2)
        places = [
            f"{at} {spot}" for at, spot in zip("AB", (place(change.one), place(change.other)), strict=True) if spot
        ]
        print_wrapped(out, ", ".join(places), 6, "place")
        for line in change.lines[:LINES]:
            out.print(safe(f"      {line}", "bad" if line.startswith("-") else "good"), soft_wrap=True)
        if len(change.lines) > LINES:
            out.print(f"      ... and {len(change.lines) - LINES} more lines")
    if len(matter) > CHANGES:
        out.print(f"  ... and {len(matter) - CHANGES} more; --json and --html have all")
    said = len(comparison.changes) - len(matter)
    if said:
        out.print(f"  {of_words(said)}")
    if not comparison.settings and not comparison.changes:
        out.print("  nothing")


def _show_parting(out: Console, comparison: Comparison) -> None:
    from hoyle.commands.terminal import print_wrapped
    from hoyle.compare.words import parting_in_words

    parted = comparison.search.parted
    if parted is None:
        games = comparison.search.games
        print_wrapped(out, f"nowhere in {games} games with the same deals and the same choices", 2)
        return
    for line in parting_in_words(parted):
        print_wrapped(out, line.lstrip(), 2 + len(line) - len(line.lstrip()), _style(line))


def _style(line: str) -> str:
    return {"-": "bad", "+": "good"}.get(line.lstrip()[:1], "")


def _show_measures(out: Console, comparison: Comparison) -> None:
    from rich import box
    from rich.table import Table

    from hoyle.commands.terminal import print_wrapped
    from hoyle.compare.words import definitions, notes, played_by, seat_rows, verdict, with_bounds

    stacked = out.width < WIDE
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for title in ("", "A", "B", "B - A", ""):
        table.add_column(title, no_wrap=bool(title))
    for finding in comparison.measured.findings:
        measure = finding.measure
        cells = [with_bounds(measure, side, False, stacked) for side in (finding.one, finding.other)]
        table.add_row(measure.title, *cells, with_bounds(measure, finding.difference, True, stacked), verdict(finding))
    for title, *sides in seat_rows(comparison, stacked):
        table.add_row(title, *sides, "", "")
    out.print(table)
    out.print()
    for note in [played_by(comparison), *notes(comparison)]:
        print_wrapped(out, note, 0)
    for title, about in definitions(comparison):
        print_wrapped(out, f"{title}: {about}", 2, "dim")
