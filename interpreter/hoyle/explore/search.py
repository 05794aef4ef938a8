"""Exploring: every table a game can come to, whatever chance brings and players choose.

Tables are visited in the order of how many choices lead to them, so whatever is refuted is refuted by a shortest play.
Of each table only a digest is kept, with the choice that led there first; the way there is gone again to tell it.
`in_python` and `in_c` visit the same tables in the same order.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

from hoyle.diagnostics import HoyleError
from hoyle.explore.explored import CHECKS, CHOICES, ENDS, Broken, Enough, Explored, Large, Limits, Refuted, Step
from hoyle.explore.in_c import InC, written
from hoyle.explore.in_python import MOST, InPython
from hoyle.explore.outcomes import Chance
from hoyle.explore.sameness import TRIED, Sameness
from hoyle.native.explorer import Steps
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.trials.properties import conditions, happened
from hoyle.trials.record import Play

FEW = 10_000  # tables that Python has visited before a compiler is done

__all__ = ["CHECKS", "CHOICES", "ENDS", "Explored", "Limits", "Refuted", "Search"]


class Search:
    """One exploration. engine: what is to visit; auto is C where that can be, but Python as long as nothing is compiled
    and there are few tables.

    parents, steps: for each table where the first step to it came from, and which it was; follow: the tables that
    follow, table after table; ends: where those of each table end. straight: it is known that no play goes round.
    """

    def __init__(
        self,
        game: Game,
        sameness: Sameness,
        orders: int | None = None,
        limits: Limits | None = None,
        engine: str = "auto",
    ) -> None:
        self.game, self.sameness, self.engine = game, sameness, engine
        self.limits = limits or Limits()
        self.blank = game.blank(0)
        self.chance = Chance(game, orders)
        self.promises = bool(game.program.promises)
        tests = zip(game.program.properties, conditions(game), strict=True)
        self.tests = [(n, p.kind, p.point, test) for n, ((p, _), test) in enumerate(tests) if test is not None]
        self._clear()

    def _clear(self) -> None:
        """Nothing was visited yet."""
        self.found = Explored()
        self.parents, self.follow, self.ends = array("q"), array("q"), array("q")
        self.steps: list[Step] | Steps = []
        self.straight = False
        self.sameness.left = TRIED

    def run(self, on_progress: Callable[[int, int], None] = lambda done, total: None) -> Explored:
        """Visit everything, or as much as the limits allow."""
        self.on_progress, self.start = on_progress, time.monotonic()
        try:
            self._visit()
        except KeyboardInterrupt:
            self.found.stopped = "it was interrupted"
        except Enough as enough:
            self.found.stopped = str(enough)
        except Broken:
            self.found.cut = True
        self.found.seconds = time.monotonic() - self.start
        if self.found.stopped is None and not self.found.cut:
            self._round()
        return self.found

    def _visit(self) -> None:
        """Visit everything with the engine that is wanted, or with the one that can."""
        in_c = written(self) if self.engine != "python" else None
        made = in_c.explorer(only_before=self.engine == "auto") if in_c is not None else None
        if in_c is not None and made is None and self.engine == "auto":
            with suppress(Large):
                InPython(self, FEW).run()
                return
            made = in_c.explorer()
        if made is not None:
            self._clear()
            self.found.engine = "native"
            if InC(self, made).run():
                return
        self._clear()
        InPython(self).run()

    def look(self, visited: int, known: int) -> None:
        """Tell how far it is, and see whether that is enough."""
        self.on_progress(visited, known)
        limits = self.limits
        if limits.seconds is not None and time.monotonic() - self.start >= limits.seconds:
            raise Enough(f"it was to take {limits.seconds:g} seconds")
        if limits.megabytes is not None and memory() >= limits.megabytes:
            raise Enough(f"it was to use {limits.megabytes} megabytes")

    # ------------------------------------------------------------------------------------------ going round

    def _round(self) -> None:
        """Whether a play can go round for ever: what is left when all is taken away that nothing else leads to."""
        if self.straight:
            return
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

    def table(self, table: int) -> State:
        """A table as it was come to first; -1: before the start."""
        return self._walk(self._way(table))[0]

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
        state, wanted = self.table(table), self.sameness.key(self.table(after))
        for choice in range(len(state.choices)):
            for ranks, made in reversed(list(self.chance.comes_of(state, choice, MOST))):
                if isinstance(made, State):
                    happened(made)
                    if self.sameness.key(made) == wanted:
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
