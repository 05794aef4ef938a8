"""Walking and rewriting core trees, whatever their nodes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

import attrs

from hoyle.core import nodes as core
from hoyle.types import YES_NO, element

EXPRS: tuple[type, ...] = get_args(core.Expr)
STMTS: tuple[type, ...] = tuple({get_origin(kind) or kind for kind in get_args(core.Said | core.Stmt)})
NODES = (*EXPRS, *STMTS, core.Offer, core.Param, core.Filter)


KINDS = frozenset(NODES)  # quicker to ask than `isinstance` with so many
NOTHING: frozenset[str] = frozenset()


@cache
def held(kind: Hashable) -> tuple[str, ...]:
    """The fields of a kind of node that have nodes in them, in order."""
    types = get_type_hints(cast(Any, kind))
    return tuple(f.name for f in attrs.fields(cast(Any, kind)) if _of_nodes(types[f.name]))


def _of_nodes(type_: Any) -> bool:
    return type_ in KINDS or isinstance(type_, TypeVar) or any(map(_of_nodes, get_args(type_)))


class _Behind(dict[type, Callable[[Any], tuple[Any, ...]] | None]):
    """By kind: what has the nodes in a node, the last first; None for what is no node."""

    def __missing__(self, kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
        self[kind] = made = _from_behind(kind) if kind in KINDS else None
        return made


def _from_behind(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    names = held(kind)[::-1]
    if not names:
        return lambda _: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


BEHIND = _Behind()


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below, in order."""
    for name in held(node.__class__):
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[Any]:
    if value.__class__ in KINDS:
        yield value
    elif value.__class__ is tuple:
        for item in value:
            yield from _nodes(item)


def below(node: Any) -> Iterator[Any]:
    """The node and everything below it."""
    stack = [node]
    while stack:
        top = stack.pop()
        kind = top.__class__
        behind = BEHIND[kind]
        if behind is not None:
            yield top
            stack.extend(behind(top))
        elif kind is tuple:
            stack.extend(top[::-1])


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """The node with every node directly below replaced by what `change` makes of it."""
    changes = {}
    for name in held(node.__class__):
        old = getattr(node, name)
        new = _apply(old, change)
        if new is not old:
            changes[name] = new
    if not changes:
        return node
    kind = node.__class__  # `attrs.evolve` looks at its fields anew each time
    return kind(**{name: changes[name] if name in changes else getattr(node, name) for name in _fields(kind)})


@cache
def _fields(kind: Hashable) -> tuple[str, ...]:
    return tuple(f.name for f in attrs.fields(cast(Any, kind)))


def _apply(value: Any, change: Callable[[Any], Any]) -> Any:
    if value.__class__ in KINDS:
        return change(value)
    if value.__class__ is not tuple:
        return value
    made: list[Any] = []
    same = True
    for item in value:
        kind = item.__class__
        new = change(item) if kind in KINDS else _apply(item, change)
        if new is not item:
            same = False
            if new.__class__ is tuple and kind in STMTS:  # a statement may become several
                made.extend(new)
                continue
        made.append(new)
    return value if same else tuple(made)


def substitute(node: Any, values: Mapping[str, core.Expr]) -> Any:
    """An expression or statement with locals replaced. Names bound inside are assumed to differ from these."""
    if not values:
        return node
    if isinstance(node, core.Local):
        return values.get(node.name, node)
    if isinstance(node, tuple):
        return tuple(substitute(n, values) for n in node)
    return rebuild(node, lambda child: substitute(child, values))


def conjuncts(node: core.Expr | None) -> tuple[core.Expr, ...]:
    """The conditions that a condition joins by `and`, as it stands; itself if it joins none, and nothing for none."""
    if isinstance(node, core.Prim) and node.op == "and":
        return node.args
    return () if node is None else (node,)


def every_conjunct(node: core.Expr) -> list[core.Expr]:
    """The same, down to those that join nothing."""
    if isinstance(node, core.Prim) and node.op == "and":
        return [part for arg in node.args for part in every_conjunct(arg)]
    return [node]


def reads(node: Any) -> set[str]:
    """The locals an expression mentions, those bound inside included."""
    return {n.name for n in below(node) if isinstance(n, core.Local)}


def free(node: Any) -> frozenset[str]:
    """The locals an expression mentions, without those bound inside."""
    if isinstance(node, core.Local):
        return frozenset({node.name})
    if isinstance(node, core.Fold):
        inner = NOTHING.union(*(free(part) for part in (node.where, node.value) if part is not None))
        return free(node.source) | (inner - {node.var})
    return NOTHING.union(*map(free, children(node)))


def rename_bound(node: core.Expr, prefix: str) -> core.Expr:
    """An expression whose folds bind fresh names, so that it can be put inside another."""
    return cast(core.Expr, _renamed(node, prefix, {}))


def _renamed(node: Any, prefix: str, names: Mapping[str, core.Local]) -> Any:
    if isinstance(node, core.Local):
        return names.get(node.name, node)
    if not isinstance(node, core.Fold) or not node.var:
        return rebuild(node, lambda child: _renamed(child, prefix, names))
    member = core.Local(prefix + node.var, element(node.source.type))
    source = _renamed(node.source, prefix, names)
    inner = {**names, node.var: member}
    made = rebuild(node, lambda child: source if child is node.source else _renamed(child, prefix, inner))
    return attrs.evolve(made, var=member.name)


def put(node: Any, values: Mapping[str, core.Expr]) -> Any:
    """The same where names bound inside may be among them: what a fold calls its members is renamed then."""
    if not values:
        return node
    if isinstance(node, tuple):
        return tuple(put(n, values) for n in node)
    taken = {name for value in values.values() for name in reads(value)}
    if any(isinstance(n, core.Fold) and n.var in taken for n in below(node)):
        node = rename_bound(node, "its'")
    return substitute(node, values)


def impossible(stmts: tuple[Any, ...]) -> bool:
    """Whether it is said that play never comes to these statements."""
    match stmts:
        case (core.Let(_, core.Prim("sure", (core.Const(None),))),):
            return True
    return False


def conjunction(parts: Iterable[core.Expr | None]) -> core.Expr | None:
    """All of them; None if there is nothing to ask."""
    present = [p for p in parts if p is not None]
    if len(present) < 2:
        return present[0] if present else None
    return core.Prim("and", tuple(present), YES_NO, span=present[0].span)
