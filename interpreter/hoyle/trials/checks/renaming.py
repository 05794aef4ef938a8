"""A decision with other names: cards that stand for one another, or everybody on another seat.

Only what the pending decision looks at is renamed: the table, the variables, and the locals of the body that asks. What
waits further up is left alone, so a renamed state can be looked at and asked, and not played on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.program.evaluate import Evaluator
from hoyle.reference.legal import judge
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.run.why import environment
from hoyle.table.seen import row_as_seen
from hoyle.trials.exchange import Exchange

Offered = tuple[int, tuple[Any, ...]]


def renamed(s: State, exchange: Exchange) -> State:
    """That moment with other names; nobody has been asked yet."""
    made = exchange.laid(s)
    for slot, type_ in asked_of(s.game, s.site).items() if made.frames else ():
        made.frames[-1][slot] = exchange.value(type_, made.frames[-1][slot])
    return made


@lru_cache(maxsize=512)
def asked_of(game: Game, site: int) -> dict[int, t.Type]:
    """Where the body that asks keeps the locals that a decision looks at, with their types."""
    slots = game.plan.slots(site)
    names = [node for node in below(asks(game.asked(site))) if isinstance(node, core.Local)]
    return {slots[node.name]: node.type for node in names if node.name in slots}


def asks(choose: core.Choose[core.Stmt]) -> tuple[Any, ...]:
    """What a decision looks at before anything is chosen."""
    offers = [(o.given, o.params, o.filters, o.template) for o in choose.offers]
    return (choose.who, choose.amount, *(part for offer in offers for part in offer))


def offered(s: State) -> set[Offered]:
    """What the rules let the asked player choose from, as that player sees it: numbers of offers, and values."""
    choose = s.game.asked(s.site)
    found = set()
    for candidate in judge(Evaluator(s.game.program, s), choose, environment(s)):
        if candidate.removed is None:
            params = choose.offers[candidate.offer].params
            found.add((candidate.offer, row_as_seen(s, s.player, params, candidate.values)))
    return found
