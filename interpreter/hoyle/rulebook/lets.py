"""Names that a body gives to values: whether a sentence needs them, or can say the value itself."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.texts import parts_of
from hoyle.syntax.walk import NODES, below, said

_SIMPLE = (tree.Move, tree.Face, tree.Shuffle, tree.Assign, tree.Call, tree.Return, tree.Resolve)


def named_only(let: tree.Let, rest: list[tree.Stmt]) -> bool:
    """Whether a value is asked for only before anything can have changed it, so that it need not be remembered."""
    name = let.name.text
    if isinstance(let.value, tree.Listing) or set_again(name, rest):
        return False
    uses = sum(_uses(name, stmt) for stmt in rest)
    return uses > 0 and uses == (_at_once(name, rest[0]) if rest else 0)


def set_again(name: str, rest: list[tree.Stmt]) -> bool:
    """Whether something in a body sets the name anew."""
    targets = (node.target for node in below(*rest) if isinstance(node, tree.Assign))
    return any(isinstance(target, tree.Name) and target.text == name for target in targets)


def call(expr: tree.Expr) -> tuple[str, tuple[tree.Expr, ...]]:
    """What is named or called, and with what; no name for anything else."""
    match expr:
        case tree.Name(text):
            return text, ()
        case tree.Apply(tree.Name(text), args):
            return text, args
    return "", ()


def _uses(name: str, node: Any) -> int:
    sentences = [parts_of(each.text) for each in below(node) if isinstance(each, tree.Tell)]
    named = [part for parts in sentences for part in parts if not isinstance(part, (str, Span))]
    return sum(isinstance(each, tree.Name) and each.text == name for each in below(node, *named))


def _at_once(name: str, stmt: tree.Stmt) -> int:
    """How often a statement asks for a name before it changes anything."""
    if isinstance(stmt, _SIMPLE):
        return _uses(name, stmt)
    if isinstance(stmt, tree.If):
        return _uses(name, stmt.test) + sum(_at_once(name, body[0]) for body in (stmt.then, stmt.otherwise) if body)
    return 0


def replaced(node: Any, name: str, value: tree.Expr) -> Any:
    """A statement with a value in place of its name."""
    if isinstance(node, tree.Name) and node.text == name:
        return value
    if isinstance(node, tuple):
        return tuple(replaced(each, name, value) for each in node)
    if node.__class__ not in NODES:
        return node
    return attrs.evolve(node, **{key: replaced(each, name, value) for key, each in said(node)})
