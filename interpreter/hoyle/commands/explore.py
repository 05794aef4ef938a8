"""`hoyle explore`: every table that a small game can come to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from hoyle.commands.arguments import GameArgument, JsonOption, OptionsOption, PlayersOption, WithOption, read_options

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.explore.verdicts import Report, Verdict
    from hoyle.read import Reading

EXAMPLE = "explore {game} --time 60"

STOPPED = 3


def explore(
    game: GameArgument,
    miniature: Annotated[
        str | None, typer.Option("--miniature", metavar="TITLE", help="One of the game's miniatures; without it, all.")
    ] = None,
    players: PlayersOption = None,
    option: OptionsOption = None,
    variants: WithOption = None,
    states: Annotated[
        int | None, typer.Option("--limit-states", metavar="N", min=1, help="Stop after so many tables.")
    ] = None,
    time: Annotated[float | None, typer.Option("--time", metavar="SECONDS", min=0, help="Stop after so long.")] = None,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=1, help="Stop when so much memory is used.")
    ] = 2000,
    plays: Annotated[
        Path, typer.Option("--plays", metavar="FOLDER", help="Where to put plays in which something failed.")
    ] = Path(".hoyle"),
    json: JsonOption = False,
) -> None:
    """Visit every table that the miniatures of a game can come to, and prove or refute its properties.

    A game without a miniature is explored as it is, which is seldom possible. What is refuted is shown by a shortest
    play, kept in a file that `hoyle play --from` goes on with. The exit code is 1 if something was refuted, and 3 if
    nothing was but not everything was visited.
    """
    from hoyle.commands.terminal import console, progress
    from hoyle.explore.search import Limits
    from hoyle.explore.verdicts import explore as visit
    from hoyle.run.miniature import the_miniature

    reading = _read(game, variants or [])
    assert reading.world is not None
    declared = [made.title for made in reading.world.model.miniatures]
    titles: list[str | None] = [*declared] or [None] if miniature is None else [miniature]
    out = console()
    reports = []
    for title in titles:
        small = the_miniature(reading, title, players, read_options(option))
        with progress() as on_progress:
            report = visit(reading, small, Limits(states, time, memory), on_progress)
        report.verdicts = [_kept(report, verdict, game, plays) for verdict in report.verdicts]
        reports.append(report)
        if not json:
            _show(out, report)
    if json:
        typer.echo(as_json(reports))
    if any(report.failed for report in reports):
        raise typer.Exit(1)
    if any(report.explored.stopped is not None for report in reports):
        raise typer.Exit(STOPPED)


def _read(game: str, variants: list[str]) -> Reading:
    """A game with the properties of the trials that lie beside it."""
    from hoyle.diagnostics import HoyleError
    from hoyle.read import find_game, find_variants, read_path
    from hoyle.read.beside import trials_beside

    path = find_game(game)
    given, over = find_variants(variants, path)
    reading = read_path(trials_beside(path) or path, given=given, over=over)
    if reading.failed or reading.world is None:
        raise HoyleError(reading.diagnostics)
    if reading.files[0].header.kind != "game":
        raise HoyleError.plain("HYL909", f"`{path.name}` is not a game", "it is a library")
    return attrs.evolve(reading, source=reading.files[0].span.source)


def _kept(report: Report, verdict: Verdict, game: str, folder: Path) -> Verdict:
    """A verdict whose play, if it is to be kept, lies in a file."""
    if not verdict.replay:
        return verdict
    words = "".join(letter if letter.isalnum() else "_" for letter in report.miniature.title)
    path = folder / f"{Path(game).stem}-{words[:40]}-{verdict.name}.play.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(verdict.replay, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "no reason is known").lower()
        raise typer.BadParameter(f"{str(path)!r} cannot be written: {reason}", param_hint="--plays") from None
    return attrs.evolve(verdict, detail=f"{verdict.detail}\nreplay: hoyle play --from {path}", replay=str(path))


def _show(out: Console, report: Report) -> None:
    from rich.text import Text

    from hoyle.commands.terminal import print_wrapped, safe
    from hoyle.explore.verdicts import FAILS, HOLDS, NOT_HERE, WAIVED

    print_wrapped(out, f"{report.game.title}: {report.miniature.title}", 0, "bold")
    for line in summary(report):
        print_wrapped(out, line, 0)
    width = max(len(verdict.word) for verdict in report.verdicts)
    for verdict in report.verdicts:
        style = {HOLDS: "good", FAILS: "bad"}.get(verdict.word, "doubt")
        why = f": {verdict.detail}" if verdict.word in (NOT_HERE, WAIVED) else ""
        word = Text(f"{verdict.word:<{width}}", style)
        out.print(Text.assemble(word, "  ", safe(f"{verdict.kind} {verdict.name}{why}")), soft_wrap=True)
        if verdict.word != FAILS:
            continue
        out.print(safe(f"      {verdict.span.source.name}:{verdict.span.line}", "place"), soft_wrap=True)
        for line in verdict.detail.splitlines():
            out.print(safe(f"      {line}".rstrip()), soft_wrap=True)
    out.print()


def summary(report: Report) -> list[str]:
    """How much was visited, and what was not."""
    found, game = report.explored, report.game
    lines = [
        f"{game.players} players, {len(game.cards)} cards: {found.states} tables, {found.over} of them ends; "
        f"{found.edges} steps, at most {found.depth} choices deep",
        f"{found.seconds:.1f} seconds, {found.speed:.0f} tables a second",
    ]
    if found.stopped is None:
        lines.append("all of it was visited")
    else:
        lines.append(f"not all of it was visited: {found.stopped}")
    if found.bounded:
        lines.append(f"bounded: of each shuffle at most {report.miniature.orders} orders were tried")
    return lines


def as_json(reports: list[Report]) -> str:
    """Every miniature with its numbers and verdicts."""
    return json.dumps({"miniatures": [_as_data(report) for report in reports]}, indent=2)


def _as_data(report: Report) -> dict[str, Any]:
    found = report.explored
    verdicts = [
        {
            "kind": verdict.kind,
            "name": verdict.name,
            "verdict": verdict.word.lower(),
            "place": f"{verdict.span.source.name}:{verdict.span.line}",
            "detail": verdict.detail,
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
