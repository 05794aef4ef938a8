"""`hoyle mutate`: whether the trials of a game would notice a mistake in its rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from hoyle.commands import ask
from hoyle.commands.terminal import changed, console, judge, progress, safe, say

if TYPE_CHECKING:
    from hoyle.mutation.mutants import Mutant
    from hoyle.mutation.run import Report

EXAMPLE = "mutate {game} --limit 20"
_LIMIT = "How many changes are tried, drawn from all; 0: all."
_THRESHOLD = "Fail if fewer are noticed."


def mutate(
    game: ask.Game,
    variants: ask.Variants = None,
    limit: Annotated[int, ask.option("--limit", "N", _LIMIT, min=0)] = 60,
    games: Annotated[int, ask.option("--games", "N", "How many games are played with a change.", min=1)] = 20,
    seed: ask.NumberSeed = 0,
    threshold: Annotated[float | None, ask.option("--threshold", "PERCENT", _THRESHOLD, min=0, max=100)] = None,
    jobs: ask.Jobs = 2,
    json: ask.Json = False,
) -> None:
    """Change one rule at a time, and see whether the trials notice.

    A bound, a comparison, an order is changed, or a clause, a condition, a step is dropped; then scenarios, properties
    and checks are tried until one fails. What nobody notices is listed, with the first play that would be different. A
    change that no play shows is none. Of a variant only what it says itself is changed; with `--with`, the game.
    """
    from hoyle.mutation.judge import Unsound
    from hoyle.mutation.run import run_mutants
    from hoyle.read import find_game

    path = find_game(game)
    try:
        with progress() as on_progress:
            report = run_mutants(
                path, variants or (), limit=limit or None, games=games, seed=seed, jobs=jobs, on_progress=on_progress
            )
    except Unsound as error:
        console(stderr=True).print(safe(f"this fails without any change: {error}; see `hoyle test {game}`"))
        raise typer.Exit(1) from None
    if json:
        typer.echo(as_json(report))
    else:
        _show(console(), report)
    if threshold is not None and report.percent < threshold:
        raise typer.Exit(1)


def _show(out: Console, report: Report) -> None:
    for mutant, verdict in report.survivors:
        judge(out, "survived", "bad", mutant.what)
        say(out, _place(report, mutant), "place", 6)
        for line in mutant.difference(report.source):
            say(out, line, changed(line), 6)
        out.print("      the first play that would be different:")
        for line in verdict.lines:
            say(out, line, indent=8)
    whole = report.killed + len(report.survivors)
    tried = f"{len(report.found)} of {report.possible} changes tried: {report.refused} refused by check"
    out.print(f"{tried}, {report.equivalent} without any different play", soft_wrap=True)
    style = "doubt" if report.survivors else "good"
    out.print(f"{report.killed} of {whole} noticed, {report.percent:.1f} %", style=style)


def _place(report: Report, mutant: Mutant) -> str:
    return f"{report.source.name}:{report.source.position(mutant.start)[0]}"


def as_json(report: Report) -> str:
    """The figures, and every change that was tried."""
    found: list[dict[str, Any]] = [
        {
            "place": _place(report, mutant),
            "what": mutant.what,
            "difference": mutant.difference(report.source),
            "verdict": verdict.what,
            "by": verdict.by or None,
            "play": list(verdict.lines),
        }
        for mutant, verdict in report.found
    ]
    data = {
        "possible": report.possible,
        "tried": len(report.found),
        "refused": report.refused,
        "killed": report.killed,
        "survived": len(report.survivors),
        "equivalent": report.equivalent,
        "percent": round(report.percent, 2),
        "mutants": found,
    }
    return json.dumps(data, indent=2)
