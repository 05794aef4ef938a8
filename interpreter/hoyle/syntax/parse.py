"""From text to syntax tree.

Assumes nothing about the text. Gives the tree and no diagnostics, or diagnostics and the tree of whatever could still
be read; never raises because of what a text says.
"""

from __future__ import annotations

import attrs

from hoyle.diagnostics.diagnostic import Diagnostic, ordered
from hoyle.source import Source, Span
from hoyle.syntax import limits, tree
from hoyle.syntax.build import Builder
from hoyle.syntax.piece import Edit, Piece
from hoyle.syntax.place import Place, attempt
from hoyle.syntax.recover import guess_header, recover
from hoyle.syntax.slips import explain


@attrs.frozen
class Parsed:
    """What came of a text.

    `file` is None if nothing in it can be used. `unread` are the declarations that could not be read.
    """

    file: tree.File | None
    diagnostics: tuple[Diagnostic, ...] = ()
    unread: tuple[Span, ...] = ()


def parse(source: Source) -> tuple[tree.File | None, list[Diagnostic]]:
    """The tree of a source, and what is wrong with it, in the order of the text."""
    parsed = parse_fully(source)
    return parsed.file, list(parsed.diagnostics)


def parse_fully(source: Source) -> Parsed:
    """The same, with the places of what was lost."""
    refused = limits.refuse(source)
    if refused:
        return Parsed(None, (refused,))
    whole = Piece.whole(source)
    softened = list(limits.soften(whole))
    if not softened:
        outcome = attempt(whole, "start")
        if not isinstance(outcome, Place) and not limits.too_deep(outcome, whole):
            return Parsed(Builder(source, whole.origin if whole.origin[0] else None).transform(outcome))
    return _with_mistakes(whole, softened)


def _with_mistakes(whole: Piece, softened: list[tuple[Diagnostic, list[Edit]]]) -> Parsed:
    """Whatever can be read of a text that has mistakes in it."""
    source = whole.source
    if softened:
        whole = whole.edit([edit for _, edits in softened for edit in edits])
    found = recover(whole, [diagnostic for diagnostic, _ in softened])
    diagnostics = ordered(found.diagnostics)
    if not diagnostics:
        # Each declaration is right by itself, and all together are not.
        outcome = attempt(whole, "start")
        diagnostics = [explain(outcome).diagnostic] if isinstance(outcome, Place) else []
    header = found.header
    if header is None and found.decls:
        header = guess_header(Span(source, 0, 0))
    span = Span(source, 0, len(source.text))
    file = tree.File(header, found.decls, span=span) if header else None
    return Parsed(file, tuple(diagnostics), found.unread)
