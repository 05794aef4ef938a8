"""Claims: whether they hold, and if not, what is so instead."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle import builtins
from hoyle.check import script
from hoyle.table.script import Script
from hoyle.trials.checks.reference import offers_apart
from hoyle.trials.course import Key
from hoyle.trials.pool import Prepared, checks_of
from hoyle.trials.scenario.stage import Failed, Stage, Way
from hoyle.trials.settings import Setting
from hoyle.trials.shrinking.endless import endless
from hoyle.trials.words import said


def judge_claims(stage: Stage, claims: Sequence[script.Claim]) -> None:
    """All claims about one moment; raises `Failed` with everything that does not hold."""
    wrong: list[tuple[script.Claim, list[str]]] = []
    for claim in claims:
        lines = _judged(stage, claim)
        if lines:
            wrong.append((claim, lines))
    if wrong:
        lines = [line for _, found in wrong for line in found]
        raise Failed(wrong[0][0].span, [*lines, *stage.look.table()])


def _judged(stage: Stage, claim: script.Claim) -> list[str]:
    match claim:
        case script.Holds():
            return _holds(stage, claim)
        case script.Keeps():
            return _keeps(stage, claim)
        case script.May():
            return _may(stage, claim)


# ---------------------------------------------------------------------------------------------- what holds


def _holds(stage: Stage, claim: script.Holds) -> list[str]:
    if stage.value(claim.test):
        return []
    return [f"expected: {said(claim.span)}", *(f"actual: {line}" for line in stage.look.why(claim.test, False))]


def _keeps(stage: Stage, claim: script.Keeps) -> list[str]:
    """What is wrong here with a property or a check."""
    match claim.key:  # some look at a whole game, and here is only a table
        case "ends":
            found = endless(stage.state)
        case "reference":
            found = offers_apart(stage.state, stage.words)
        case _:
            found = _seen(stage, claim.key)
    if not found:
        return []
    says = f": {builtins.CHECKS[claim.key]}" if isinstance(claim.key, str) else ""
    return [f"expected: {said(claim.span)}{says}", *found]


def _seen(stage: Stage, key: Key) -> list[str]:
    """What whoever watches a game for it would say of this table."""
    game = stage.game
    course = Prepared(Setting(game.players, {}), game, checks_of(game.reading)).narrow(Script(), key)
    course.state, course.words, course.closely = stage.state, stage.words, True
    course.look()
    return course.faults[key].lines if key in course.faults else []


# ---------------------------------------------------------------------------------------------- what may be done


def _may(stage: Stage, claim: script.May) -> list[str]:
    seat = stage.value(claim.who)
    expected = f"expected: {said(claim.span)}"
    if stage.state.over or (stage.pending and stage.state.player != seat):
        return [expected, f"actual: {stage.words.pending(stage.state)}"]
    # as the table was given an action is judged on it; once something was done, somebody has to be asked
    directly = all(isinstance(pick, script.Act) for pick in claim.picks) and (
        not stage.begun or claim.verb == "may not"
    )
    if not stage.pending and not directly:
        return [expected, f"actual: {stage.words.pending(stage.state)}"]
    match claim.verb:
        case "may not":
            lines = [line for pick in claim.picks for line in _forbidden(stage, seat, pick, claim.because)]
        case "may only":
            lines = [line for pick in claim.picks for line in _allowed(stage, seat, pick)]
            lines += _nothing_else(stage, seat, claim.picks)
        case _:
            lines = [line for pick in claim.picks for line in _allowed(stage, seat, pick)]
    return [expected, *lines] if lines else []


def _legal(stage: Stage, seat: int, pick: script.Pick) -> list[Way]:
    if stage.pending:
        return stage.ways()
    assert isinstance(pick, script.Act)
    return [way for way in stage.direct(pick, seat) if way.removed is None]


def _thinkable(stage: Stage, seat: int, pick: script.Pick) -> list[Way]:
    if stage.pending:
        return stage.thinkable()
    assert isinstance(pick, script.Act)
    return stage.direct(pick, seat)


def _allowed(stage: Stage, seat: int, pick: script.Pick) -> list[str]:
    if stage.find(pick, _legal(stage, seat, pick)) is not None:
        return []
    return [f"actual: {said(pick.span)} is not possible: {_reason(stage, seat, pick)}"]


def _reason(stage: Stage, seat: int, pick: script.Pick) -> str:
    found = stage.find(pick, _thinkable(stage, seat, pick))
    if found is not None and found.removed is not None:
        return stage.forbidden(found.removed)
    if stage.pending:
        return stage.words.pending(stage.state)
    return f"{stage.words.seat(seat)} has no such choice"


def _forbidden(stage: Stage, seat: int, pick: script.Pick, because: str | None) -> list[str]:
    text = said(pick.span)
    if stage.find(pick, _legal(stage, seat, pick)) is not None:
        return [f"actual: {text} is possible"]
    if because is None:
        return []
    found = stage.find(pick, _thinkable(stage, seat, pick))
    if found is None or found.removed is None:
        return [f"actual: no rule forbids {text}: {_reason(stage, seat, pick)}"]
    if found.removed.rule != because:
        return [f"actual: {stage.forbidden(found.removed)}"]
    return []


def _nothing_else(stage: Stage, seat: int, picks: tuple[script.Pick, ...]) -> list[str]:
    """Every legal way is one of the picks; with nobody asked, every way of the actions they name."""
    ways = stage.ways() if stage.pending else []
    if not stage.pending:
        for pick in picks:
            ways += [way for way in _legal(stage, seat, pick) if way not in ways]
    others = [way for way in ways if not any(stage.fits(pick, way) for pick in picks)]
    if not others:
        return []
    return [f"actual: possible as well: {', '.join(_way(stage, way) for way in others)}"]


def _way(stage: Stage, way: Way) -> str:
    if way.choice is not None:
        return stage.words.said(way.choice.say)
    values = [stage.words.value(stage.state, ty, v) for ty, v in zip(way.types, way.values, strict=True)]
    return f"{way.action}({', '.join(values)})" if values else way.action
