"""`hoyle vet`: whether a variant, or several together, can be played by."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from hoyle.commands.arguments import JsonOption, WithOption, complete_game

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.files.lineage import Over
    from hoyle.vet.finding import Acting, Finding
    from hoyle.vet.run import Examined, Vetted
    from hoyle.vet.subject import Subject

EXAMPLE = "vet my_rules.hoyle other_rules.hoyle"
UNFINISHED = 3
LINES, FIRST = 12, 4
TITLE = 24
COLUMN = 10
NARROWEST, WIDEST = 40, 1000


def vet(
    variants: Annotated[
        list[str],
        typer.Argument(metavar="VARIANT", help="Paths of variants of one game.", autocompletion=complete_game),
    ],
    given: WithOption = None,
    triples: Annotated[bool, typer.Option("--triples", help="Look at all triples too, not only at pairs.")] = False,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many games to play for the properties.")
    ] = 60,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", min=0.1, help="After this time nothing more is begun.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="A whole number that chance starts from.")] = 0,
    plays: Annotated[
        Path, typer.Option("--plays", metavar="FOLDER", help="Where to put the plays that are the evidence.")
    ] = Path(".hoyle"),
    details: Annotated[
        bool, typer.Option("--details", help="Tell how each trial of the game came out, not only which.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="How many processes work on it.")] = 2,
    json: JsonOption = False,
) -> None:
    """Say whether a variant can be played by; of several, also each two of them together.

    Looked at are whether it checks, whether what was tried of the game still holds, stuck tables and endless games,
    changes and options that never change a play, rules that nothing comes to any more, and what two variants disagree
    about. Evidence is kept in files that `hoyle play --from` goes on with.
    """
    from hoyle.commands.terminal import console, progress
    from hoyle.vet.run import Plan
    from hoyle.vet.run import vet as vet_all

    subjects, over = _subjects(variants, given or [])
    plan = Plan(games, seed, seconds or 0, jobs, triples)
    with progress() as on_progress:
        vetted = vet_all(subjects, plan, over, on_progress)
    kept = _kept(vetted, plays)
    if json:
        typer.echo(as_json(kept))
    else:
        _show(console(), kept, details)
    if not vetted.sound:
        raise typer.Exit(1)
    if any(examined.left for examined in vetted.every):
        raise typer.Exit(UNFINISHED)


def _subjects(variants: list[str], given: list[str]) -> tuple[list[Subject], list[Over]]:
    from hoyle.commands.terminal import console, print_diagnostics
    from hoyle.diagnostics import HoyleError
    from hoyle.vet.subject import find_subjects

    try:
        return find_subjects(variants, given)
    except HoyleError as error:
        print_diagnostics(error.diagnostics, console(stderr=True))
        raise typer.Exit(2) from None


# ---------------------------------------------------------------------------------------------- evidence


def _kept(vetted: Vetted, folder: Path) -> Vetted:
    """The same with every play in a file; in place of its text stands where that is."""
    files: dict[str, str] = {}

    def keep(one: Any, names: tuple[str, ...]) -> Any:
        if not one.play:
            return one
        stem = "+".join(Path(name).stem for name in names)
        slug = re.sub(r"\W+", "_", one.about).strip("_")[:TITLE].strip("_")
        path = _free(folder / f"{stem}-{slug}.play.json", one.play, files)
        return attrs.evolve(one, play=path)

    made = [
        [
            attrs.evolve(
                examined,
                findings=tuple(keep(finding, examined.names) for finding in examined.findings),
                acting=tuple(keep(acting, examined.names) for acting in examined.acting),
            )
            for examined in some
        ]
        for some in (vetted.singles, vetted.pairs, vetted.triples)
    ]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "no reason is known").lower()
        raise typer.BadParameter(f"{str(folder)!r} cannot be written to: {reason}", param_hint="--plays") from None
    return attrs.evolve(vetted, singles=tuple(made[0]), pairs=tuple(made[1]), triples=tuple(made[2]))


def _free(path: Path, text: str, files: dict[str, str]) -> str:
    """A name that no other play has."""
    number = 1
    name = path
    while files.setdefault(str(name), text) != text:
        number += 1
        name = path.with_name(path.name.replace(".play.json", f"-{number}.play.json"))
    return str(name)


# ---------------------------------------------------------------------------------------------- for programs


def as_json(vetted: Vetted) -> str:
    """Everything as one object: each variant, each pair, each triple, with a verdict and its findings."""
    plan = vetted.plan
    data: dict[str, Any] = {
        "sound": vetted.sound,
        "games": plan.games,
        "seed": plan.seed,
        "variants": [_examined(examined) for examined in vetted.singles],
        "pairs": [_examined(examined) for examined in vetted.pairs],
        "triples": [_examined(examined) for examined in vetted.triples],
    }
    return json.dumps(data, indent=2)


def _examined(examined: Examined) -> dict[str, Any]:
    from hoyle.diagnostics import as_json as diagnostics_as_json
    from hoyle.vet.words import sentence

    return {
        "variants": examined.names,
        "title": examined.title,
        "of": examined.base,
        "verdict": examined.verdict,
        "kinds": examined.kinds,
        "sentence": sentence(examined),
        "findings": [_finding(finding) for finding in examined.findings],
        "diagnostics": json.loads(diagnostics_as_json(examined.diagnostics)),
        "meant_to_change": [attrs.asdict(meant) for meant in examined.meant],
        "holds": examined.held,
        "changes": [attrs.asdict(acting) | {"play": acting.play or None} for acting in examined.acting],
        "notes": examined.notes,
        "not_looked_at": examined.left,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    made = attrs.asdict(finding)
    made["play"] = finding.play or None
    made["command"] = _command(finding.play) or None
    return made


def _command(play: str) -> str:
    return f"hoyle play --from {play}" if play else ""


# ---------------------------------------------------------------------------------------------- for people


def _show(out: Console, vetted: Vetted, details: bool) -> None:
    for examined in vetted.singles:
        _show_one(out, examined, vetted.plan.games, details)
        out.print()
    if vetted.pairs:
        _show_pairs(out, vetted)
    for examined in (*vetted.pairs, *vetted.triples):
        if any(not finding.known for finding in examined.findings):
            _show_one(out, examined, vetted.plan.games, details)
            out.print()
    _show_sum(out, vetted)


def _show_one(out: Console, examined: Examined, games: int, details: bool) -> None:
    from rich.text import Text

    from hoyle.commands.terminal import print_diagnostics, print_wrapped, safe
    from hoyle.conflicts.conflict import CODES
    from hoyle.diagnostics.visible import wrap
    from hoyle.vet.finding import CONFLICT, REFUSED
    from hoyle.vet.words import points, sentence

    of = f", {'a variant' if len(examined.names) == 1 else 'variants'} of {examined.base}" if examined.base else ""
    out.print(Text.assemble(safe(examined.title, "bold"), safe(f" ({', '.join(examined.names)}){of}")), soft_wrap=True)
    print_wrapped(out, sentence(examined), 0, "bad" if examined.findings else "good")
    out.print()
    for label, words, fine in points(examined, games):
        first, *rest = wrap(words, max(out.width, NARROWEST) - COLUMN - 2)
        out.print(Text.assemble(f"  {label:<{COLUMN}}", safe(first, "" if fine else "bad")), soft_wrap=True)
        for line in rest:
            out.print(safe(f"{' ' * (COLUMN + 2)}{line}"), soft_wrap=True)
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
    _show_contradicted(out, [finding for finding in told if finding.removal], examined.names, details)
    _show_meant(out, examined)
    if len(examined.names) == 1:
        _show_changes(out, examined.acting)


def _show_finding(out: Console, finding: Finding) -> None:
    from rich.text import Text

    from hoyle.commands.terminal import print_wrapped, safe

    out.print()
    out.print(Text.assemble("  ", safe(finding.kind, "bad")), soft_wrap=True)
    print_wrapped(out, finding.words, 6)
    places = [finding.place, f"{finding.base} in the game" if finding.base else None]
    print_wrapped(out, ", ".join(where for where in places if where), 6, "place")
    _show_play(out, finding.lines, finding.play)
    if finding.ways:
        out.print("      to settle it, write")
    for way in finding.ways:
        print_wrapped(out, way, 8)


def _show_contradicted(out: Console, findings: list[Finding], names: Sequence[str], details: bool) -> None:
    """The trials of the game that fail, as lines by which the variant says that this is meant."""
    from hoyle.commands.contradicted import show
    from hoyle.vet.finding import FAILS

    if not findings:
        return
    out.print()
    out.print(f"  {FAILS}", style="bad")
    where = names[0] if len(names) == 1 else "a variant that combines them"
    show(out, [(finding.removal, finding.base or "", finding.wrong) for finding in findings], where)
    if not details:
        out.print("      with --details it is told how each of them came out", style="dim", soft_wrap=True)


def _show_play(out: Console, lines: tuple[str, ...], play: str) -> None:
    from hoyle.commands.terminal import safe
    from hoyle.diagnostics.visible import shorten

    # what is wrong stands first and the table last; how it came about can be left out
    left_out = len(lines) - LINES
    if left_out > 0:
        lines = (*lines[:FIRST], f"... and {left_out} more lines", *lines[FIRST - LINES :])
    for line in lines:
        style = {"-": "bad", "+": "good"}.get(line.lstrip()[:1], "")
        out.print(safe(shorten(f"        {line}", max(out.width, NARROWEST)), style), soft_wrap=True)
    if play:
        out.print(safe(f"      {_command(play)}", "bold"), soft_wrap=True)


def _show_meant(out: Console, examined: Examined) -> None:
    """The trials that are meant to change."""
    from hoyle.commands.terminal import print_wrapped

    if examined.meant:
        out.print()
        out.print("  meant to change")
    for one in examined.meant:
        print_wrapped(out, f"{one.kind} {one.name}, {one.done} in line {one.place.rpartition(':')[2]}", 6, "dim")


def _show_changes(out: Console, acting: tuple[Acting, ...]) -> None:
    """The changes, each with the first play in which it shows; the same play is told but once."""
    from hoyle.commands.terminal import print_wrapped
    from hoyle.vet.inert import WHOLE
    from hoyle.vet.words import listed

    told: set[tuple[str, ...]] = set()
    single = [one for one in acting if one.about != WHOLE]
    if single:
        out.print()
        out.print("  what it changes, and the first play in which that shows")
    for one in single:
        line = one.place.rpartition(":")[2]
        beside = f", with {listed(one.together)}" if one.together else f": {one.why}" if one.why else ""
        print_wrapped(out, f"`{one.about}` in line {line}{beside}", 6)
        _show_play(out, () if one.lines in told else one.lines, one.play)
        told.add(one.lines)


def _show_pairs(out: Console, vetted: Vetted) -> None:
    """All pairs in a table, each variant by itself in its corner; if that is too wide, in a list."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from hoyle.commands.terminal import safe

    names = [examined.names[0] for examined in vetted.singles]
    known = {frozenset(e.names): e for e in (*vetted.singles, *vetted.pairs)}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("each two of them together", no_wrap=True)
    for number in range(1, len(names) + 1):
        table.add_column(str(number), no_wrap=True)
    for row, name in enumerate(names):
        cells = [known.get(frozenset((name, other))) for other in names[: row + 1]]
        shown = [_cell(cell) for cell in cells]
        table.add_row(safe(f"{row + 1} {Path(name).stem}"), *shown)
    room = out.options.update(max_width=WIDEST)
    if out.measure(table, options=room).maximum <= out.width:
        out.print(table)
    else:
        out.print("each two of them together")
        for pair in vetted.pairs:
            line = Text.assemble(safe(f"  {' + '.join(Path(name).stem for name in pair.names)}: "), _cell(pair))
            out.print(line, soft_wrap=True)
    out.print()


def _cell(examined: Examined | None) -> Any:
    from hoyle.commands.terminal import safe

    if examined is None:
        return "-"
    return safe(", ".join(examined.kinds) or examined.verdict, "bad" if examined.findings else "good")


def _show_sum(out: Console, vetted: Vetted) -> None:
    from hoyle.vet.words import counted

    parts = []
    for some, word in ((vetted.singles, "variant"), (vetted.pairs, "pair"), (vetted.triples, "triple")):
        if some:
            fine = sum(not examined.findings for examined in some)
            parts.append(f"{fine} of {counted(len(some), word)} sound")
    out.print(", ".join(parts), style="good" if vetted.sound else "bad", soft_wrap=True)
