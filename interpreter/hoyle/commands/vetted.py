"""What `hoyle vet` found: its evidence in files, and all of it for people and for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import attrs
from rich.console import Console
from rich.text import Text

from hoyle.commands import ask
from hoyle.commands.terminal import changed, head, print_diagnostics, print_wrapped, safe, say, table
from hoyle.commands.test import show_contradicted
from hoyle.conflicts.conflict import CODES
from hoyle.diagnostics import as_json as diagnostics_as_json
from hoyle.diagnostics.visible import shorten, wrap
from hoyle.english import counted, listed
from hoyle.vet.finding import CONFLICT, FAILS, REFUSED, Acting, Finding
from hoyle.vet.inert import WHOLE
from hoyle.vet.run import Examined, Plan, Vetted
from hoyle.vet.words import points, sentence

LINES, FIRST = 12, 4
TITLE = 24
COLUMN = 10
NARROWEST, WIDEST = 40, 1000


def kept(vetted: Vetted, folder: Path) -> Vetted:
    """The same with every play in a file; in place of its text stands where that is."""
    files: dict[str, str] = {}

    def keep(some: Sequence[Any], names: tuple[str, ...]) -> tuple[Any, ...]:
        stem = folder / "+".join(Path(name).stem for name in names)
        return tuple(attrs.evolve(one, play=_free(stem, one, files)) if one.play else one for one in some)

    def every(some: Sequence[Examined]) -> tuple[Examined, ...]:
        return tuple(attrs.evolve(e, findings=keep(e.findings, e.names), acting=keep(e.acting, e.names)) for e in some)

    made = attrs.evolve(vetted, singles=every(vetted.singles), pairs=every(vetted.pairs), triples=every(vetted.triples))
    with ask.writing_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            Path(path).write_text(text, encoding="utf-8")
    return made


def _free(stem: Path, one: Finding | Acting, files: dict[str, str]) -> str:
    """A name that no other play has."""
    slug = re.sub(r"\W+", "_", one.about).strip("_")[:TITLE].strip("_")
    names = (f"{stem}-{slug}{f'-{number}' if number > 1 else ''}.play.json" for number in count(1))
    return next(name for name in names if files.setdefault(name, one.play) == one.play)


# ---------------------------------------------------------------------------------------------- for programs


def as_json(vetted: Vetted) -> str:
    """Everything as one object: each variant, each pair, each triple, with a verdict and its findings."""
    plan = vetted.plan
    data: dict[str, Any] = {"sound": vetted.sound, "games": plan.games, "seed": plan.seed, "bots": plan.bots}
    for name, some in (("variants", vetted.singles), ("pairs", vetted.pairs), ("triples", vetted.triples)):
        data[name] = [_examined(examined) for examined in some]
    return json.dumps(data, indent=2)


def _examined(examined: Examined) -> dict[str, Any]:
    return {
        "variants": examined.names,
        "title": examined.title,
        "of": examined.base,
        "verdict": examined.verdict,
        "kinds": examined.kinds,
        "sentence": sentence(examined),
        "findings": [_found(finding) | {"command": _command(finding.play) or None} for finding in examined.findings],
        "diagnostics": json.loads(diagnostics_as_json(examined.diagnostics)),
        "meant_to_change": [attrs.asdict(meant) for meant in examined.meant],
        "holds": examined.held,
        "changes": [_found(acting) for acting in examined.acting],
        "moved": [attrs.asdict(row) for row in examined.moved],
        "notes": examined.notes,
        "not_looked_at": examined.left,
    }


def _found(one: Finding | Acting) -> dict[str, Any]:
    return attrs.asdict(one) | {"play": one.play or None}


def _command(play: str) -> str:
    return f"hoyle play --from {play}" if play else ""


# ---------------------------------------------------------------------------------------------- for people


def show(out: Console, vetted: Vetted, details: bool) -> None:
    """For people. details: how each trial of the game came out."""
    for examined in vetted.singles:
        _show_one(out, examined, vetted.plan, details)
    if vetted.pairs:
        _show_pairs(out, vetted)
    for examined in (*vetted.pairs, *vetted.triples):
        if any(not finding.known for finding in examined.findings):
            _show_one(out, examined, vetted.plan, details)
    _show_sum(out, vetted)


def _show_one(out: Console, examined: Examined, plan: Plan, details: bool) -> None:
    of = f", {'a variant' if len(examined.names) == 1 else 'variants'} of {examined.base}" if examined.base else ""
    out.print(Text.assemble(safe(examined.title, "bold"), safe(f" ({', '.join(examined.names)}){of}")), soft_wrap=True)
    print_wrapped(out, sentence(examined), 0, "bad" if examined.findings else "good")
    out.print()
    for label, words, fine in points(examined, plan.games):
        first, *rest = wrap(words, max(out.width, NARROWEST) - COLUMN - 2)
        out.print(Text.assemble(f"  {label:<{COLUMN}}", safe(first, "" if fine else "bad")), soft_wrap=True)
        for line in rest:
            say(out, line, indent=COLUMN + 2)
    for note in (*examined.notes, *(f"not looked at, because the time was up: {left}" for left in examined.left)):
        print_wrapped(out, note, 2, "doubt")
    # what is told as a conflict is not told as a mistake too
    shown = [d for d in examined.diagnostics if CONFLICT not in examined.kinds or d.code not in CODES.values()]
    if shown:
        out.print()
        print_diagnostics(shown, out)
    told = [finding for finding in examined.findings if finding.kind != REFUSED and not finding.known]
    for finding in told:
        if details or not finding.removal:
            _show_finding(out, finding)
    removable = [(finding.removal, finding.base or "", finding.wrong) for finding in told if finding.removal]
    if removable:
        # the trials of the game that fail, as lines by which the variant says that this is meant
        head(out, f"  {FAILS}", "bad")
        where = examined.names[0] if len(examined.names) == 1 else "a variant that combines them"
        show_contradicted(out, removable, where, details, 6)
    if examined.meant:
        head(out, "  meant to change")
    for one in examined.meant:
        print_wrapped(out, f"{one.kind} {one.name}, {one.done} in line {one.place.rpartition(':')[2]}", 6, "dim")
    if len(examined.names) == 1:
        _show_changes(out, examined.acting)
    _show_moved(out, examined, plan.bots)
    out.print()


def _show_finding(out: Console, finding: Finding) -> None:
    head(out, f"  {finding.kind}", "bad")
    print_wrapped(out, finding.words, 6)
    places = [finding.place, f"{finding.base} in the game" if finding.base else None]
    print_wrapped(out, ", ".join(where for where in places if where), 6, "place")
    _show_play(out, finding.lines, finding.play)
    if finding.ways:
        out.print("      to settle it, write")
    for way in finding.ways:
        print_wrapped(out, way, 8)


def _show_play(out: Console, lines: tuple[str, ...], play: str) -> None:
    # what is wrong stands first and the table last; how it came about can be left out
    left_out = len(lines) - LINES
    if left_out > 0:
        lines = (*lines[:FIRST], f"... and {left_out} more lines", *lines[FIRST - LINES :])
    for line in lines:
        say(out, shorten(f"        {line}", max(out.width, NARROWEST)), changed(line))
    if play:
        say(out, _command(play), "bold", 6)


def _show_changes(out: Console, acting: tuple[Acting, ...]) -> None:
    """The changes, each with the first play in which it shows; the same play is told but once."""
    told: set[tuple[str, ...]] = set()
    single = [one for one in acting if one.about != WHOLE]
    if single:
        head(out, "  what it changes, and the first play in which that shows")
    for one in single:
        line = one.place.rpartition(":")[2]
        beside = f", with {listed(one.together)}" if one.together else f": {one.why}" if one.why else ""
        print_wrapped(out, f"`{one.about}` in line {line}{beside}", 6)
        _show_play(out, () if one.lines in told else one.lines, one.play)
        told.add(one.lines)


def _show_moved(out: Console, examined: Examined, bots: Sequence[str]) -> None:
    """What it moves for whoever plays, if anybody asked."""
    games = examined.held.get("pairs", 0)
    if not games:
        return
    head(out, f"  what it moves between {listed(bots)} bots, in {counted(games, 'game')} with it and as many without")
    for row in examined.moved:
        print_wrapped(out, f"{row.title}: {row.before}, then {row.after} ({row.by})", 6)
    if not examined.moved:
        print_wrapped(out, "nothing that so few games are sure to show", 6, "dim")


def _show_pairs(out: Console, vetted: Vetted) -> None:
    """All pairs in a table, each variant by itself in its corner; if that is too wide, in a list."""
    names = [examined.names[0] for examined in vetted.singles]
    known = {frozenset(e.names): e for e in (*vetted.singles, *vetted.pairs)}
    grid = table()
    for title in ("each two of them together", *map(str, range(1, len(names) + 1))):
        grid.add_column(title, no_wrap=True)
    for row, name in enumerate(names):
        cells = [known.get(frozenset((name, other))) for other in names[: row + 1]]
        grid.add_row(safe(f"{row + 1} {Path(name).stem}"), *map(_cell, cells))
    if out.measure(grid, options=out.options.update(max_width=WIDEST)).maximum <= out.width:
        out.print(grid)
    else:
        out.print("each two of them together")
        for pair in vetted.pairs:
            line = Text.assemble(safe(f"  {' + '.join(Path(name).stem for name in pair.names)}: "), _cell(pair))
            out.print(line, soft_wrap=True)
    out.print()


def _cell(examined: Examined | None) -> Any:
    if examined is None:
        return "-"
    return safe(", ".join(examined.kinds) or examined.verdict, "bad" if examined.findings else "good")


def _show_sum(out: Console, vetted: Vetted) -> None:
    sorts = {"variant": vetted.singles, "pair": vetted.pairs, "triple": vetted.triples}
    fine = {word: sum(not examined.findings for examined in some) for word, some in sorts.items()}
    parts = [f"{fine[word]} of {counted(len(some), word)} sound" for word, some in sorts.items() if some]
    out.print(", ".join(parts), style="good" if vetted.sound else "bad", soft_wrap=True)
