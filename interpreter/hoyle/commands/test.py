"""`hoyle test`: the scenarios and properties of definitions, tried."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoyle.commands.arguments import FilesArgument, JsonOption, WithOption

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.trials.coverage import Coverage, Covering
    from hoyle.trials.run import Result

EXAMPLE = "test {game} --games 50"


def test(
    files: FilesArgument,
    variants: WithOption = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=0, help="How many games to play for the properties.")
    ] = 60,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="A whole number that chance starts from.")] = 0,
    plays: Annotated[
        Path, typer.Option("--plays", metavar="FOLDER", help="Where to put plays in which something failed.")
    ] = Path(".hoyle"),
    coverage: Annotated[bool, typer.Option("--coverage", help="Say which rules and clauses were never tried.")] = False,
    threshold: Annotated[
        float | None,
        typer.Option("--threshold", metavar="PERCENT", min=0, max=100, help="Fail if less than this is covered."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the definition with what was covered.")
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Tell how each trial of a variant's game came out, not only which.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Try the scenarios and properties of definitions.

    Properties, and what every game must keep, are tried in games that are played at random. A play in which something
    fails is made as small as can be, told, and kept in a file that `hoyle play --from` goes on with. With a game come
    the trials that lie beside it: with game.hoyle those in game_trials.hoyle. With a variant come those of its game;
    of those that it contradicts it is said what to write if that is meant.
    """
    from hoyle.commands import covered
    from hoyle.commands.terminal import console
    from hoyle.trials.coverage import Covering

    out = console()
    covering = Covering() if coverage or threshold is not None or html is not None else None
    tries = with_trials(files, variants or [])
    results: list[tuple[str, Result]] = []
    for name, applied in tries:
        for tried in _try(name, applied, games, seed, covering):
            result = _kept(name, tried, plays)
            results.append((name, result))
            if not json and (details or not result.removal):
                _show(out, Path(name).name if len(tries) > 1 else "", result)
    failed = sum(not result.passed for _, result in results)
    found = covering.result() if covering is not None else None
    if json:
        typer.echo(as_json(results, found))
    else:
        if found is not None:
            covered.show(out, found)
        _show_contradicted(out, [result for _, result in results if result.removal], details)
        out.print(summary(results), style="bad" if failed else "good")
    if covering is not None and found is not None and html is not None:
        covered.write_page(html, covering, found)
    if failed or (found is not None and not covered.enough(found, threshold)):
        raise typer.Exit(1)


def with_trials(files: list[str], variants: list[str]) -> list[tuple[str, list[str]]]:
    """The files, each with the trials beside it and beside all it is a variant of; and the variants for each."""
    from hoyle.diagnostics import HoyleError
    from hoyle.files.lineage import made_of
    from hoyle.read import find_game
    from hoyle.read.beside import trials_beside

    found: dict[tuple[str, ...], None] = {}
    for name in files:
        found[name, *variants] = None
        try:
            path = find_game(name)
            parts = made_of(path)
        except HoyleError:
            continue  # trying it will say what is wrong
        for part in parts:
            if beside := trials_beside(part):
                found[str(beside), *([] if part == path else [str(path)]), *variants] = None
    return [(name, applied) for name, *applied in found]


def _try(name: str, variants: list[str], games: int, seed: int, covering: Covering | None) -> list[Result]:
    """The results of one file. If it cannot be played, that is the one thing that failed."""
    from hoyle.commands.terminal import console, progress
    from hoyle.diagnostics import HoyleError, for_people
    from hoyle.read import read_game
    from hoyle.trials.run import Result, run_trials

    try:
        reading = read_game(name, variants)
        if covering is not None:
            reading = covering.prepared(reading)
        with progress() as on_progress:
            return run_trials(reading, games=games, seed=seed, on_progress=on_progress)
    except HoyleError as error:
        detail = for_people(error.diagnostics, color=False, width=console().width - 6)
        return [Result("definition", "can be played", False, None, detail)]


def _kept(name: str, result: Result, folder: Path) -> Result:
    from hoyle.trials.run import kept

    try:
        return kept(name, result, folder)
    except OSError as error:
        reason = (error.strerror or "no reason is known").lower()
        raise typer.BadParameter(f"{str(folder)!r} cannot be written to: {reason}", param_hint="--plays") from None


def summary(results: list[tuple[str, Result]]) -> str:
    """How many passed and failed, and how many checks were not made at all."""
    failed = sum(not result.passed for _, result in results)
    waived = sum(bool(result.waived) for _, result in results)
    left_out = f", {waived} waived" if waived else ""
    return f"{len(results) - failed - waived} passed, {failed} failed{left_out}"


def _show(out: Console, file: str, result: Result) -> None:
    from rich.text import Text

    from hoyle.commands.terminal import safe

    verdict = Text("pass", "good") if result.passed else Text("FAIL", "bad")
    if result.waived:
        verdict = Text("waived", "doubt")
    where = f"{file}: " if file else ""
    why = f": {result.waived}" if result.waived else ""
    out.print(Text.assemble(verdict, "  ", safe(f"{where}{result.kind} {result.name}{why}")), soft_wrap=True)
    if result.passed and result.note:
        out.print(safe(f"      {result.note}", "doubt"), soft_wrap=True)
    told = [] if result.passed else result.told()
    pasted = len(told) - len(result.scenario.splitlines()) - 1 if result.scenario else len(told)
    for number, line in enumerate(told):
        style = "place" if result.span is not None and not number else ""
        out.print(safe(f"{'      ' if number < pasted else ''}{line}".rstrip(), style), soft_wrap=True)


def _show_contradicted(out: Console, results: list[Result], details: bool) -> None:
    """The trials of the game that a variant contradicts, as lines by which it says that this is meant."""
    from hoyle.commands.contradicted import show

    if not results:
        return
    out.print()
    show(out, [(result.removal, _place(result), result.in_short) for result in results], "the variant")
    if not details:
        out.print("with --details it is told how each of them came out", style="dim", soft_wrap=True)
    out.print()


def _place(result: Result) -> str:
    span = result.span
    return f"{span.source.name}:{span.line}" if span is not None else ""


def as_json(results: list[tuple[str, Result]], found: dict[str, Coverage] | None = None) -> str:
    """How many passed and failed, and every result; with what was covered, if that was asked."""
    failed = sum(not result.passed for _, result in results)
    made: list[dict[str, Any]] = []
    for file, result in results:
        made.append(
            {
                "file": file,
                "kind": result.kind,
                "name": result.name,
                "passed": result.passed,
                "place": _place(result) or None,
                "detail": result.detail,
                "waived": result.waived,
                "note": result.note,
                "replay": result.replay or None,
                "scenario": result.scenario or None,
                "removal": result.removal or None,
            }
        )
    waived = sum(bool(result.waived) for _, result in results)
    passed = len(results) - failed - waived
    data: dict[str, Any] = {"passed": passed, "failed": failed, "waived": waived, "results": made}
    if found is not None:
        from hoyle.commands.covered import as_data

        data["coverage"] = as_data(found)
    return json.dumps(data, indent=2)
