"""Two rulebooks as they are. When they have been changed on purpose, write them anew and read the difference:

make golden
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from every import ROOT
from prose import book

HERE = Path(__file__).parent / "golden"
GAMES = [ROOT / "examples" / "tutorial" / "step7.hoyle", ROOT / "gamedefs" / "texas_showdown.hoyle"]


def golden(path: Path) -> Path:
    return HERE / f"{path.stem}.md"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_it_reads_as_before(path: Path) -> None:
    assert book(path) == golden(path).read_text(encoding="utf-8")


if __name__ == "__main__":
    for game in GAMES:
        golden(game).write_text(book(game), encoding="utf-8")
        print(golden(game).name, file=sys.stderr)
