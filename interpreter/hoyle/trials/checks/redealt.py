"""The same game with another deal: what a seat could not have noticed so far must not change what it is offered.

A play is played again, and beside it one in which cards that the seat has never seen lie in one another's places from
the first shuffle on, or in which somebody else made another choice. Both are games that could be. As long as the seat
sees the same and is told the same in both, it must be asked the same: whatever differs was worked out from something
hidden, however long ago, and kept in a local, a number, or the way that was taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, zip_longest
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import HoyleError
from hoyle.run.choices import Choice
from hoyle.run.events import sentences, told
from hoyle.run.game import Game
from hoyle.run.parts import Said, Seat
from hoyle.run.state import State
from hoyle.table import moves
from hoyle.table.script import Script
from hoyle.trials.exchange import Exchange, in_order
from hoyle.trials.words import variables

SEEN = ("zones", "sides", "values", "shown", "scores")


@attrs.frozen
class Swap:
    """Another deal, or table. cards: which lie in whose place. told: whether the seat has seen none of them ever, so
    that its log may be compared. instead: the number of a choice, and what is chosen there."""

    cards: Mapping[int, int] = attrs.field(factory=dict)
    told: bool = False
    instead: tuple[int, int] | None = None

    def smallest(self, most: int, noticed: Callable[[Swap], Said]) -> tuple[Swap, Said]:
        """Two of the cards that suffice to notice something, if there are such among so many, and what is noticed."""
        pairs = islice(combinations(self.cards, 2), most) if len(self.cards) > 2 else ()
        swaps = (attrs.evolve(self, cards={one: two, two: one}) for one, two in pairs)
        return next(((swap, found) for swap in swaps if (found := noticed(swap))), None) or (self, noticed(self))


@attrs.define(eq=False)
class Dealt(Script):
    """A script that notes which cards it brings, or brings other cards in the places of those that were noted."""

    drawn: frozenset[str] = frozenset()
    noted: list[tuple[int, ...]] = attrs.field(factory=list)
    instead: Exchange | None = None
    place: int = 0

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        found = super().pick(state, pool, count, name)
        if name not in self.drawn:
            return found
        meant = self._dealt(found)
        return meant if len(meant) == count and set(meant) <= set(pool) else found

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        found = super().shuffle(state, cards)
        meant = self._dealt(found)
        return list(meant) if sorted(meant) == sorted(cards) else found

    def _dealt(self, found: Sequence[int]) -> tuple[int, ...]:
        """What is brought, which is noted; or what is to be brought in place of what was noted."""
        if self.instead is None:
            self.noted.append(tuple(found))
            return self.noted[-1]
        self.place += 1
        noted = self.noted[self.place - 1] if self.place <= len(self.noted) else ()
        return tuple(map(self.instead.card, noted))


def told_by_choices(
    game: Game, chance: Sequence[int], made: Sequence[int], seat: int, deal: Swap, carefully: bool = False
) -> Said:
    """What a seat is offered in a play, at its end or before, that it would not be if the deal were another.

    carefully: what it sees is compared all the way, and not only where it is offered something else.
    """
    one, other = game.blank(0), game.blank(0)
    public = [number for var, _, number in variables(game) if var.seen_by is None]
    exchange = Exchange(game, deal.cards)
    one.seed = dealt = Dealt(tuple(chance), drawn_cards(game))
    other.seed = Dealt(tuple(chance), dealt.drawn, dealt.noted, exchange)
    heard_of: list[Any] = [None, None]  # how far each has been listened to
    try:
        for state in (one, other):
            game.perform(state, "flow", ())
        for turn, number in enumerate((*made, None)):
            # what is kept in variables that all see is told
            if one.over or other.over or any(one.v[number] != other.v[number] for number in public):
                return ()
            if carefully and not _alike(one, other, seat, sentences=False):
                return ()
            heard = _told_otherwise(one, other, seat, heard_of) if tells(game) else ()
            heard_of = [one.log, other.log]
            if heard:
                return heard if carefully else told_by_choices(game, chance, made, seat, deal, carefully=True)
            if one.player == seat or other.player == seat:
                wrong = other_offers(one.player, one.choices, other.choices)
                if one.player != other.player:
                    wrong = (Seat(other.player), " would be asked, and not ", Seat(one.player))
                if wrong:
                    alike = all(_alike(one, other, who) for who in {seat, one.player, other.player})
                    if alike and not carefully:
                        return told_by_choices(game, chance, made, seat, deal, carefully=True)
                    return wrong if alike else ()
            if (one.player, one.site) != (other.player, other.site) or number is None:
                return ()
            choice = one.choices[number]
            theirs = _same_choice(game, other, choice, exchange)
            if deal.instead is not None and deal.instead[0] == turn:
                theirs = other.choices[deal.instead[1]] if deal.instead[1] < len(other.choices) else None
            if theirs is None:
                return ()
            one.choose(choice)
            other.choose(theirs)
    except HoyleError:
        return ()  # if a game could not go on, that is another fault
    return ()


def other_offers(seat: int, mine: Sequence[Choice], theirs: Sequence[Choice]) -> Said:
    """How what a seat would be offered differs from what it is offered, as it reads them."""
    old, now = [choice.text for choice in mine], [choice.text for choice in theirs]
    for choices, others, verb in ((theirs, old, "have"), (mine, now, "not have")):
        for choice in choices:
            if choice.text not in others:
                return (Seat(seat), f" would {verb} the choice `", *choice.say, "`")
    return () if now == old else ("the choices of ", Seat(seat), " would be reordered")


def _alike(one: State, other: State, seat: int, sentences: bool = True) -> bool:
    """Whether a seat has seen and been told the same. sentences: also what the rules say in words of their own."""
    mine, theirs = one.view(seat), other.view(seat)
    happened = [[e.text for e in told(s, seat) if sentences or e.kind != moves.TOLD] for s in (one, other)]
    return all(mine[part] == theirs[part] for part in SEEN) and happened[0] == happened[1]


def _told_otherwise(one: State, other: State, seat: int, since: Sequence[Any]) -> Said:
    """How a sentence that a seat is told would differ. since: the log of each when that was last asked."""
    mine, theirs = (sentences(s, seat, log) for s, log in zip((one, other), since, strict=True))
    for said, instead in zip_longest(mine, theirs, fillvalue=("nothing",)):
        if said != instead:
            return (Seat(seat), " would have been told `", *instead, "`, not `", *said, "`")
    return ()


@lru_cache(maxsize=64)
def tells(game: Game) -> bool:
    """Whether the rules of a game say sentences."""
    bodies = (procedure.body for procedure in game.program.procedures.values())
    return any(isinstance(node, core.Tell) and node.sentence for body in bodies for node in below(body))


def _same_choice(game: Game, other: State, choice: Choice, exchange: Exchange) -> Choice | None:
    """What was chosen, where other cards are; None if it cannot be chosen there."""
    values = exchange.chosen(choice)
    return next((c for c in other.choices if (c.offer, in_order(c.params, c.values)) == (choice.offer, values)), None)


@lru_cache(maxsize=64)
def drawn_cards(game: Game) -> frozenset[str]:
    """What chance calls the cards it draws."""
    bodies = tuple(procedure.body for procedure in game.program.procedures.values())
    drawn: dict[str, bool] = {}
    for node in below(bodies):
        if isinstance(node, core.Choose) and node.who is None:
            name, of = node.offers[0].name, node.offers[0].params[0].type
            drawn[name] = drawn.get(name, True) and isinstance(t.settled(of), t.CardOf)
    return frozenset(name for name, cards in drawn.items() if cards)
