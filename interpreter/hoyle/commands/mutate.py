"""`hoyle mutate`: whether the trials of a game would notice a mistake in its rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoyle.commands.arguments import GameArgument, JsonOption, WithOption

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.mutation.run import Report

EXAMPLE = "mutate {game} --limit 20"


def mutate(
    game: GameArgument,
    variants: WithOption = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=0, help="How many changes are tried, drawn from all; 0: all.")
    ] = 60,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many games are played with a change.")
    ] = 20,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="A whole number that chance starts from.")] = 0,
    threshold: Annotated[
        float | None,
        typer.Option("--threshold", metavar="PERCENT", min=0, max=100, help="Fail if fewer are noticed."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="How many processes work on it.")] = 2,
    json: JsonOption = False,
) -> None:
    """Change one rule at a time, and see whether the trials notice.

    A bound, a comparison, an order is changed, or a clause, a condition, a step is dropped; then scenarios, properties
    and checks are tried until one fails. What nobody notices is listed, with the first play that would be different. A
    change that no play shows is none. Of a variant only what it says itself is changed; with `--with`, the game.
    """
    from hoyle.commands.terminal import console, print_diagnostics, progress, safe
    from hoyle.diagnostics import HoyleError
    from hoyle.mutation.judge import Unsound
    from hoyle.mutation.run import run_mutants
    from hoyle.read import find_game

    try:
        path = find_game(game)
        with progress() as on_progress:
            report = run_mutants(
                path, variants or (), limit=limit or None, games=games, seed=seed, jobs=jobs, on_progress=on_progress
            )
    except HoyleError as error:
        print_diagnostics(error.diagnostics, console(stderr=True))
        raise typer.Exit(1) from None
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
    from rich.text import Text

    from hoyle.commands.terminal import safe

    for mutant, verdict in report.survivors:
        line = report.source.position(mutant.start)[0]
        out.print(Text.assemble(("survived", "bad"), "  ", safe(mutant.what)), soft_wrap=True)
        out.print(safe(f"      {report.source.name}:{line}", "place"), soft_wrap=True)
        for text in mutant.difference(report.source):
            out.print(safe(f"      {text}", "bad" if text.startswith("-") else "good"), soft_wrap=True)
        out.print("      the first play that would be different:")
        for text in verdict.lines:
            out.print(safe(f"        {text}"), soft_wrap=True)
    whole = report.killed + len(report.survivors)
    tried = len(report.found)
    out.print(
        f"{tried} of {report.possible} changes tried: {report.refused} refused by check, "
        f"{report.equivalent} without any different play",
        soft_wrap=True,
    )
    style = "doubt" if report.survivors else "good"
    out.print(f"{report.killed} of {whole} noticed, {report.percent:.1f} %", style=style)


def as_json(report: Report) -> str:
    """The figures, and every change that was tried."""
    found: list[dict[str, Any]] = []
    for mutant, verdict in report.found:
        found.append(
            {
                "place": f"{report.source.name}:{report.source.position(mutant.start)[0]}",
                "what": mutant.what,
                "difference": mutant.difference(report.source),
                "verdict": verdict.what,
                "by": verdict.by or None,
                "play": list(verdict.lines),
            }
        )
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
