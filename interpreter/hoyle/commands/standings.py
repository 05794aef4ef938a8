"""What `hoyle tournament` found, for people and for programs."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from rich.console import Console

from hoyle.commands.terminal import print_wrapped, table
from hoyle.compare.statistics import Interval
from hoyle.english import counted, options_in_words
from hoyle.tournament import words
from hoyle.tournament.run import STOPPED, Outcome, Standings


def as_json(outcome: Outcome, seed: str) -> str:
    """Everything as one object; apart from `engine` and `seconds` the same in every run that nobody stopped."""
    tournament = outcome.tournament
    game = tournament.run.game
    data: dict[str, Any] = {
        "game": game.name,
        "title": game.title,
        "players": game.players,
        "options": game.options,
        "seed": seed,
        "bots": list(tournament.titles),
        "places": [[seat + 1 for seat in place] for place in tournament.places],
        "engine": tournament.run.engine,
        "deals": len(outcome.deals),
        "games": outcome.games,
        "unfinished": outcome.unfinished,
        "decisions": outcome.decisions,
        "seconds": round(outcome.seconds, 3),
        "looks": outcome.looks,
        "of_looks": outcome.of_looks,
        "ended_by": outcome.why,
        "complete": outcome.why != STOPPED,
        "even_share": 1 / len(tournament.places),
        "standings": None if outcome.standings is None else _standings(outcome, outcome.standings),
    }
    return json.dumps(data, indent=2)


def _standings(outcome: Outcome, found: Standings) -> dict[str, Any]:
    titles = outcome.tournament.titles
    pairs = zip(found.steps, pairwise(found.order), strict=True)
    return {
        "level_of_a_look": 1 - found.alpha,
        "order": [titles[bot] for bot in found.order],
        "steps": [{"of": titles[a], "to": titles[b], "verdict": step} for step, (a, b) in pairs],
        "ratings": {title: _interval(found.ratings[bot]) for bot, title in enumerate(titles)},
        "wins": {title: _interval(found.wins[bot]) for bot, title in enumerate(titles)},
        "ahead": {
            title: {other: _interval(found.cross[bot][n]) for n, other in enumerate(titles) if n != bot}
            for bot, title in enumerate(titles)
        },
    }


def _interval(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    low, high = (interval.low, interval.high) if interval.high != float("inf") else (None, None)
    return {"estimate": interval.estimate, "low": low, "high": high}


# ---------------------------------------------------------------------------------------------- for people


def show(out: Console, outcome: Outcome) -> None:
    """The standings as a table, who is better than whom, and how it came about."""
    tournament = outcome.tournament
    game = tournament.run.game
    print_wrapped(out, f"{game.title}, {counted(game.players, 'player')}, seed {tournament.run.seed}", 0)
    if game.options:
        print_wrapped(out, options_in_words(game.options), 0, "dim")
    for fact in [words.played(outcome), *words.together(outcome), *words.left_out(outcome)]:
        print_wrapped(out, fact, 0)
    out.print()
    if outcome.standings is not None:
        _tables(out, outcome, outcome.standings)
    for step in words.steps(outcome):
        print_wrapped(out, step, 0)
    out.print()
    for note in words.notes(outcome):
        print_wrapped(out, note, 0, "dim")


def _tables(out: Console, outcome: Outcome, found: Standings) -> None:
    titles = outcome.tournament.titles
    rows, cross = table("bot"), table("ahead of")
    for head in ("rating", "", "wins", ""):
        rows.add_column(head, justify="right")
    for other in found.order:
        cross.add_column(titles[other], justify="right", overflow="fold")
    for bot in found.order:
        rows.add_row(titles[bot], *words.points(found.ratings[bot]), *words.percent(found.wins[bot]))
        cross.add_row(titles[bot], *(words.percent(found.cross[bot][other])[0] for other in found.order))
    for each in (rows, cross):
        out.print(each)
        out.print()
