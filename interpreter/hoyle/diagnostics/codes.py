"""Diagnostic codes, and the pages that explain them.

Every code has a page `pages/<code>.md`, and nothing else is a code; tests hold every code in use to it.
Codes go by hundreds: 0xx reading and parsing, 1xx names, 2xx types and tables, 3xx clauses, 4xx what a seat may know,
5xx scenarios, 6xx variants, 7xx looks, 9xx running. A code that was published is never given a second meaning.

A page starts with `# HYLnnn: title`; a line `also: HYLnnn, HYLnnn` below it names further codes that the wrong example
reports. Then come what it means and why it matters, `## Wrong` with one fenced block and nothing else, and `## Right`
with one fenced block of the same kind, `hoyle`, `look` or `python`, behind which text may follow.

A `hoyle` block is a whole file: the wrong one reports exactly this code, the right one reports nothing. A `look` block
is the same, beside the game that the manual begins with, `little.hoyle`. A `python` block is a whole program, for what
takes several files or a running game: the wrong one raises, the right one runs.
"""

from __future__ import annotations

import enum
from importlib import resources

WARNINGS = ("HYL219", "HYL302", "HYL303", "HYL316", "HYL317", "HYL318", "HYL606")
_PAGES = resources.files(__package__) / "pages"


class Severity(enum.StrEnum):
    """An error stops a definition from being played, or what a look says from being drawn; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


def codes() -> list[str]:
    """All codes, in order."""
    return sorted(page.name.removesuffix(".md") for page in _PAGES.iterdir())


def explain(code: str) -> str:
    """The page of a code, in upper or lower case, without what it says to tests. Raises LookupError of what is none."""
    if code.upper() not in codes():
        raise LookupError(f"there is no code {code}")
    title, _, rest = (_PAGES / f"{code.upper()}.md").read_text(encoding="utf-8").partition("\n")
    also, _, body = rest.partition("\n")
    return f"{title}\n\n{(body if also.startswith('also: ') else rest).strip()}\n"
