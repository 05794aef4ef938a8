"""What of a whole definition has to be known to say a part of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from hoyle import types as t
from hoyle.english import plain
from hoyle.model import Model
from hoyle.read import Reading
from hoyle.rulebook.cards import find
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.scope import Scope, element, small
from hoyle.rulebook.walk import below
from hoyle.syntax import tree


def teller_of(reading: Reading, model: Model | None = None) -> Teller:
    """What says the declarations of a definition; model: if more than its own names have to be known."""
    assert reading.world is not None
    decls = [decl for file in reading.files for decl in file.decls]
    nested = [node for decl in decls for node in below(decl) if isinstance(node, tree.Rule)]
    rules = {rule.name.text: rule.targets[0] for rule in [*nested, *decls] if isinstance(rule, tree.Rule)}
    endings = [(decl.name.text, decl.points[0]) for decl in decls if isinstance(decl, tree.Ending)]
    rules |= {name: point for name, point in endings if isinstance(point, tree.Target)}
    model, ranges = model or reading.world.model, _ranges(decls)
    scope = Scope(model, ranges, _sorts(decls, ranges), _cards(model, decls))
    return Teller(attrs.evolve(scope, picked=_picked(scope, decls)), _heads(decls), rules)


def _ranges(decls: list[Any]) -> dict[str, tuple[int, int]]:
    found = {}
    for decl in decls:
        if isinstance(decl, tree.Kind) and isinstance(decl.type, tree.RangeType):
            found[decl.name.text] = (decl.type.low, decl.type.high)
    return found


def _picked(scope: Scope, decls: list[Any]) -> str | None:
    """What the numbers are that are chosen: `place` where all of them are places."""
    sources = [node.binder.source for decl in decls for node in below(decl) if isinstance(node, tree.Choose)]
    numbers = [source for source in sources if isinstance(element(scope.type_of(source)), t.Numbers)]
    names = {source.text if isinstance(source, tree.Name) else "" for source in numbers}
    sorts = {small(plain(name)) if name in scope.ranges else "" for name in names}
    return None if not sorts else sorts.pop() if len(sorts) == 1 else ""


def _sorts(decls: list[Any], ranges: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Which kind of numbers each index or parameter is of; its name tells where no type is written."""
    kinds = {name: small(plain(name)) for name in ranges}
    found: dict[str, tuple[str, ...]] = {}
    written: list[tuple[tree.Type | None, str]]
    for decl in decls:
        match decl:
            case tree.Zone() | tree.Var():
                written = [(type_, "") for type_ in decl.index]
            case tree.Phase():
                found |= _sorts(list(decl.vars), ranges)
                written = [(param.type, param.name.text) for param in decl.params]
            case tree.Define() | tree.Table() | tree.Effect():
                written = [(param.type, param.name.text) for param in decl.params]
            case tree.Action():
                written = [(p.type, p.name.text) if isinstance(p, tree.Param) else (None, "") for p in decl.params]
            case _:
                continue
        names = [type_.name if isinstance(type_, tree.NamedType) else "" for type_, _ in written]
        sorts = tuple(
            kinds.get(name, "") or next((k for k in kinds.values() if type_ is None and k == plain(word)), "")
            for name, (type_, word) in zip(names, written, strict=True)
        )
        if any(sorts):
            found[decl.name.text] = sorts
    return found


def _cards(model: Model, decls: list[Any]) -> dict[str, str]:
    """The definitions that do nothing but name a card, and are called as it is."""
    found = {}
    for decl in decls:
        match decl:
            case tree.Define(value=tree.Apply(tree.Name(text), keys), params=()) if text in model.card_types:
                name = find(model, text, keys)
                if name is not None and name.lower() == plain(decl.name.text).removeprefix("the "):
                    found[decl.name.text] = name
    return found


def _heads(decls: list[Any]) -> dict[str, tuple[tree.Param | tree.ChosenParam, ...]]:
    """The parameters of everything that has some; those of a choice with a label are what is chosen."""
    found: dict[str, tuple[tree.Param | tree.ChosenParam, ...]] = {}
    for decl in reversed(decls):
        if isinstance(decl, (tree.Define, tree.Table, tree.Action, tree.Effect, tree.Phase)):
            found[decl.name.text] = decl.params or found.get(decl.name.text, ())
        for node in below(decl):
            if isinstance(node, tree.Choose) and node.label is not None:
                found[node.label.name.text] = (tree.ChosenParam(node.binder, span=node.binder.span),)
    return found
