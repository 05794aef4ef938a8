"""The whole comparison of two games: rules, parting, measures."""

from __future__ import annotations

import attrs

from hoyle import model
from hoyle.check.record import BUILT_IN
from hoyle.compare import parting, rules
from hoyle.compare.engines import FEW, Both
from hoyle.compare.run import Measured, Plan, Progress, measure
from hoyle.compare.stretch import Counted, counted
from hoyle.diagnostics import HoyleError
from hoyle.source import Span

USUAL = 4
SET = ("option", BUILT_IN)  # what can be set: an option, or how many play


@attrs.frozen
class Comparison:
    """plan: as it was played, with the numbers of players settled. beside: what random players do, where others
    think."""

    plan: Plan
    one: Counted
    other: Counted
    settings: tuple[rules.Setting, ...]
    changes: tuple[rules.Change, ...]
    search: parting.Search
    measured: Measured
    beside: Measured | None = None


def compare(plan: Plan, on_progress: Progress = lambda done, total: None) -> Comparison:
    """Compare two games. Raises HoyleError if one of them cannot be played, or not by so many."""
    readings = plan.one.read(), plan.other.read()
    plan = seated(plan, readings[0].model, readings[1].model)
    one = counted(readings[0], plan.one.players, plan.one.options)
    other = counted(readings[1], plan.other.players, plan.other.options)
    both = Both(one.game, other.game, plan.seed, max(plan.games, FEW) if plan.thinks else plan.games)
    settings = rules.settings(one.game, other.game)
    changes = rules.changes(one.game.reading, other.game.reading)
    places = ([c.one for c in changes if c.one and c.plays], [c.other for c in changes if c.other and c.plays])
    concerned = tuple([*found, *_about(side, settings)] for side, found in zip((one, other), places, strict=True))
    search = parting.search(plan, one.game, other.game, (concerned[0], concerned[1]), both)
    beside = measure(plan.beside, one, other, both) if plan.thinks else None
    measured = measure(plan, one, other, both, on_progress)
    return Comparison(plan, one, other, tuple(settings), tuple(changes), search, measured, beside)


def _about(side: Counted, settings: list[rules.Setting]) -> list[Span]:
    """The declarations that ask for something that is set differently."""
    reading, names = side.game.reading, {setting.name for setting in settings}
    places = [span for span, symbol in reading.record.symbols.items() if symbol.name in names and symbol.kind in SET]
    decls = [decl.span for file in reading.files for decl in file.decls if not isinstance(decl, rules.SAID)]
    return [decl for decl in decls if any(place in decl for place in places)]


def seated(plan: Plan, one: model.Model, other: model.Model) -> Plan:
    """The plan with a number of players for each side, the same if it was not said otherwise."""
    if plan.one.players is not None and plan.other.players is not None:
        return plan
    low, high = max(one.seats[0], other.seats[0]), min(one.seats[1], other.seats[1])
    if plan.one.players is not None or plan.other.players is not None:
        given = plan.one.players or plan.other.players
    elif low > high:
        spans = [str(least) if least == most else f"{least} to {most}" for least, most in (one.seats, other.seats)]
        message = f"{one.title} is for {spans[0]} players and {other.title} for {spans[1]}: no number suits both"
        raise HoyleError.plain("HYL902", message, "say `--players` for the first and `--players-b` for the second")
    else:
        given = low if low == high else min(max(low, USUAL), high)
    mine, theirs = plan.one, plan.other
    mine = attrs.evolve(mine, players=given) if mine.players is None else mine
    theirs = attrs.evolve(theirs, players=given) if theirs.players is None else theirs
    return attrs.evolve(plan, one=mine, other=theirs)
