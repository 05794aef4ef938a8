"""`hoyle test`: the scenarios and properties of definitions, tried."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from hoyle.commands import ask
from hoyle.commands.terminal import console, judge, print_wrapped, progress, safe, say
from hoyle.diagnostics import HoyleError, for_people
from hoyle.diagnostics.visible import shorten

if TYPE_CHECKING:
    from hoyle.trials.coverage import Coverage, Covering, Found
    from hoyle.trials.run import Result

EXAMPLE = "test {game} --games 50"
WIDEST = 150
_THRESHOLD = "Fail if less than this is covered."
_DETAILS = "Tell how each trial of a variant's game came out, not only which."


def test(
    files: ask.Files,
    variants: ask.Variants = None,
    games: Annotated[int, ask.option("--games", "N", "How many games to play for the properties.", min=0)] = 60,
    seed: ask.NumberSeed = 0,
    plays: ask.Plays = Path(".hoyle"),
    coverage: Annotated[bool, ask.switch("--coverage", "Say which rules and clauses were never tried.")] = False,
    threshold: Annotated[float | None, ask.option("--threshold", "PERCENT", _THRESHOLD, min=0, max=100)] = None,
    html: Annotated[Path | None, ask.option("--html", "FILE", "Write the definition with what was covered.")] = None,
    details: Annotated[bool, ask.switch("--details", _DETAILS)] = False,
    json: ask.Json = False,
) -> None:
    """Try the scenarios and properties of definitions.

    Properties, and what every game must keep, are tried in games that are played at random. A play in which something
    fails is made as small as can be, told, and kept in a file that `hoyle play --from` goes on with. With a game come
    the trials that lie beside it: with game.hoyle those in game_trials.hoyle. With a variant come those of its game;
    of those that it contradicts it is said what to write if that is meant.
    """
    from hoyle.trials.coverage import Covering
    from hoyle.trials.run import kept

    out = console()
    covering = Covering() if coverage or threshold is not None or html is not None else None
    tries = with_trials(files, variants or [])
    results: list[tuple[str, Result]] = []
    for name, applied in tries:
        for tried in _try(name, applied, games, seed, covering):
            with ask.writing_to(plays):
                result = kept(name, tried, plays)
            results.append((name, result))
            if not json and (details or not result.removal):
                show(out, Path(name).name if len(tries) > 1 else "", result)
    found = covering.result() if covering is not None else None
    if json:
        typer.echo(as_json(results, found))
    else:
        show_sum(out, results, found or {}, details)
    if covering is not None and found is not None and html is not None:
        write_page(html, covering, found)
    too_little = threshold is not None and any(each.percent < threshold for each in (found or {}).values())
    if too_little or any(not result.passed for _, result in results):
        raise typer.Exit(1)


def with_trials(files: list[str], variants: list[str]) -> list[tuple[str, list[str]]]:
    """The files, each with the trials beside it and beside all it is a variant of; and the variants for each."""
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
    from hoyle.read import read_game
    from hoyle.trials.run import FAILS, Result, run_trials

    try:
        reading = read_game(name, variants)
        if covering is not None:
            reading = covering.prepared(reading)
        with progress() as on_progress:
            return run_trials(reading, games=games, seed=seed, on_progress=on_progress)
    except HoyleError as error:
        detail = for_people(error.diagnostics, color=False, width=console().width - 6)
        return [Result("definition", "can be played", FAILS, None, more=(detail,))]


# ---------------------------------------------------------------------------------------------- what came out


def show(out: Console, file: str, result: Result) -> None:
    """A result, for people. file: where it is from, if there are several."""
    verdict = ("waived", "doubt") if result.waived else ("pass", "good") if result.passed else ("FAIL", "bad")
    where = f"{file}: " if file else ""
    why = f": {result.waived}" if result.waived else ""
    judge(out, *verdict, f"{where}{result.kind} {result.name}{why}")
    if result.passed and result.note:
        say(out, result.note, "doubt", 6)
    told = [] if result.passed else result.told()
    pasted = len(told) - len(result.scenario.splitlines()) - 1 if result.scenario else len(told)
    for number, line in enumerate(told):
        style = "place" if result.span is not None and not number else ""
        say(out, f"{'      ' if number < pasted else ''}{line}".rstrip(), style)


def show_contradicted(
    out: Console, trials: Sequence[tuple[str, str, str]], where: str, details: bool, indent: int = 0
) -> None:
    """Trials of a game that a variant contradicts, each in a line by which the variant says that this is meant.

    trials: what to say, where the trial stands, what is wrong. details: whether it is told how they came out.
    """
    many = f"these {len(trials)} trials of the game do" if len(trials) > 1 else "this trial of the game does"
    them = "them" if len(trials) > 1 else "it"
    print_wrapped(out, f"{many} not hold in {where}; if that is meant, write there, or `replace` {them}:", 0, "bad")
    out.print()
    for removal, place, wrong in trials:
        name, _, line = place.rpartition(":")
        comment = shorten(" ".join(f"  # {Path(name).name}:{line}: {wrong}".split("\n")), WIDEST - len(removal))
        out.print(safe(removal), safe(comment, "dim"), sep="", soft_wrap=True)
    out.print()
    if not details:
        say(out, "with --details it is told how each of them came out", "dim", indent)


def show_sum(out: Console, results: list[tuple[str, Result]], found: dict[str, Coverage], details: bool) -> None:
    """What is said of all results together. found: what was covered. details: how each of them came out was told."""
    _show_coverage(out, found)
    contradicted = [(result.removal, result.place, result.in_short) for _, result in results if result.removal]
    if contradicted:
        out.print()
        show_contradicted(out, contradicted, "the variant", details)
        out.print()
    tally = _tally(results)
    said = [f"{number} {word}" for word, number in tally.items() if number or word != "waived"]
    out.print(", ".join(said), style="bad" if tally["failed"] else "good")


def _tally(results: list[tuple[str, Result]]) -> dict[str, int]:
    """How many passed and failed, and how many checks were not made at all."""
    failed = sum(not result.passed for _, result in results)
    waived = sum(bool(result.waived) for _, result in results)
    return {"passed": len(results) - failed - waived, "failed": failed, "waived": waived}


def as_json(results: list[tuple[str, Result]], found: dict[str, Coverage] | None = None) -> str:
    """How many passed and failed, and every result; with what was covered, if that was asked."""
    data: dict[str, Any] = {**_tally(results)}
    data["results"] = [
        {
            "file": file,
            "kind": result.kind,
            "name": result.name,
            "passed": result.passed,
            "place": result.place or None,
            "detail": result.detail,
            "waived": result.waived,
            "note": result.note,
            "replay": result.replay or None,
            "scenario": result.scenario or None,
            "removal": result.removal or None,
        }
        for file, result in results
    ]
    if found is not None:
        data["coverage"] = {name: _coverage(coverage) for name, coverage in found.items()}
    return json.dumps(data, indent=2)


# ---------------------------------------------------------------------------------------------- coverage


def _show_coverage(out: Console, found: dict[str, Coverage]) -> None:
    """For people: every miss with its place, and a line for each game."""
    for name, coverage in found.items():
        for one in (*coverage.missed, *coverage.unreachable):
            verdict = ("unreachable", "doubt") if one.unreachable is not None else ("missed", "bad")
            why = f": {one.unreachable}" if one.unreachable else ""
            judge(out, *verdict, f"{one.item.name} {one.item.missed}{why}")
            say(out, one.item.place, "place", 6)
        whole = len(coverage.hit) + len(coverage.missed)
        beside = f", {len(coverage.unreachable)} cannot be reached" if coverage.unreachable else ""
        said = f"coverage of {Path(name).name}: {coverage.percent:.1f} %, {len(coverage.hit)} of {whole}{beside}"
        say(out, said, "doubt" if coverage.missed else "good")


def _coverage(coverage: Coverage) -> dict[str, Any]:
    """For programs: how much, and every item that was not exercised."""
    return {
        "percent": round(coverage.percent, 2),
        "exercised": len(coverage.hit),
        "missed": [_item(one, one.item.missed) for one in coverage.missed],
        "unreachable": [_item(one, one.unreachable or "") for one in coverage.unreachable],
    }


def _item(one: Found, what: str) -> dict[str, str]:
    return {"place": one.item.place, "name": one.item.name, "what": what}


def write_page(path: Path, covering: Covering, found: dict[str, Coverage]) -> None:
    """The page of the only game whose trials were run."""
    if len(found) != 1:
        raise typer.BadParameter("a page shows one game: test one that can be played", param_hint="--html")
    from hoyle.trials.page import as_page

    (name,) = found
    ask.write(path, as_page(covering.readings[name].model.title, found[name]))
