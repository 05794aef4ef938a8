"""A conflict between two variants, as data, and as a diagnostic."""

from __future__ import annotations

import attrs

from hoyle.apply.clash import REMOVED, TWICE
from hoyle.diagnostics import Diagnostic, Label
from hoyle.source import Span

EXCEPTIONS = "exceptions"
CODES = {EXCEPTIONS: "HYL301", TWICE: "HYL607", REMOVED: "HYL608"}


@attrs.frozen
class Way:
    """A way to settle a conflict. words: what it means. text: what to write. where: in a `file` or on the `command`
    line."""

    words: str
    text: str
    where: str = "file"


@attrs.frozen
class Conflict:
    """kind: exceptions, replaced twice, or removed. words: a sentence.

    whose: the titles of the two variants, or `the game` of an exception that the game itself has. places: where they
    say what they say.
    base: what they disagree about, as the game has it, if it has it. ways: how to settle it.
    certain: whether it is a conflict for sure; else nothing shows that two exceptions never apply together.
    play: a recorded play that leads to it, as the text of a file (see trials/record.py), and shown: what is to be
    seen there, line by line. tried: what play has shown if it has not shown that.
    """

    kind: str
    words: str
    whose: tuple[str, str]
    places: tuple[Span, Span]
    base: Span | None
    ways: tuple[Way, ...]
    says: tuple[str, str] = ("", "")
    certain: bool = True
    play: str | None = None
    shown: tuple[str, ...] = ()
    tried: str = ""

    @property
    def code(self) -> str:
        return CODES[self.kind]

    def diagnostic(self) -> Diagnostic:
        """As an error at the place of the second variant."""
        labels = [Label(self.places[0], self.says[0])]
        if self.base is not None:
            labels.append(Label(self.base, "in the game"))
        return Diagnostic(self.code, self.words, self.places[1], tuple(labels), "\n".join(self.advice()))

    def advice(self) -> list[str]:
        """The ways to settle it, a line each."""
        return [f"{way.words}: `{way.text}`" for way in self.ways] or ["give one of the two another name"]
