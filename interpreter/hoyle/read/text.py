"""Checking a text that is in no file: for tests, pages of the manual and editors."""

from __future__ import annotations

from hoyle.diagnostics import Diagnostic
from hoyle.source import Source


def check_text(text: str, name: str = "<text>") -> list[Diagnostic]:
    """Everything that is wrong with a definition."""
    from hoyle.read import read_source

    return read_source(Source(name, text)).diagnostics
