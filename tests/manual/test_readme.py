"""The table of games in the README says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from every import BUNDLED, ROOT, model

TRIALS = ("scenario", "property", "miniature", "assume")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def lines_of_rules(path: Path) -> int:
    """Lines that are neither blank nor comments, without assumptions, scenarios, properties and miniatures."""
    count, counts = 0, True
    for line in path.read_text(encoding="utf-8").splitlines():
        if re.match(r"\s*(#|$)", line):
            continue
        if not line.startswith(" "):
            counts = not line.startswith(TRIALS)
        count += counts
    return count


def scenarios(path: Path) -> int:
    files = [path, path.with_name(f"{path.stem}_trials.hoyle")]
    texts = [file.read_text(encoding="utf-8") for file in files if file.exists()]
    return sum(len(re.findall(r"^scenario ", text, re.MULTILINE)) for text in texts)


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_a_game_in_the_readme(path: Path) -> None:
    row = re.search(rf"^\| \[{re.escape(model(path).title)}\]\(gamedefs/{path.name}\) \|(.*)\|$", README, re.MULTILINE)
    assert row, "the game is not in the table"
    low, high = model(path).seats
    said = [cell.strip() for cell in row[1].split("|")]
    assert said[:2] + said[3:] == [f"{low}-{high}", str(lines_of_rules(path)), str(scenarios(path))]
