"""What `hoyle test` found, for people and for programs; and what the trials came to, and what they did not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from hoyle.commands import ask
from hoyle.commands.terminal import judge, print_wrapped, safe, say
from hoyle.diagnostics.visible import shorten
from hoyle.trials.coverage import Coverage, Covering, Found
from hoyle.trials.page import as_page
from hoyle.trials.run import Result

WIDEST = 150
DETAILS = "with --details it is told how each of them came out"


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
        say(out, DETAILS, "dim", indent)


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
    (name,) = found
    ask.write(path, as_page(covering.readings[name].model.title, found[name]))
