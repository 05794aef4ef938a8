"""A diagnostic says in data what it is about: every declared name in its message, unless it stands at its place."""

from __future__ import annotations

import re

import pytest
from chunks import BAD, Case
from explained import CODES, page_of

from hoyle.read import Reading, read_source
from hoyle.source import Source
from hoyle.syntax.walk import words

NAME = re.compile(r"`(\w+)`")


def silent(reading: Reading) -> list[str]:
    """The diagnostics that name something declared without saying so in data."""
    if reading.world is None:
        return []
    named = [pair for file in (*reading.files, *reading.variants) for pair in words(file.decls)]
    found = []
    for diagnostic in reading.diagnostics:
        said = {name for thing in diagnostic.about for name in (thing.name, thing.clause)}
        there = {name for name, place in named if diagnostic.span is not None and place in diagnostic.span}
        wanted = {name for name in NAME.findall(diagnostic.message) if name in reading.world.names}
        found += [f"{diagnostic.code} {diagnostic.message}: {wanted - said - there}"] if wanted - said - there else []
    return found


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_what_is_wrong_says_what_it_is_about(case: Case) -> None:
    assert silent(case.reading) == []


@pytest.mark.parametrize("code", CODES)
def test_so_do_the_examples_on_the_pages(code: str) -> None:
    page = page_of(code)
    if page.language == "hoyle":
        assert silent(read_source(Source(code, page.wrong))) == []
