"""`hoyle rulebook`: a rulebook for people, made from a definition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoyle.commands.arguments import GameArgument

if TYPE_CHECKING:
    from hoyle.read import Reading
    from hoyle.syntax import tree

EXAMPLE = "rulebook {game} --html rules.html"


def rulebook(
    game: GameArgument,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write it as a page.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", metavar="FILE", help="Write it as Markdown.")] = None,
) -> None:
    """Make a readable rulebook.

    What a definition says, in English: cards, table, set-up, every rule with what it cites, options, assumptions, and
    its scenarios as examples (if it has none of its own, those of the trials beside it). Without --html and --markdown
    it is printed as Markdown.
    """
    from hoyle.diagnostics import HoyleError
    from hoyle.read import find_game, read_path
    from hoyle.rulebook.book import rulebook as made_from

    path = find_game(game)
    reading = read_path(path)
    if reading.failed:
        raise HoyleError(reading.diagnostics)
    if reading.files[0].header.kind != "game":
        help = "give a game that uses it"
        raise HoyleError.plain("HYL909", f"`{path.stem}` is a library and has no rulebook of its own", help)
    text = made_from(reading, examples(path, reading))
    if markdown is not None:
        _write(markdown, text)
    if html is not None:
        from hoyle.rulebook.page import as_page

        _write(html, as_page(text))
    if markdown is None and html is None:
        typer.echo(text, nl=False)


def examples(path: Path, reading: Reading) -> list[tree.Scenario]:
    """The scenarios that are told: the definition's own, or those of the trials beside it."""
    from hoyle.diagnostics import HoyleError
    from hoyle.read import TRIALS, read_path

    beside = path.with_name(f"{path.stem}{TRIALS}{path.suffix}")
    if reading.trials or not beside.is_file():
        return reading.trials
    trials = read_path(beside)
    if trials.failed:
        raise HoyleError(trials.diagnostics)
    return trials.trials


def _write(path: Path, text: str) -> None:
    from hoyle.diagnostics import HoyleError, quote

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be written").lower()
        raise HoyleError.plain("HYL909", f"{quote(str(path))} cannot be written: {reason}") from None
