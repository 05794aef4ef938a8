"""The games among the examples: laid out as `hoyle fmt` does, and the same in Python and in C at every table."""

from __future__ import annotations

from pathlib import Path

import pytest
from every import ROOT, alone, counts, game, words

from hoyle.source import Source
from hoyle.syntax.format import format_text

GAMES = sorted(path for path in (ROOT / "examples").glob("*.hoyle") if not path.stem.endswith("_trials"))
TABLES = [(path, players, {}) for path in GAMES for players in counts(path)]
TABLES += [(path, counts(path)[0], options) for path in GAMES for options in alone(path, counts(path)[0])]
FEW, CAP = 3, 400


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.hoyle")), ids=lambda path: path.stem)
def test_it_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(Source(path.name, text, path)) == text


@pytest.mark.parametrize(("path", "players", "options"), TABLES, ids=[words(*table) for table in TABLES])
def test_both_engines_play_the_same(path: Path, players: int, options: dict[str, str]) -> None:
    played = game(path, players, options)
    python, native = (played.playouts(FEW, seed="same", engine=engine, cap=CAP) for engine in ("python", "native"))
    for column in ("winners", "scores", "lengths", "endings"):
        assert list(getattr(python, column)) == list(getattr(native, column))
