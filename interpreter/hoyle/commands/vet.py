"""`hoyle vet`: whether a variant, or several together, can be played by."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console, print_diagnostics, progress
from hoyle.diagnostics import HoyleError

_SECONDS = "After this time nothing more is begun."
_PLAYS = "Where to put the plays that are the evidence."
_DETAILS = "Tell how each trial of the game came out, not only which."
_BOTS = "Say too what it moves for players who are these bots, as `normal`: games with and without it."
EXAMPLE = "vet my_rules.hoyle other_rules.hoyle"
UNFINISHED = 3


def vet(
    variants: Annotated[list[str], ask.argument("VARIANT", "Paths of variants of one game.", ask.complete_game)],
    given: ask.Variants = None,
    triples: Annotated[bool, ask.switch("--triples", "Look at all triples too, not only at pairs.")] = False,
    games: Annotated[int, ask.option("--games", "N", "How many games to play for the properties.", min=1)] = 60,
    seconds: Annotated[float | None, ask.option("--seconds", "S", _SECONDS, min=0.1)] = None,
    seed: ask.NumberSeed = 0,
    plays: Annotated[Path, ask.option("--plays", "FOLDER", _PLAYS)] = Path(".hoyle"),
    details: Annotated[bool, ask.switch("--details", _DETAILS)] = False,
    bots: Annotated[str | None, ask.option("--bots", "NAMES", _BOTS, autocompletion=ask.complete_bots)] = None,
    jobs: ask.Jobs = 2,
    json: ask.Json = False,
) -> None:
    """Say whether a variant can be played by; of several, also each two of them together.

    Looked at are whether it checks, whether what was tried of the game still holds, stuck tables and endless games,
    changes and options that never change a play, rules that nothing comes to any more, and what two variants disagree
    about. Evidence is kept in files that `hoyle play --from` goes on with.
    """
    from hoyle.commands.vetted import as_json, kept, show
    from hoyle.vet.run import Plan
    from hoyle.vet.run import vet as vet_all
    from hoyle.vet.subject import find_subjects

    try:
        subjects, over = find_subjects(variants, given or [])
    except HoyleError as error:
        print_diagnostics(error.diagnostics, console(stderr=True))
        raise typer.Exit(2) from None
    plan = Plan(games, seed, seconds or 0, jobs, triples, tuple(ask.read_bots(bots)) if bots else ())
    with progress() as on_progress:
        vetted = vet_all(subjects, plan, over, on_progress)
    vetted = kept(vetted, plays)
    if json:
        typer.echo(as_json(vetted))
    else:
        show(console(), vetted, details)
    if not vetted.sound:
        raise typer.Exit(1)
    if any(examined.left for examined in vetted.every):
        raise typer.Exit(UNFINISHED)
