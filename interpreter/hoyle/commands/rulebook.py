"""`hoyle rulebook`: a rulebook for people, made from a definition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from hoyle.commands import ask
from hoyle.diagnostics import HoyleError, quote

if TYPE_CHECKING:
    from hoyle.read import Reading
    from hoyle.syntax import tree

EXAMPLE = "rulebook {game} --html rules.html"


def rulebook(
    game: ask.Game,
    variants: ask.Variants = None,
    html: Annotated[Path | None, ask.option("--html", "FILE", "Write it as a page.")] = None,
    markdown: Annotated[Path | None, ask.option("--markdown", "FILE", "Write it as Markdown.")] = None,
) -> None:
    """Make a readable rulebook.

    What a definition says, in English: cards, table, set-up, every rule with what it cites, options, assumptions, and
    its scenarios as examples (if it has none of its own, those of the trials beside it). In that of a variant, what
    differs from the game is marked. Without --html and --markdown it is printed as Markdown.
    """
    from hoyle.read import read_game
    from hoyle.rulebook.book import rulebook as made_from
    from hoyle.rulebook.page import as_page

    reading = read_game(game, variants or ())
    if reading.failed:
        raise HoyleError(reading.diagnostics)
    if reading.files[0].header.kind != "game":
        help = "give a game that uses it"
        raise HoyleError.plain("HYL909", f"{quote(game)} is a library and has no rulebook of its own", help)
    text = made_from(reading, examples(reading))
    if markdown is not None:
        ask.write(markdown, text)
    if html is not None:
        ask.write(html, as_page(text))
    if markdown is None and html is None:
        typer.echo(text, nl=False)


def examples(reading: Reading) -> list[tree.Scenario]:
    """The scenarios that are told: the definition's own, or those of the trials beside it.

    Those of a game may come out otherwise in a variant of it, so there only those are told that still hold.
    """
    from hoyle.apply.inherited import as_written
    from hoyle.read import read_path
    from hoyle.read.beside import trials_beside
    from hoyle.trials.run import run_trials

    path = reading.parsed.span.source.path if reading.parsed is not None else reading.source.path
    beside = trials_beside(path) if path is not None else None
    if not reading.trials and beside is not None:
        used = [v.span.source.path for v in reading.variants]
        reading = read_path(beside, given=[p for p in used if p is not None], over=reading.over)
        if reading.failed and used:
            return []
        if reading.failed:
            raise HoyleError(reading.diagnostics)
    if not reading.variants:
        return reading.trials
    reading = attrs.evolve(reading, trials=[as_written(scenario) for scenario in reading.trials])
    spans = [result.span for result in run_trials(reading, games=0) if result.passed and result.span]
    held = {(span.source, span.start) for span in spans}
    return [scenario for scenario in reading.trials if (scenario.span.source, scenario.span.start) in held]
