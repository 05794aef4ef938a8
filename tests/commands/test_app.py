"""The command as a whole: help, version, completion, exit codes, and what happens when something breaks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hoyle as package
from hoyle.commands.app import COMMANDS

NAMES = [module.__name__.rpartition(".")[2] for module in COMMANDS]


def test_help_names_every_command(process: Any) -> None:
    shown = process("--help")
    assert shown.returncode == 0
    assert all(f"  {name} " in shown.stdout for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_shows_an_example(hoyle: Any, name: str) -> None:
    shown = hoyle(name, "--help")
    assert shown.returncode == 0
    assert f"Example: hoyle {name} " in shown.stdout
    assert "{" not in shown.stdout.rpartition("Example:")[2]


def test_version(process: Any) -> None:
    assert process("--version").stdout == f"hoyle {package.__version__}\n"


def test_help_needs_nothing_of_the_engine() -> None:
    program = "import sys, hoyle.commands.app; sys.exit('lark' in sys.modules or 'hoyle.check' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("arguments", [["no_such_command"], ["check"]])
def test_a_command_that_makes_no_sense(process: Any, arguments: list[str]) -> None:
    ended = process(*arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: hoyle" in ended.stderr


def test_a_game_that_is_not_there(process: Any) -> None:
    ended = process("play", "nothing_by_this_name")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("error HYL909: there is no game `nothing_by_this_name`\n")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "--format", "nonsense", "x"], 2),
        (["simulate", "nothing.hoyle"], 1),
        (["explain"], 2),
        (["explain", "HYL000"], 1),
        (["dump", "nothing.hoyle"], 1),
        (["assumptions", "nothing.hoyle"], 1),
        (["test", "nothing.hoyle"], 1),
        (["fmt", "nothing.hoyle"], 1),
    ],
)
def test_what_goes_wrong_ends_in_a_message_and_a_code(hoyle: Any, arguments: list[str], code: int) -> None:
    ended = hoyle(*arguments)
    assert ended.returncode == code
    assert "Traceback" not in ended.stderr
    assert ended.stderr or ended.stdout


BREAK = """
import sys, hoyle.run.game as game
def load(*args, **more): raise ZeroDivisionError("a mistake\\x1b[31m")
game.load = load
from hoyle.commands.app import main
sys.argv = ["hoyle", "play", "anything"]
sys.exit(main())
"""


@pytest.mark.parametrize("debug", ["0", "1"])
def test_a_mistake_of_ours_is_one_line(debug: str) -> None:
    environment = os.environ | {"HOYLE_DEBUG": debug}
    ended = subprocess.run(
        [sys.executable, "-c", BREAK],
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert ended.returncode == 70
    last = ended.stderr.splitlines()[-1]
    assert last == "internal error: ZeroDivisionError: a mistake\\x1b[31m, please report"
    assert ("Traceback" in ended.stderr) is (debug == "1")
    assert debug == "1" or len(ended.stderr.splitlines()) == 1


def test_nobody_complains_when_the_reader_leaves(tmp_path: Path, pick_high: Path) -> None:
    command = f"{sys.executable} -m hoyle.commands.app dump --stage python {pick_high} | head -1"
    ended = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert len(ended.stdout.splitlines()) == 1
    assert ended.stderr == ""


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("arguments", ["check", "play --seed 1"])
def test_closed_streams(pick_high: Path, arguments: str, closed: str) -> None:
    command = f"{sys.executable} -m hoyle.commands.app {arguments} {pick_high} {closed}"
    ended = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ended.returncode == 0
    assert "rror" not in ended.stderr


@pytest.mark.parametrize("arguments", ["check", "simulate --games 2 --json", "dump"])
def test_nothing_more_can_be_written(tmp_path: Path, pick_high: Path, arguments: str) -> None:
    command = f"ulimit -f 0; {sys.executable} -m hoyle.commands.app {arguments} {pick_high} > {tmp_path / 'out'}"
    ended = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, "error: file too large\n")


@pytest.mark.parametrize("command", ["check", "play", "dump", "test", "simulate", "assumptions"])
def test_a_folder_is_no_game(hoyle: Any, tmp_path: Path, command: str) -> None:
    for name in ("folder", "folder.hoyle"):
        (tmp_path / name).mkdir()
        ended = hoyle(command, tmp_path / name)
        assert ended.returncode == 1
        said = " ".join((ended.stdout + ended.stderr).split())
        assert "is a folder" in said


def test_what_a_stream_cannot_say_is_escaped(process: Any, pick_high: Path) -> None:
    pick_high.write_text(pick_high.read_text().replace("Pick High", "Höher"), encoding="utf-8")
    shown = process("play", pick_high, "--seed", 1, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert shown.stdout.startswith("H\\xf6her, 3 players")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("hoyle sim", ["simulate"]),
        ("hoyle play pick", ["pick_high.hoyle"]),
        ("hoyle check ./pi", ["./pick_high.hoyle"]),
        ("hoyle play pick_high.hoyle --option or", ["order=high", "order=low"]),
        ("hoyle simulate pick_high.hoyle --bots f", ["first"]),
        ("hoyle dump --stage py", ["python"]),
        ("hoyle explain HYL001", ["HYL001"]),
    ],
)
def test_completion(process: Any, pick_high: Path, words: str, expected: list[str]) -> None:
    place = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    shown = process(_HOYLE_COMPLETE="complete_bash", **place)
    assert shown.stdout.split() == expected


@pytest.mark.parametrize(
    "word", ["typer", "hoyle.commands.app", "rich.console", "hoyle.syntax.parse", "hoyle.run.game"]
)
def test_an_interrupt_is_no_mistake_even_while_importing(word: str, tmp_path: Path, pick_high: Path) -> None:
    """Ctrl-C when that module is about to be imported."""
    program = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {word!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from hoyle.__main__ import main\n"
        f"sys.argv = ['hoyle', 'simulate', {str(pick_high)!r}]\n"
        "sys.exit(main())\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (130, "", "")
