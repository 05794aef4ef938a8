"""What `hoyle explore` found, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console

from hoyle.commands.terminal import judge, print_wrapped, say
from hoyle.explore.verdicts import Report
from hoyle.trials.run import FAILS, HOLDS, NOT_HERE


def show(out: Console, report: Report) -> None:
    """For people."""
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
