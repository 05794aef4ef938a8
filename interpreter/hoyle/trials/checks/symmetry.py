"""Everybody one seat further on: the same choices, scores and winners.

Asked only of what names no seat. Rules may do so, by `seat(1)`, an option that is a player, a row of a table for one
player, and what depends on them may treat players differently. All the rest may not: who sits where is no part of it,
so the table is turned by one seat and asked again. What is found is mostly that a tie goes to whoever sits first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, free
from hoyle.program.evaluate import Evaluator
from hoyle.program.specialise import Specialiser
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.run.why import environment
from hoyle.source import Span
from hoyle.table.seen import hidden
from hoyle.trials.checks.check import Check, rarely
from hoyle.trials.course import Course
from hoyle.trials.exchange import Exchange, Offered, asks, in_order, offered, renamed

RARELY = 8


class Symmetry(Check):
    name = "symmetry"
    ends = False
    cost = 10

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.turn = _turn(game)

    @classmethod
    def left_out(cls, game: Game) -> str:
        found = [names_seat(game, site) for site in [SCORE, *range(len(game.plan.sites))]]
        if any(place is None for place in found):
            return ""
        place = next(place for place in found if place is not None)
        return f"the rules name a seat: `{' '.join(place.text.split())}` at {place.place}"

    def decision(self, course: Course) -> str:
        s = course.state
        if not rarely(course, RARELY) or not s.choices:
            return ""
        return self._choices(s) or self._scores(s)

    def ending(self, course: Course) -> str:
        s = course.state
        for declared in (ending for ending in self.game.model.endings if ending.name == s.ending):
            winners = Specialiser(self.game.program)(declared.winners)
            if free(winners) or _seat_in(self.game, (winners,)) is not None:
                continue
            found = set(Evaluator(self.game.program, renamed(s, self.turn)).expr(winners, {}))
            if found != {self.turn.seats[seat] for seat in s.winners}:
                names = [self._seat(seat) for seat in sorted(found)]
                won = ", ".join(self.words.seat(seat) for seat in sorted(s.winners)) or "nobody"
                return f"won by {won}; one seat further on it would be {', '.join(names) or 'nobody'}"
        return self._scores(s)

    def _seat(self, seat: int) -> str:
        """Who sits on a seat of the turned table, by the name of the own seat."""
        return self.words.seat((seat - 1) % self.game.players)

    def _choices(self, s: State) -> str:
        if names_seat(self.game, s.site) is not None:
            return ""
        turned = renamed(s, self.turn)
        asking, who = self.game.asked(s.site), self.words.seat(s.player)
        asked = turned.player
        if asking.who is not None:
            asked = Evaluator(self.game.program, turned).expr(asking.who, environment(turned))
        if asked != turned.player:
            return f"{who} is asked; one seat further on it would be {self._seat(asked)}"
        mine, theirs = {self._turned(asking, one) for one in offered(s)}, offered(turned)
        if mine == theirs:
            return ""
        gone, new = sorted(mine - theirs, key=repr), sorted(theirs - mine, key=repr)
        what = f"not choose {self._text(s, gone[0])}" if gone else f"also choose {self._text(turned, new[0])}"
        return f"one seat further on {who} could {what}"

    def _text(self, s: State, one: Offered) -> str:
        """Something that is offered at the turned table."""
        offer = self.game.asked(s.site).offers[one[0]]
        rows = zip(offer.params, one[1], strict=True)
        values = [self.words.value(s, p.type, v) if not hidden(v) else "a card" for p, v in rows]
        return f"`{offer.name}({', '.join(values)})`" if values else f"`{offer.name}`"

    def _turned(self, asking: core.Choose[core.Stmt], one: Offered) -> Offered:
        offer, values = one
        params = asking.offers[offer].params
        return offer, in_order(params, [self.turn.value(p.type, v) for p, v in zip(params, values, strict=True)])

    def _scores(self, s: State) -> str:
        if names_seat(self.game, SCORE) is not None:
            return ""
        scores, (first, *others) = list(s.scores), renamed(s, self.turn).scores
        turned = [*others, first]
        if turned == scores:
            return ""
        return f"the scores are {scores}; one seat further on they would be {turned}"


# ---------------------------------------------------------------------------------------------- what names a seat

SCORE = -1


@lru_cache(maxsize=1024)
def names_seat(game: Game, site: int) -> Span | None:
    """Where a decision (or the score) depends on who sits where; None if it does not."""
    if site == SCORE:
        return _seat_in(game, (core.Ask("score", (core.Local("p", t.SEAT),), t.NUMBER),))
    choose = game.asked(site)
    return _seat_in(game, asks(choose)) if choose.who is not None else None


def _seat_in(game: Game, nodes: tuple[Any, ...]) -> Span | None:
    for node in _closure(game, nodes):
        match node:
            case core.Const(value, type_) if value is not None and _fixed(game, type_, value):
                return node.span or game.reading.files[0].header.span
            case core.Prim("seat"):
                return node.span or game.reading.files[0].header.span
            case core.Prim("number", (of,)) if isinstance(t.settled(of.type), t.Seat):
                return node.span or game.reading.files[0].header.span
            case core.Zone(name) if _fixed_sight(game, name):
                return game.model.zones[name].span
    return None


def _closure(game: Game, nodes: tuple[Any, ...]) -> Iterator[Any]:
    """All nodes that some depend on, definitions put in."""
    seen: set[str] = set()
    waiting = list(nodes)
    while waiting:
        for node in below(waiting.pop()):
            yield node
            if isinstance(node, core.Ask) and node.name not in seen:
                seen.add(node.name)
                waiting.append(game.program.defines[node.name].body)


def _fixed(game: Game, type_: t.Type, value: Any) -> bool:
    """Whether a constant is a seat, or some seats and not all."""
    match t.settled(type_):
        case t.Seat():
            return True
        case t.ListOf(of) if isinstance(t.settled(of), t.Seat):
            return 0 < len(set(value)) < game.players
    return False


def _fixed_sight(game: Game, name: str) -> bool:
    """Whether a zone is seen by somebody because of where they sit."""
    turn = _turn(game)
    mine = [zone for zone in game.zones if zone.name == name]
    return any({turn.seats[s] for s in z.seen} != game.zones[turn.zones[z.number]].seen for z in mine)


def _turn(game: Game) -> Exchange:
    """Everybody one seat further on."""
    return Exchange(game, seats=[(seat + 1) % game.players for seat in range(game.players)])
