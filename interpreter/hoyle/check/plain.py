"""Whether there is something, in a form in which the same question always has the same words.

`empty(hand[p])`, `count(hand[p]) is 0` and `every(c in hand[p] has no)` become one question, names that are bound are
called alike, what is asked of no member stands outside, and what is asked of a list that is put together is asked of
its parts. What comes out holds exactly where what went in does.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, children, conjunction, every_conjunct, free, rebuild, substitute

CASES = 12  # more that one of several holds is not taken apart
FEW = 4  # members of a list that are looked at one by one
SMALL = 200  # nodes of what is asked of each of them

_fresh = count()


def no(test: core.Expr) -> core.Expr:
    """The opposite of a condition, with `not` as far inside as it goes."""
    match test:
        case core.Const(bool() as value):
            return core.NO if value else core.YES
        case core.Prim("not", (inner,)):
            return inner
        case core.Prim("and" | "or" as op, parts):
            return core.Prim("or" if op == "and" else "and", tuple(map(no, parts)), t.YES_NO, span=test.span)
        case core.Cond(asked, then, otherwise):
            return core.Cond(asked, no(then), no(otherwise), t.YES_NO, span=test.span)
    return core.Prim("not", (test,), t.YES_NO, span=test.span)


def plain(node: core.Expr) -> core.Expr:
    """A condition, or any other expression, with all that it asks of lists in that form."""
    made: core.Expr = _levelled(_plain(_apart(node, {})))
    return made


def some(source: core.Expr, var: str = "", where: core.Expr | None = None) -> core.Expr:
    """That a list has a member, or one for which a condition holds, in that form."""
    return plain(core.Fold("any", var, source, where, None, t.YES_NO))


def _apart(node: Any, names: Mapping[str, core.Local]) -> Any:
    """An expression in which no two folds call their members alike."""
    if isinstance(node, core.Local):
        return names.get(node.name, node)
    if not isinstance(node, core.Fold):
        return rebuild(node, lambda child: _apart(child, names))
    member = core.Local(f"one'{next(_fresh)}", t.element(node.source.type))
    inner = {**names, node.var: member}
    where, value = (None if part is None else _apart(part, inner) for part in (node.where, node.value))
    return attrs.evolve(node, var=member.name, source=_apart(node.source, names), where=where, value=value)


def _levelled(node: Any) -> Any:
    """An expression in which what a fold calls its members says only how many folds are inside of it."""
    node = rebuild(node, _levelled)
    if not isinstance(node, core.Fold):
        return node
    level = core.Local(f"level'{_deep(node.where, node.value)}", t.element(node.source.type))
    where, value = (None if part is None else substitute(part, {node.var: level}) for part in (node.where, node.value))
    return attrs.evolve(node, var=level.name, where=where, value=value)


def _deep(*nodes: Any) -> int:
    """How many folds are inside of each other."""
    return max((_deep(*children(node)) + isinstance(node, core.Fold) for node in nodes if node is not None), default=0)


def _plain(node: Any) -> Any:
    match node:
        case core.Prim("not", (inner,)):
            return no(_plain(inner))
        case core.Prim("empty", (of,)):
            return no(_some(of, f"one'{next(_fresh)}", core.YES))
        case core.Fold("any", value=None):
            return _some_of(node)
        case core.Fold("every", var, source, where, value) if value is not None:
            return no(_some(source, var, _both([*([] if where is None else [_plain(where)]), no(_plain(value))])))
        case core.Prim("is" | "is not" as op, (core.Fold() as fold, core.Const(None))) if _of_members(fold):
            return _some_of(fold) if op == "is not" else no(_some_of(fold))
        case core.Prim("is" | "is not" | "<" | "<=" | ">" | ">=" as op, (core.Fold("count") as fold, core.Const(edge))):
            there = _there(op, edge)
            if there is not None:
                return _some_of(fold) if there else no(_some_of(fold))
    return rebuild(node, _plain)


def _some_of(fold: core.Fold) -> core.Expr:
    """That a fold has a member."""
    return _some(fold.source, fold.var, core.YES if fold.where is None else _plain(fold.where))


def _some(source: core.Expr, name: str, where: core.Expr) -> core.Expr:
    """That a list has a member for which a condition holds; it is in that form, and calls the member so."""
    local = core.Local(name, t.element(source.type))
    match source:
        case core.Prim("copy", (inner,)):
            return _some(inner, name, where)
        case core.Prim("concat", (one, other)):
            return _either([_some(one, name, where), _some(other, name, where)])
        case core.Cond(test, then, otherwise):
            made = (_some(then, name, where), _some(otherwise, name, where))
            return core.Cond(_plain(test), *made, t.YES_NO, span=source.span)
        case core.Fold("all", var, inner, test, value):
            said = core.Local(var, t.element(inner.type)) if value is None else _plain(value)
            asked = substitute(where, {name: said})
            return _some(inner, var, asked if test is None else _both([_plain(test), asked]))
        case core.Prim("list", items) if not items or (len(items) <= FEW and _size(where) <= SMALL):
            return _either([substitute(where, {name: _plain(item)}) for item in items])
        case core.Const(tuple() as values) if not values or (len(values) <= FEW and _size(where) <= SMALL):
            return _either([substitute(where, {name: core.Const(value, local.type)}) for value in values])
        case core.Prim("clockwise" | "anticlockwise"):
            source = core.Members(None, source.type)
        case core.Prim("others", (whom,)):
            other = core.Prim("is not", (local, _plain(whom)), t.YES_NO)
            if where != core.YES:
                return _some(core.Members(None, source.type), name, _both([other, where]))
    return _either([_of_each(source, local, case) for case in _cases(where)])


def _of_each(source: core.Expr, member: core.Local, tests: list[core.Expr]) -> core.Expr:
    """That a member fulfils all of these conditions; those that are not about it are asked outside."""
    about = [test for test in tests if member.name in free(test)]
    outside = [test for test in tests if member.name not in free(test)]
    if not about:
        return _both([*outside, _nonempty(source)])
    found = core.Fold("any", member.name, _plain(source), _both(about), None, t.YES_NO)
    return _both([*outside, found])


def _nonempty(source: core.Expr) -> core.Expr:
    """That a list, of which nothing else is asked, has a member."""
    match source:
        case core.Members(None, t.ListOf(t.Seat())):
            return core.YES
        case core.Prim("range", (low, high)):
            return core.Prim("<=", (_plain(low), _plain(high)), t.YES_NO)
        case core.Prim("some", (one,)):
            return core.Prim("is not", (_plain(one), core.Const(None, t.NEVER)), t.YES_NO)
        case core.Prim("others"):
            return core.Prim(">", (core.Players(t.NUMBER), core.Const(1, t.NUMBER)), t.YES_NO)
        case core.Prim("list" | "clockwise" | "anticlockwise", args):
            return core.YES if args else core.NO
        case core.Const(tuple() as items):
            return core.YES if items else core.NO
        case core.Prim("top" | "bottom", (zone, amount)):
            cards = core.Prim("cards", (zone,), source.type)
            one = core.Prim(">=", (_plain(amount), core.Const(1, t.NUMBER)), t.YES_NO)
            return _both([one, _nonempty(cards)])
        case core.Fold("highest" | "lowest"):
            return _some_of(source)
    return core.Fold("any", f"one'{next(_fresh)}", _plain(source), None, None, t.YES_NO)


def _of_members(fold: core.Fold) -> bool:
    """Whether a fold is none exactly if there is no member."""
    given = fold.value.type if fold.value is not None else t.element(fold.source.type)
    return fold.kind in ("first", "last", "max", "min") and not isinstance(given, (t.Maybe, t.Never))


def _there(op: str, edge: Any) -> bool | None:
    """Whether a count that compares so says that there is something, or nothing; None if it says something else."""
    if (op, edge) in (("is not", 0), (">", 0), (">=", 1)):
        return True
    return False if (op, edge) in (("is", 0), ("<=", 0), ("<", 1)) else None


def _cases(test: core.Expr) -> list[list[core.Expr]]:
    """The cases of which one has to hold, each as the conditions that it joins; too many are one."""
    found: list[list[core.Expr]] = [[]]
    for part in every_conjunct(test):
        either = part.args if isinstance(part, core.Prim) and part.op == "or" else (part,)
        cases = [case for one in either for case in _cases(one)] if len(either) > 1 else [[part]]
        if len(found) * len(cases) > CASES:
            cases = [[part]]
        found = [[*before, *case] for before in found for case in cases]
    return found


def _both(parts: list[core.Expr]) -> core.Expr:
    found = [part for part in dict.fromkeys(parts) if part != core.YES]
    return core.NO if core.NO in found else conjunction(found) or core.YES


def _either(parts: list[core.Expr]) -> core.Expr:
    found = [part for part in dict.fromkeys(parts) if part != core.NO]
    if core.YES in found or not found:
        return core.YES if found else core.NO
    return found[0] if len(found) == 1 else core.Prim("or", tuple(found), t.YES_NO)


def _size(node: core.Expr) -> int:
    return sum(1 for _ in below(node))
