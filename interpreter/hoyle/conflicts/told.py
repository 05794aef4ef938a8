"""What variants disagree about, in words: clashes of their changes, exceptions that may both apply, and what one needs
and another removes."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle import model
from hoyle.apply import things
from hoyle.apply.change import Change
from hoyle.apply.clash import REMOVED, Clash, named_alike
from hoyle.check.world import Overlap
from hoyle.conflicts import ways
from hoyle.conflicts.conflict import EXCEPTIONS, Conflict, Way
from hoyle.conflicts.needed import Need
from hoyle.diagnostics import quote
from hoyle.files.lineage import Lineage
from hoyle.source import head
from hoyle.syntax import tree

DOES = {"set": "sets", "replace": "replaces", "remove": "removes", "add": "adds"}


def of_clash(clash: Clash, lineage: Lineage) -> Conflict:
    one, other = clash.one, clash.other
    said = clash.parts or (one, other)
    whose = (f'"{one.title}"', f'"{other.title}"')
    says = (f"{whose[0]} says this", f"{whose[1]} says this")
    base = next((things.head(change.before) for change in (one, other) if change.before is not None), None)
    first, second = (lineage.number(change.span.source) for change in (one, other))
    assert first is not None and second is not None
    settling = [] if named_alike(clash) else ways.order(lineage, first, second)
    places = (head(said[0].span), head(said[1].span))
    return Conflict(clash.kind, _words(clash), whose, places, base, tuple(settling), says)


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
    if not _is_clause(change):
        return quote(change.name)
    for target in things.targets(change.decl):
        return quote(target.name.text + (f".{target.clause.text}" if target.clause else ""))
    return quote("any change" if isinstance(change.decl, tree.Hook) else things.called(change.decl))


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


def of_need(need: Need, lineage: Lineage) -> Conflict:
    removal, span = need.removal, need.diagnostic.span
    assert span is not None
    one, other = (f'"{lineage.variants[n].header.title}"' for n in (need.one, need.other))
    words = f"{one} removes {quote(removal.name)}, and {other} needs it"
    base = things.head(removal.before) if removal.before is not None else None
    settling, says = tuple(ways.over(lineage, need.other, need.one)), ("removed here", need.diagnostic.message)
    return Conflict(REMOVED, words, (one, other), (removal.span, span), base, settling, says)


def of_overlap(overlap: Overlap, lineage: Lineage, files: list[tree.File]) -> Conflict | None:
    """Two exceptions from two variants, or from one and the game; None if both are of one file."""
    first, second, holder = overlap.first, overlap.second, overlap.holder
    if first.span.source is second.span.source:
        return None
    one, other = (lineage.number(exception.span.source) for exception in (first, second))
    titles = ["the game" if n is None else f'"{lineage.variants[n].header.title}"' for n in (one, other)]
    words = f"two exceptions to `{holder.name}` may both apply: one of {titles[0]}, one of {titles[1]}"
    settling = ways.order(lineage, one, other) if one is not None and other is not None else []
    where = "in a file that combines both" if settling else "in the variant"
    for over, under in ((second, first), (first, second)):
        settling += _one_by_one(holder.name, _written(files, over), _written(files, under), where)
    places = (head(first.span), head(second.span))
    base = None if any(holder.span.source is place.source for place in places) else head(holder.span)
    says = (overlap.words, "")
    whose = (titles[0], titles[1])
    return Conflict(EXCEPTIONS, words, whose, places, base, tuple(settling), says, overlap.certain)


def _written(files: list[tree.File], made: model.Exception_) -> tree.Exception_ | None:
    """How an exception is written; None if it stands in an ability or has no name, so that nobody can speak of it."""
    for decl in (decl for file in files for decl in file.decls):
        if isinstance(decl, tree.Exception_) and decl.span == made.span and decl.label is not None:
            return decl
    return None


def _one_by_one(name: str, one: tree.Exception_ | None, other: tree.Exception_ | None, where: str) -> Iterator[Way]:
    """The one over the other, or the other waived where the one applies."""
    if one is None or other is None:
        return
    assert one.label is not None and other.label is not None
    mine, theirs = one.label.name.text, other.label.name.text
    yield Way(f"if `{mine}` counts, {where}", f"order {name}.{mine} over {theirs}")
    if one.when:
        brackets = "" if one.target.args is None else f"({', '.join(_text(arg) for arg in one.target.args)})"
        yield Way("or as an exception to the exception", f"except {name}.{theirs}{brackets} {_when(one.when)} waive")


def _when(tests: tuple[tree.Expr, ...]) -> str:
    """When all of these hold, in a line."""
    if len(tests) == 1:
        unless = isinstance(tests[0], tree.Negation) and tests[0].unless
        return _text(tests[0]) if unless else f"when {_text(tests[0])}"
    parts = [f"not ({_text(t.of)})" if isinstance(t, tree.Negation) and t.unless else f"({_text(t)})" for t in tests]
    return f"when {' and '.join(parts)}"


def _text(node: tree.Expr) -> str:
    return " ".join(node.span.text.split())
