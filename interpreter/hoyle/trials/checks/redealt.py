"""The same game with another deal: what a seat could not have noticed so far must not change what it is offered.

A play is played again, and beside it one in which cards that the seat has never seen lie in one another's places from
the first shuffle on, or in which somebody else made another choice. Both are games that could be. As long as the seat
sees the same and is told the same in both, it must be asked the same: whatever differs was worked out from something
hidden, however long ago, and kept in a local, a number, or the way that was taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import HoyleError
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Script
from hoyle.trials.checks.renaming import Renaming

PAIRS = 20
SEEN = ("zones", "sides", "values", "scores")


@attrs.frozen
class Deal:
    """Another deal. cards: which lie in whose place. instead: the number of a choice, and what is chosen there."""

    cards: Mapping[int, int] = attrs.field(factory=dict)
    instead: tuple[int, int] | None = None

    def smaller(self) -> Iterator[Deal]:
        """Two cards that may suffice."""
        if len(self.cards) > 2:
            for one, two in islice(combinations(self.cards, 2), PAIRS):
                yield Deal({one: two, two: one})


@attrs.define(eq=False)
class Kept(Script):
    """A script that remembers which cards it brought."""

    results: list[tuple[int, ...]] = attrs.field(factory=list)
    drawn: frozenset[str] = frozenset()

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        found = super().pick(state, pool, count, name)
        if name in self.drawn:
            self.results.append(found)
        return found

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        found = super().shuffle(state, cards)
        self.results.append(tuple(found))
        return found


@attrs.define(eq=False)
class Other(Script):
    """A script that brings other cards in their places, as far as they are there."""

    results: list[tuple[int, ...]] = attrs.field(factory=list)
    drawn: frozenset[str] = frozenset()
    cards: Mapping[int, int] = attrs.field(factory=dict)
    place: int = 0

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        found = super().pick(state, pool, count, name)
        if name not in self.drawn:
            return found
        meant = self._meant()
        return tuple(meant) if len(meant) == count and set(meant) <= set(pool) else found

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        found = super().shuffle(state, cards)
        meant = self._meant()
        return meant if sorted(meant) == sorted(cards) else found

    def _meant(self) -> list[int]:
        self.place += 1
        results = self.results[self.place - 1] if self.place <= len(self.results) else ()
        return [self.cards.get(card, card) for card in results]


def told_by_choices(
    game: Game, chance: Sequence[int], made: Sequence[int], seat: int, deal: Deal, carefully: bool = False
) -> list[str]:
    """What a seat is offered in a play, at its end or before, that it would not be if the deal were another.

    carefully: what it sees is compared all the way, and not only where it is offered something else.
    """
    results: list[tuple[int, ...]] = []
    drawn = _drawn(game)
    one, other = game.blank(0), game.blank(0)
    one.seed = Kept(tuple(chance), results, drawn)
    other.seed = Other(tuple(chance), results, drawn, deal.cards)
    renaming = Renaming(deal.cards)
    try:
        for state in (one, other):
            game.perform(state, "flow", ())
        for turn, number in enumerate((*made, None)):
            if one.over or other.over or not _same_values(one, other):
                return []
            if carefully and not _alike(one, other, seat):
                return []
            if one.player == seat or other.player == seat:
                wrong = _offered(one, other)
                if wrong:
                    alike = all(_alike(one, other, who) for who in {seat, one.player, other.player})
                    if alike and not carefully:
                        return told_by_choices(game, chance, made, seat, deal, carefully=True)
                    return wrong if alike else []
            if (one.player, one.site) != (other.player, other.site) or number is None:
                return []
            choice = one.choices[number]
            theirs = _same_choice(game, other, choice, renaming)
            if deal.instead is not None and deal.instead[0] == turn:
                theirs = other.choices[deal.instead[1]] if deal.instead[1] < len(other.choices) else None
            if theirs is None:
                return []
            one.choose(choice)
            other.choose(theirs)
    except HoyleError:
        return []  # if a game could not go on, that is another fault
    return []


def _offered(one: State, other: State) -> list[str]:
    """How what is offered differs."""
    who = f"player {one.player + 1}"
    if one.player != other.player:
        return [f"player {other.player + 1} would be asked, and not {who}"]
    mine, theirs = ([choice.text for choice in state.choices] for state in (one, other))
    if mine == theirs:
        return []
    new = [text for text in theirs if text not in mine]
    gone = [text for text in mine if text not in theirs]
    if new:
        return [f"{who} would have the choice `{new[0]}`"]
    return [f"{who} would not have the choice `{gone[0]}`" if gone else f"the choices of {who} would be reordered"]


def _alike(one: State, other: State, seat: int) -> bool:
    """Whether a seat has seen and been told the same."""
    mine, theirs = one.view(seat), other.view(seat)
    return all(mine[part] == theirs[part] for part in SEEN) and one.events(seat) == other.events(seat)


def _same_values(one: State, other: State) -> bool:
    """Whether the variables that all see are the same: what is kept in them is told."""
    return all(one.v[number] == other.v[number] for number in _public(one.game))


def _same_choice(game: Game, other: State, choice: Choice, renaming: Renaming) -> Choice | None:
    """What was chosen, where other cards are; None if it cannot be chosen there."""
    if choice.offer == DECLINE:
        return next((c for c in other.choices if c.offer == DECLINE), None)
    params = game.asked(choice.site).offers[choice.offer].params
    values = tuple(renaming.value(game, p.type, v) for p, v in zip(params, choice.values, strict=True))
    return next((c for c in other.choices if (c.offer, c.values) == (choice.offer, values)), None)


@lru_cache(maxsize=64)
def _public(game: Game) -> tuple[int, ...]:
    """The numbers of the variables that all see."""
    families = game.program.var_families
    names = [name for name, declared in game.model.vars.items() if declared.seen_by is None]
    return tuple(families[name].number(index) for name in names for index in families[name].indices())


@lru_cache(maxsize=64)
def _drawn(game: Game) -> frozenset[str]:
    """What chance calls the cards it draws."""
    bodies = tuple(procedure.body for procedure in game.program.procedures.values())
    offers = [n.offers[0] for n in below(bodies) if isinstance(n, core.Choose) and n.who is None]
    cards = {o.name for o in offers if isinstance(t.settled(o.params[0].type), t.CardOf)}
    return frozenset(cards - {o.name for o in offers if not isinstance(t.settled(o.params[0].type), t.CardOf)})
