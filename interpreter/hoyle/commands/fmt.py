"""`hoyle fmt`: one way to lay out a definition, or a look."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import Annotated

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console, print_diagnostics
from hoyle.diagnostics import HoyleError
from hoyle.source import Source

EXAMPLE = "fmt --diff my_game.hoyle"
STDIN = "-"


def fmt(
    files: Annotated[list[str], ask.argument("FILE", "Paths; - for standard input.", ask.complete_file)],
    check: Annotated[bool, ask.switch("--check", "Only tell which files would change.")] = False,
    diff: Annotated[bool, ask.switch("--diff", "Only show what would change.")] = False,
) -> None:
    """Lay out definitions and looks, in place."""
    from hoyle.look import format_look, is_look
    from hoyle.syntax.format import format_text

    changed = failed = False
    for name in files:
        try:
            source = _source(name)
            formatted = format_look(source) if is_look(Path(name)) else format_text(source)
            # in the file there may be a byte order mark, which goes too
            changes = formatted != (source.path.read_bytes().decode("utf-8") if source.path else source.text)
            changed = changed or changes
            if diff:
                sys.stdout.writelines(_diff(name, source.text, formatted))
            if check and changes:
                typer.echo(f"{name}: would be laid out differently")
            elif not (check or diff) and name == STDIN:
                sys.stdout.write(formatted)
            elif not (check or diff) and changes:
                ask.write(Path(name), formatted, "HYL001")
                typer.echo(f"{name}: laid out anew")
        except HoyleError as error:
            print_diagnostics(error.diagnostics, console(stderr=True))
            failed = True
    if failed or (changed and (check or diff)):
        raise typer.Exit(1)


def _source(name: str) -> Source:
    from hoyle.read import read_text

    if name != STDIN:
        return Source(name, read_text(Path(name)), Path(name))
    try:
        return Source("<stdin>", sys.stdin.buffer.read().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise HoyleError.plain("HYL001", "standard input is not text in UTF-8") from None


def _diff(name: str, before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"{name} (now)", f"{name} (laid out)"
    )
    return [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
