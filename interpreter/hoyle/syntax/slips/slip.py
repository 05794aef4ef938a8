"""What a rule about slips answers with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import attrs

from hoyle.diagnostics.diagnostic import Diagnostic, Fix, Label
from hoyle.diagnostics.visible import quote
from hoyle.syntax.piece import Edit, Piece
from hoyle.syntax.place import Place
from hoyle.syntax.scan import Token

UNEXPECTED = "HYL002"
NO_BODY = "HYL003"
INDENTATION = "HYL004"
BRACKET = "HYL006"
UNKNOWN_WORD = "HYL007"
QUOTE = "HYL008"
CHARACTERS = "HYL015"
HABIT = "HYL016"
MISSING = "HYL017"
WRONG_PLACE = "HYL018"


@attrs.frozen
class Slip:
    """A diagnostic, where in the piece the broken line starts, and edits that may let the parser go on behind it.

    A `guess` is right only if the rest of the line makes sense after the edits. What a `shaky` one says is right only
    if its fix is.
    """

    diagnostic: Diagnostic
    line: int
    edits: tuple[Edit, ...] = ()
    guess: bool = False
    shaky: bool = False


def slip(
    place: Place,
    code: str,
    message: str,
    help: str | None = None,
    *,
    at: tuple[int, int] | None = None,
    line: int | None = None,
    instead: str | None = None,
    edits: Sequence[Edit] = (),
    sure: bool = False,
    guess: bool = False,
    shaky: bool = False,
    labels: Sequence[Label] = (),
) -> Slip:
    """A slip at a place.

    It is reported `at` some offsets (usually the token's), belongs to the line that starts at `line` (usually the
    token's), and its edits are a fix if they are `sure`. What to write `instead` of what stands there surely is.
    """
    start, end = at or (place.start, place.end)
    if instead is not None:
        edits, sure = [Edit(start, end, instead)], True
    fix = fix_of(place.piece, edits) if sure and edits else None
    found = Diagnostic(code, message, place.piece.span(start, end), tuple(labels), help, fix=fix)
    return Slip(found, place.line_start if line is None else line, tuple(edits), guess, guess or shaky)


def fix_of(piece: Piece, edits: Sequence[Edit]) -> Fix:
    """Several edits as one replacement."""
    start, end = min(edit.start for edit in edits), max(edit.end for edit in edits)
    text, at = "", start
    for edit in sorted(edits, key=lambda edit: edit.start):
        text += piece.text[at : edit.start] + edit.text
        at = edit.end
    return Fix(piece.span(start, end), text)


def rest(place: Place) -> tuple[int, int]:
    """From the token to the end of its line."""
    return place.start, max(place.line.end, place.end)


def bounds(words: Sequence[Token]) -> tuple[int, int]:
    """From the first to behind the last of some words."""
    return words[0].start, words[-1].end


def said(place: Place, words: Sequence[Token]) -> str:
    """What some words say, quoted, without the place in the rulebook that they cite."""
    if not words:
        return "the line above"
    start, end = bounds([*takewhile(lambda word: word.kind != "CITES", words)] or words)
    return quote(" ".join(place.piece.text[start:end].split()), 40)
