"""The page for contributors tells the truth: what it names is there, and its floors are those of the house."""

from __future__ import annotations

import re

import pytest
from every import ROOT
from test_floors import FLOORS

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
HOUSE = ROOT / "interpreter" / "hoyle"
TOP = ("__main__", "__init__")
NAMED = re.findall(r"`([\w/]+\.(?:py|md|lark|hoyle))(?:: (\w+))?`", PAGE)
FOLDERS = re.findall(r"`([\w/]+/)`", PAGE)


def place(path: str) -> str:
    """Where a file is, of the package or of the repository."""
    found = [root / path for root in (HOUSE, ROOT) if (root / path).exists()]
    assert found, f"there is no {path}"
    return found[0].read_text(encoding="utf-8")


@pytest.mark.parametrize(("path", "name"), sorted(set(NAMED)))
def test_what_it_names_is_there(path: str, name: str) -> None:
    text = place(path)
    assert not name or re.search(rf"\b(?:def|class) {name}\b", text), f"{path} has no {name}"


def test_folders_are_there() -> None:
    assert FOLDERS
    for folder in FOLDERS:
        assert any((root / folder).is_dir() for root in (HOUSE, ROOT)), folder


def test_its_floors_are_those_of_the_house() -> None:
    rows = re.findall(r"^\| (`.+?`) \| .+ \|$", PAGE.split("## The way of one rule")[0], flags=re.M)
    assert [tuple(re.findall(r"`(\w+)`", row)) for row in rows] == [floor for floor in FLOORS if floor != TOP]
