"""Games in C under the sanitizers of the compiler: no step outside the state's arrays, nothing undefined."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from every import BUNDLED, GAMES, ROOT
from often import TIMES

LIBRARY = "libasan.so"
SOME = [path for path in GAMES if path.stem == "trickdraw"]  # more cards than bits, and cards that are turned

SMALL = [path for path in BUNDLED if path.stem == "texas_showdown"]


def sanitizer() -> str:
    """Where the library is that has to be loaded before everything else; "" if the compiler has none."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    asked = [str(compiler), f"-print-file-name={LIBRARY}"]
    found = subprocess.run(asked, capture_output=True, text=True).stdout.strip() if compiler else ""
    return found if Path(found).is_absolute() else ""


@pytest.mark.skipif(not sanitizer(), reason="the compiler has no sanitizers")
@pytest.mark.parametrize("path", SOME if TIMES == 1 else GAMES, ids=lambda path: path.stem)
def test_games(path: Path) -> None:
    assert sanitized(path, "4") > 100


@pytest.mark.skipif(not sanitizer(), reason="the compiler has no sanitizers")
@pytest.mark.parametrize(("name", "players"), [("groups", "2"), ("chosen", "3")])
def test_groups(name: str, players: str) -> None:
    assert sanitized(Path(__file__).with_name(f"{name}.hoyle"), players) > 5


@pytest.mark.skipif(not sanitizer(), reason="the compiler has no sanitizers")
@pytest.mark.parametrize("path", SMALL if TIMES == 1 else BUNDLED, ids=lambda path: path.stem)
def test_miniatures(path: Path) -> None:
    assert sanitized(path) > 100


def sanitized(*args: object) -> int:
    """What a process says that plays in C with sanitizers."""
    environment = {
        **os.environ,
        "LD_PRELOAD": sanitizer(),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "interpreter"), str(ROOT / "tests")]),
    }
    script = ROOT / "tests" / "native" / "sanitized.py"
    command = [sys.executable, str(script), *map(str, args)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return int(done.stdout)
