"""The hunt: games played at random on the emitted engine, watched for whatever does not hold in one of them.

A game is the same whenever it is tried again: its number deals the cards and draws the choices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from hoyle.run.state import State
from hoyle.table.script import Drawn
from hoyle.trials.checks import cost
from hoyle.trials.course import Course, Failing, Key
from hoyle.trials.pool import Pool
from hoyle.trials.record import Play

STEPS = 20_000
SHORT = 200
STUCK = 20_000
ROUNDS = 40
LEANINGS = (0.95, 0.8, 0.5, 0.0)


class Failings:
    """What has failed so far, by the name of a check or the number of a property; and what was put to the test.

    games: how many were played. stuck: what was spent on those that the engine gave up.
    """

    def __init__(self) -> None:
        self.found: dict[Key, Failing] = {}
        self.reached: dict[Key, Play] = {}
        self.games = self.stuck = 0

    def add(self, course: Course) -> None:
        """Keep what failed in a game and what was reached, unless a shorter game has shown it."""
        self.games += 1
        self.stuck += course.spent if course.broken else 0
        for key, failing in course.faults.items():
            if key not in self.found or failing.size < self.found[key].size:
                self.found[key] = failing
        for key, play in course.reached.items():
            if key not in self.reached or len(play.choices) < len(self.reached[key].choices):
                self.reached[key] = play


def hunt(pool: Pool, games: int, seed: int, on_game: Callable[[], None]) -> Failings:
    """Play that many games; hands back what did not hold in any of them.

    Where games get stuck in a loop without end there are fewer: each takes long, and there is nothing behind it.
    """
    failings = Failings()
    for number in range(games):
        if failings.stuck > STUCK:
            break
        draw = random.Random(f"{seed}:{number}").random
        course = pool[number % len(pool)].course(by_chance(draw), number)
        if "ends" in failings.found:  # one game without an end is enough
            course.longest = SHORT
        course.play(choosing(draw))
        failings.add(course)
        cut_by = course.state.game.program.stopped_by(course.state.ending)
        if cut_by is not None:  # it has been found, and must not hide what comes behind it
            pool = pool.ignoring({*pool.ignored, cut_by})
        on_game()
    return failings


def shorten(tables: Pool, key: Key, failing: Failing) -> Failing:
    """A shorter play that shows the same, if there is one among many.

    In most of them chance leaves things as they lie and players take their first choice: the less of a play is by
    chance, the less of it is beside the point.
    """
    best, steps = failing, STEPS // cost(key)
    for round_ in range(ROUNDS):
        for leaning in LEANINGS if round_ else (1.0, *LEANINGS):
            for place in range(len(tables)):
                if steps <= 0:
                    return best
                draw = random.Random(f"{round_}:{leaning}:{place}").random
                course = tables[place].narrow(by_chance(draw, leaning), key)
                course.play(choosing(draw, leaning), _until(course, len(best.play.choices)))
                steps -= course.spent
                if key in course.faults:
                    best = min(best, course.faults[key], key=lambda f: f.size)
    return best


def _until(course: Course, most: int) -> Callable[[], bool]:
    """Whether a course has shown a fault, or made more choices than that."""
    return lambda: bool(course.faults) or len(course.made) > most


def by_chance(draw: Callable[[], float], leaning: float = 0.0, numbers: Iterable[int] = ()) -> Drawn:
    """Chance; leaning: how often it leaves things as they lie. numbers: what it has brought before."""
    return Drawn(source=lambda limit: int(draw() * limit) if draw() >= leaning else 0, numbers=list(numbers))


def choosing(draw: Callable[[], float], leaning: float = 0.0) -> Callable[[State], int]:
    """A player; leaning: how often they take their first choice."""
    return lambda state: int(draw() * len(state.choices)) if draw() >= leaning else 0


def chance(seed: int, number: int) -> Drawn:
    """What chance brings to game number n, by whatever rules it is played."""
    draw = random.Random(f"chance {seed}:{number}").random
    return Drawn(source=lambda limit: int(draw() * limit))


def player(seed: int, number: int) -> Callable[[State], int]:
    """Who chooses in it."""
    draw = random.Random(f"{seed}:{number}").random
    return lambda state: int(draw() * len(state.choices))
