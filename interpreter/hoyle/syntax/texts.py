"""Texts of the author in which something is filled in: `"give {card} to {name(player)}"`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.source import Span
from hoyle.syntax import tree

_BRACES = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*)\s*(?:\((.*)\)|\.([A-Za-z_][A-Za-z_0-9]*))?\s*")


def parts_of(text: tree.Text) -> Iterator[str | tree.Expr | Span]:
    """The parts of a text: words, and what is filled in, a name, its attribute, or a definition with names as
    arguments; of what is nothing of that, the place."""
    start = text.span.start + 1
    for number, part in enumerate(_BRACES.split(text.text)):
        if number % 2 == 1:
            place = Span(text.span.source, start, start + len(part))
            match = _NAME.fullmatch(part)
            yield place if match is None else _filled_in(match, place)
        elif part:
            yield part
        start += len(part) + 1


def _filled_in(match: re.Match[str], span: Span) -> tree.Expr:
    """What stands between two braces: each name has its own place."""

    def place(start: int, word: str) -> Span:
        return Span(span.source, span.start + start, span.start + start + len(word)) if word else span

    of = tree.Name(match[1], span=place(match.start(1), match[1]))
    if match[3] is not None:
        return tree.Attr(of, tree.Word(match[3], span=place(match.start(3), match[3])), span=span)
    if match[2] is None:
        return of
    args, start = list[tree.Expr](), match.start(2)
    for part in match[2].split(","):
        word = part.strip()
        args.append(tree.Name(word, span=place(start + part.index(word), word)))
        start += len(part) + 1
    return tree.Apply(of, tuple(args), span=span)
