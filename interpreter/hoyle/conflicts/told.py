"""Clashes in words: who says what of which thing, and what to write."""

from __future__ import annotations

from hoyle.apply import things
from hoyle.apply.change import Change
from hoyle.apply.clash import REMOVED, Clash, named_alike
from hoyle.conflicts import ways
from hoyle.conflicts.conflict import Conflict
from hoyle.diagnostics import quote
from hoyle.files.lineage import Lineage
from hoyle.source import Span, head
from hoyle.syntax import tree

DOES = {"set": "sets", "replace": "replaces", "remove": "removes", "add": "adds"}


def told(clash: Clash, lineage: Lineage) -> Conflict:
    """A clash as a conflict."""
    one, other = clash.one, clash.other
    places = (_place(clash, 0), _place(clash, 1))
    whose = (f'"{one.title}"', f'"{other.title}"')
    says = (f"{whose[0]} says this", f"{whose[1]} says this")
    base = next((things.head(change.before) for change in (one, other) if change.before is not None), None)
    first, second = (lineage.number(change.span.source) for change in (one, other))
    assert first is not None and second is not None
    settling = [] if named_alike(clash) else ways.order(lineage, first, second)
    return Conflict(clash.kind, _words(clash), whose, places, base, tuple(settling), says)


def _place(clash: Clash, which: int) -> Span:
    """The line where a variant says it."""
    span = clash.parts[which].span if clash.parts else (clash.one, clash.other)[which].span
    return head(span)


def _words(clash: Clash) -> str:
    one, other = clash.one, clash.other
    first = f'"{one.title}" {_does(one)} {_named(one)}'
    if named_alike(clash):
        return f'"{one.title}" and "{other.title}" both add {quote(one.name)}, but not the same'
    if clash.kind == REMOVED and _is_clause(one):
        return f'{first}, which "{other.title}" removes'
    same = one.name == other.name or (clash.kind == REMOVED and _is_clause(other))
    second = f'"{other.title}" {_does(other)} {"it" if same else _named(other)}'
    return f"{first}, and {second}" + ("" if clash.kind == REMOVED else " in another way")


def _named(change: Change) -> str:
    """What a change is about."""
    return quote(_target(change.decl) if _is_clause(change) else change.name)


def _is_clause(change: Change) -> bool:
    return isinstance(change.decl, (tree.Exception_, tree.Adjust, tree.Hook)) and change.before is None


def _does(change: Change) -> str:
    match change.decl:
        case tree.Exception_():
            return "has an exception to"
        case tree.Adjust():
            return "adjusts"
        case tree.Hook(before=before):
            return f"has steps {'before' if before else 'after'}"
        case tree.AddRows():
            return "adds a row to"
    return DOES.get(change.word, "adds")


def _target(decl: tree.Decl) -> str:
    for target in things.targets(decl):
        return target.name.text + (f".{target.clause.text}" if target.clause else "")
    return "any change" if isinstance(decl, tree.Hook) else things.called(decl)
