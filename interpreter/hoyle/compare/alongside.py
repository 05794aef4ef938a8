"""Two games played alongside: the same chance and the same choices, step by step, until they are no longer alike;
and of many games the first in which two definitions are not.

Games of the same shape are compared as they are kept. Others, where cards, zones or variables came or went, are
compared by the words for what both of them have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Script
from hoyle.trials.hunt import chance, player
from hoyle.trials.words import Look, variables

T = TypeVar("T")
LOOKED_AT = 200_000  # choices of one game that are compared by what they say
Chance = bytes | Script
Pick = Callable[[State], int]


class Table:
    """One of the two. error: what the engine said when it refused to go on."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game = game
        self.state = game.blank(0)
        self.state.seed = chance
        self.error = ""
        self.before: Any = None  # the log before the last choice
        self._go(lambda: game.perform(self.state, "flow", ()))

    def choose(self, number: int) -> None:
        self.before = self.state.log
        self._go(lambda: self.state.choose(number))

    def _go(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except HoyleError as error:
            self.error = error.diagnostics[0].message

    @property
    def asked(self) -> tuple[object, ...]:
        """Who is asked what, or how it ended."""
        s = self.state
        if self.error or s.over:
            return self.error, s.over, s.winners
        return "", s.player, tuple(choice.text for choice in s.choices)

    def lines(self) -> list[str]:
        """The table in words, and who is asked what."""
        return [f"the engine stops: {self.error}"] if self.error else Look(self.state).words.table(self.state)


@attrs.frozen
class Parting:
    """Where two tables are no longer alike. made: the choices up to there, as numbers and in words."""

    one: Table
    other: Table
    made: tuple[int, ...]
    told: tuple[str, ...]

    def apart(self) -> list[str]:
        """What is not the same on both tables, with - and + before it."""
        before, after = self.one.lines(), self.other.lines()
        lines = [f"- {line}" for line in before if line not in after]
        lines += [f"+ {line}" for line in after if line not in before]
        return lines or ["the tables differ in more than is shown here"]


def play_alongside(
    one: Game,
    other: Game,
    chances: tuple[Chance, Chance],
    pick: Pick,
    longest: int,
    apart: Callable[[Table, Table], bool] | None = None,
) -> Parting | None:
    """The place where two games part; None if they do not within so many choices, of which each is one of not too many.
    apart: what is taken for that, if not that somebody is asked something else or that the tables are not alike."""
    mine, theirs = Table(one, chances[0]), Table(other, chances[1])
    alike = _alike(one, other)
    apart = apart or (lambda a, b: a.asked != b.asked or not alike(a.state, b.state))
    made: list[int] = []
    told: list[str] = []
    looked_at = 0
    while len(made) < longest and looked_at < LOOKED_AT:
        if apart(mine, theirs):
            return Parting(mine, theirs, tuple(made), tuple(told))
        state = mine.state
        looked_at += len(state.choices)
        if mine.error or theirs.error or state.over or theirs.state.over:
            return None
        place = pick(state)
        made.append(place)
        told.append(f"player_{state.player + 1}: {state.choices[place].text}")
        mine.choose(place)
        theirs.choose(place)
    return None


def other_cards(one: Game, other: Game) -> tuple[list[str], list[str]]:
    """The cards that take part in one of two games only; both lists are empty if they have the same."""
    return unequal([card.text for card in one.cards], [card.text for card in other.cards])


def unequal(one: Sequence[T], other: Sequence[T]) -> tuple[list[T], list[T]]:
    """Of two lists, what has no equal on the other side."""
    left, right = [], list(other)
    for item in one:
        if item in right:
            right.remove(item)
        else:
            left.append(item)
    return left, right


# ---------------------------------------------------------------------------------------------- alike or not


def _shape(game: Game) -> tuple[object, ...]:
    """Everything on which the numbers in a state depend."""
    kinds = {name: (kind.low, kind.members) for name, kind in game.model.kinds.items()}
    zones = [(zone.name, zone.index) for zone in game.zones]
    families = [(name, family.base, family.dims) for name, family in game.program.var_families.items()]
    return [(card.cards, card.text) for card in game.cards], kinds, zones, families


def _alike(one: Game, other: Game) -> Callable[[State, State], bool]:
    if _shape(one) == _shape(other):
        return lambda a, b: a.z == b.z and a.v == b.v and a.up == b.up
    zones = [{(z.name, z.index) for z in game.zones} for game in (one, other)]
    names = {name for name in one.model.vars if name in other.model.vars}
    shared = zones[0] & zones[1]
    return lambda a, b: _in_words(a, shared, names) == _in_words(b, shared, names)


def _in_words(s: State, zones: set[tuple[str, tuple[int, ...]]], names: set[str]) -> list[object]:
    """What lies where and what variables are, as far as it is asked for."""
    words, game = Look(s).words, s.game
    found: list[object] = []
    for zone, cards in zip(game.zones, s.z, strict=True):
        if (zone.name, zone.index) in zones and zone.name != "box":
            lie = [(game.cards[card].text, s.up[card]) for card in cards]
            found.append((zone.name, zone.index, sorted(lie) if zone.loose else lie))
    kept = [one for one in variables(game) if one[0].name in names]
    found += [(var.name, index, words.value(s, var.type, s.v[number])) for var, index, number in kept]
    return sorted(found, key=repr)


# ---------------------------------------------------------------------------------------------- the first game


Pair = tuple[Game | None, Game | None]


@attrs.frozen
class Pairing:
    """Two definitions, game by game. games: number n of both, None for one that cannot be played; None if there is
    nothing to look at. chance: what it brings to either; pick: who chooses in both. alike: whether it is known already
    that they do not part in it."""

    games: Callable[[int], Pair | None]
    chance: Callable[[int], Chance]
    pick: Callable[[int], Pick]
    alike: Callable[[int], bool] = lambda number: False


def at_random(games: Callable[[int], Pair | None], seed: int) -> Pairing:
    """Games that are the same for any two definitions."""
    return Pairing(games, lambda number: chance(seed, number), lambda number: player(seed, number))


@attrs.frozen
class Apart:
    """Where two definitions are not alike. number: of the first game that shows it. cards: those that take part on one
    side only. parting: the place in play; None if they differ before any, in their cards or because one has no game."""

    number: int
    games: Pair
    cards: tuple[list[str], list[str]]
    parting: Parting | None


def first_apart(
    pairing: Pairing, numbers: Iterable[int], longest: int, more: int = 0, steps: float = float("inf")
) -> tuple[Apart | None, int]:
    """Where two definitions are first not alike, and in how many games that was looked for.

    longest: after so many choices a game is given up. more: so many more games are played with the settings that showed
    it, for a shorter play. steps: how many choices may be made, about, in all of them.
    """
    best: Apart | None = None
    played = since = 0
    for number in numbers:
        found = _from_the_start(pairing, number if best is None else best.number)
        if found is None:
            continue
        one, other = found.games
        if one is None or other is None or any(found.cards):
            return found, played
        if steps <= 0 or longest < 0 or (best is not None and since >= more):
            break
        parting = None
        if not pairing.alike(number):
            chances = pairing.chance(number), pairing.chance(number)
            parting = play_alongside(one, other, chances, pairing.pick(number), longest)
        played, since = played + 1, since + (best is not None)
        steps -= len(parting.made) if parting is not None else longest // 4
        if parting is not None:
            best, longest = attrs.evolve(found, parting=parting), len(parting.made) - 1
    return best, played


def _from_the_start(pairing: Pairing, number: int) -> Apart | None:
    """How a game is different before anything is played; None if there is nothing to look at."""
    games = pairing.games(number)
    if games is None or games == (None, None):
        return None
    one, other = games
    cards = other_cards(one, other) if one is not None and other is not None else ([], [])
    return Apart(number, games, cards, None)
