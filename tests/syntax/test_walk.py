"""The walk over the syntax tree, over every definition there is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from chunks import BAD

from hoyle.diagnostics import Diagnostics
from hoyle.files.paths import parse_file
from hoyle.source import Source, Span
from hoyle.syntax import tree
from hoyle.syntax.walk import below, children

ROOT = Path(__file__).parents[2]
PATHS = [path for folder in ("gamedefs", "examples") for path in sorted((ROOT / folder).rglob("*.hoyle"))]
SOURCES = {path.stem: Source(path.name, path.read_text(encoding="utf-8"), path) for path in PATHS}
SOURCES |= {case.name: Source(case.name, case.text, case.path) for case in BAD}


@cache
def parsed(name: str) -> tree.File:
    found = parse_file(SOURCES[name], Diagnostics())
    assert found is not None
    return found


def everything(value: Any) -> list[Any]:
    """All nodes of a tree, found in another way: by looking into whatever there is."""
    if isinstance(value, (tuple, list)):
        return [node for item in value for node in everything(item)]
    if not attrs.has(type(value)) or isinstance(value, (Source, Span)):
        return []
    return [value, *everything([getattr(value, field.name) for field in attrs.fields(type(value))])]


@pytest.mark.parametrize("name", SOURCES)
def test_the_walk_comes_by_every_node_once(name: str) -> None:
    file = parsed(name)
    assert [id(node) for node in below(file)] == [id(node) for node in everything(file)]


@pytest.mark.parametrize("name", SOURCES)
def test_every_node_but_the_first_has_a_parent(name: str) -> None:
    file = parsed(name)
    child_of = [child for parent in below(file) for child in children(parent)]
    assert sorted(map(id, child_of)) == sorted(id(node) for node in below(*children(file)))
