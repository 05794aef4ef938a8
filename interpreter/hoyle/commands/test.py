"""`hoyle test`: the scenarios and properties of definitions, tried."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console, progress
from hoyle.diagnostics import HoyleError, for_people

if TYPE_CHECKING:
    from hoyle.trials.coverage import Covering
    from hoyle.trials.run import Result

EXAMPLE = "test {game} --games 50"


def test(
    files: ask.Files,
    variants: ask.Variants = None,
    games: Annotated[int, ask.option("--games", "N", "How many games to play for the properties.", min=0)] = 60,
    seed: ask.NumberSeed = 0,
    plays: ask.Plays = Path(".hoyle"),
    coverage: Annotated[bool, ask.switch("--coverage", "Say which rules and clauses were never tried.")] = False,
    threshold: Annotated[
        float | None, ask.option("--threshold", "PERCENT", "Fail if less than this is covered.", min=0, max=100)
    ] = None,
    html: Annotated[Path | None, ask.option("--html", "FILE", "Write the definition with what was covered.")] = None,
    details: Annotated[
        bool, ask.switch("--details", "Tell how each trial of a variant's game came out, not only which.")
    ] = False,
    json: ask.Json = False,
) -> None:
    """Try the scenarios and properties of definitions.

    Properties, and what every game must keep, are tried in games that are played at random. A play in which something
    fails is made as small as can be, told, and kept in a file that `hoyle play --from` goes on with. With a game come
    the trials that lie beside it: with game.hoyle those in game_trials.hoyle. With a variant come those of its game;
    of those that it contradicts it is said what to write if that is meant.
    """
    from hoyle.commands.tried import as_json, show, show_sum, write_page
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
        return [Result("definition", "can be played", FAILS, None, detail)]
