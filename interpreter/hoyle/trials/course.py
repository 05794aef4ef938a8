"""The course of one game: chance and choices come from outside, and whatever watches is asked at every decision.

What watches is a check that every game gets (checks/) or the properties of the definition (properties.py). It is made
anew for each game, so it may remember what it saw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Script
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting
from hoyle.trials.words import Words, unnamed

if TYPE_CHECKING:
    from hoyle.trials.checks.check import Check

LONGEST = 5_000
UNKNOWN = -1  # a choice that somebody else has made
SAMPLED = 5
WORK, DRAWS = 20_000, 50  # steps of work, and numbers drawn, that count as a decision

Key = str | int  # the name of a check, or the number of a property


@attrs.frozen
class Wrong:
    """What is so, and what was expected, each in one sentence or several; of a check its name says what it expects.

    case: the values that a property `after` something is about.
    """

    actual: tuple[str, ...] = attrs.field(converter=tuple[str, ...])
    expected: tuple[str, ...] = ()
    case: str = ""

    @property
    def instead(self) -> tuple[str, ...]:
        """What is so, in which case."""
        return (f"with {self.case}", *self.actual) if self.case else self.actual

    def within(self, other: Wrong) -> bool:
        """Whether another says all of this too."""
        return set(self.expected) <= set(other.expected) and set(self.instead) <= set(other.instead)

    def told(self) -> list[str]:
        return [*(f"expected: {line}" for line in self.expected), *(f"actual: {line}" for line in self.instead)]


@attrs.frozen
class Fault:
    """Something that does not hold."""

    key: Key
    wrong: Wrong


@attrs.define
class Failing:
    """Where something did not hold: the play that leads there, and what is wrong."""

    play: Play
    wrong: Wrong

    @property
    def size(self) -> tuple[int, ...]:
        """What is smaller is better: fewer choices, then fewer players and options, then less that is not 0."""
        play = self.play
        moved = sum(map(bool, play.chance)) + sum(map(bool, play.choices))
        return len(play.choices), play.players, len(play.options), moved, sum(play.choices) + sum(play.chance)


@attrs.define
class Course:
    """One game: where it stands and how it came there.

    made: the numbers of the choices so far. number: how many games were tried before. closely: whether all decisions
    are sampled, or none. words: with the names that seats are called by.
    faults: what was found, and how to get there. It goes on behind a property that does not hold, and ends where
    most checks fail. reached: the properties that were put to the test (of `eventually`, came true), and how to get
    there. broken: whether the engine refused to go on.
    """

    game: Game
    setting: Setting
    chance: Script
    watches: Sequence[Check]
    number: int = 0
    closely: bool | None = None
    words: Words = attrs.field(default=attrs.Factory(lambda self: unnamed(self.game.players), takes_self=True))
    longest: int = attrs.field(factory=lambda: LONGEST)
    state: State = attrs.field(init=False)
    made: list[int] = attrs.field(init=False, factory=list)
    faults: dict[Key, Failing] = attrs.field(init=False, factory=dict)
    reached: dict[Key, Play] = attrs.field(init=False, factory=dict)
    broken: bool = attrs.field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        self.state = self.game.blank(0)
        self.state.seed = self.chance

    @property
    def sampled(self) -> bool:
        """Whether this is one of the decisions that are looked at more closely: others in every game."""
        if self.closely is not None:
            return self.closely
        return self.state.over or (len(self.made) + self.number) % SAMPLED == 0

    @property
    def too_long(self) -> bool:
        return len(self.made) >= self.longest

    @property
    def spent(self) -> int:
        """What it took to play so far, measured in decisions: a loop without end takes long before it is given up."""
        return len(self.made) + 1 + (self.state.tank - self.state.fuel) // WORK + self.state.draws // DRAWS

    def so_far(self) -> Play:
        """The play up to here."""
        chance = Script(self.chance.numbers[: self.state.draws]).told()
        return Play(self.setting.players, self.setting.options, chance, tuple(self.made))

    def play(self, choose: Callable[[State], int], enough: Callable[[], bool] = lambda: False) -> None:
        """Play it to its end, or until a check fails or it is enough."""
        state = self.state
        try:
            self.game.perform(state, "flow", ())
            while not state.over:
                if self._ask("asked") or enough() or self.too_long:
                    return
                number = choose(state)
                self.made.append(number)
                state.choose(number)
            self._ask("over")
        except HoyleError as error:
            self.broken = True
            self._ask("broken", error)

    def look(self) -> None:
        """Ask all that watch about the table as it lies."""
        self._ask("over" if self.state.over else "asked")

    def _ask(self, what: str, *more: Any) -> bool:
        """Ask all that watch, up to a check that fails: others rely on it. Whether the game ends with it."""
        for watch in self.watches:
            failed = False
            answers: Sequence[Fault] = ()
            with suppress(HoyleError):  # a way that was only tried: in a game that takes it, that is the fault
                answers = getattr(watch, what)(self, *more)
            for fault in answers:
                if fault.key not in self.faults:
                    self.faults[fault.key] = Failing(self.so_far(), fault.wrong)
                failed |= isinstance(fault.key, str)
            if failed:
                self.watches = [other for other in self.watches if other is not watch]
                return watch.ends
        return False
