"""The changes of a variant one by one: which of them are rules, and the variant without one of them."""

from __future__ import annotations

import attrs

from hoyle.diagnostics import Severity
from hoyle.diagnostics.visible import shorten
from hoyle.mutation.mutants import ABOUT
from hoyle.read import Reading, read_source
from hoyle.source import Source, Span
from hoyle.syntax import tree

TALK = ("scenario", "property", "assume", "waive", "miniature", "use")
LONGEST = 70


@attrs.frozen
class Delta:
    """One change of a variant. number: among all its declarations. name: as it is written there, in a line."""

    number: int
    decl: tree.Decl
    name: str
    place: str

    @property
    def removes(self) -> bool:
        return isinstance(self.decl, tree.Remove)

    @property
    def adds_option(self) -> bool:
        return isinstance(self.decl, tree.Add) and isinstance(self.decl.decl, tree.Option)


def own_file(reading: Reading) -> tree.File:
    """The variant's own file, among all that it is made of."""
    return next(file for file in reading.variants if file.span.source is reading.source)


def deltas(reading: Reading) -> list[Delta]:
    """The changes of the rules; what is only said about rules cannot change a play."""
    decls = own_file(reading).decls
    return [Delta(n, decl, _line(decl.span), decl.span.place) for n, decl in enumerate(decls) if _plays(decl)]


def _line(span: Span) -> str:
    """The first line of what is written there, without what it cites."""
    line = " ".join(span.text.split("\n", 1)[0].split(" cites ")[0].split())
    return shorten(line, LONGEST)


def _plays(decl: tree.Decl) -> bool:
    match decl:
        case tree.Remove(tree.Thing(sort)):
            return sort not in TALK
        case tree.Replace(new) | tree.Add(new):
            return not isinstance(new, ABOUT)
        case tree.Use() | tree.Against():
            return False
    return not isinstance(decl, ABOUT)


def without(reading: Reading, delta: Delta) -> tuple[Reading, frozenset[int]] | None:
    """The variant without one change, and without whatever cannot do without it, with the numbers of all that was taken
    out; None if nothing playable is left."""
    file = own_file(reading)
    taken = {delta.number}
    while True:
        made = _cut(reading, file, taken)
        if not made.failed:
            return made, frozenset(taken)
        more = _blamed(made, file) - taken
        if not more:
            return None
        taken |= more


def alone(reading: Reading, numbers: frozenset[int]) -> Reading:
    """A variant that says nothing but these, and what it says about the rules."""
    file = own_file(reading)
    changes = {number for number, decl in enumerate(file.decls) if _plays(decl)}
    return _cut(reading, file, changes - numbers)


def _cut(reading: Reading, file: tree.File, taken: set[int]) -> Reading:
    """The variant with blanks where some of its declarations stood, so that every other keeps its place."""
    text = file.span.source.text
    for number in taken:
        span = file.decls[number].span
        blank = "".join(c if c in "\r\n" else " " for c in text[span.start : span.end])
        text = text[: span.start] + blank + text[span.end :]
    return read_source(Source(reading.source.name, text, reading.source.path), given=reading.given)


def _blamed(made: Reading, file: tree.File) -> set[int]:
    """The declarations of a variant that have to do with what is wrong now."""
    spans = [
        span
        for diagnostic in made.diagnostics
        if diagnostic.severity is Severity.ERROR
        for span in (diagnostic.span, *(label.span for label in diagnostic.labels))
        if span is not None and span.source.name == file.span.source.name
    ]
    return {n for n, decl in enumerate(file.decls) if any(decl.span.start <= s.start < decl.span.end for s in spans)}
