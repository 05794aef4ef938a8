"""What is measured, one figure at a time: how fast games are played, copied, compiled, checked, explored."""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import hypothesis

import hoyle
from hoyle.commands.app import main as hoyle_command
from hoyle.explore.sameness import Sameness
from hoyle.explore.search import Limits, Search
from hoyle.native import library as native_library
from hoyle.native.compile import compiled
from hoyle.native.module import Module
from hoyle.plan.plan import Plan
from hoyle.read import find_game, read_path, read_source
from hoyle.run.game import prepare
from hoyle.run.miniature import miniature_game
from hoyle.source import Source
from hoyle.testing import Playthrough, playthroughs
from hoyle.trials.hunt import hunt
from hoyle.trials.pool import Pool
from hoyle.trials.settings import Setting
from hoyle.trials.shrink import shrink

WARM = 40

Playout = Callable[[random.Random], tuple[int, object]]
"""Plays one game with this source of chance: how many decisions it took, and the result."""

Measure = Callable[[random.Random, float], float]
"""Takes one figure, in about so many seconds."""


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
    """Decisions per second, once some games were played: code is written where play first comes to it."""
    warm = iter(range(WARM))

    def measure(rng: random.Random, seconds: float) -> float:
        for _ in warm:
            playout(rng)
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


def asking(game: hoyle.Game, values: int, native: bool) -> Measure:
    """Microseconds for a value, in games in which nobody is asked and so many values are worked out."""
    library = game.native if native else None
    assert library is not None or not native, game.why_not_native
    bots = bytes(game.players)

    def measure(rng: random.Random, seconds: float) -> float:
        asked, start = 0, time.process_time()
        while (elapsed := time.process_time() - start) < seconds:
            seed = rng.getrandbits(32)
            if library is None:
                game.start(seed)
            else:
                library.playouts(f"{seed}:", 1, 20, bots, 100_000, seed + 1)
            asked += values if library is None else 20 * values
        return elapsed / asked * 1e6

    return measure


def by_hand_in_c(source: Path, game: hoyle.Game) -> Measure:
    """Decisions per second of a game in C by hand, compiled as ours is; game by game it comes out the same."""
    play = ctypes.CDLL(str(compiled(source.read_text(encoding="utf-8")))).by_hand
    games = 100

    def played(seed: int) -> tuple[list[int], list[int]]:
        scores, decisions = (ctypes.c_int64 * (games * game.players))(), (ctypes.c_int32 * games)()
        play(ctypes.c_int64(1), ctypes.c_int64(games), ctypes.c_uint64(seed), scores, decisions)
        return list(scores), list(decisions)

    native = game.native
    assert native is not None, game.why_not_native
    ours = native.playouts("", 1, games, bytes(game.players), 100_000, quick=7)
    assert played(7) == (list(ours.scores), list(ours.decisions)), "the game by hand is not the same"

    def measure(rng: random.Random, seconds: float) -> float:
        decisions = 0
        start = time.process_time()
        while (elapsed := time.process_time() - start) < seconds:
            decisions += sum(played(rng.getrandbits(32))[1])
        return decisions / elapsed

    return measure


def working(game: hoyle.Game, workers: int, games: int = 20_000) -> Measure:
    """Games per second on the clock when so many threads play in C at once; the time allowed is not used."""
    native = game.native
    assert native is not None, game.why_not_native

    def lot(seed: int) -> None:
        native.playouts("", 1, games, bytes(game.players), 100_000, seed)

    def measure(rng: random.Random, seconds: float) -> float:
        with ThreadPoolExecutor(workers) as pool:
            start = time.monotonic()
            list(pool.map(lot, [rng.getrandbits(32) + 1 for _ in range(workers)]))
            return workers * games / (time.monotonic() - start)

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
        flags = () if kept else (f"-DROUND={time.time_ns()}",)  # nobody has compiled that before
        start = sum(os.times()[:4])
        module = Module(Plan(game.program), game.first_values, work=game.code.emitter.work)
        native_library.load(module, flags)
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
