"""Two games played alongside: the same chance and the same choices, step by step, until they are no longer alike.

Games of the same shape are compared as they are kept. Others, where cards, zones or variables came or went, are
compared by the words for what both of them have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Script
from hoyle.trials.tell import look_at

UNORDERED = ("set", "bag")


class Table:
    """One of the two. error: what the engine said when it refused to go on."""

    def __init__(self, game: Game, chance: bytes | Script) -> None:
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
        return [f"the engine stops: {self.error}"] if self.error else look_at(self.state).words.table(self.state)


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
    chances: tuple[bytes | Script, bytes | Script],
    pick: Callable[[State], int],
    longest: int,
) -> Parting | None:
    """The place where two games part; None if they do not within so many choices."""
    mine, theirs = Table(one, chances[0]), Table(other, chances[1])
    alike = _alike(one, other)
    made: list[int] = []
    told: list[str] = []
    while len(made) < longest:
        if mine.asked != theirs.asked or not alike(mine.state, theirs.state):
            return Parting(mine, theirs, tuple(made), tuple(told))
        state = mine.state
        if mine.error or state.over:
            return None
        place = pick(state)
        made.append(place)
        told.append(f"player_{state.player + 1}: {state.choices[place].text}")
        mine.choose(place)
        theirs.choose(place)
    return None


def other_cards(one: Game, other: Game) -> tuple[list[str], list[str]]:
    """The cards that take part in one of two games only; both lists are empty if they have the same."""
    mine, theirs = ([card.text for card in game.cards] for game in (one, other))
    return _without(mine, theirs), _without(theirs, mine)


def _without(names: list[str], others: list[str]) -> list[str]:
    left = list(others)
    found = []
    for name in names:
        if name in left:
            left.remove(name)
        else:
            found.append(name)
    return found


# ---------------------------------------------------------------------------------------------- alike or not


def _shape(game: Game) -> tuple[object, ...]:
    """Everything on which the numbers in a state depend."""
    kinds = {name: kind.members for name, kind in game.model.kinds.items()}
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
    words, game = look_at(s).words, s.game
    found: list[object] = []
    for zone, cards in zip(game.zones, s.z, strict=True):
        if (zone.name, zone.index) in zones and zone.name != "box":
            lie = [(game.cards[card].text, s.up[card]) for card in cards]
            found.append(
                (zone.name, zone.index, sorted(lie) if game.model.zones[zone.name].shape in UNORDERED else lie)
            )
    for name, family in game.program.var_families.items():
        if name in names:
            type_ = game.model.vars[name].type
            found += [(name, at, words.value(s, type_, s.v[family.number(at)])) for at in family.indices()]
    return sorted(found, key=repr)
