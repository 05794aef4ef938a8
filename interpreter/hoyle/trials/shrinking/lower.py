"""Lowering: Hypothesis leaves out and lowers the numbers of a play as long as it still shows the same.

The numbers are what Hypothesis draws, in the order in which the game asks for them: which game, then what chance brings
and what is chosen. The play to begin with comes to it as one that failed before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from hoyle.run.state import State
from hoyle.table.script import Drawn
from hoyle.trials.course import Course, Failing, Key
from hoyle.trials.pool import Pool, Prepared
from hoyle.trials.record import Play

DRAWS = 200_000
LONGEST = 8_000  # numbers that Hypothesis draws at most
LOOPED = 10  # numbers drawn in the time of a decision

Numbers = Callable[[int], int]


class _Enough(BaseException):
    """As many numbers were drawn as may be: what was found so far will do."""


def lower(tables: Pool, key: Key, failing: Failing, draws: int = DRAWS) -> Failing:
    """The smallest play that Hypothesis finds to show the same. draws: how many numbers may be drawn."""
    import hypothesis
    from hypothesis.database import ExampleDatabase, choices_to_bytes
    from hypothesis.strategies import composite, integers

    best, left = failing, draws
    asked = _in_order(tables, key, failing.play)
    if len(asked) > LONGEST or not any(asked):
        return failing
    # one number too many: it takes what it is given exactly as it wants it for shrunk
    start = choices_to_bytes([*asked, 0])

    class Before(ExampleDatabase):
        """Where Hypothesis looks for what failed before."""

        def fetch(self, key: bytes) -> Iterator[bytes]:
            return iter((start,))

        def save(self, key: bytes, value: bytes) -> None:
            """Nothing is kept for another time."""

        delete = save

    @composite
    def played(draw: Callable[[Any], int]) -> Course:
        nonlocal left

        def number(limit: int) -> int:
            nonlocal left
            left -= 1
            if left < 0:
                raise _Enough
            return draw(integers(0, limit - 1))

        place = number(len(tables)) if len(tables) > 1 else 0
        course = _played(tables[place], key, number, lambda s: number(len(s.choices)) if len(s.choices) > 1 else 0)
        left -= (course.spent - len(course.made)) * LOOPED
        return course

    @hypothesis.settings(
        database=Before(),
        phases=[hypothesis.Phase.reuse, hypothesis.Phase.shrink],
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
        report_multiple_bugs=False,
    )
    @hypothesis.seed(0)
    @hypothesis.given(played())
    def holds(course: Course) -> None:
        nonlocal best
        if key in course.faults:
            best = min(best, course.faults[key], key=lambda f: f.size)
            raise AssertionError

    # a loop without end is cut off by the clock, so that it may not go twice the same way
    with suppress(AssertionError, _Enough, hypothesis.errors.Flaky):
        holds()
    return best


def _played(prepared: Prepared, key: Key, chance: Numbers, choose: Callable[[State], int]) -> Course:
    """A game, played up to the fault that is looked for."""
    course = prepared.narrow(Drawn(source=chance), key)
    course.play(choose, lambda: key in course.faults)
    return course


def _in_order(tables: Pool, key: Key, play: Play) -> list[int]:
    """The numbers of a play as they are asked for."""
    place = tables.of(play)
    asked = [place] if len(tables) > 1 else []
    brought, chosen = iter(play.chance), iter(play.choices)

    def chance(limit: int) -> int:
        asked.append(next(brought, 0) % limit)
        return asked[-1]

    def choose(state: State) -> int:
        number = next(chosen, 0)
        if len(state.choices) > 1:
            asked.append(number)
        return number

    _played(tables[place], key, chance, choose)
    return asked
