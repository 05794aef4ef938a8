"""From text to syntax tree.

Assumes nothing about the text. Gives the tree and no diagnostics, or diagnostics and the tree of whatever could still
be read; never raises because of what a text says.
"""

from __future__ import annotations

from hoyle.diagnostics.diagnostic import Diagnostic
from hoyle.source import Source
from hoyle.syntax import limits, tree
from hoyle.syntax.piece import Piece
from hoyle.syntax.place import Place, Read, attempt
from hoyle.syntax.recover import recover
from hoyle.syntax.slips import explain


def parse(source: Source) -> tuple[tree.File | None, list[Diagnostic]]:
    """The tree of a source, None if nothing in it can be used; and what is wrong with it, in the order of the text."""
    refused = limits.refuse(source)
    if refused:
        return None, [refused]
    whole = Piece.whole(source)
    softened = list(limits.soften(whole))
    if not softened:
        outcome = attempt(whole, "start")
        if isinstance(outcome, Read) and outcome.deep is None:
            return outcome.node, []
    else:
        whole = whole.edit([edit for _, edits in softened for edit in edits])
    file, diagnostics = recover(whole, [diagnostic for diagnostic, _ in softened])
    if not diagnostics:
        # Each declaration is right by itself, and all together are not.
        outcome = attempt(whole, "start")
        diagnostics = [explain(outcome).diagnostic] if isinstance(outcome, Place) else []
    return file, diagnostics
