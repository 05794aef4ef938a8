"""The floors of the house: every package stands on those below it, and knows nothing of those above."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from every import ROOT

HOUSE = ROOT / "interpreter" / "hoyle"

# From the ground up. Packages and modules on one floor know nothing of each other.
FLOORS = (
    ("source", "resources", "opening", "english"),
    ("types", "diagnostics"),
    ("builtins", "page", "values"),
    ("syntax",),
    ("core", "files"),
    ("model", "table", "apply"),
    ("program",),
    ("check",),
    ("lower", "conflicts"),
    ("plan", "read"),
    ("emit", "native", "reference", "rulebook", "look"),
    ("run",),
    ("bots",),
    ("trials", "bulk"),
    ("explore", "compare", "testing"),
    ("mutation", "balance", "tournament"),
    ("vet", "web"),
    ("commands",),
    ("__main__", "__init__"),
)
HEIGHT = {name: height for height, names in enumerate(FLOORS) for name in names}


def files() -> list[Path]:
    return sorted(HOUSE.rglob("*.py"))


def floor_of(path: Path) -> str:
    return path.relative_to(HOUSE).with_suffix("").parts[0]


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """What of the house a file imports, anywhere in it: the line, and the package or module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "hoyle":
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hoyle."):
            yield node.lineno, str(node.module).split(".")[1]
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, a.name.split(".")[1]) for a in node.names if a.name.startswith("hoyle."))


def test_every_part_has_its_floor() -> None:
    assert {floor_of(path) for path in files()} == set(HEIGHT)


@pytest.mark.parametrize("floor", HEIGHT)
def test_nothing_is_imported_from_above(floor: str) -> None:
    upward = [
        f"{path.relative_to(HOUSE)}:{line} imports {name}"
        for path in files()
        if floor_of(path) == floor
        for line, name in imported(path)
        if name in HEIGHT and name != floor and HEIGHT[name] >= HEIGHT[floor]
    ]
    assert upward == []
