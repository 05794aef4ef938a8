"""Running a scenario: its deeds are done on the engine, its claims judged on the table they lead to."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.check import script
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError
from hoyle.run.why import amount
from hoyle.source import Span
from hoyle.trials.pool import Pool
from hoyle.trials.scenario.claims import judge_claims
from hoyle.trials.scenario.foretold import Unfit
from hoyle.trials.scenario.stage import Failed, Stage, Way
from hoyle.trials.settings import Setting
from hoyle.trials.words import said


def play(games: Pool, scenario: script.Scenario) -> Failed | None:
    """Run a scenario to its end; hands back what went wrong, if anything did."""
    game = games.at(Setting(len(scenario.seats), scenario.options), scenario.watched).game
    try:
        stage = Stage(game, scenario)
        for step in scenario.steps:
            if isinstance(step, script.Then):
                judge_claims(stage, step.claims)
            else:
                _do(stage, step.deeds)
                stage.begun = True
    except Failed as failed:
        return failed
    return None


def _do(stage: Stage, deeds: Sequence[script.Deed]) -> None:
    number = 0
    while number < len(deeds):
        deed = deeds[number]
        number += 1
        try:
            match deed:
                case script.Shuffles() | script.Brings():
                    stage.foretell(deed)
                    continue
                case script.Perform():
                    _perform(stage, deed)
                case script.Does():
                    _does(stage, deed)
                case script.Declines():
                    _declines(stage, deed)
                case script.Picks():
                    # picks of one player that follow each other answer together: a choice of several is one set
                    row = [deed]
                    for more in deeds[number:]:
                        if not isinstance(more, script.Picks) or more.who != deed.who:
                            break
                        row.append(more)
                    number += len(row) - 1
                    stops = number < len(deeds) and isinstance(deeds[number], script.Declines)
                    _picks(stage, row, stops)
            stage.fulfilled()
        except Unfit as unfit:
            span = unfit.wanted.span
            raise stage.failure(span, said(span), unfit.actual) from None
        except HoyleError as error:
            message = error.diagnostics[0].message
            raise stage.failure(deed.span, said(deed.span), message) from None
    stage.fulfilled()


# ---------------------------------------------------------------------------------------------- calls and actions


def _perform(stage: Stage, deed: script.Perform) -> None:
    if stage.state.over or stage.pending:
        raise stage.failure(deed.span, f"{said(deed.span)} is performed", stage.words.pending(stage.state))
    stage.perform(deed.proc, tuple(stage.value(arg) for arg in deed.args))


def _does(stage: Stage, deed: script.Does) -> None:
    seat = stage.value(deed.who)
    if stage.state.over:
        raise _impossible(stage, deed.span, seat, deed.act)
    if not stage.pending:
        ways = stage.direct(deed.act, seat)
        way = stage.the_one(deed.act, [w for w in ways if w.removed is None])
        if way is None:
            raise _impossible(stage, deed.span, seat, deed.act, ways)
        stage.perform(way.action, (seat, *way.values))  # nobody offered it
        return
    way = stage.the_one(deed.act, stage.ways()) if stage.state.player == seat else None
    if way is None:
        raise _impossible(stage, deed.span, seat, deed.act)
    stage.take(way, deed.act)


def _declines(stage: Stage, deed: script.Declines) -> None:
    seat = stage.value(deed.who)
    nothing = script.Nothing(deed.span)
    way = stage.find(nothing, stage.ways()) if stage.pending and stage.state.player == seat else None
    if way is None:
        raise _impossible(stage, deed.span, seat, nothing)
    stage.take(way, nothing)


def _impossible(stage: Stage, span: Span, seat: int, pick: script.Pick, ways: Sequence[Way] | None = None) -> Failed:
    """What was expected, what was pending instead, and the rule that forbids it."""
    expected = f"{said(span)} is possible"
    reason = why(stage, seat, pick, ways)
    return stage.failure(span, expected, stage.words.pending(stage.state), *([reason] if reason else []))


def why(stage: Stage, seat: int, pick: script.Pick, ways: Sequence[Way] | None = None) -> str | None:
    """Why something is not possible, if more can be said than what is pending."""
    if ways is None:
        if not stage.pending or stage.state.player != seat:
            return None
        ways = stage.thinkable()
    found = stage.find(pick, [w for w in ways if w.removed is not None])
    if found is not None and found.removed is not None:
        return f"because: {stage.forbidden(found.removed)}"
    if isinstance(pick, script.Act) and not stage.find(pick, ways):
        return f"because: {stage.words.seat(seat)} has no such choice for `{pick.action}`"
    return None


# ---------------------------------------------------------------------------------------------- picks


def _picks(stage: Stage, row: Sequence[script.Picks], stops: bool) -> None:
    """Answer choice after choice. stops: whether the scenario itself says that the player declines."""
    seat = stage.value(row[0].who)
    left = [(value, deed.span) for deed in row for value in deed.values]
    while left:
        choose = _asked(stage, seat)
        if choose is None or choose.amount is None:
            value, span = left.pop(0)
            _pick(stage, seat, value, span)
        else:
            left = _several(stage, seat, choose, left, stops)


def _asked(stage: Stage, seat: int) -> core.Choose[core.Stmt] | None:
    """The decision that waits for a player."""
    return stage.game.asked(stage.state.site) if stage.pending and stage.state.player == seat else None


def _pick(stage: Stage, seat: int, value: script.Value, span: Span) -> None:
    way = stage.the_one(value, stage.ways()) if _asked(stage, seat) is not None else None
    if way is None:
        raise _impossible(stage, span, seat, value)
    stage.take(way, value)


def _several(
    stage: Stage, seat: int, choose: core.Choose[core.Stmt], left: list[tuple[script.Value, Span]], stops: bool
) -> list[tuple[script.Value, Span]]:
    """Answer a choice of several with as many of the picks as belong to it; hands back the rest.

    The engine offers each set in one order only, so the picks are put into that order.
    """
    site = stage.state.site
    pool = [way for way in stage.thinkable() if way.removed is None]
    wanted: list[tuple[int, script.Value, Span]] = []
    for value, span in left[: amount(stage.state)]:
        found = stage.the_one(value, pool)
        if found is None and choose.up_to and wanted:
            break
        if found is None:
            raise _impossible(stage, span, seat, value)
        wanted.append((next(n for n, way in enumerate(pool) if way is found), value, span))
    rest = left[len(wanted) :]
    depth = len(stage.state.frames)
    for _, value, span in sorted(wanted, key=lambda one: one[0]):
        _pick(stage, seat, value, span)
    goes_on = _asked(stage, seat) is not None and stage.state.site == site and len(stage.state.frames) == depth
    if goes_on and choose.up_to and len(wanted) < amount(stage.state) and not (stops and not rest):
        nothing = script.Nothing(wanted[-1][2])
        way = stage.find(nothing, stage.ways())
        if way is not None:
            stage.take(way, nothing)
    return rest
