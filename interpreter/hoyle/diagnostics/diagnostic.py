"""What is wrong with a definition, or with how it was used, as data.

Nothing here prints. A stage reports into a `Diagnostics`; `load` and the like raise a `HoyleError`; `render` turns
either into text. Texts are lower case, without a full stop, with the author's own words in backticks (see `quote`).
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle.diagnostics.codes import WARNINGS, Severity
from hoyle.source import Span


@attrs.frozen
class Label:
    """A further place that has to do with a diagnostic, and what is to be seen there."""

    span: Span
    text: str


@attrs.frozen
class Fix:
    """What to write instead of `span`. An empty span inserts, an empty replacement removes."""

    span: Span
    replacement: str


@attrs.frozen
class About:
    """What a finding is about: all that is called so, one clause of it (or an ability of a card), or a whole sort."""

    name: str = ""
    clause: str | None = None
    sort: str = ""


@attrs.frozen
class Diagnostic:
    """One finding. `span` is None if it is about no place in a text, as with a bad option or a bad choice.

    Unless given, the severity is the one in the table of codes. about: what in the definition it speaks of, for those
    who look for what is behind it.
    """

    code: str
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    help: str | None = None
    severity: Severity = attrs.field()
    fix: Fix | None = None
    about: tuple[About, ...] = attrs.field(default=(), eq=False)

    @severity.default
    def _usual(self) -> Severity:
        return Severity.WARNING if self.code in WARNINGS else Severity.ERROR


def ordered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by source and offset, those without a place first; what says the same of the same place is there once."""
    first: dict[object, Diagnostic] = {}
    for found in diagnostics:
        where = (found.span.source, found.span.start) if found.span else found.message
        first.setdefault((found.code, where), found)
    return sorted(first.values(), key=lambda each: (each.span.source.name, each.span.start) if each.span else ("", -1))


class Diagnostics:
    """What the stages have found so far."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def add(self, *findings: Diagnostic) -> None:
        """Report findings."""
        self._found += findings

    @property
    def has_errors(self) -> bool:
        """Whether anything worse than a warning was found."""
        return any(found.severity is Severity.ERROR for found in self._found)

    def all(self) -> list[Diagnostic]:
        """All findings, `ordered`."""
        return ordered(self._found)


class HoyleError(Exception):
    """Raised when a definition cannot be played or is used wrongly. `diagnostics` says why, `str` in short."""

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    @classmethod
    def plain(cls, code: str, message: str, help: str | None = None) -> HoyleError:
        """An error about no place in a text: a bad option, player count, seed, choice or save."""
        return cls([Diagnostic(code, message, help=help)])

    def __str__(self) -> str:
        # `render` needs this module, so it cannot be imported above
        from hoyle.diagnostics.render import as_lines

        return as_lines(self.diagnostics, limit=3)
