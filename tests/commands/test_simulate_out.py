"""`hoyle simulate --out`, as a process that is killed, stopped, or finds no room."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from every import ROOT

COMMAND = [sys.executable, "-m", "hoyle"]
MANY = 200_000


def arguments(path: Path, *more: object) -> list[str]:
    return [*COMMAND, *map(str, ("simulate", "pick_high.hoyle", "--out", path.name, *more))]


def started(path: Path, *more: object, limit: int | None = None) -> subprocess.Popen[str]:
    """A process that writes a file; limit: how large one may be."""

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # also if the tests' own are ignored
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.Popen(
        arguments(path, *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=path.parent,
        env=os.environ | {"PYTHONPATH": str(ROOT / "interpreter")},
        preexec_fn=prepare,
        start_new_session=True,
    )


def until(path: Path, size: int, process: subprocess.Popen[str]) -> None:
    """Wait until the rows take so much room, or the process has ended."""
    part = path.with_name(f"{path.name}.part")
    deadline = time.monotonic() + 120
    while process.poll() is None and (not part.exists() or part.stat().st_size < size):
        assert time.monotonic() < deadline
        time.sleep(0.005)


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("way", [("python", 2), ("auto", 2), ("auto", 1)])
def test_killed_and_gone_on_with(process: Any, pick_high: Path, way: tuple[str, int]) -> None:
    """Whenever it is killed: whoever worked on it leaves too, and the file becomes what it would have been."""
    whole, path = pick_high.with_name("whole.csv"), pick_high.with_name("rows.csv")
    games = 4_000 if way[0] == "python" else 30_000
    assert process("simulate", pick_high.name, "--games", games, "--out", whole.name).returncode == 0
    size = whole.stat().st_size
    how = ("--games", games, "--engine", way[0], "--workers", way[1])
    for kill in range(3):
        running = started(path, *how)
        until(path, size * (kill + 1) // 4 * random.randrange(2), running)
        running.kill()
        running.wait()
        for stream in (running.stdout, running.stderr):
            assert stream is not None
            stream.close()
        deadline = time.monotonic() + 60
        while alive(running.pid):
            assert time.monotonic() < deadline, "somebody still works on it"
            time.sleep(0.05)
    assert process("simulate", pick_high.name, "--out", path.name, *how).returncode == 0
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("workers", [1, 2])
def test_stopped_by_ctrl_c(process: Any, pick_high: Path, workers: int) -> None:
    path, how = pick_high.with_name("rows.jsonl"), ("--games", MANY, "--json", "--workers", workers)
    running = started(path, *how)
    until(path, 100_000, running)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it: to all of them
    shown, wrong = running.communicate(timeout=120)
    assert (running.returncode, wrong) == (130, "")
    data = json.loads(shown)
    assert data["complete"] is False and 0 < data["games"] < MANY
    assert sum(data["endings"].values()) == data["games"]
    rows = path.with_name("rows.jsonl.part").read_text().splitlines()
    assert json.loads(rows[-1])["number"] == len(rows) == data["games"]
    games = data["games"] + 50
    again = process("simulate", pick_high.name, "--games", games, "--out", path.name)
    assert again.returncode == 0 and f"{len(rows):,} games were there already" in again.stdout
    process("simulate", pick_high.name, "--games", games, "--out", "whole.jsonl")
    assert path.read_bytes() == path.with_name("whole.jsonl").read_bytes()


def test_ctrl_c_without_a_file(terminal: Any, pick_high: Path) -> None:
    screen = terminal("simulate", pick_high.name, "--games", 10**9)
    seen = screen.until("/s ")
    assert "playing" in seen
    screen.type("\x03")
    assert "mean score" in screen.until("mean score")
    assert screen.end() == 130
    assert "stopped after" in screen.seen and "Traceback" not in screen.seen


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_no_room(process: Any, pick_high: Path, form: str) -> None:
    """What fits is kept, and it goes on when there is room."""
    path, how = pick_high.with_name(f"rows.{form}"), ("--games", 20_000)
    running = started(path, *how, limit=60_000)
    _, wrong = running.communicate(timeout=120)
    assert running.returncode == 1
    assert f"`rows.{form}` cannot be written: file too large" in wrong and "is kept" in wrong
    assert not path.exists()
    again = process("simulate", pick_high.name, "--out", path.name, *how)
    assert again.returncode == 0 and "were there already" in again.stdout
    process("simulate", pick_high.name, "--out", f"whole.{form}", *how)
    assert path.read_bytes() == path.with_name(f"whole.{form}").read_bytes()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("rows.txt", "let it end in one of: .csv, .jsonl, .parquet"),
        ("rows", "let it end in one of"),
        ("", "let it end in one of"),
        (".csv", "let it end in one of"),
        ("nowhere/rows.csv", "no such file or directory"),
        ("pick_high.hoyle/rows.csv", "not a directory"),
        ("folder.csv", "is not a file"),
        ("pipe.csv", "is not a file"),
        ("device.csv", "is not a file"),
        (f"{'long' * 80}.csv", "file name too long"),
    ],
)
def test_where_nothing_can_be_written(hoyle: Any, pick_high: Path, name: str, says: str) -> None:
    """It is said before a game is played, and nothing is left behind."""
    folder = pick_high.parent
    (folder / "folder.csv").mkdir()
    os.mkfifo(folder / "pipe.csv")
    (folder / "device.csv").symlink_to("/dev/full")
    before = set(folder.iterdir())
    shown = hoyle("simulate", pick_high.name, "--games", 10**9, "--out", name)
    assert shown.returncode == 1 and "HYL913" in shown.stderr
    assert says in " ".join(shown.stderr.split())
    assert set(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("missing", "way", "command"),
    [
        ("pyarrow", ("--out", "rows.parquet"), "pip install 'hoyle[parquet]'"),
        ("distributed", ("--cluster", "local"), "pip install 'hoyle[cluster]'"),
    ],
)
def test_what_is_not_installed(
    hoyle: Any, pick_high: Path, monkeypatch: pytest.MonkeyPatch, missing: str, way: tuple[str, str], command: str
) -> None:
    import importlib.util

    found = importlib.util.find_spec
    for module in ("hoyle.bulk.parquet", "hoyle.bulk.cluster"):
        monkeypatch.setattr(f"{module}.find_spec", lambda name: None if name == missing else found(name))
    shown = hoyle("simulate", pick_high.name, *way)
    assert shown.returncode == 1
    assert command in " ".join(shown.stderr.split())
    assert set(pick_high.parent.iterdir()) == {pick_high}
