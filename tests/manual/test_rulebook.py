"""What the page about rulebooks shows is what comes out."""

from __future__ import annotations

import re
from pathlib import Path

from prose import slips, unfinished

from hoyle.read import read_source
from hoyle.rulebook.book import rulebook
from hoyle.source import Source
from hoyle.syntax.format import format_text

PAGE = (Path(__file__).parents[2] / "grammar" / "RULEBOOK.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"^```{language}[^\n]*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_comes_out_as_shown() -> None:
    source = Source("shells", block("hoyle"))
    reading = read_source(source)
    assert not reading.diagnostics, [d.message for d in reading.diagnostics]
    told = rulebook(reading, [])
    assert block("markdown") in told
    assert slips(told) == unfinished(told) == []


def test_the_example_is_laid_out_as_fmt_does_it() -> None:
    assert format_text(Source("shells", block("hoyle"))) == block("hoyle")
