"""Forms made in many places: a list, a type in words, what stands for a mistake, a text with `{names}` in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.texts import parts_of

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer

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


def if_any(found: core.Expr) -> core.Expr:
    """What may be none as a list: none is an empty one."""
    assert isinstance(found.type, t.Maybe)
    if isinstance(found.type.of, t.ListOf):
        nothing = core.Prim("list", (), t.ListOf(t.NEVER), span=found.span)
        return core.Prim("else", (found, nothing), found.type.of, span=found.span)
    return core.Prim("some", (found,), t.ListOf(found.type.of), span=found.span)


def template(typer: Typer, text: tree.Text) -> tuple[str | core.Expr, ...]:
    """The text and, in its place, each expression: a name, its attribute, or a definition with names as arguments."""
    parts: list[str | core.Expr] = []
    if text.text.count("{") > MOST:
        typer.world.report("HYL212", f"this text has more than {MOST} braces", text.span, "tell less in it")
        return ()
    for part in parts_of(text):
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, Span):
            typer.world.report("HYL201", "between braces stands a name", part, "write `{card}`")
        else:
            parts.append(typer.expr(part))
    return tuple(parts)
