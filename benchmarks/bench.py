"""How fast games written in Hoyle are played, next to the same games written by hand.

All figures are taken in one process. Those that are compared are measured round by round: in each round every one of
them once, so that whatever else the machine does falls on all of them alike. Times are the processor's, and rounds are
short and many. A row is the median over the rounds, and a ratio is taken within each round. One decision is: list the
legal choices, pick one at random, apply it.

Exits with 1 if a row misses its floor.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import io
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import hypothesis
import typer
from rich.console import Console
from rich.table import Table

import hearts_openspiel
import hearts_tight
import hoyle
import texas_oo
import texas_tight
from hoyle.commands.app import main as hoyle_command
from hoyle.explore.sameness import Sameness
from hoyle.explore.search import Limits, Search
from hoyle.native import library as native_library
from hoyle.native.module import Module
from hoyle.plan.plan import Plan
from hoyle.read import find_game, read_path, read_source
from hoyle.resources import gamedefs
from hoyle.run.game import prepare
from hoyle.run.miniature import miniature_game
from hoyle.source import Source
from hoyle.testing import Playthrough, playthroughs
from hoyle.trials.hunt import hunt
from hoyle.trials.pool import Pool
from hoyle.trials.settings import Setting
from hoyle.trials.shrink import shrink

HEARTS = Path(__file__).parents[1] / "examples" / "hearts.hoyle"
TEXAS = gamedefs() / "texas_showdown.hoyle"
HOUSE_RULES = HEARTS.parent / "house_rules"

Playout = Callable[[random.Random], tuple[int, object]]
"""Plays one game with this source of chance: how many decisions it took, and the result."""

Measure = Callable[[random.Random, float], float]
"""Takes one figure, in about so many seconds."""

Round = dict[str, float]
"""One figure of each kind, by name."""


# ---------------------------------------------------------------- what is measured


def engine_playout(game: hoyle.Game) -> Playout:
    """Random play through the public interface, the counterpart of the hand-written playouts."""

    def playout(rng: random.Random) -> tuple[int, object]:
        state = game.start(seed=rng.getrandbits(32))
        rnd = rng.random
        decisions = 0
        while not state.over:
            choices = state.choices
            state.choose(choices[int(rnd() * len(choices))])
            decisions += 1
        return decisions, state.scores

    return playout


def speed(playout: Playout) -> Measure:
    """Decisions per second."""

    def measure(rng: random.Random, seconds: float) -> float:
        decisions = 0
        start = time.process_time()
        while (elapsed := time.process_time() - start) < seconds:
            decisions += playout(rng)[0]
        return decisions / elapsed

    return measure


def in_c(game: hoyle.Game, quick: bool) -> Measure:
    """Decisions per second in C. quick: with the second chance, which is for searching."""
    native = game.native
    assert native is not None, game.why_not_native
    bots = bytes(game.players)

    def measure(rng: random.Random, seconds: float) -> float:
        decisions = 0
        start = time.process_time()
        while (elapsed := time.process_time() - start) < seconds:
            seed = rng.getrandbits(32)
            decisions += sum(native.playouts(f"{seed}:", 1, 100, bots, 100_000, seed + 1 if quick else 0).decisions)
        return decisions / elapsed

    return measure


def stepping(game: hoyle.Game) -> Measure:
    """Decisions per second of one state in C that Python asks and answers, one by one."""
    native = game.native
    assert native is not None, game.why_not_native
    state, asked, choose = native.state(), native.c.asked, native.c.choose

    def measure(rng: random.Random, seconds: float) -> float:
        decisions = 0
        rnd = rng.random
        start = time.process_time()
        while (elapsed := time.process_time() - start) < seconds:
            native.c.start(state, rng.randbytes(16), 1)
            while (now := asked(state)) >= 0:
                choose(state, int(rnd() * (now & 0xFFFFFFFF)))
                decisions += 1
        return decisions / elapsed

    return measure


def copying_in_c(game: hoyle.Game, times: int = 20_000) -> Measure:
    """Microseconds to copy a state in C, in the middle of a game."""
    native = game.native
    assert native is not None, game.why_not_native
    state, other = native.state(), native.state()
    native.c.start(state, bytes(16), 1)
    for _ in range(30):
        native.c.choose(state, 0)

    def measure(rng: random.Random, seconds: float) -> float:
        start = time.process_time()
        native.c.copy_often(other, state, ctypes.c_int64(times))
        return (time.process_time() - start) / times * 1e6

    return measure


def compiling(game: hoyle.Game, kept: bool) -> Measure:
    """Seconds to write, compile and load a game in C; kept: milliseconds, when it was compiled before."""

    def measure(rng: random.Random, seconds: float) -> float:
        flags = () if kept else (f"-DROUND={rng.getrandbits(60)}",)
        start = sum(os.times()[:4])
        native_library.load(Module(Plan(game.program), game.first_values), flags)
        return (sum(os.times()[:4]) - start) * (1e3 if kept else 1)

    return measure


def copying(game: hoyle.Game) -> Measure:
    """Microseconds to copy a state in the middle of a hand."""
    state = game.start(seed=0)
    for _ in range(30):
        state.choose(0)

    def measure(rng: random.Random, seconds: float) -> float:
        copies = 0
        copy = state.copy
        start = time.process_time()
        while (elapsed := time.process_time() - start) < seconds:
            for _ in range(100):
                copy()
            copies += 100
        return elapsed / copies * 1e6

    return measure


def checking(definition: Path) -> Measure:
    """Milliseconds of `hoyle check` with everything already imported; the time allowed is not used."""

    def measure(rng: random.Random, seconds: float) -> float:
        start = time.process_time()
        run_command("check", str(definition))
        return (time.process_time() - start) * 1e3

    return measure


def drawing(game: hoyle.Game, examples: int = 5) -> Measure:
    """Whole games per second, every choice and all of chance drawn by Hypothesis; the time allowed is not used."""

    @hypothesis.settings(
        max_examples=examples, database=None, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
    )
    @hypothesis.given(playthroughs(game))
    def played(one: Playthrough) -> None:
        assert one.state.over

    def measure(rng: random.Random, seconds: float) -> float:
        start = time.process_time()
        played()
        return examples / (time.process_time() - start)

    return measure


def shrinking(definition: Path, wrong: str) -> Measure:
    """Milliseconds from a random game in which a property fails to the smallest; the time allowed is not used."""
    text = f"{definition.read_text(encoding='utf-8')}\nproperty wrong {wrong}\n"
    reading = read_source(Source(definition.name, text, definition))
    assert reading.world is not None
    number = len(reading.world.model.properties) - 1
    pool = Pool(reading, [Setting(4, {})], ())
    found = hunt(pool, 3, 0, lambda: None).found[number]

    def measure(rng: random.Random, seconds: float) -> float:
        start = time.process_time()
        shrink(pool, number, found)
        return (time.process_time() - start) * 1e3

    return measure


def exploring(name: str) -> Measure:
    """Tables per second when all that the miniature of a game can come to is visited."""
    reading = read_path(find_game(name))
    assert reading.world is not None
    miniature = reading.world.model.miniatures[0]
    game = miniature_game(reading, miniature)

    def measure(rng: random.Random, seconds: float) -> float:
        search = Search(game, Sameness(game, miniature.symmetric), miniature.orders, Limits(seconds=seconds))
        start = time.process_time()
        found = search.run()
        return found.states / (time.process_time() - start)

    return measure


def command(*arguments: str) -> Measure:
    """Seconds on the clock for a whole command in a process of its own; the time allowed is not used."""

    def measure(rng: random.Random, seconds: float) -> float:
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            subprocess.run(
                [sys.executable, "-m", "hoyle", *arguments],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                stdout=subprocess.DEVNULL,
                check=True,
            )
            return time.monotonic() - start

    return measure


def as_one_file(game: Path, old: str, new: str) -> hoyle.Game:
    """A game with what a variant changes written into it."""
    text = game.read_text(encoding="utf-8")
    assert old in text
    return prepare(read_source(Source(game.name, text.replace(old, new), game)), players=4)


def run_command(*arguments: str) -> None:
    """Run the `hoyle` command in this process, what it prints kept back unless it fails."""
    printed = io.StringIO()
    saved = sys.argv
    sys.argv = ["hoyle", *arguments]
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = hoyle_command()
    except SystemExit as stop:
        status = stop.code
    finally:
        sys.argv = saved
    if status:
        raise RuntimeError(f"hoyle {' '.join(arguments)} failed:\n{printed.getvalue()}")


TEXAS_GAME = hoyle.load("texas_showdown", players=4)
HEARTS_GAME = hoyle.load(str(HEARTS), players=4)
LIMITS = "    | 3..4 | 15     |\n    | 5    | 12     |\n    | 6    | 10     |\n"
VARIED = hoyle.load(str(HOUSE_RULES / "lower_limit.hoyle"), players=4)
WRITTEN_OUT = as_one_file(TEXAS, LIMITS, "    | 3..5 | 10 |\n    | 6    | 8  |\n")
OTHERS = {game.title: game for game in map(hoyle.load, ("trickdraw", "dwyn", "rowdy_partners", "book_it"))}

IN_C = {"Texas Showdown": TEXAS_GAME, "Hearts": HEARTS_GAME, **OTHERS}
QUICKER = {
    "Texas Showdown": 55, "Hearts": 70, "DWYN": 50, "Book It!": 40, "Trickdraw": 32, "Rowdy Partners": 32
}  # fmt: skip

MEASURES: dict[str, Measure] = {
    **{f"{title}, C": in_c(game, quick=False) for title, game in IN_C.items()},
    **{f"{title}, C, quick chance": in_c(game, quick=True) for title, game in IN_C.items()},
    **{f"{title}, C, step by step": stepping(OTHERS[title]) for title in ("Trickdraw", "Book It!")},
    "Hearts, OpenSpiel, in C++": hearts_openspiel.rollouts,
    "copy in C, Texas Showdown": copying_in_c(TEXAS_GAME),
    "copy in C, Book It!": copying_in_c(OTHERS["Book It!"]),
    "compiling": compiling(OTHERS["Book It!"], kept=False),
    "loading": compiling(OTHERS["Book It!"], kept=True),
    "Texas Showdown, Hoyle": speed(engine_playout(TEXAS_GAME)),
    "Texas Showdown, OO": speed(texas_oo.playout),
    "Texas Showdown, TIGHT": speed(texas_tight.playout),
    "Hearts, Hoyle": speed(engine_playout(HEARTS_GAME)),
    "Hearts, OpenSpiel": speed(hearts_openspiel.playout),
    "Hearts, OpenSpiel, chance at its cheapest": speed(hearts_openspiel.playout_uniform),
    "Hearts, TIGHT": speed(hearts_tight.playout),
    **{f"{title}, Hoyle": speed(engine_playout(game)) for title, game in OTHERS.items()},
    "variant, Hoyle": speed(engine_playout(VARIED)),
    "one file, Hoyle": speed(engine_playout(WRITTEN_OUT)),
    "state.copy()": copying(TEXAS_GAME),
    "hoyle check": checking(TEXAS),
    "hypothesis": drawing(TEXAS_GAME),
    "shrinking": shrinking(TEXAS, "never sum(tricks) > 1"),
    "exploring": exploring("trickdraw"),
    "vetting": command("vet", str(HOUSE_RULES / "no_sheriffs.hoyle")),
    "comparing": command("compare", "texas_showdown", str(HOUSE_RULES / "no_sheriffs.hoyle")),
}
ONCE = ["vetting", "comparing"]  # they take so long that once is enough


# ---------------------------------------------------------------- what is asked of it


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the report: a figure, or the ratio of two, and what it has to reach.

    For times less is better, so there the floor is the most it may be. A row without a floor only informs.
    """

    name: str
    unit: str
    figure: str
    over: str | None = None
    floor: float | None = None
    aim: float | None = None

    def value(self, taken: list[list[Round]]) -> float:
        rounds = next(rounds for rounds in taken if self.figure in rounds[0])
        if self.over is None:
            return statistics.median(round_[self.figure] for round_ in rounds)
        return statistics.median(round_[self.figure] / round_[self.over] for round_ in rounds)

    @property
    def less_is_better(self) -> bool:
        return self.unit in ("µs", "ms", "s")

    def reaches(self, value: float, bound: float | None) -> bool:
        if bound is None:
            return True
        return value <= bound if self.less_is_better else value >= bound


ROWS = (
    *(
        Row(f"{title}, C, quick chance / Python", "x", f"{title}, C, quick chance", f"{title}, Hoyle", floor=floor)
        for title, floor in QUICKER.items()
    ),
    Row("Texas Showdown, C / quick chance", "x", "Texas Showdown, C", "Texas Showdown, C, quick chance", floor=0.4),
    Row("Trickdraw, C / quick chance", "x", "Trickdraw, C", "Trickdraw, C, quick chance", floor=0.85),
    Row(
        "Hearts, C, quick chance / OpenSpiel in C++",
        "x",
        "Hearts, C, quick chance",
        "Hearts, OpenSpiel, in C++",
        floor=4.5,
        aim=6,
    ),
    *(
        Row(f"{title}, C, step by step / Python", "x", f"{title}, C, step by step", f"{title}, Hoyle", floor=8)
        for title in ("Trickdraw", "Book It!")
    ),
    Row("a copy in C, Texas Showdown", "µs", "copy in C, Texas Showdown", floor=0.1),
    Row("a copy in C, Book It!", "µs", "copy in C, Book It!", floor=0.5),
    Row("Book It! written, compiled and loaded in C", "s", "compiling", floor=2),
    Row("the same when it was compiled before", "ms", "loading", floor=50),
    Row("Texas Showdown, Hoyle / OO", "x", "Texas Showdown, Hoyle", "Texas Showdown, OO", floor=0.8, aim=2.0),
    Row("Texas Showdown, Hoyle / TIGHT", "x", "Texas Showdown, Hoyle", "Texas Showdown, TIGHT", floor=0.4, aim=0.7),
    Row("Hearts, Hoyle / OpenSpiel", "x", "Hearts, Hoyle", "Hearts, OpenSpiel", floor=1.0, aim=2.0),
    Row("Hearts, the same, chance at its cheapest", "x", "Hearts, Hoyle", "Hearts, OpenSpiel, chance at its cheapest"),
    # far larger games than the yardstick's: a fifth of its rate is what is asked of them
    *(
        Row(f"{title}, Hoyle / Texas Showdown, OO", "x", f"{title}, Hoyle", "Texas Showdown, OO", floor=0.2, aim=0.5)
        for title in OTHERS
    ),
    Row("a variant / the same rules as one file", "x", "variant, Hoyle", "one file, Hoyle", floor=0.97),
    Row("hoyle vet, Texas Showdown, No sheriffs", "s", "vetting", floor=30),
    Row("hoyle compare, Texas Showdown, No sheriffs", "s", "comparing", floor=60),
    Row("state.copy(), Texas Showdown", "µs", "state.copy()", floor=10, aim=3),
    Row("hoyle check, Texas Showdown, warm", "ms", "hoyle check", floor=300),
    Row("playthroughs of Texas Showdown drawn by Hypothesis", "games/s", "hypothesis"),
    Row("shrinking a play of Texas Showdown", "ms", "shrinking"),
    Row("exploring the miniature of Trickdraw", "tables/s", "exploring"),
    *(Row(name, "decisions/s", name) for name in MEASURES if ", " in name and not name.startswith("copy")),
)


# ---------------------------------------------------------------- the report


def groups() -> list[list[str]]:
    """The figures that are compared with each other: each group is measured on its own, as a program would use it."""
    starts = ("Texas", "Hearts", ("variant", "one file"))
    found = [[name for name in MEASURES if name.startswith(start)] for start in starts]
    rest = [name for name in MEASURES if not any(name in group for group in (*found, ONCE))]
    return [*found, ["Texas Showdown, OO", *rest], ONCE]


def take_rounds(count: int, seconds: float) -> list[list[Round]]:
    """For each group, measure everything `count` times, in turns, the order reversed in every other round."""
    taken = []
    for group in groups():
        rounds = []
        for number in range(1 if group is ONCE else count):
            figures = {}
            for name in group if number % 2 == 0 else reversed(group):
                gc.collect()  # so that nobody's garbage is collected on another's time
                figures[name] = MEASURES[name](random.Random(number), seconds)
            rounds.append(figures)
        taken.append(rounds)
    return taken


def measured(row: Row, value: float) -> str:
    return f"{value:,.0f} {row.unit}" if value >= 1000 else f"{value:.3g} {row.unit}"


def bound(row: Row, value: float | None) -> str:
    if value is None:
        return ""
    return f"{'≤' if row.less_is_better else '≥'} {value:g}"


def as_table(taken: list[list[Round]]) -> Table:
    table = Table(title=f"median of {len(taken[0])} rounds, Python {platform.python_version()}")
    for heading in ("what", "measured", "floor", "aim"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in ROWS:
        value = row.value(taken)
        if row.floor is None and row.aim is None:
            style = "dim"
        elif not row.reaches(value, row.floor):
            style = "red"
        else:
            style = "green" if row.reaches(value, row.aim) else "yellow"
        table.add_row(row.name, measured(row, value), bound(row, row.floor), bound(row, row.aim), style=style)
    return table


def as_data(taken: list[list[Round]]) -> dict[str, object]:
    rows = []
    for row in ROWS:
        value = row.value(taken)
        passed = row.reaches(value, row.floor)
        rows.append(
            {"name": row.name, "unit": row.unit, "value": value, "floor": row.floor, "aim": row.aim, "passed": passed}
        )
    return {"python": platform.python_version(), "rounds": len(taken[0]), "rows": rows}


def main(
    rounds: Annotated[int, typer.Option(min=7, help="How many rounds to take the median of.")] = 41,
    quick: Annotated[bool, typer.Option("--quick", help="Measure each figure in an eighth of the time.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Measure, print, and exit with 1 if a row misses its floor."""
    taken = take_rounds(rounds, seconds=0.01 if quick else 0.08)
    if as_json:
        print(json.dumps(as_data(taken), indent=2))
    else:
        Console().print(as_table(taken))
    missed = [row.name for row in ROWS if not row.reaches(row.value(taken), row.floor)]
    if missed:
        print(f"below the floor: {'; '.join(missed)}", file=sys.stderr)
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
