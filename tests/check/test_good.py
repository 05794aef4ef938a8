"""Whole games, the bundled ones and the examples, are checked without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.diagnostics import for_people
from hoyle.read import read_path, read_source
from hoyle.source import Source

TOP = Path(__file__).parent.parent.parent
GOOD = sorted(path for folder in ("gamedefs", "examples") for path in (TOP / folder).rglob("*.hoyle"))


def test_there_are_games() -> None:
    assert {"trickdraw", "dwyn", "rowdy_partners", "book_it", "texas_showdown", "hearts"} <= {p.stem for p in GOOD}


@pytest.mark.parametrize("path", GOOD, ids=lambda path: str(path.relative_to(TOP)))
def test_nothing_is_wrong(path: Path) -> None:
    reading = read_path(path)
    assert not reading.diagnostics, for_people(reading.diagnostics, False, 110)
    assert not reading.failed


def test_what_the_first_line_cites_is_cited() -> None:
    text = (TOP / "gamedefs" / "texas_showdown.hoyle").read_text(encoding="utf-8")
    first, rest = text.split("\n", 1)
    world = read_source(Source("showdown.hoyle", f"{first}, ZZ-01\n{rest}")).world
    assert world is not None
    assert [span.text for span in world.model.cited["ZZ-01"]] == [f"{first}, ZZ-01"]
