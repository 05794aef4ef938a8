"""Forms made in many places: a list, a type in words, what stands for a mistake, a text with `{names}` in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer

_NAME = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*)\s*(?:\((.*)\)|\.([A-Za-z_][A-Za-z_0-9]*))?\s*")
MOST = 50  # things that are filled in


def broken(span: Span) -> core.Expr:
    """What stands for a mistake that was reported: nothing more is said about it."""
    return core.Const(None, t.BROKEN, span=span)


def mistaken(*parts: core.Expr | None) -> bool:
    """Whether something in these stands for a mistake."""
    types = [getattr(node, "type", None) for part in parts for node in below(part)]
    return any(isinstance(type_, t.Broken) or isinstance(getattr(type_, "of", None), t.Broken) for type_ in types)


def a_type(type_: t.Type) -> str:
    """A type in words, with its article."""
    word = t.describe(type_)
    if word in ("none", "something unknown", "text") or word[:1] in ".-0123456789":
        return f"a number in {word}" if word[:1] in ".-0123456789" else word
    return f"an {word}" if word[:1] in "aeiou" else f"a {word}"


def plain(game: model.Model, value: core.Expr) -> int | str | bool | None:
    """A value as options are set to it; None if it is not a plain one."""
    match value:
        case core.Const(int() as number, t.Kind(kind)):
            return game.member(kind, number)
        case core.Const(int() as number) | core.Prim("seat", (core.Const(int() as number),)):
            return number
    return None


def as_list(found: core.Expr) -> core.Expr:
    """A zone as the list of its cards."""
    if isinstance(found.type, t.ZoneOf):
        return core.Prim("cards", (found,), t.ListOf(found.type.cards), span=found.span)
    return found


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
