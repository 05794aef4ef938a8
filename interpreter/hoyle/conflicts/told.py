"""Clashes in words: who says what of which thing, and what to write."""

from __future__ import annotations

from hoyle.apply import Change, things
from hoyle.apply.clash import Clash, named_alike
from hoyle.conflicts import ways
from hoyle.conflicts.conflict import REMOVED, Conflict
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
    says = (_says(one), _says(other))
    base = next((_base(change) for change in (one, other) if change.before is not None), None)
    first, second = (lineage.number(change.span.source) for change in (one, other))
    assert first is not None and second is not None
    settling = [] if named_alike(clash) else ways.order(lineage, first, second)
    return Conflict(clash.kind, _words(clash), whose, places, base, tuple(settling), says)


def _place(clash: Clash, which: int) -> Span:
    """The line where a variant says it."""
    span = clash.parts[which].span if clash.parts else (clash.one, clash.other)[which].span
    return head(span)


def _base(change: Change) -> Span:
    assert change.before is not None
    return things.head(change.before)


def _says(change: Change) -> str:
    return f'"{change.title}" says this'


def _words(clash: Clash) -> str:
    one, other = clash.one, clash.other
    first = f'"{one.title}" {_does(one)} {_named(one)}'
    if named_alike(clash):
        return f'"{one.title}" and "{other.title}" both add {quote(one.name)}, but not the same'
    same = one.name == other.name
    if clash.kind == REMOVED and _is_clause(one):
        return f'{first}, which "{other.title}" removes'
    if clash.kind == REMOVED and _is_clause(other):
        return f'{first}, and "{other.title}" {_does(other)} it'
    second = f'"{other.title}" {_does(other)} {"it" if same else _named(other)}'
    if clash.kind == REMOVED:
        return f"{first}, and {second}"
    return f"{first}, and {second} in another way"


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
    match decl:
        case tree.Exception_(target=target) | tree.Adjust(target=target):
            return target.name.text + (f".{target.clause.text}" if target.clause else "")
        case tree.Hook(points=points):
            return next((p.name.text for p in points if isinstance(p, tree.Target)), "any change")
    return things.called(decl)
