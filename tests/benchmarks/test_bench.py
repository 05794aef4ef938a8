"""The benchmarks can be run: what they import is there, and every row has its figures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from every import ROOT

HELD_OUT = sorted((ROOT / "benchmarks" / "held_out").glob("*.hoyle"))


def test_every_row_has_its_figures() -> None:
    code = (
        "import bench; names = {name for group in bench.groups() for name in group};"
        "assert names == set(bench.MEASURES), names ^ set(bench.MEASURES);"
        "assert all(row.figure in names and row.over in (None, *names) for row in bench.ROWS);"
        "together = [{row.figure, row.over} - {None} for row in bench.ROWS];"
        "assert all(any(figures <= set(group) for group in bench.groups()) for figures in together)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT / "benchmarks", check=True, timeout=300)


def run(code: str) -> str:
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=ROOT / "benchmarks", check=True, timeout=300, stdout=subprocess.PIPE, text=True)
    return ran.stdout


@pytest.mark.parametrize("path", HELD_OUT, ids=lambda path: path.stem)
def test_a_game_that_nobody_tuned_on_is_sound(path: Path) -> None:
    command = [sys.executable, "-m", "hoyle", "check", "--strict", str(path)]
    assert "no problems" in subprocess.run(command, check=True, timeout=60, stdout=subprocess.PIPE, text=True).stdout
    laid_out = [sys.executable, "-m", "hoyle", "fmt", "--check", str(path)]
    subprocess.run(laid_out, check=True, timeout=60, stdout=subprocess.PIPE)


def test_strength_is_measured_in_all_of_them() -> None:
    """A share with its interval for each, and for each who tries more; with what they are played with cut down."""
    code = (
        "import dataclasses, strength;"
        "cellar = next(t for t in strength.NEW if 'cellar' in t.name);"
        "strength.TRIALS, strength.DUELS = (), ((cellar.name, 2, 100),);"
        "strength.MOVES = ((cellar.name, 3, 50.0, 20),);"
        "strength.NEW = (dataclasses.replace(cellar, games=(100, 100)),);"
        "[print(line.what, line.measured, line.passed, sep=' | ') for line in strength.lines('x', 1, True)]"
    )
    shown = run(code).splitlines()
    assert [line.split(" | ")[0] for line in shown] == [
        "Cellar, 3, 100 playouts (even 0.33), 10 games",
        "Cellar, 3, 1000 playouts (even 0.33), 10 games",
        "Cellar, 2, 1000 against 100, 10 games",
        "Cellar, 3, a move at 100 playouts",
    ]
    assert shown[3].endswith("ms | True")


def test_the_same_is_measured_however_many_work_on_it() -> None:
    code = (
        "import hoyle, strength, thinking;"
        "game = hoyle.load(str(strength.HELD_OUT / 'ladder.hoyle'), players=3);"
        "[print(thinking.won(game, 20, 40, 'y', workers), thinking.better(game, 20, 2, 20, 'y', workers))"
        " for workers in (1, 2)]"
    )
    one, two = run(code).splitlines()
    assert one == two
