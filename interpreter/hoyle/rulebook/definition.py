"""What of a whole definition has to be known to say a part of it."""

from __future__ import annotations

from typing import Any

from hoyle.model import Model
from hoyle.read import Reading
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.scope import Scope
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
    return Teller(Scope(model or reading.world.model, _ranges(decls)), _heads(decls), rules)


def _ranges(decls: list[Any]) -> dict[str, tuple[int, int]]:
    found = {}
    for decl in decls:
        if isinstance(decl, tree.Kind) and isinstance(decl.type, tree.RangeType):
            found[decl.name.text] = (decl.type.low, decl.type.high)
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
