"""The walk over the syntax tree, over every definition there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from hoyle.diagnostics import Diagnostics
from hoyle.files.paths import parse_file
from hoyle.source import Source, Span
from hoyle.syntax import tree
from hoyle.syntax.walk import below, children

ROOT = Path(__file__).parents[2]
FOLDERS = ("gamedefs", "examples", "tests/bad")
PATHS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.hoyle"))]


def parsed(path: Path) -> tree.File:
    found = parse_file(Source(path.name, path.read_text(encoding="utf-8"), path), Diagnostics())
    assert found is not None
    return found


def everything(value: Any) -> list[Any]:
    """All nodes of a tree, found in another way: by looking into whatever there is."""
    if isinstance(value, (tuple, list)):
        return [node for item in value for node in everything(item)]
    if not attrs.has(type(value)) or isinstance(value, (Source, Span)):
        return []
    return [value, *everything([getattr(value, field.name) for field in attrs.fields(type(value))])]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_walk_comes_by_every_node_once(path: Path) -> None:
    file = parsed(path)
    assert [id(node) for node in below(file)] == [id(node) for node in everything(file)]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_node_but_the_first_has_a_parent(path: Path) -> None:
    file = parsed(path)
    child_of = [child for parent in below(file) for child in children(parent)]
    assert sorted(map(id, child_of)) == sorted(id(node) for node in below(*children(file)))
