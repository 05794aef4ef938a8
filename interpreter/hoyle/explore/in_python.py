"""Exploring in Python: states are copied, and chosen in, one by one."""

from __future__ import annotations

from array import array
from collections import deque
from typing import TYPE_CHECKING

from hoyle.diagnostics import HoyleError
from hoyle.explore.explored import CHOICES, CONSERVATION, Broken, Large, Refuted, Step, countless, enough_tables
from hoyle.explore.outcomes import Outcomes
from hoyle.run.state import State
from hoyle.table.script import Open
from hoyle.trials.checks.conservation import lost
from hoyle.trials.properties import happened

if TYPE_CHECKING:
    from hoyle.explore.search import Search

MOST = 5_000_000  # outcomes of one shuffle that are tried
LOOK = 512  # steps between two looks at clock and memory


class InPython:
    """Visits the tables of a search. few: as soon as there are so many it gives up."""

    def __init__(self, search: Search, few: int | None = None) -> None:
        self.search, self.found, self.few = search, search.found, few
        self.numbers: dict[bytes, int] = {}
        self.steps: list[Step] = []
        self.levels = array("q")
        self.waiting: deque[State] = deque()
        self.steps_made = 0
        self.always = [t for t in search.tests if t[1] in ("always", "never", "eventually")]
        search.steps = self.steps

    def run(self) -> None:
        search = self.search
        self._reach(-1, search.blank, -1)
        while self.waiting:
            state = self.waiting.popleft()
            search.sameness.verify(state)
            for choice in range(len(state.choices)):
                self._reach(len(search.ends), state, choice)
            search.ends.append(len(search.follow))

    # ------------------------------------------------------------------------------------------ one step

    def _reach(self, table: int, state: State, choice: int) -> None:
        """Make a choice, whatever chance brings."""
        for ranks, made in self.search.chance.comes_of(state, choice, MOST):
            self.steps_made += 1
            if not self.steps_made % LOOK:
                self.search.look(len(self.search.ends), len(self.search.parents))
            if isinstance(made, Open):
                raise countless(made)
            if isinstance(made, HoyleError):
                refuted = Refuted(table, (choice, ranks), made.diagnostics[0].message)
                self.found.refuted.setdefault(CHOICES, refuted)
            else:
                assert isinstance(made.seed, Outcomes)
                self.found.bounded |= made.seed.bounded
                self._arrive(table, (choice, ranks), made)

    def _arrive(self, table: int, step: Step, state: State) -> None:
        met = happened(state) if self.search.promises else ()
        key = self.search.sameness.key(state)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.search.parents)
            self._new(number, table, step, state)
        for promise in met:
            self.found.reached.setdefault(promise, number)
        if table >= 0:
            self.search.follow.append(number)
            self.found.edges += 1

    def _new(self, number: int, table: int, step: Step, state: State) -> None:
        found, search = self.found, self.search
        search.parents.append(table)
        self.steps.append(step)
        level = self.levels[table] + 1 if table >= 0 else 0
        self.levels.append(level)
        found.states += 1
        found.depth = max(found.depth, level)
        state.log = None
        self.waiting.append(state)
        self._judge(number, state)
        if found.states == search.limits.states:
            raise enough_tables(found)
        if found.states == self.few:
            raise Large

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
                raise Broken
            for key, kind, point, test in self.search.tests:
                if kind == "at end" or (kind == "after" and point == state.ending):
                    if kind == "after":
                        found.reached.setdefault(key, number)
                    if not test(state):
                        found.refuted.setdefault(key, Refuted(number))
        elif not state.choices:
            found.refuted.setdefault(CHOICES, Refuted(number))
        for key, kind, _, test in self.always:
            if kind == "eventually":
                if key not in found.reached and test(state):
                    found.reached[key] = number
            elif bool(test(state)) is (kind == "never"):
                found.refuted.setdefault(key, Refuted(number))
