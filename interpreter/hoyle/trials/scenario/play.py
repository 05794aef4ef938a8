"""Running a scenario: its deeds are done on the engine, its claims judged on the table they lead to."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle import builtins
from hoyle.check import script
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError
from hoyle.run.why import amount
from hoyle.source import Span
from hoyle.table.script import Script
from hoyle.trials.checks.reference import offers_apart
from hoyle.trials.course import Key, Wrong
from hoyle.trials.pool import Pool, Prepared, checks_of
from hoyle.trials.scenario.stage import Failed, Stage, Unfit, Way
from hoyle.trials.settings import Setting
from hoyle.trials.shrink import endless
from hoyle.trials.words import said


def play(games: Pool, scenario: script.Scenario) -> Failed | None:
    """Run a scenario to its end; hands back what went wrong, if anything did."""
    game = games.at(Setting(len(scenario.seats), scenario.options), scenario.watched).game
    try:
        stage = Stage(game, scenario)
        for step in scenario.steps:
            if isinstance(step, script.Then):
                _judge(stage, step.claims)
            else:
                _do(stage, step.deeds)
                stage.begun = True
    except Failed as failed:
        return failed
    return None


# ---------------------------------------------------------------------------------------------- deeds


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
                    _answer(stage, stage.value(deed.who), script.Nothing(deed.span), deed.span)
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


def _perform(stage: Stage, deed: script.Perform) -> None:
    if stage.state.over or stage.pending:
        raise stage.failure(deed.span, f"{said(deed.span)} is performed", stage.words.pending(stage.state))
    stage.perform(deed.proc, tuple(stage.value(arg) for arg in deed.args))


def _does(stage: Stage, deed: script.Does) -> None:
    seat, acting = stage.value(deed.who), None if deed.acting is None else stage.value(deed.acting)
    if stage.state.over or stage.pending:
        if stage.asks(seat) and stage.state.acting != acting:
            raise stage.failure(deed.span, f"{said(deed.span)} is asked for", stage.words.pending(stage.state))
        _answer(stage, seat, deed.act, deed.span)
        return
    acts = seat if acting is None else acting
    way = stage.the_one(deed.act, stage.legal(deed.act, acts))
    if way is None:
        raise _impossible(stage, deed.span, acts, deed.act)
    stage.perform(way.action, (acts, *way.values))  # nobody offered it


def _answer(stage: Stage, seat: int, pick: script.Pick, span: Span) -> None:
    """Answer the pending decision, if that player is asked and may."""
    way = stage.the_one(pick, stage.ways()) if stage.asks(seat) else None
    if way is None:
        raise _impossible(stage, span, seat, pick)
    stage.take(way, pick)


def _impossible(stage: Stage, span: Span, seat: int, pick: script.Pick) -> Failed:
    """What was expected, what was pending instead, and the rule that forbids it."""
    reason = _because(stage, seat, pick)
    return stage.failure(span, f"{said(span)} is possible", stage.words.pending(stage.state), *reason)


def _because(stage: Stage, seat: int, pick: script.Pick) -> list[str]:
    """Why something is not possible, if more can be said than what is pending."""
    act = isinstance(pick, script.Act)
    if stage.state.over or not (stage.asks(seat) if stage.pending else act):
        return []
    ways = stage.thinkable(pick, seat)
    found = stage.find(pick, [way for way in ways if way.removed is not None])
    if found is not None and found.removed is not None:
        return [f"because: {stage.forbidden(found.removed)}"]
    if isinstance(pick, script.Act) and not stage.find(pick, ways):
        return [f"because: {stage.words.seat(seat)} has no such choice for `{pick.action}`"]
    return []


def _picks(stage: Stage, row: Sequence[script.Picks], stops: bool) -> None:
    """Answer choice after choice. stops: whether the scenario itself says that the player declines."""
    seat = stage.value(row[0].who)
    left = [(value, deed.span) for deed in row for value in deed.values]
    while left:
        choose = stage.game.asked(stage.state.site) if stage.asks(seat) else None
        if choose is None or choose.amount is None:
            _answer(stage, seat, *left.pop(0))
        else:
            left = _several(stage, seat, choose, left, stops)


def _several(
    stage: Stage, seat: int, choose: core.Choose[core.Stmt], left: list[tuple[script.Value, Span]], stops: bool
) -> list[tuple[script.Value, Span]]:
    """Answer a choice of several with as many of the picks as belong to it; hands back the rest.

    The engine offers each set in one order only, so the picks are put into that order.
    """
    site = stage.state.site
    pool = [way for way in stage.thinkable(left[0][0], seat) if way.removed is None]
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
        _answer(stage, seat, value, span)
    goes_on = stage.asks(seat) and stage.state.site == site and len(stage.state.frames) == depth
    if goes_on and choose.up_to and len(wanted) < amount(stage.state) and not (stops and not rest):
        nothing = script.Nothing(wanted[-1][2])
        way = stage.find(nothing, stage.ways())
        if way is not None:
            stage.take(way, nothing)
    return rest


# ---------------------------------------------------------------------------------------------- claims


def _judge(stage: Stage, claims: Sequence[script.Claim]) -> None:
    """All claims about one moment; raises `Failed` with everything that does not hold."""
    wrong = [(claim.span, found) for claim in claims if (found := _wrong(stage, claim)).actual]
    if wrong:
        raise Failed(wrong[0][0], [found for _, found in wrong], stage.look.table())


def _wrong(stage: Stage, claim: script.Claim) -> Wrong:
    """What was expected and what is so instead; nothing is if a claim holds."""
    says = said(claim.span)
    match claim:
        case script.Holds(test):
            found = Wrong(() if stage.value(test) else stage.look.why(test, False))
        case script.Keeps(key):
            says += f": {builtins.CHECKS[key]}" if isinstance(key, str) else ""
            found = _unkept(stage, key)
        case script.May():
            found = Wrong(_may(stage, claim))
    return attrs.evolve(found, expected=(says, *found.expected))


def _unkept(stage: Stage, key: Key) -> Wrong:
    """What is wrong here with a property or a check."""
    match key:  # some look at a whole game, and here is only a table
        case "ends":
            return Wrong(filter(None, [endless(stage.state)]))
        case "reference":
            return Wrong(filter(None, [offers_apart(stage.state, stage.words)]))
    game = stage.game
    course = Prepared(Setting(game.players, {}), game, checks_of(game.reading)).narrow(Script(), key)
    course.state, course.words, course.closely = stage.state, stage.words, True
    course.look()
    return course.faults[key].wrong if key in course.faults else Wrong(())


def _may(stage: Stage, claim: script.May) -> list[str]:
    seat = stage.value(claim.who)
    # as the table was given an action is judged on it; once something was done, somebody has to be asked
    directly = all(isinstance(pick, script.Act) for pick in claim.picks) and (
        not stage.begun or claim.verb == "may not"
    )
    if stage.state.over or not (stage.asks(seat) if stage.pending else directly):
        return [stage.words.pending(stage.state)]
    if claim.verb == "may not":
        return [line for pick in claim.picks for line in _forbidden(stage, seat, pick, claim.because)]
    lines = [
        f"{said(pick.span)} is not possible: {_reason(stage, seat, pick)}"
        for pick in claim.picks
        if stage.find(pick, stage.legal(pick, seat)) is None
    ]
    return lines + (_nothing_else(stage, seat, claim.picks) if claim.verb == "may only" else [])


def _reason(stage: Stage, seat: int, pick: script.Pick) -> str:
    found = stage.find(pick, stage.thinkable(pick, seat))
    if found is not None and found.removed is not None:
        return stage.forbidden(found.removed)
    if stage.pending:
        return stage.words.pending(stage.state)
    return f"{stage.words.seat(seat)} has no such choice"


def _forbidden(stage: Stage, seat: int, pick: script.Pick, because: str | None) -> list[str]:
    text = said(pick.span)
    if stage.find(pick, stage.legal(pick, seat)) is not None:
        return [f"{text} is possible"]
    if because is None:
        return []
    found = stage.find(pick, stage.thinkable(pick, seat))
    if found is None or found.removed is None:
        return [f"no rule forbids {text}: {_reason(stage, seat, pick)}"]
    if found.removed.rule != because:
        return [stage.forbidden(found.removed)]
    return []


def _nothing_else(stage: Stage, seat: int, picks: tuple[script.Pick, ...]) -> list[str]:
    """Every legal way is one of the picks; with nobody asked, every way of the actions they name."""
    ways: list[Way] = []
    for pick in picks[:1] if stage.pending else picks:
        ways += [way for way in stage.legal(pick, seat) if way not in ways]
    others = [way for way in ways if not any(stage.fits(pick, way) for pick in picks)]
    return [f"possible as well: {', '.join(stage.called(way) for way in others)}"] if others else []
