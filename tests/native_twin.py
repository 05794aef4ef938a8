"""A game in C beside the same game in Python: compared at every decision, in all that a table has."""

from __future__ import annotations

import ctypes
import random
from typing import Any

from hoyle import types as t
from hoyle.native import library
from hoyle.native.library import ASKED, FAILED, NONE, OVER, Library
from hoyle.native.module import Module
from hoyle.native.tables import Tables
from hoyle.plan.plan import Plan
from hoyle.program.work import Work
from hoyle.run.choices import Choice
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.seen import hidden

MOST = 20_000
NO_ROOM = 1


def compiled(game: Game, *flags: str) -> Library:
    return library.load(Module(Plan(game.program), game.first_values), flags)


class Twin:
    """Follows a Python state in C. `differences` says what is not the same."""

    def __init__(self, game: Game, lib: Library, seed: bytes) -> None:
        self.game, self.lib = game, lib
        self.state = lib.state()
        self.out = (ctypes.c_int64 * MOST)()
        self.tables = Tables(lib.plan, Work(lib.plan.program))
        self.status = lib.c.start(self.state, seed, 1)

    def choose(self, number: int) -> None:
        self.status = self.lib.c.choose(self.state, number)

    def copied(self) -> None:
        """Go on with a copy, and spoil what it was made of."""
        copy = self.lib.state()
        self.lib.c.copy(copy, self.state)
        ctypes.memset(self.state, 0x55, self.lib.size)
        self.state = copy

    @property
    def gave_up(self) -> bool:
        return self.status == FAILED

    def differences(self, state: State) -> list[str]:
        if state.over:
            return self._end(state) + self._table(state)
        found = []
        asked = (state.player << 32) | len(state.choices)
        if self.status != ASKED or self.lib.c.asked(self.state) != asked:
            now = self.lib.c.asked(self.state)
            found.append(
                f"asked {state.player}, {len(state.choices)}; in C {now >> 32}, {now & 0xFFFFFFFF} ({self.status})"
            )
            return [*found, f"error {self.lib.c.error(self.state)}"]
        if self.lib.c.draws(self.state) != state.draws:
            found.append(f"{state.draws} draws; in C {self.lib.c.draws(self.state)}")
        return found + self._choices(state) + self._table(state)

    def _end(self, state: State) -> list[str]:
        if self.status != OVER:
            return [f"over; in C {self.status}, error {self.lib.c.error(self.state)}"]
        count = self.lib.c.winners(self.state, self.out)
        won = tuple(self.out[:count])
        self.lib.c.scores(self.state, self.out)
        scores = tuple(self.out[: self.game.players])
        ending = self.lib.endings[self.lib.c.ending(self.state)]
        found = [(won, state.winners), (scores, state.scores), (ending, state.ending)]
        return [f"{ours} at the end; in C {theirs}" for theirs, ours in found if theirs != ours]

    def _choices(self, state: State) -> list[str]:
        found = []
        for number, choice in enumerate(state.choices):
            self.lib.c.offered(self.state, number, self.out)
            values = choice.values if choice.offer >= 0 else ()
            row = [self.out[0], *self._row(state, choice)]
            if row[0] != max(choice.offer, -1) or any(
                not hidden(ours) and plain(ours) != theirs for ours, theirs in zip(values, row[1:], strict=True)
            ):
                found.append(f"choice {number} is {choice.offer}, {values}; in C {row}")
        return found

    def _row(self, state: State, choice: Choice) -> list[Any]:
        """The values of a row; a group is its length, with its members behind, and room for those it has not got."""
        found: list[Any] = []
        if choice.offer >= 0:
            cells = self.tables.cells(self.lib.plan.sites[state.site].choose.offers[choice.offer])
            for at, param in zip(cells, choice.params, strict=False):
                several = self.out[at + 1 : at + 1 + self.out[at]] if param.groups else None
                found.append(self.out[at] if several is None else list(several))
        return found

    def _table(self, state: State) -> list[str]:
        found = []
        for zone, cards in zip(self.game.zones, state.z, strict=True):
            count = self.lib.c.lying(self.state, zone.number, self.out)
            if self.out[:count] != cards:
                found.append(f"{zone.name}{list(zone.index)}: {cards}; in C {self.out[:count]}")
        if self.game.sides:
            sides = [bool(self.lib.c.side_of(self.state, card)) for card in range(len(self.game.cards))]
            if sides != list(map(bool, state.up[: len(sides)])):
                found.append(f"sides: {state.up}; in C {sides}")
        for name, family in self.game.program.var_families.items():
            declared = self.game.program.model.vars.get(name)
            depth = 0 if declared is None else _depth(declared.type)
            for number in range(family.base, family.base + family.size):
                value = self._value(self.lib.c.value_of(self.state, number), depth)
                if declared is not None and plain(state.v[number]) != value:
                    found.append(f"{name}: {state.v[number]}; in C {value}")
        return found

    def _value(self, value: int, depth: int) -> Any:
        if not depth or value == NONE:
            return value
        count = self.lib.c.members(self.state, ctypes.c_int64(value), self.out, ctypes.c_int64(MOST))
        return [self._value(item, depth - 1) for item in self.out[:count]]


def follow(twin: Twin, state: State, rng: random.Random, cap: int) -> int:
    """Play on at random on both sides, with a copy at every decision; gives how many decisions there were.

    What stops the game in Python is raised, once C had its turn too. For want of room C may give up alone.
    """
    for made in range(cap):
        if twin.gave_up:
            assert twin.lib.c.error(twin.state) == NO_ROOM, twin.differences(state)
            return made
        assert twin.differences(state) == []
        if state.over:
            return made
        twin.copied()
        answer = rng.randrange(len(state.choices))
        twin.choose(answer)
        state.choose(answer)
    return cap


def plain(value: Any) -> Any:
    """A value as C has it."""
    if value is None:
        return NONE
    return [plain(item) for item in value] if isinstance(value, (tuple, list, range)) else int(value)


def _depth(type_: t.Type) -> int:
    inner = t.settled(type_)
    return 1 + _depth(inner.of) if isinstance(inner, t.ListOf) else 0
