"""The tables that are kept between processes: as good as new ones, of no use to a stranger, and never needed."""

from __future__ import annotations

import os
import pickle
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from every import GAMES

from hoyle.source import Source
from hoyle.syntax import grammar, shift
from hoyle.syntax.parse import parse


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables that were made and kept."""
    home = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(home))
        fresh()
    (path,) = (home / "hoyle").iterdir()
    return path


@pytest.fixture
def kept(tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same tables, where they are looked for."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "hoyle").mkdir()
    return Path(shutil.copy(tables, tmp_path / "hoyle"))


def fresh() -> grammar.Tables:
    """The tables as another process would get them."""
    made = grammar.tables.__wrapped__()
    assert isinstance(made, grammar.Tables)
    return made


def test_what_was_kept_parses_alike(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = grammar._load(kept)
    assert loaded is not None
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    made = []
    for tables in (loaded, fresh()):
        monkeypatch.setattr(shift, "tables", lambda tables=tables: tables)
        made.append([parse(Source("kept", path.read_text(encoding="utf-8"))) for path in GAMES[:2]])
    assert made[0] == made[1] and all(file is not None and not found for file, found in made[0])
    assert stat.S_IMODE(kept.stat().st_mode) & 0o077 == 0


class Code:
    def __reduce__(self) -> object:
        return (Path.touch, (Path("performed"),))


@pytest.mark.parametrize(
    "junk", [b"", b"x", pickle.dumps(Code()), b"[]", None], ids=["empty", "x", "code", "[]", "cut"]
)
def test_what_others_put_there_is_not_used(
    kept: Path, junk: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept.write_bytes(kept.read_bytes()[:-1000] if junk is None else junk)
    assert grammar._load(kept) is None
    assert not Path("performed").exists()


def test_what_is_of_no_use_is_made_again(kept: Path) -> None:
    kept.write_bytes(b"x")
    assert fresh().states
    assert grammar._load(kept) is not None


def test_what_belongs_to_others_is_not_used(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: kept.stat().st_uid + 1)
    assert grammar._load(kept) is None


def test_a_pipe_in_its_place_is_not_waited_for(kept: Path) -> None:
    kept.unlink()
    os.mkfifo(kept)
    assert grammar._load(kept) is None


def test_a_relative_place_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    place = grammar._cache_file("")
    assert place is not None and place.parent == tmp_path / "home" / ".cache" / "hoyle"


def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A user without an entry, as containers have them."""
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)


def a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))


def forbidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")


@pytest.mark.parametrize("place", [nowhere, a_file, forbidden])
def test_nowhere_to_keep_them(
    place: Callable[[pytest.MonkeyPatch, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place(monkeypatch, tmp_path)
    assert fresh().states


def test_every_rule_consists_of_something() -> None:
    """The parser takes as much from its stack as a rule has symbols, and asks where the first of them starts."""
    assert all(rule.symbols for rule in grammar.tables().rules)
