"""`hoyle explore`: every table that a small game can come to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer
from rich.console import Console

from hoyle.commands import ask
from hoyle.commands.terminal import console, judge, print_wrapped, progress, say
from hoyle.diagnostics import HoyleError
from hoyle.english import PLAYED

if TYPE_CHECKING:
    from hoyle.explore.verdicts import Report
    from hoyle.read import Reading
    from hoyle.trials.run import Result

EXAMPLE = "explore {game} --time 60"
_MINIATURE = "One of the game's miniatures; without it, all."
STOPPED = 3


def explore(
    game: ask.Game,
    miniature: Annotated[str | None, ask.option("--miniature", "TITLE", _MINIATURE)] = None,
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
    states: Annotated[int | None, ask.option("--limit-states", "N", "Stop after so many tables.", min=1)] = None,
    time: Annotated[float | None, ask.option("--time", "SECONDS", "Stop after so long.", min=0)] = None,
    memory: Annotated[int, ask.option("--memory", "MB", "Stop when so much memory is used.", min=1)] = 2000,
    plays: ask.Plays = Path(".hoyle"),
    json: ask.Json = False,
) -> None:
    """Visit every table that the miniatures of a game can come to, and prove or refute its properties.

    A game without a miniature is explored as it is, which is seldom possible. What is refuted is shown by a shortest
    play, kept in a file that `hoyle play --from` goes on with. The exit code is 1 if something was refuted, and 3 if
    nothing was but not everything was visited.
    """
    from hoyle.explore.search import Limits
    from hoyle.explore.verdicts import explore as visit
    from hoyle.run.miniature import the_miniature

    reading = _read(game, variants or [])
    declared = [made.title for made in reading.model.miniatures]
    titles: list[str | None] = [*declared] or [None] if miniature is None else [miniature]
    out = console()
    reports = []
    for title in titles:
        small = the_miniature(reading, title, players, ask.read_options(options))
        with progress() as on_progress:
            report = visit(reading, small, Limits(states, time, memory), on_progress)
        report.verdicts = [_kept(report, verdict, game, plays) for verdict in report.verdicts]
        reports.append(report)
        if not json:
            _show(out, report)
    if json:
        typer.echo(_as_json(reports))
    if any(report.failed for report in reports):
        raise typer.Exit(1)
    if any(report.explored.stopped is not None for report in reports):
        raise typer.Exit(STOPPED)


def _read(game: str, variants: list[str]) -> Reading:
    """A game with the properties of the trials that lie beside it."""
    from hoyle.read import find_game, find_variants, read_path
    from hoyle.read.beside import trials_beside

    path = find_game(game)
    given, over = find_variants(variants, path)
    reading = read_path(trials_beside(path) or path, given=given, over=over)
    if reading.failed:
        raise HoyleError(reading.diagnostics)
    if reading.files[0].header.kind != "game":
        raise HoyleError.plain("HYL909", f"`{path.name}` is not a game", "it is a library")
    return attrs.evolve(reading, source=reading.files[0].span.source)


def _kept(report: Report, verdict: Result, game: str, folder: Path) -> Result:
    """A verdict whose play, if it is to be kept, lies in a file."""
    from hoyle.trials.run import kept

    words = "".join(letter if letter.isalnum() else "_" for letter in report.miniature.title)
    with ask.writing_to(folder):
        return kept(f"{Path(game).stem}-{words[:40]}{ask.SUFFIX}", verdict, folder)


def _show(out: Console, report: Report) -> None:
    """What was found, for people."""
    from hoyle.trials.run import FAILS, HOLDS, NOT_HERE

    print_wrapped(out, f"{report.game.title}: {report.miniature.title}", 0, "bold")
    for line in _summary(report):
        print_wrapped(out, line, 0)
    width = max(len(verdict.word) for verdict in report.verdicts)
    for verdict in report.verdicts:
        style = {HOLDS: "good", FAILS: "bad"}.get(verdict.word, "doubt")
        reason = verdict.detail if verdict.word == NOT_HERE else verdict.waived
        why = f": {reason}" if reason else ""
        judge(out, f"{verdict.word:<{width}}", style, f"{verdict.kind} {verdict.name}{why}")
        if verdict.word != FAILS:
            continue
        say(out, verdict.place, "place", 6)
        for line in verdict.detail.splitlines():
            say(out, f"      {line}".rstrip())
    out.print()


def _summary(report: Report) -> list[str]:
    """How much was visited, and what was not."""
    found, game = report.explored, report.game
    bounded = f"bounded: of each shuffle at most {report.miniature.orders} orders were tried"
    return [
        f"{game.players} players, {len(game.cards)} cards: {found.states} tables, {found.over} of them ends; "
        f"{found.edges} steps, at most {found.depth} choices deep",
        f"{found.seconds:.1f} seconds, {found.speed:.0f} tables a second, {PLAYED[found.engine]}",
        f"not all of it was visited: {found.stopped}" if found.stopped else "all of it was visited",
        *([bounded] if found.bounded else []),
    ]


def _as_json(reports: list[Report]) -> str:
    """Every miniature with its numbers and verdicts."""
    return json.dumps({"miniatures": [_as_data(report) for report in reports]}, indent=2)


def _as_data(report: Report) -> dict[str, Any]:
    found = report.explored
    verdicts = [
        {
            "kind": verdict.kind,
            "name": verdict.name,
            "verdict": verdict.word.lower(),
            "place": verdict.place,
            "detail": verdict.waived or verdict.detail,
            "replay": verdict.replay or None,
        }
        for verdict in report.verdicts
    ]
    return {
        "game": report.game.name,
        "miniature": report.miniature.title,
        "players": report.game.players,
        "options": report.game.options,
        "cards": len(report.game.cards),
        "engine": found.engine,
        "states": found.states,
        "ends": found.over,
        "steps": found.edges,
        "depth": found.depth,
        "seconds": round(found.seconds, 3),
        "states_per_second": round(found.speed),
        "complete": found.stopped is None,
        "stopped": found.stopped,
        "orders": report.miniature.orders if found.bounded else None,
        "verdicts": verdicts,
    }
