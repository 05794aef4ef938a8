"""All trials of a definition: its scenarios in the order of the file, its properties, and what every game must keep."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle import builtins, model
from hoyle.diagnostics import HoyleError
from hoyle.read import Reading
from hoyle.run.game import Game, prepare
from hoyle.source import Span
from hoyle.trials import script
from hoyle.trials.checks import ALL
from hoyle.trials.hunt import Failings, try_games
from hoyle.trials.play import play
from hoyle.trials.properties import expected
from hoyle.trials.scenarios import check_scenarios
from hoyle.trials.words import said

Progress = Callable[[int, int], None]


@attrs.frozen
class Result:
    """kind: scenario, property or check. span: where it failed, else where it stands. detail: what is wrong, or "".

    waived: why a check was left out, or "".
    """

    kind: str
    name: str
    passed: bool
    span: Span | None
    detail: str = ""
    waived: str = ""


def run_trials(
    reading: Reading, *, games: int = 60, seed: int = 0, on_progress: Progress | None = None
) -> list[Result]:
    """Try everything. games: how many are played at random for the properties; with none, only scenarios are run.

    on_progress is told how many steps are done, and of how many. Raises `HoyleError` if the definition has errors.
    """
    if reading.failed or reading.world is None:
        raise HoyleError(reading.diagnostics)
    # a trials file is about a game in another file, and that is what is played
    game = attrs.evolve(reading, source=reading.files[0].span.source)
    scenarios = check_scenarios(reading.world, reading.trials)
    done, total = 0, len(scenarios) + games

    def step() -> None:
        nonlocal done
        done += 1
        if on_progress is not None:
            on_progress(done, total)

    results = []
    prepared: dict[str, Game] = {}
    for scenario in scenarios:
        results.append(_scenario(game, scenario, prepared))
        step()
    if games > 0 and (_written(reading) or reading.source is game.source):
        results += _tried(reading, try_games(game, games, seed, step), games)
    return results


def _scenario(reading: Reading, scenario: script.Scenario, prepared: dict[str, Game]) -> Result:
    key = f"{len(scenario.seats)} {sorted(scenario.options.items())}"
    if key not in prepared:
        prepared[key] = prepare(reading, players=len(scenario.seats), options=scenario.options)
    failed = play(prepared[key], scenario)
    if failed is None:
        return Result("scenario", scenario.title, True, scenario.span)
    return Result("scenario", scenario.title, False, failed.span, "\n".join(failed.lines))


def _written(reading: Reading) -> dict[int, model.Property]:
    """The properties by number, in a trials file only its own: those of the game belong to the game's file."""
    assert reading.world is not None
    trials = reading.source is not reading.files[0].span.source
    found = enumerate(reading.world.model.properties)
    return {number: p for number, p in found if not trials or p.span.source is reading.source}


def _tried(reading: Reading, failings: Failings, games: int) -> list[Result]:
    """What became of properties, and for a game of the checks it gets."""
    assert reading.world is not None
    made = []
    for number, declared in _written(reading).items():
        passed, lines = _judged(declared, number, failings, games)
        made.append(Result("property", declared.name, passed, declared.span, "\n".join(lines)))
    for check in ALL if reading.source is reading.files[0].span.source else ():
        waived = reading.world.model.waived.get(check.name)
        if waived is not None:
            made.append(Result("check", check.name, True, waived.span, waived=waived.reason))
            continue
        found = failings.found.get(check.name)
        detail = "\n".join([f"expected: {builtins.CHECKS[check.name]}", *found.lines]) if found else ""
        made.append(Result("check", check.name, found is None, reading.files[0].header.span, detail))
    return made


def _judged(declared: model.Property, number: int, failings: Failings, games: int) -> tuple[bool, list[str]]:
    """Whether a property has held, and what there is to say about it: also where it came true, or that it never did."""
    found, reached = failings.found.get(number), failings.reached.get(number)
    if found is not None:
        return False, found.lines
    tried = "the game that was tried" if games == 1 else f"the {games} games that were tried"
    if declared.kind == "eventually" and reached is None:
        return False, [expected(declared), f"actual: it did not come true in {tried}"]
    if declared.point is not None and reached is None:
        assert declared.about is not None
        return False, [f"never put to the test: {said(declared.about)} did not happen in {tried}"]
    return True, ["reached:", *reached.lines] if declared.kind == "eventually" and reached is not None else []
