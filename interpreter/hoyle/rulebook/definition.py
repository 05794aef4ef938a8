"""What of a whole definition has to be known to say a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from hoyle import types as t
from hoyle.english import plain
from hoyle.model import Model
from hoyle.read import Reading
from hoyle.rulebook.cards import find
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.scope import Scope, element, small
from hoyle.syntax import tree
from hoyle.syntax.walk import below


def teller_of(reading: Reading, model: Model | None = None) -> Teller:
    """What says the declarations of a definition; model: if more than its own names have to be known."""
    assert reading.world is not None
    decls = [decl for file in reading.files for decl in file.decls]
    nested = [node for node in below(*decls) if isinstance(node, tree.Rule)]
    rules = {rule.name.text: rule.targets[0] for rule in [*nested, *decls] if isinstance(rule, tree.Rule)}
    endings = [(decl.name.text, decl.points[0]) for decl in decls if isinstance(decl, tree.Ending)]
    rules |= {name: point for name, point in endings if isinstance(point, tree.Target)}
    kinds = {decl.name.text: decl.type for decl in decls if isinstance(decl, tree.Kind)}
    ranges = {name: (of.low, of.high) for name, of in kinds.items() if isinstance(of, tree.RangeType)}
    model = model or reading.world.model
    scope = Scope(model, reading.record.types, ranges, _sorts(decls, ranges), _cards(model, decls))
    return Teller(attrs.evolve(scope, picked=_picked(scope, decls)), _heads(decls), rules)


def _picked(scope: Scope, decls: list[Any]) -> str | None:
    """What the numbers are that are chosen: `place` where all of them are places."""
    sources = [node.binder.source for node in below(*decls) if isinstance(node, tree.Choose)]
    numbers = [source for source in sources if isinstance(element(scope.type_of(source)), t.Numbers)]
    names = {source.text if isinstance(source, tree.Name) else "" for source in numbers}
    sorts = {small(plain(name)) if name in scope.ranges else "" for name in names}
    return None if not sorts else sorts.pop() if len(sorts) == 1 else ""


def _sorts(decls: list[Any], ranges: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Which kind of numbers each index or parameter is of; its name tells where no type is written."""
    kinds = {name: small(plain(name)) for name in ranges}
    found: dict[str, tuple[str, ...]] = {}
    written: list[tuple[tree.Type | None, str]]
    for decl in [*decls, *(var for phase in decls if isinstance(phase, tree.Phase) for var in phase.vars)]:
        match decl:
            case tree.Zone() | tree.Var():
                written = [(type_, "") for type_ in decl.index]
            case tree.Define() | tree.Table() | tree.Effect() | tree.Phase() | tree.Action():
                written = [(p.type, p.name.text) if isinstance(p, tree.Param) else (None, "") for p in decl.params]
            case _:
                continue
        sorts = []
        for type_, word in written:
            named = plain(word) if type_ is None and plain(word) in kinds.values() else ""
            sorts.append(kinds.get(type_.name, "") if isinstance(type_, tree.NamedType) else named)
        if any(sorts):
            found[decl.name.text] = tuple(sorts)
    return found


def _cards(model: Model, decls: list[Any]) -> dict[str, str]:
    """The definitions that do nothing but name a card, and are called as it is."""
    found = {}
    for decl in decls:
        match decl:
            case tree.Define(value=tree.Apply(tree.Name(text), keys), params=()) if text in model.card_types:
                found[decl.name.text] = find(model, text, keys) or ""
    return {name: card for name, card in found.items() if card.lower() == plain(name).removeprefix("the ")}


def _heads(decls: list[Any]) -> dict[str, tuple[str, ...]]:
    """The parameters of everything that has some; those of a choice with a label are what is chosen."""
    found: dict[str, tuple[str, ...]] = {}
    for decl in reversed(decls):
        if isinstance(decl, (tree.Define, tree.Table, tree.Action, tree.Effect, tree.Phase)) and decl.params:
            words = [param.name if isinstance(param, tree.Param) else param.binder.var for param in decl.params]
            found[decl.name.text] = tuple(word.text for word in words)
        for node in below(decl):
            if isinstance(node, tree.Choose) and node.label is not None:
                found[node.label.name.text] = (node.binder.var.text,)
    return found


def ordered(scope: Scope, decls: list[Any]) -> set[str]:
    """The kinds of words that are compared, of which it is told which is higher; all, if it is not known what is."""
    found: set[str] = set()
    for sides in (sides for node in below(*decls) for sides in _compared(node)):
        type_ = next((known for side in sides if (known := scope.type_of(side)) is not None), None)
        if type_ is None:
            return set(scope.model.kinds)
        kind = t.settled(element(type_))
        found |= {kind.name} if isinstance(kind, t.Kind) else set()
    return found


def _compared(node: Any) -> Iterator[tuple[tree.Expr, ...]]:
    """What has to have an order: values of one type, at least one of which is known."""
    match node:
        case tree.Compare("<" | "<=" | ">" | ">=", left, right):
            yield left, right
        case tree.Fold("highest" | "lowest" | "sorted", tree.Members(by=by, ties=ties)) if by is not None:
            yield from ((key,) for key in (by, *ties))
        case tree.Fold("max" | "min" | "consecutive", tree.Values(value)):
            yield (value,)
        case tree.Fold("max" | "min" | "sorted" | "consecutive", tree.Whole(items)):
            yield items
        case tree.Fold("sorted" | "consecutive", tree.Members(tree.Binder(source=source))):
            yield (source,)
        case tree.Apply(tree.Name("number"), (member,)):
            yield (member,)
        case tree.Fold("first" | "last", tree.Members(tree.Binder(source=tree.Name() as source))):
            yield (source,)
        case tree.SpanOf(low, high):
            yield low, high
