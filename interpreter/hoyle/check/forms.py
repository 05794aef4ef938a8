"""Forms that are made in many places: a list, a type in words, what stands for a mistake."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.program.options import option_values
from hoyle.source import Span


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


def refused(game: model.Model, options: Mapping[str, int | str | bool], players: int) -> Diagnostic | None:
    """Why options cannot be set to these values, if they cannot."""
    try:
        option_values(game, dict(options), players)
    except HoyleError as error:
        return error.diagnostics[0]
    return None


def as_list(found: core.Expr) -> core.Expr:
    """A zone as the list of its cards."""
    if isinstance(found.type, t.ZoneOf):
        return core.Prim("cards", (found,), t.ListOf(found.type.cards), span=found.span)
    return found
