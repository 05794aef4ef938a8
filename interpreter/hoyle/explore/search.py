"""Exploring: every table a game can come to, whatever chance brings and players choose.

Tables are visited in the order of how many choices lead to them, so whatever is refuted is refuted by a shortest play.
Of each table only a digest is kept, with the choice that led there first; the way there is gone again to tell it.
"""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Callable
from itertools import pairwise

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.explore.outcomes import Chance, Outcomes, Ranks
from hoyle.explore.sameness import Sameness
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Open
from hoyle.trials.checks.conservation import lost
from hoyle.trials.course import Key
from hoyle.trials.properties import conditions, happened
from hoyle.trials.record import Play

CONSERVATION, CHOICES, ENDS = "conservation", "choices", "ends"
CHECKS = (CONSERVATION, CHOICES, ENDS)
MOST = 5_000_000  # outcomes of one shuffle that are tried
UNCOUNTED = 10**15  # as many as nobody wants to read
LOOK = 512  # steps between two looks at clock and memory

Step = tuple[int, Ranks]  # the number of a choice (-1: the start), and what chance brought


@attrs.define
class Limits:
    """When to stop early."""

    states: int | None = None
    seconds: float | None = None
    megabytes: int | None = None


@attrs.define
class Refuted:
    """Where something does not hold: a table, maybe with the step from it that cannot be done, or a way round."""

    table: int
    step: Step | None = None
    message: str = ""
    round: tuple[int, ...] = ()


@attrs.define
class Explored:
    """What is known of a game. over: how many tables are ends; stopped: why not all was visited; cut: a property that
    ends the game where it does not hold has done so, and all is to be visited again without it.

    reached: for `eventually` where it came true, for `after` where it was first put to the test.
    """

    states: int = 0
    edges: int = 0
    over: int = 0
    depth: int = 0
    seconds: float = 0.0
    stopped: str | None = None
    cut: bool = False
    bounded: bool = False
    refuted: dict[Key, Refuted] = attrs.field(factory=dict)
    reached: dict[Key, int] = attrs.field(factory=dict)

    @property
    def speed(self) -> float:
        return self.states / self.seconds if self.seconds else 0.0


class _Enough(Exception):
    """A limit is reached."""


class _Broken(Exception):
    """A property that is looked at in the middle of play does not hold, and the game is of no use behind it."""


class Search:
    """One exploration."""

    def __init__(self, game: Game, sameness: Sameness, orders: int | None = None, limits: Limits | None = None) -> None:
        self.game, self.sameness = game, sameness
        self.limits = limits or Limits()
        self.found = Explored()
        self.numbers: dict[bytes, int] = {}
        self.parents = array("q")
        self.steps: list[Step] = []
        self.levels = array("q")
        self.follow = array("q")  # the tables that follow, table after table
        self.ends = array("q")  # where those of each table end
        self.waiting: deque[State] = deque()
        self.blank = game.blank(0)
        self.chance = Chance(game, orders)
        self.promises = bool(game.program.promises)
        tests = zip(game.program.properties, conditions(game), strict=True)
        self.tests = [(n, p.kind, p.point, test) for n, ((p, _), test) in enumerate(tests) if test is not None]
        self.always = [(n, kind, test) for n, kind, _, test in self.tests if kind in ("always", "never", "eventually")]

    def run(self, on_progress: Callable[[int, int], None] = lambda done, total: None) -> Explored:
        """Visit everything, or as much as the limits allow."""
        self.on_progress, self.start, self.steps_made = on_progress, time.monotonic(), 0
        try:
            self._reach(-1, self.blank, -1)
            while self.waiting:
                state = self.waiting.popleft()
                self.sameness.verify(state)
                for choice in range(len(state.choices)):
                    self._reach(len(self.ends), state, choice)
                self.ends.append(len(self.follow))
        except KeyboardInterrupt:
            self.found.stopped = "it was interrupted"
        except _Enough as enough:
            self.found.stopped = str(enough)
        except _Broken:
            self.found.cut = True
        self.found.seconds = time.monotonic() - self.start
        if self.found.stopped is None and not self.found.cut:
            self._round()
        return self.found

    def _look(self) -> None:
        """Tell how far it is, and see whether that is enough."""
        self.on_progress(len(self.ends), len(self.parents))
        limits = self.limits
        if limits.seconds is not None and time.monotonic() - self.start >= limits.seconds:
            raise _Enough(f"it was to take {limits.seconds:g} seconds")
        if limits.megabytes is not None and memory() >= limits.megabytes:
            raise _Enough(f"it was to use {limits.megabytes} megabytes")

    # ------------------------------------------------------------------------------------------ one step

    def _reach(self, table: int, state: State, choice: int) -> None:
        """Make a choice, whatever chance brings."""
        for ranks, made in self.chance.comes_of(state, choice, MOST):
            self.steps_made += 1
            if not self.steps_made % LOOK:
                self._look()
            if isinstance(made, Open):
                many = f"{made.limit}" if made.limit < UNCOUNTED else f"more than {UNCOUNTED}"
                raise _Enough(f"chance could bring {many} different things; let fewer cards take part")
            if isinstance(made, HoyleError):
                refuted = Refuted(table, (choice, ranks), made.diagnostics[0].message)
                self.found.refuted.setdefault(CHOICES, refuted)
            else:
                assert isinstance(made.seed, Outcomes)
                self.found.bounded |= made.seed.bounded
                self._arrive(table, (choice, ranks), made)

    def _arrive(self, table: int, step: Step, state: State) -> None:
        met = happened(state) if self.promises else ()
        key = self.sameness.key(state)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.parents)
            self._new(number, table, step, state)
        for promise in met:
            self.found.reached.setdefault(promise, number)
        if table >= 0:
            self.follow.append(number)
            self.found.edges += 1

    def _new(self, number: int, table: int, step: Step, state: State) -> None:
        found = self.found
        self.parents.append(table)
        self.steps.append(step)
        level = self.levels[table] + 1 if table >= 0 else 0
        self.levels.append(level)
        found.states += 1
        found.depth = max(found.depth, level)
        state.log = None
        self.waiting.append(state)
        self._judge(number, state)
        if found.states == self.limits.states:
            raise _Enough(f"no more than {found.states} tables were wanted")

    # ------------------------------------------------------------------------------------------ judging

    def _judge(self, number: int, state: State) -> None:
        found = self.found
        if lost(state):
            found.refuted.setdefault(CONSERVATION, Refuted(number))
        if state.over:
            found.over += 1
            promise = state.game.program.stopped_by(state.ending)
            if promise is not None:
                found.refuted[promise] = Refuted(number)
                raise _Broken
            for key, kind, point, test in self.tests:
                if kind == "at end" or (kind == "after" and point == state.ending):
                    if kind == "after":
                        found.reached.setdefault(key, number)
                    if not test(state):
                        found.refuted.setdefault(key, Refuted(number))
        elif not state.choices:
            found.refuted.setdefault(CHOICES, Refuted(number))
        for key, kind, test in self.always:
            if kind == "eventually":
                if key not in found.reached and test(state):
                    found.reached[key] = number
            elif bool(test(state)) is (kind == "never"):
                found.refuted.setdefault(key, Refuted(number))

    def _round(self) -> None:
        """Whether a play can go round for ever: what is left when all is taken away that nothing else leads to."""
        count = len(self.parents)
        starts = [0, *self.ends]
        leading = [0] * count
        for after in self.follow:
            leading[after] += 1
        free = [table for table in range(count) if not leading[table]]
        for table in free:  # grows on the way
            for after in self.follow[starts[table] : starts[table + 1]]:
                leading[after] -= 1
                if not leading[after]:
                    free.append(after)
        if len(free) == count:
            return
        inside = self._inside({table for table in range(count) if leading[table]}, starts)
        row = [min(inside)]
        while row[-1] not in row[:-1]:
            row.append(next(a for a in self.follow[starts[row[-1]] : starts[row[-1] + 1]] if a in inside))
        round_ = tuple(row[row.index(row[-1]) :])
        self.found.refuted[ENDS] = Refuted(round_[0], round=round_)

    def _inside(self, left: set[int], starts: list[int]) -> set[int]:
        """Of tables that lie on or behind a way round, those that lie on or before one."""
        while True:
            out = {t for t in left if not any(a in left for a in self.follow[starts[t] : starts[t + 1]])}
            if not out:
                return left
            left = left - out

    # ------------------------------------------------------------------------------------------ plays

    def play(self, refuted: Refuted) -> Play:
        """The play that leads there, and once round if it can go round for ever."""
        steps = self._way(refuted.table)
        for table, after in pairwise(refuted.round):
            steps.append(self._between(table, after))
        steps += [refuted.step] if refuted.step is not None else []
        choices = tuple(choice for choice, _ in steps if choice >= 0)
        return Play(self.game.players, self.game.options, tuple(self._walk(steps)[1]), choices)

    def _way(self, table: int) -> list[Step]:
        """The steps to a table, the start first."""
        steps = []
        while table >= 0:
            steps.append(self.steps[table])
            table = self.parents[table]
        return steps[::-1]

    def _walk(self, steps: list[Step]) -> tuple[State, list[int]]:
        """Where steps lead, and what chance brought."""
        state, numbers = self.blank.copy(), []
        for choice, ranks in steps:
            chance = self.chance(ranks, state, telling=True)
            state.seed, state.draws = chance, 0
            try:
                if choice < 0:
                    self.game.perform(state, "flow", ())
                else:
                    state.choose(choice)
            except HoyleError:
                pass  # it is the last step that cannot be done
            happened(state)
            numbers += chance.plain
        return state, numbers

    def _between(self, table: int, after: int) -> Step:
        """A step from one table to another that follows it."""
        state, _ = self._walk(self._way(table))
        for choice in range(len(state.choices)):
            for ranks, made in reversed(list(self.chance.comes_of(state, choice, MOST))):
                if isinstance(made, State):
                    happened(made)
                    if self.numbers.get(self.sameness.key(made)) == after:
                        return choice, ranks
        raise AssertionError("no step leads there")


def memory() -> float:
    """The megabytes in use, as far as the system tells."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            import resource

            return int(file.read().split()[1]) * resource.getpagesize() / 1e6
    except (OSError, ImportError):
        return 0.0
