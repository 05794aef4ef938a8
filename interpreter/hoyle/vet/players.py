"""What variants move for whoever plays: the game with them beside the game without, between the same bots."""

from __future__ import annotations

import math
from collections.abc import Sequence

import attrs

from hoyle.compare.comparison import seated
from hoyle.compare.engines import FEW, Both
from hoyle.compare.run import REAL, SMALL, Plan, Side, measure
from hoyle.compare.words import bounds, number
from hoyle.diagnostics import HoyleError
from hoyle.vet.finding import Moved, Part
from hoyle.vet.subject import Subject

CAP = 10_000


def moved(subject: Subject, bots: Sequence[str], games: int, seed: int) -> Part:
    """The measures that so many pairs of games show to be moved; nothing where no number of players suits both."""
    assert subject.base is not None
    old = Side(str(subject.base), variants=tuple(map(str, subject.given)))
    alone = len(subject.variants) == 1
    new = Side(str(subject.variants[0])) if alone else attrs.evolve(old, variants=tuple(subject.typed()))
    plan = Plan(old, new, seed, list(bots), games, math.inf, CAP, 1)
    try:
        plan = seated(plan, plan.one.read().model, plan.other.read().model)
        one, other = plan.one.counted(), plan.other.counted()
        found = measure(plan, one, other, Both(one.game, other.game, seed, max(games, FEW)))
    except HoyleError as error:
        return Part(notes=(f"no games between {', '.join(bots)}: {error.diagnostics[0].message}",))
    rows = []
    for answer in found.answers:
        if answer.verdict in (REAL, SMALL):
            what, measure_ = answer.difference, answer.measure
            before, after = number(measure_, answer.one.estimate), number(measure_, answer.other.estimate)
            sure = f"{number(measure_, what.estimate, True)}, {bounds(measure_, what, True)}"
            rows.append(Moved(measure_.key, measure_.title, before, after, sure))
    return Part(moved=tuple(rows), held={"pairs": found.games})
