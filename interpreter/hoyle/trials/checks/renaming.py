"""The same moment of a game with other names: cards that stand for one another, or everybody on another seat.

Only what the pending decision looks at is renamed: the table, the variables, and the locals of the body that asks. What
waits further up is left alone, so a renamed state can be looked at and asked, and not played on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Family
from hoyle.program.set_out import drawn
from hoyle.reference.legal import judge
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.run.why import environment
from hoyle.table.seen import as_seen


@attrs.frozen
class Renaming:
    """cards and seats: what each becomes; those that are not named keep their number."""

    cards: Mapping[int, int] = attrs.field(factory=dict)
    seats: Mapping[int, int] = attrs.field(factory=dict)

    def value(self, game: Game, type_: t.Type, value: Any) -> Any:
        if value is None:
            return None
        match t.settled(type_):
            case t.CardOf():
                return self._card(value)
            case t.Seat():
                return self.seats.get(value, value)
            case t.ZoneOf():
                return self.zone(game, value)
            case t.ListOf(of):
                return tuple(self.value(game, of, member) for member in value)
        return value

    def _card(self, card: Any) -> Any:
        """A card, or what a seat calls one that it does not see: that names no card."""
        return self.cards.get(card, card) if isinstance(card, int) else card

    def zone(self, game: Game, number: int) -> int:
        zone = game.zones[number]
        return self._moved(game.program.zone_families[zone.name], game.model.zones[zone.name].index, zone.index)

    def _moved(self, family: Family, types: tuple[t.Type, ...], index: tuple[int, ...]) -> int:
        """Where something that is kept under an index is found then."""
        made = []
        for type_, value in zip(types, index, strict=True):
            names = self.seats if isinstance(type_, t.Seat) else self.cards if isinstance(type_, t.CardOf) else {}
            made.append(names.get(value, value))
        return family.number(tuple(made))

    # ------------------------------------------------------------------------------------------ a moment

    def state(self, s: State) -> State:
        """That moment, renamed; nobody has been asked yet."""
        made = s.copy()
        game = s.game
        for number, cards in enumerate(s.z):
            renamed = [self._card(card) for card in cards]
            if game.zones[number].loose:
                renamed.sort()
            made.z[self.zone(game, number)] = renamed
        for number, cards in enumerate(made.z):
            for card in cards:
                made.loc[card] = number
        for card in range(len(game.cards)):
            made.up[self._card(card)] = s.up[card]
        self._variables(s, made)
        made.player = self.seats.get(s.player, s.player)
        made.winners = tuple(self.seats.get(seat, seat) for seat in s.winners)
        if made.frames:
            frame, slots = made.frames[-1], game.plan.slots(s.site)
            for name, type_ in asked_of(game, s.site).items():
                if name in slots:
                    frame[slots[name]] = self.value(game, type_, frame[slots[name]])
        return made

    def _variables(self, s: State, made: State) -> None:
        for name, declared in s.game.model.vars.items():
            family = s.game.program.var_families[name]
            for index in family.indices():
                value = self.value(s.game, declared.type, s.v[family.number(index)])
                made.v[self._moved(family, declared.index, index)] = value
        for name, option in s.game.model.options.items():
            if drawn(name) in s.game.program.var_families:
                number = s.game.program.var_families[drawn(name)].number(())
                made.v[number] = self.value(s.game, option.type, s.v[number])


@lru_cache(maxsize=512)
def asked_of(game: Game, site: int) -> dict[str, t.Type]:
    """The locals that a decision looks at, with their types."""
    return {node.name: node.type for node in below(asks(game.asked(site))) if isinstance(node, core.Local)}


def asks(choose: core.Choose[core.Stmt]) -> tuple[Any, ...]:
    """What a decision looks at before anything is chosen."""
    offers = [(o.given, o.params, o.filters, o.template) for o in choose.offers]
    return (choose.who, choose.amount, *(part for offer in offers for part in offer))


Offered = tuple[int, tuple[Any, ...]]


def offered(s: State) -> list[Offered]:
    """What the rules let the asked player choose from, as that player sees it: numbers of offers, and values."""
    choose, env = s.game.asked(s.site), environment(s)
    evaluator = Evaluator(s.game.program, s)
    amount = evaluator.expr(choose.amount, env) if choose.amount is not None else 1
    enough = 1 if choose.up_to else max(amount, 1)
    found: dict[Offered, None] = {}
    for candidate in judge(evaluator, choose, env, enough):
        if candidate.removed is None:
            rows = zip(choose.offers[candidate.offer].params, candidate.values, strict=True)
            seen = tuple(as_seen(s, s.player, v) if isinstance(p.type, t.CardOf) else v for p, v in rows)
            found[candidate.offer, seen] = None
    return list(found)
