"""Where a command is run: no home, no folder, no room, strange terminals, and pipes where files should be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

COMMAND = f"{sys.executable} -m hoyle"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line of shell in which `hoyle` is the command, with no environment but this."""
    env = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run(
        ["sh", "-c", f"hoyle() {{ {COMMAND} \"$@\"; }}; {line}"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, env=env, check=False,
    )  # fmt: skip


WIDTHS = [{}, *({"COLUMNS": width} for width in ("0", "1", "-5", "abc", "9" * 20, "1000000"))]
TERMINALS = [*WIDTHS, {"TERM": "dumb"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"LINES": "0"}, {"TERM": "\udc80"}]


@pytest.mark.parametrize("more", TERMINALS, ids=str)
def test_strange_terminals(hoyle: Any, pick_high: Path, more: dict[str, str]) -> None:
    """Everything is told, whatever the terminal says of itself, and JSON is the same everywhere."""
    played = hoyle("play", pick_high, "--watch", "--seed", 1, **more)
    assert (played.returncode, played.stderr) == (0, "")
    usual = hoyle("play", pick_high, "--watch", "--seed", 1).stdout
    plain = "" if "FORCE_COLOR" in more else "".join(played.stdout.split())
    assert plain in ("", "".join(usual.split()))
    bad = hoyle("check", "nothing", **more)
    assert (bad.returncode, "HYL909" in bad.stdout + bad.stderr) == (1, True)
    simulated = json.loads(hoyle("simulate", pick_high, "--games", 2, "--json", **more).stdout)
    again = json.loads(hoyle("simulate", pick_high, "--games", 2, "--json").stdout)
    assert {key for key in simulated if simulated[key] != again[key]} <= {"seconds", "decisions_per_second"}


@pytest.mark.parametrize("arguments", ["--help", "check {}", "simulate {} --games 2 --json", "play {} --watch"])
def test_no_room(pick_high: Path, arguments: str) -> None:
    ended = shell(f"hoyle {arguments.format(pick_high)} > /dev/full")
    assert (ended.returncode, ended.stderr) == (1, "error: no space left on device\n")


def test_no_room_to_say_so() -> None:
    assert shell("hoyle check nothing > /dev/full 2> /dev/full").returncode == 1


def test_nothing_is_known_of_the_user(pick_high: Path, tmp_path: Path) -> None:
    """No home, no entry, no language, nowhere for temporary files."""
    ended = shell(f"hoyle check {pick_high}", LC_ALL="C", XDG_CACHE_HOME="nowhere", TMPDIR="/nowhere", HOME="")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert not Path("nowhere").exists()


def test_the_folder_is_gone(pick_high: Path, tmp_path: Path) -> None:
    gone = f"mkdir {tmp_path}/gone && cd {tmp_path}/gone && rmdir {tmp_path}/gone"
    assert shell(f"{gone} && hoyle check {pick_high} && hoyle play {pick_high} --watch").returncode == 0
    for arguments in ("check pick_high.hoyle", f"play {pick_high} --with x", f"test {pick_high} --games 1"):
        ended = shell(f"{gone} && hoyle {arguments}")
        assert "Traceback" not in ended.stderr and "internal" not in ended.stderr
        assert ended.returncode in (0, 1)


def test_python_may_leave_assertions_out(pick_high: Path) -> None:
    line = f"hoyle test {pick_high} --games 3 && hoyle play {pick_high} --watch --seed 1"
    one, other = shell(line), shell(line, PYTHONOPTIMIZE="2")
    assert (one.returncode, one.stdout) == (other.returncode, other.stdout) and one.returncode == 0


@pytest.mark.parametrize("arguments", ["play --from", "play", "check", "fmt", "fmt --check", "dump", "simulate", "vet"])
def test_pipes_and_devices_are_no_files(hoyle: Any, tmp_path: Path, arguments: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.hoyle")
    (tmp_path / "zero.hoyle").symlink_to("/dev/zero")
    for name in ("pipe", "pipe.hoyle", "/dev/zero", "zero.hoyle", "."):
        ended = hoyle(*arguments.split(), name)
        assert ended.returncode in (1, 2)
        assert "error" in (ended.stdout + ended.stderr).lower()


def test_a_game_is_not_saved_into_a_pipe(terminal: Any, pick_high: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    at = terminal("play", pick_high, "--seed", 1)
    at.until("player 1> ")
    assert "pipe cannot be written: it is not a file" in at.say("save pipe")
    assert ". cannot be written: it is a folder" in at.say("save .")
    assert "/dev/full cannot be written" in at.say("save /dev/full")
