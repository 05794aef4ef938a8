"""Texts with `{names}` in them: what a choice is called at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoyle.core import nodes as core
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer

_NAME = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*)\s*(?:\((.*)\)|\.([A-Za-z_][A-Za-z_0-9]*))?\s*")
MOST = 50  # things that are filled in


def parts_of(text: tree.Text) -> Iterator[tuple[str, Span | None]]:
    """The parts of a text; with its place, what stands between braces and is filled in."""
    start = text.span.start + 1
    for number, part in enumerate(re.split(r"\{([^{}]*)\}", text.text)):
        if number % 2 == 1:
            yield part, Span(text.span.source, start, start + len(part))
        elif part:
            yield part, None
        start += len(part) + 1


def template(typer: Typer, text: tree.Text) -> tuple[str | core.Expr, ...]:
    """The text and, in its place, each expression: a name, its attribute, or a definition with names as arguments."""
    parts: list[str | core.Expr] = []
    if text.text.count("{") > MOST:
        typer.world.report("HYL212", f"this text has more than {MOST} braces", text.span, "tell less in it")
        return ()
    for part, place in parts_of(text):
        if place is None:
            parts.append(part)
        elif (match := _NAME.fullmatch(part)) is not None:
            parts.append(typer.expr(_filled_in(match, place)))
        else:
            typer.world.report("HYL201", "between braces stands a name", place, "write `{card}`")
    return tuple(parts)


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
