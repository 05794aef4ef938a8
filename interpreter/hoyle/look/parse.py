"""From the text of a look to its lines.

Assumes nothing about the text. Each line is read by itself, so that a mistake in one of them is a mistake in one only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from hoyle.diagnostics import Diagnostic, Diagnostics, Fix, quote
from hoyle.english import listed
from hoyle.look.tree import Head, Line, Members, Things, Trait, Word
from hoyle.resources import grammar_text
from hoyle.source import Source, Span
from hoyle.syntax.limits import MAX_LINE, TOO_LONG, refuse
from hoyle.syntax.place import closest

if TYPE_CHECKING:
    import lark

UNREAD = "HYL701"
MOST_LINES = 1_000
_WANTED = {"NAME": "a name", "NUMBER": "a number", "HEX": "a colour", "STRING": "a text in quotes"}
_END = "the end of the line"


def parse(source: Source, found: Diagnostics) -> list[Line]:
    """The lines of a look that can be read; what is wrong with the others is reported."""
    refused = refuse(source)
    if refused:
        found.add(refused)
        return []
    lines = []
    for number, span in enumerate(_pieces(source, found)):
        if number == MOST_LINES:
            found.add(Diagnostic(UNREAD, f"a look has at most {MOST_LINES} lines", span))
            break
        line = _line(span, found)
        if line is not None:
            lines.append(line)
    return lines


def is_comment(text: str) -> bool:
    """Whether a text that starts with `#` is one, and no colour: there is a blank behind it, or nothing."""
    return text == "#" or text.startswith(("# ", "#\t"))


def _pieces(source: Source, found: Diagnostics) -> list[Span]:
    """The lines that say something, each with the indented ones that go on with it; a blank line ends it."""
    pieces: list[Span] = []
    goes_on = False
    for number in range(1, source.line_count + 1):
        start, end = source.line_bounds(number)
        text = source.text[start:end]
        if not text.strip():
            goes_on = False
        elif is_comment(text.strip()):
            continue
        elif not text[0].isspace():
            pieces.append(Span(source, start, end))
            goes_on = True
        elif goes_on:
            pieces[-1] = Span(source, pieces[-1].start, end)
        else:
            message = "an indented line goes on with the line above, and there is none"
            found.add(Diagnostic(UNREAD, message, Span(source, start + len(text) - len(text.lstrip()), end)))
    return pieces


@cache
def _parser() -> lark.Lark:
    import lark  # takes time, and most commands read no look

    return lark.Lark(grammar_text("look"), parser="lalr", lexer="contextual", propagate_positions=True)


def _line(piece: Span, found: Diagnostics) -> Line | None:
    import lark

    source, start, text = piece.source, piece.start, piece.text
    if len(text) > MAX_LINE:
        message = f"this line, with those that go on with it, has {len(text):,} characters"
        help = f"a line may have up to {MAX_LINE:,} characters"
        found.add(Diagnostic(TOO_LONG, message, piece, help=help))
        return None
    try:
        tree = _parser().parse(text)
    except lark.UnexpectedToken as stop:
        found.add(_unread(source, start, stop))
        return None
    except lark.UnexpectedCharacters as stop:
        place = start + (stop.pos_in_stream or 0)
        message = f"{quote(source.text[place])} does not fit here"
        found.add(Diagnostic(UNREAD, message, Span(source, place, place + 1)))
        return None
    return _Maker(source, start).line(tree)


class _Maker:
    """Makes lines of what Lark found. start: where in the source its text begins."""

    def __init__(self, source: Source, start: int) -> None:
        self.source, self.start = source, start

    def line(self, tree: Any) -> Line:
        children = tree.children
        match str(tree.data):
            case "head":
                return Head(self.word(children[0]))
            case "colors" | "pips" | "short" as sort:
                kind, *pairs = children
                name = ".".join(kind.children)
                pairs = tuple((self.word(a), self.word(b)) for a, b in (pair.children for pair in pairs))
                return Members(sort, Word(name, self.span(kind)), pairs)
            case "table" as sort:
                return Things(sort, (), tuple(map(self.trait, children)))
            case sort:
                names, *traits = children
                return Things(sort, tuple(map(self.word, names.children)), tuple(map(self.trait, traits)))

    def trait(self, tree: Any) -> Trait:
        name, children = str(tree.data), tree.children
        rows = [row.children for row in children] if name == "grid" else [children]
        return Trait(name, tuple(tuple(map(self.word, row)) for row in rows), self.span(tree))

    def word(self, token: Any) -> Word:
        at = self.start + token.start_pos
        return Word(str(token).strip('"'), Span(self.source, at, at + len(token)))

    def span(self, tree: Any) -> Span:
        return Span(self.source, self.start + tree.meta.start_pos, self.start + tree.meta.end_pos)


def _unread(source: Source, start: int, stop: lark.UnexpectedToken) -> Diagnostic:
    """What does not fit in a line, and what would."""
    token = stop.token
    words = sorted(_fitting(stop.accepts or ()))
    may_be = f"here may stand {listed(words, 'or')}"
    if token.type == "$END":
        end = start + (token.end_pos or 0)  # that of the last word
        return Diagnostic(UNREAD, "this line is not finished", Span(source, end, end), help=may_be)
    place = start + (token.start_pos or 0)
    span = Span(source, place, place + len(token))
    near = closest(token, [word.strip("`") for word in words if word.startswith("`")])
    fix = Fix(span, near) if near else None
    help = f"did you mean `{near}`?" if near else may_be
    if token.type == "HEX" and "HEX" not in (stop.accepts or ()):
        help = "if it is a comment, put a blank behind the `#`"
    return Diagnostic(UNREAD, f"{quote(token)} does not fit here", span, help=help, fix=fix)


def _fitting(terminals: Any) -> Iterator[str]:
    """What may stand somewhere, in words: signs and words in backticks."""
    patterns = {each.name: each.pattern for each in _parser().terminals}
    for name in terminals:
        if name in _WANTED:
            yield _WANTED[name]
        elif name == "$END":
            yield _END
        else:
            pattern = patterns[name]
            fixed = [pattern.value] if pattern.type == "str" else re.findall(r"[a-z]+", pattern.value)
            yield from (f"`{word}`" for word in fixed)
