"""What is not even tried: texts too large, too deep or not text at all.

A definition may come from anybody. Whatever is refused here is refused before the parser sees it, or before anything
walks down its tree, so nobody later has to fear a deep recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hoyle.diagnostics.diagnostic import Diagnostic, Fix, Label
from hoyle.source import Source, Span
from hoyle.syntax.piece import Edit, Piece
from hoyle.syntax.scan import Token
from hoyle.syntax.shift import MAX_DEPTH, MAX_ROW, ROWS, parse

MAX_TEXT = 1_000_000
MAX_LINE = 10_000
MAX_DIGITS = 15
MAX_NAME = 100
MAX_STRING = 500
MAX_BRACKETS = 40

MIXED = "HYL005"
TOO_DEEP = "HYL009"
TOO_LONG = "HYL014"
CHARACTERS = "HYL015"

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)")
_LONG_LINE = re.compile(rf"^[^\n]{{{MAX_LINE + 1},}}", re.MULTILINE)
_LONG = re.compile(rf'[0-9]{{{MAX_DIGITS + 1}}}|[A-Za-z_0-9]{{{MAX_NAME + 1}}}|"[^"\n]{{{MAX_STRING + 1}}}')
_WORDS = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z_][A-Za-z_0-9]*|[0-9]+')
_BRACKETS = re.compile(r'"[^"\n]*"|#[^\n]*|[(\[]|[)\]]|\n(?=[A-Za-z])')
_INDENTED = re.compile(r"^([\t ]*[\t][\t ]*|[ ]+)(?=[^\s#])", re.MULTILINE)
_NESTING_HELP = "give a part of it a name of its own, with `define`, `let` or `to`"


def refuse(source: Source) -> Diagnostic | None:
    """Why a text is not parsed at all, or None if it can be."""
    text = source.text
    if len(text) > MAX_TEXT:
        help = f"a definition may have up to {MAX_TEXT:,} characters; put large tables into a file of their own"
        return Diagnostic(TOO_LONG, f"the file has {len(text):,} characters", Span(source, 0, 0), help=help)
    if found := _CONTROL.search(text):
        message = f"there is a control character (U+{ord(found[0]):04X}) in the text"
        help = "remove it; a definition is plain text"
        if found[0] == "\r":
            message = "a carriage return without a line feed"
            help = "save the file with the line ends of Unix or of Windows"
        return Diagnostic(CHARACTERS, message, Span(source, found.start(), found.start() + 1), help=help)
    if found := _LONG_LINE.search(text):
        message, help = f"this line has {len(found[0]):,} characters", f"a line may have up to {MAX_LINE:,} characters"
        return Diagnostic(TOO_LONG, message, Span(source, found.start(), found.start() + 1), help=help)
    return _deep_brackets(source)


def _deep_brackets(source: Source) -> Diagnostic | None:
    depth = 0
    for found in _BRACKETS.finditer(source.text):
        sign = found[0]
        if sign == "\n":  # a declaration starts: what is still open was forgotten, which is another mistake
            depth = 0
        depth = max(0, depth + (sign in "([") - (sign in ")]"))
        if depth > MAX_BRACKETS:
            message = f"more than {MAX_BRACKETS} brackets inside each other"
            return Diagnostic(TOO_DEEP, message, Span(source, *found.span()), help=_NESTING_HELP)
    return None


def soften(piece: Piece) -> Iterator[tuple[Diagnostic, list[Edit]]]:
    """Mistakes that can be told without parsing, each with what to write instead so that parsing can go on."""
    if _LONG.search(piece.text):
        for found in _WORDS.finditer(piece.text):
            if told := _long_word(found[0]):
                start, end = found.span()
                message, help, instead = told
                yield Diagnostic(TOO_LONG, message, piece.span(start, end), help=help), [Edit(start, end, instead)]
    if "\t" in piece.text:
        yield from _mixed(piece)


def _long_word(word: str) -> tuple[str, str, str] | None:
    """What is wrong with a number, a name or a text that is too long, what may be, and what to read instead."""
    if word[0].isdigit() and len(word) > MAX_DIGITS:
        return f"this number has {len(word)} digits", f"a number may have up to {MAX_DIGITS} digits", "0"
    if word[0] == '"' and len(word) > MAX_STRING + 2:
        size = f"{len(word) - 2:,}"
        return f"this text has {size} characters", f"a text may have up to {MAX_STRING:,} characters", word[:9] + '"'
    if word[0] not in '"#0123456789' and len(word) > MAX_NAME:
        return f"this name has {len(word):,} characters", f"a name may have up to {MAX_NAME}", word[:MAX_NAME]
    return None


def _mixed(piece: Piece) -> Iterator[tuple[Diagnostic, list[Edit]]]:
    found = list(_INDENTED.finditer(piece.text))
    first = next((line for line in found if "\t" in line[0]), None)
    other = next((line for line in found if " " in line[0]), None)
    if first is None or other is None:
        return
    if first.start() < other.start():
        first, other = other, first
    # Whoever mixes them sees a tab as wide as a step.
    edits = [Edit(*line.span(), line[0].expandtabs(4)) for line in found if "\t" in line[0]]
    labels: tuple[Label, ...] = ()
    if "\t" in first[0] and " " in first[0]:
        message = "this line is indented with tabs and blanks"
    else:
        names = ("tabs", "blanks") if "\t" in first[0] else ("blanks", "tabs")
        message = f"this line is indented with {names[0]}, others with {names[1]}"
        labels = (Label(piece.span(*other.span()), names[1]),)
    only = "\t" in first[0] and len(edits) == 1
    fix = Fix(piece.span(*first.span()), first[0].expandtabs(4)) if only else None
    help = "indent all lines of a file with blanks, 4 for each level"
    yield Diagnostic(MIXED, message, piece.span(*first.span()), labels, help, fix=fix), edits


def too_deep(piece: Piece, start: str) -> Diagnostic | None:
    """A complaint if a piece has more than MAX_DEPTH levels, or more than MAX_ROW conditions in a row."""
    whole = parse(piece.text, start, lambda name, children, start, end: (name, children, start)).made
    waiting: list[tuple[Any, int]] = [(whole, 1)]
    while waiting:
        (name, children, at), depth = waiting.pop()
        if depth > MAX_DEPTH:
            message = f"more than {MAX_DEPTH} levels inside each other"
            return Diagnostic(TOO_DEEP, message, piece.span(at, at + 1), help=_NESTING_HELP)
        if name in ROWS and len(children) > MAX_ROW:
            message = f"more than {MAX_ROW} conditions joined by `{name[:-1]}`"
            help = "a table, or an attribute of the cards, may say the same"
            return Diagnostic(TOO_LONG, message, piece.span(at, at + 1), help=help)
        for child in children:
            if not isinstance(child, Token):
                # Each `otherwise if` becomes the other case of the one before it.
                depth += child[0] == "elif_"
                waiting.append((child, depth + 1))
    return None
