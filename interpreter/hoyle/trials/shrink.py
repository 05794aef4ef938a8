"""From a play in which something does not hold to the smallest that was found to show the same.

First shorter plays are looked for among many (see hunt.py). Then Hypothesis leaves out and lowers the numbers of the
best; to it a choice is a number, and the same number says something else once other cards are dealt. So it is polished
with its choices kept by their words, while what chance brings is put back as it lies. Of a game that does not end the
shortest play is looked for from which there is no way out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import attrs

from hoyle.run.state import State
from hoyle.table.script import Drawn, Script
from hoyle.trials.checks import cost
from hoyle.trials.checks.choices import Choices
from hoyle.trials.course import Course, Failing, Key, Wrong
from hoyle.trials.hunt import LEANINGS, by_chance, choosing, shorten
from hoyle.trials.pool import Pool, Prepared
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting

DRAWS, LEAST = 200_000, 50_000
LONGEST = 8_000  # numbers that Hypothesis draws at most
LOOPED = 10  # numbers drawn in the time of a decision
TRIES, FEWEST = 300, 30
ANOTHER = 100  # decisions that count as another try
LONG = 1_000
OTHERS = 3

Story = tuple[tuple[int, ...], tuple[str, ...]]  # what chance brings, and what the choices say


def share(failed: int) -> int:
    """What may be spent on each of so many faults."""
    return max(DRAWS // max(failed, 1), LEAST)


def shrink(pool: Pool, key: Key, failing: Failing, draws: int = DRAWS) -> Failing:
    """The smallest play that shows the same fault. draws: how much may be spent on it."""
    best = _smallest(pool, key, failing, draws)
    if key == Choices.name:  # while plays are tried, a loop that only takes long is given up like one without end
        state, error = best.play.again(pool.game(best.play))
        (actual,) = best.wrong.actual
        stuck = not (state.over or state.choices) if error is None else error.diagnostics[0].message == actual
        return best if stuck else failing
    return best


def _smallest(pool: Pool, key: Key, failing: Failing, draws: int) -> Failing:
    play, fewest = failing.play, pool.model.seats[0]
    tables = pool.among([Setting(n, o) for n in (fewest, play.players) for o in ({}, play.options)])
    if key == "ends":
        return _endless(tables, failing)
    best = shorten(tables, key, failing)
    if len(best.play.options) > 1:
        play = best.play
        alone = [Setting(play.players, {name: value}) for name, value in play.options.items()]
        tables = pool.among([*alone, Setting(play.players, play.options)])
        best = shorten(tables, key, best)
    draws //= cost(key)
    lowered = _lowered(tables.up_to(best.play), key, best, draws)
    best = _polished(tables, key, lowered)
    if best.size == lowered.size:
        return best
    return _polished(tables, key, _lowered(tables.up_to(best.play), key, best, draws // 2))  # there may be more now


# ---------------------------------------------------------------------------------------------- lowered


class _Enough(BaseException):
    """As many numbers were drawn as may be: what was found so far will do."""


def _lowered(tables: Pool, key: Key, failing: Failing, draws: int) -> Failing:
    """The smallest play that Hypothesis finds to show the same.

    It draws the numbers in the order in which the game asks for them: which game, then what chance brings and what is
    chosen. The play to begin with comes to it as one that failed before.
    """
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


def _played(prepared: Prepared, key: Key, chance: Callable[[int], int], choose: Callable[[State], int]) -> Course:
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


# ---------------------------------------------------------------------------------------------- polished


def _polished(pool: Pool, key: Key, failing: Failing) -> Failing:
    """A smaller play that shows the same, if one is found."""
    prepared = pool[pool.of(failing.play)]
    best, simpler = failing, _simpler(_story(prepared, failing))
    left = max(TRIES // cost(key), FEWEST)
    while left > 0:
        story = next(simpler, None)
        if story is None:
            break
        course = _acted(prepared, key, story)
        left -= 1 + (course.spent - len(course.made)) // ANOTHER
        found = course.faults.get(key)
        if found is not None and found.size < best.size:
            best, simpler = found, _simpler(_story(prepared, found))
    return best


def _story(prepared: Prepared, failing: Failing) -> Story:
    play, words = failing.play, list[str]()
    if play.choices:  # what comes last may break the engine: the last choice, or the start if there is none
        state = prepared.game.start(chance=play.chance)
        for number in play.choices[:-1]:
            words.append(state.choices[number].text)
            state.choose(number)
        words.append(state.choices[play.choices[-1]].text)
    return play.chance, tuple(words)


def _simpler(story: Story) -> Iterator[Story]:
    chance, words = story
    moved = [place for place, number in enumerate(chance) if number]
    if len(moved) > 1:
        yield (), words
    for place in reversed(moved):
        yield (*chance[:place], 0, *chance[place + 1 :]), words
    for place in range(len(words)):
        yield chance, (*words[:place], *words[place + 1 :])
    for place in moved:
        yield (*chance[:place], chance[place] - 1, *chance[place + 1 :]), words


def _acted(prepared: Prepared, key: Key, story: Story) -> Course:
    """A story, played up to the fault, or to its end; where a choice is not to be had, the first is made."""
    chance, words = story
    course = prepared.narrow(Script(chance), key)

    def choose(state: State) -> int:
        said = [choice.text for choice in state.choices]
        wanted = words[len(course.made)]
        return said.index(wanted) if wanted in said else 0

    course.play(choose, lambda: key in course.faults or len(course.made) == len(words))
    return course


# ---------------------------------------------------------------------------------------------- without an end


def _endless(tables: Pool, failing: Failing) -> Failing:
    """The shortest play that was found to lead to where no game ends; the one that is given if there is none."""
    plays = [failing.play]
    for leaning in (1.0, *LEANINGS):
        for place in range(len(tables)):
            draw = random.Random(f"{leaning}:{place}").random
            course = tables[place].narrow(by_chance(draw, leaning), "ends")
            course.longest = LONG
            course.play(choosing(draw, leaning))
            if course.too_long:
                plays.append(course.so_far())
    found = [made for play in plays if (made := _trap(tables[tables.of(play)], play)) is not None]
    return min(found, key=lambda made: made.size, default=failing)


def _trap(prepared: Prepared, play: Play) -> Failing | None:
    """The play up to where no game ends any more that is played on from there, if that is so at its end."""

    def trapped(choices: int) -> str:
        state, error = attrs.evolve(play, choices=play.choices[:choices]).again(prepared.game)
        return endless(state) if error is None else ""

    free, caught = -1, len(play.choices)
    actual = trapped(caught)
    if not actual:
        return None
    while caught - free > 1:
        middle = (free + caught) // 2
        if trapped(middle):
            caught = middle
        else:
            free = middle
    play = attrs.evolve(play, choices=play.choices[:caught])
    return Failing(attrs.evolve(play, chance=play.chance[: play.again(prepared.game)[0].draws]), Wrong((actual,)))


def endless(start: State) -> str:
    """That no game ends that is played on from a table; nothing if one does."""
    for number in range(OTHERS):
        draw = random.Random(number).random
        state, known = start.copy(), start.seed.numbers if isinstance(start.seed, Script) else ()
        state.seed = by_chance(draw, numbers=[*known, *[0] * state.draws][: state.draws])
        choose = choosing(draw)
        for _ in range(LONG):
            if not state.frames:  # it is over, or what was performed has come to its end
                return ""
            state.choose(choose(state))
    return f"it goes on and on: {OTHERS} games were played on from here, and none ended within {LONG} choices"
