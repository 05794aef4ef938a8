"""The pages of all codes, taken apart: their titles, and their examples."""

from __future__ import annotations

import re
from pathlib import Path

import attrs

import hoyle.diagnostics
from hoyle.diagnostics import codes, explain
from hoyle.diagnostics.codes import WARNINGS

FOLDER = Path(hoyle.diagnostics.__file__).parent / "pages"
CODES = codes()
ERRORS = [code for code in CODES if code not in WARNINGS]
HEAD = re.compile(r"# (?P<code>HYL\d{3}): (?P<title>[^\n]+)\n(?:also: (?P<also>[^\n]+)\n)?\n")
EXAMPLE = r"^## {heading}\n+```(?P<language>hoyle|look|python)\n(?P<text>.*?)^```$"


@attrs.frozen
class Page:
    """wrong, right: the examples, both in `language`. also: the other codes that `wrong` may report."""

    code: str
    title: str
    wrong: str
    right: str
    language: str
    also: tuple[str, ...]


def page_of(code: str) -> Page:
    """The page of a code, which must be in the form that `codes.py` describes."""
    text = (FOLDER / f"{code}.md").read_text(encoding="utf-8")
    head = HEAD.match(text)
    assert head is not None, "a page starts with `# HYLnnn: title`"
    assert explain(code) == f"# {code}: {head['title']}\n\n{text[head.end() :].strip()}\n"
    wrong, right = _example(text, "Wrong"), _example(text, "Right")
    assert wrong["language"] == right["language"], "both examples are in the same language"
    also = tuple(re.findall(r"HYL\d{3}", head["also"] or ""))
    return Page(head["code"], head["title"], wrong["text"], right["text"], wrong["language"], also)


def _example(text: str, heading: str) -> re.Match[str]:
    example = re.search(EXAMPLE.format(heading=heading), text, re.MULTILINE | re.DOTALL)
    assert example is not None, f"a page has a section `## {heading}` that starts with a fenced block"
    return example
