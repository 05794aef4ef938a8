"""Compiling, where things go wrong: no compiler, a broken one, no room, several at once, strangers' files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from every import GAMES, game

from hoyle.native import compile as compiling
from hoyle.native.compile import NoCompiler, compiled
from hoyle.run.game import Game

TEXT = "int found(void) { return 7; }\n"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for each test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CC", raising=False)
    compiling.compiler.cache_clear()
    return tmp_path


def again(played: Game) -> Game:
    """The game as if it had been loaded now."""
    return Game(played.reading, played.program, played.options)


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_what_was_compiled_is_kept(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = compiled(TEXT)
    assert path.parent == fresh / "cache" / "hoyle" / "native" and path.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(compiling, "_run", lambda command: pytest.fail("compiled again"))
    assert compiled(TEXT) == path
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(fresh / "cache"))
    assert compiled(TEXT, ("-O0",)) != path
    assert compiled(TEXT + "\n") != path


def test_no_compiler(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(fresh))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NoCompiler, match="there is no C compiler"):
        compiled(TEXT)
    played = again(game(GAMES[0], 4))
    assert played.engine == "python" and "no C compiler" in played.why_not_native
    assert played.playouts(5).engine == "python"


def test_a_compiler_that_is_named(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no_such_compiler -O3")
    with pytest.raises(NoCompiler, match="`no_such_compiler -O3`, is not there"):
        compiled(TEXT)
    mine = script(fresh / "mine", 'exec cc "$@"')
    monkeypatch.setenv("CC", f"{mine} -g")
    assert compiled(TEXT).is_file()


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("echo 'out of luck' >&2; exit 3", "failed: out of luck"),
        ("exit 0", "made nothing"),
        ('while [ "$1" != -o ]; do shift; done; echo rubbish > "$2"', "cannot be loaded"),
    ],
)
def test_a_broken_compiler(fresh: Path, monkeypatch: pytest.MonkeyPatch, does: str, says: str) -> None:
    monkeypatch.setenv("CC", str(script(fresh / "broken", does)))
    played = again(game(GAMES[0], 4))
    assert played.engine == "python" and says in played.why_not_native
    assert played.playouts(3).engine == "python"


def test_nowhere_to_keep_it(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (fresh / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(fresh / "file"))
    assert compiled(TEXT).is_file()


def test_no_room_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(NoCompiler, match="No space left"):
        compiled(TEXT)


def test_what_others_may_write_is_not_loaded(fresh: Path) -> None:
    path = compiled(TEXT)
    path.write_bytes(b"something else")
    path.chmod(0o777)
    assert compiled(TEXT).read_bytes() != b"something else"
    path.parent.chmod(0o777)
    assert compiled(TEXT).parent != path.parent


def test_two_at_once(fresh: Path) -> None:
    code = "import sys, hoyle; print(hoyle.load('texas_showdown').playouts(20).scores)"
    environment = {**os.environ, "XDG_CACHE_HOME": str(fresh / "cache")}
    both = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [one.communicate(timeout=300)[0] for one in both]
    assert said[0] == said[1] != ""
    left = list((fresh / "cache" / "hoyle" / "native").iterdir())
    assert len(left) == 1 and left[0].suffix == ".so"
