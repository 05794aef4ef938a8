"""The example program runs, with a bundled game and with one of a file."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("args", [[], [str(EXAMPLES / "tutorial" / "step7.hoyle"), "3"]], ids=["bundled", "file"])
def test_program_plays_to_the_end(
    args: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["play_api.py", *args])
    runpy.run_path(str(EXAMPLES / "play_api.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert "players, options" in lines[0]
    assert any("follow if you can" in line and ".hoyle:" in line for line in lines[1:-2])
    assert "the game ends" in lines[-2]
    assert lines[-1].startswith("scores (")
    assert "won by player" in lines[-1]


def test_program_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["play_api.py", "no_such_game"])
    with pytest.raises(SystemExit, match="HYL909"):
        runpy.run_path(str(EXAMPLES / "play_api.py"), run_name="__main__")
