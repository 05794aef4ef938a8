"""`hoyle check`: what is wrong with definitions, and with the looks beside them."""

from __future__ import annotations

import enum
from collections import Counter
from typing import Annotated

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console, print_diagnostics, say
from hoyle.diagnostics import Diagnostic, HoyleError, Severity, as_json, as_lines, quote
from hoyle.english import counted

EXAMPLE = "check {game}"
_PIN = "Write into variants what they are written against, as it is now."


class Format(enum.StrEnum):
    people = enum.auto()
    line = enum.auto()
    json = enum.auto()


def check(
    files: ask.Files,
    variants: ask.Variants = None,
    format: Annotated[Format, ask.switch("--format", "How to print what is found.")] = Format.people,
    strict: Annotated[bool, ask.switch("--strict", "Let warnings fail too.")] = False,
    pin: Annotated[bool, ask.switch("--pin", _PIN)] = False,
) -> None:
    """Say what is wrong with definitions, before they are played."""
    found: dict[str, Diagnostic] = {}
    verdicts = []
    for name in files if pin else ():
        _pin(name)
    for name in files:
        shown, diagnostics = _check_one(name, variants or [])
        for diagnostic in diagnostics:
            # a library that several files use is checked with each of them
            found.setdefault(as_lines([diagnostic]), diagnostic)
        verdicts.append(f"{shown}: {_verdict(diagnostics)}")
    everything = list(found.values())
    match format:
        case Format.people:
            out = console()
            if everything:
                print_diagnostics(everything, out)
                out.print()
            for verdict in verdicts:
                say(out, verdict)
        case Format.line if everything:
            typer.echo(as_lines(everything))
        case Format.json:
            typer.echo(as_json(everything))
    if any(strict or d.severity is Severity.ERROR for d in everything):
        raise typer.Exit(1)


def _check_one(name: str, variants: list[str]) -> tuple[str, list[Diagnostic]]:
    """What to call a file, and what is wrong with it: with a definition, also with the look beside it."""
    from hoyle.look import check_beside, check_look, is_look
    from hoyle.read import find_game, read_game

    try:
        path = find_game(name)
        shown = name if name.endswith(path.name) else path.name
        if is_look(path):
            return shown, check_look(path)
        reading = read_game(name, variants)
    except HoyleError as error:
        return name, list(error.diagnostics)
    # variants may have taken away what the look of their game names
    look = check_beside(path, reading.right) if not (reading.failed or variants) else []
    return shown, reading.diagnostics + look


def _pin(name: str) -> None:
    """Note in the file of a variant what the game says by now."""
    from hoyle.apply.pins import pinned
    from hoyle.read import base_files, find_game, read_path

    path = find_game(name)
    reading = read_path(path)
    if any(diagnostic.severity is Severity.ERROR for diagnostic in reading.diagnostics):
        raise HoyleError(reading.diagnostics)
    if not reading.variants:
        raise HoyleError.plain("HYL909", f"{quote(name)} is not a variant", "only variants are written against a game")
    ask.write(path, pinned(base_files(reading), reading.variants[-1]), "HYL001")


def _verdict(diagnostics: list[Diagnostic]) -> str:
    found = Counter(diagnostic.severity for diagnostic in diagnostics)
    return ", ".join(counted(found[each], each) for each in Severity if found[each]) or "no problems"
