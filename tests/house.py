"""The house rules among the examples, and what the overview of them says."""

from __future__ import annotations

import re
from pathlib import Path

import every

from hoyle.diagnostics import for_people
from hoyle.read import Reading

FOLDER = Path(__file__).parents[1] / "examples" / "house_rules"
PATHS = {path.stem: path for path in sorted(FOLDER.glob("*.hoyle"))}
ROW = re.compile(r"^\| \[(.+)\]\((\w+)\.hoyle\) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
# by the name of the file: its title, the game, what it changes, and what vetting says
ROWS: dict[str, tuple[str, str, str, str]] = {
    name: (title, game, changes, verdict)
    for title, name, game, changes, verdict in ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8"))
}


def varied(name: str) -> Reading:
    reading = every.reading(PATHS[name])
    assert not reading.diagnostics, for_people(reading.diagnostics, False, 110)
    return reading


def game_of(name: str) -> Path:
    parsed = varied(name).parsed
    assert parsed is not None and parsed.span.source.path is not None
    return parsed.span.source.path
