"""Slips with single characters, quotes, signs and brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hoyle.diagnostics.diagnostic import Label
from hoyle.diagnostics.visible import quote
from hoyle.syntax.phrases import LOOKALIKES, QUOTES, SIGNS
from hoyle.syntax.piece import Edit, Piece
from hoyle.syntax.place import EDGES, Place
from hoyle.syntax.scan import CHARACTER, Token
from hoyle.syntax.slips.slip import BRACKET, CHARACTERS, HABIT, QUOTE, Slip, bounds, slip

SIGN_CHARACTERS = frozenset("!$%&*+-./:;<=>?@\\^`|~{}")
_CLOSER = {"(": ")", "[": "]"}
_BRACKETS = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]]')
_AFTER_TEXT = re.compile(r"\s+(?:cites|for\s+[0-9]|=|:)")


def quotes(place: Place) -> Slip | None:
    """A text that is not closed, or in other quotes than ours."""
    if place.kind != CHARACTER:
        return None
    end = max(place.line.end, place.end)
    if place.text == '"':
        after = _AFTER_TEXT.search(place.piece.text, place.end, end)
        stop = after.start() if after else end
        message = f"the text {quote(place.piece.text[place.start : stop])} has no closing quote"
        edits, help = [Edit(stop, stop, '"')], 'put `"` where the text ends'
        return slip(place, QUOTE, message, help, at=(place.start, stop), edits=edits, sure=True)
    closers = QUOTES.get(place.text)
    if closers is None:
        return None
    help = 'a text stands in double quotes: `"like this"`'
    closing = next((at for at in range(place.end, end) if place.piece.text[at] in closers), None)
    if closing is None:
        return slip(place, HABIT, f"{quote(place.text)} is no sign of this language", help)
    edits = [Edit(place.start, place.end, '"'), Edit(closing, closing + 1, '"')]
    at = (place.start, closing + 1)
    text = quote(place.piece.text[at[0] : at[1]])
    return slip(place, HABIT, f"the text {text} does not stand in double quotes", help, at=at, edits=edits, sure=True)


def characters(place: Place) -> Slip | None:
    """A character that starts nothing."""
    if place.kind != CHARACTER or place.text in SIGNS:
        return None
    instead = LOOKALIKES.get(place.text)
    if instead is not None:
        name = f"{quote(place.text)} (U+{ord(place.text):04X})"
        what = f"write {quote(instead)} instead" if instead.strip() else "it looks like a blank and is none"
        return slip(place, CHARACTERS, f"the character {name} cannot stand here", what, instead=instead)
    message = f"the character {quote(place.text)} cannot stand here"
    help = None
    if place.text.isalpha():
        help = "names are made of the letters a to z, digits and `_`; other letters may stand in texts and comments"
    return slip(place, CHARACTERS, message, help)


def signs(place: Place) -> Slip | None:
    """A sign of another language."""
    text = place.piece.text
    first = place.start
    while first > 0 and place.start - first < 2 and text[first - 1] in SIGN_CHARACTERS:
        first -= 1
    for start in range(first, place.start + 1):
        for sign, habit in SIGNS.items():
            if text.startswith(sign, start) and start + len(sign) > place.start:
                return _sign(place, start, sign, habit.ours, habit.help)
    return None


def _sign(place: Place, start: int, sign: str, ours: str | None, help: str) -> Slip | None:
    text, end = place.piece.text, start + len(sign)
    if sign == "->" and place.fits("COLON"):
        ours = ":"
    if sign in ("{", "}") and place.line.end == end:
        ours = ""
    if ours is not None:
        # A word needs blanks around it where a sign needs none.
        before = " " if ours.isalpha() and text[start - 1 : start].isalnum() else ""
        after = " " if ours[-1:].isalpha() and text[end : end + 1] not in (" ", "\n", "") else ""
        ours = before + ours + after
    return slip(place, HABIT, f"{quote(sign)} is no sign of this language", help, at=(start, end), instead=ours)


def brackets(place: Place) -> Slip | None:
    """A bracket that is not closed, or closes nothing."""
    opened = place.open_brackets
    if place.text in (")", "]"):
        return _closing_bracket(place, opened)
    if not opened or _is_closed(place.piece, bounds(opened[-1:])[0]):
        return None
    at_end = place.kind in ("$END", "_DEDENT")
    start, _ = at = bounds(opened[-1:])
    number = place.piece.line_at(start)
    closer = _CLOSER[opened[-1]]
    if at_end or number != place.number:
        closers = "".join(_CLOSER[bracket] for bracket in reversed(opened))
        end = place.piece.lines[number].end
        help = f"put `{closer}` where what belongs inside ends"
        labels = [] if at_end else [Label(place.piece.span(place.start, place.end), "still inside the bracket")]
        message = f"`{opened[-1]}` is never closed"
        return slip(place, BRACKET, message, help, at=at, edits=[Edit(end, end, closers)], labels=labels)
    kind = "RPAR" if closer == ")" else "RSQB"
    if place.kind not in EDGES and place.kind != CHARACTER and place.fits(kind, place.kind):
        return _not_closed_before(place, opened[-1])
    return None


def _is_closed(piece: Piece, start: int) -> bool:
    """Whether the bracket that opens there is closed somewhere, with all brackets between them in pairs."""
    waiting: list[str] = []
    for found in _BRACKETS.finditer(piece.text, start):
        sign = found[0]
        if sign in _CLOSER:
            waiting.append(_CLOSER[sign])
        elif sign in ")]":
            if sign != waiting.pop():
                return False
            if not waiting:
                return True
    return False


def _not_closed_before(place: Place, bracket: Token) -> Slip:
    closer, before = _CLOSER[bracket], place.words[-1].end
    labels = [Label(place.piece.span(place.start, place.end), "still inside the bracket")]
    message, help = f"`{bracket}` is not closed before {quote(place.text)}", f"write `{closer}` here"
    at, edits = bounds([bracket]), [Edit(before, before, closer)]
    return slip(place, BRACKET, message, help, at=at, edits=edits, sure=True, shaky=True, labels=labels)


def _closing_bracket(place: Place, opened: Sequence[Token]) -> Slip | None:
    if not opened:
        edits = [Edit(place.start, place.end, "")]
        help = "remove it, or put the opening bracket before it"
        return slip(place, BRACKET, f"`{place.text}` closes nothing", help, edits=edits)
    closer = _CLOSER[opened[-1]]
    if closer != place.text and len(opened) > 1 and _CLOSER[opened[-2]] == place.text:
        return _not_closed_before(place, opened[-1])
    if closer != place.text:
        label = Label(place.piece.span(*bounds(opened[-1:])), "opened here")
        message = f"`{opened[-1]}` is closed by `{place.text}`"
        help = f"write `{closer}`, or put the bracket that `{place.text}` closes before it"
        return slip(place, BRACKET, message, help, instead=closer, labels=[label])
    if place.words[-1] == "(" and len(place.words) > 1 and place.words[-2].kind == "NAME":
        at = (bounds(place.words[-1:])[0], place.end)
        help = f"what takes nothing is written without brackets: {quote(place.words[-2])}"
        return slip(place, HABIT, "there is nothing in these brackets", help, at=at, instead="")
    return None
