"""Folds as loops: a comprehension costs a call, and most lists here are a handful of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import FOLDS
from hoyle.core.walk import conjunction, substitute
from hoyle.emit.early import hoist
from hoyle.emit.expressions import Env
from hoyle.emit.patterns import GATHERS, in_its_zone, invariant

if TYPE_CHECKING:
    from hoyle.emit.lines import Lines

FOUND = {"any": "True", "every": "False"}
Member = tuple[str, core.Expr | None, dict[str, str]]
"""What a member of a list is called, what is wanted of it, and the names in scope."""


def loop(lines: Lines, fold: core.Fold, env: Env, target: str | None) -> None:
    """A fold as a loop, into a local or (None) as what the function gives."""
    function, line, kind = lines.function, lines.function.line, fold.kind
    depth, start = function.depth, "[]" if FOLDS[kind].none == () else repr(FOLDS[kind].none)
    if (values := _compared(lines, fold, env)) is not None:
        name: str = function.temp("y")
        lines.exprs.gone_through(fold, lines.value(fold.source, env))  # it is charged like a look at every pair
        lines.put(values, env, name)
        lines.store(f"len(set({name})) < len({name})", target)
        return
    if kind in GATHERS:
        name = target or function.temp("n")
        _gather(lines, kind, _each(lines, in_its_zone(fold), env, f"{name} = {start}"), name)
        function.depth = depth
        if kind == "sum" and lines.emitter.work.may_grow(fold):
            line(f"{name} = number_({name}, {lines.emitter.place(fold.span)})")
        if target is None:
            line(f"return {name}")
        return
    _find(lines, kind, _each(lines, in_its_zone(fold), env, "" if target is None else f"{target} = {start}"), target)
    function.depth = depth
    if target is None:
        line(f"return {start}")


def _compared(lines: Lines, fold: core.Fold, env: Env) -> core.Fold | None:
    """In `any(x in list where f(x) and any(y in list where y is not x and f(y) and g(y) is g(x)))`: all g(x).

    Whether two members are alike is seen by their values, without a look at every pair.
    """
    if fold.kind != "any" or fold.where is None or not isinstance(fold.source, core.Const):
        return None
    *tests, other = lines.conjuncts(fold.where, env)
    if not isinstance(other, core.Fold) or (other.kind, other.source) != ("any", fold.source) or other.where is None:
        return None
    me = core.Local(fold.var, t.element(fold.source.type))
    asked = [substitute(part, {other.var: me}) for part in lines.conjuncts(other.where, env)]
    same = [part for part in asked if isinstance(part, core.Prim) and part.args[1:] == part.args[:1]]
    match sorted(same, key=lambda part: part.op):
        case [core.Prim("is", (value, _)), core.Prim("is not", (core.Local(name), _))] if name == fold.var:
            plain = not isinstance(t.settled(value.type), (t.ListOf, t.ZoneOf)) and not lines.emitter.work.stops(value)
            if plain and [part for part in asked if part not in same] == tests:
                return core.Fold("all", fold.var, fold.source, conjunction(tests), value, t.ListOf(value.type))
    return None


def best(lines: Lines, fold: core.Fold, env: Env, target: str | None, only: bool) -> None:
    """The member with the highest value, or the lowest, in one pass: the first, or (only) none if there are several."""
    function, line, depth = lines.function, lines.function.line, lines.function.depth
    found, peak, key = (function.temp(word) for word in ("n", "p", "k"))
    var, value, inner = _each(lines, fold, env, f"{found} = {peak} = None")
    assert value is not None
    lines.put(value, inner, key)
    line(f"if {peak} is None or {key} {'>' if fold.kind == 'highest' else '<'} {peak}:")
    line(f"    {peak} = {key}; {found} = {var}")
    if only:
        line(f"elif {key} == {peak}:")
        line(f"    {found} = None")
    function.depth = depth
    lines.store(found, target)


def _each(lines: Lines, fold: core.Fold, env: Env, begin: str) -> Member:
    """The head of a loop over the members that a fold looks at; what is the same for all of them stands before it."""
    function, work = lines.function, lines.emitter.work
    inner, where, value = dict(env), fold.where, fold.value
    if where is not None:
        where = hoist(lines, where, {fold.var}, inner)
    elif value is not None:
        value = hoist(lines, value, {fold.var}, inner)
    source = lines.exprs.gone_through(fold, lines.value(fold.source, env))
    if begin:
        function.line(begin)
    if where is not None and not work.stops(fold.source) and not work.stops(where):
        where, always = invariant(where, fold.var)
        if always is not None:
            lines.guard(always, inner)
    var = inner[fold.var] = function.temp("x")
    function.loop(f"for {var} in {source}:")
    if where is not None:
        lines.guard(where, inner)
    return var, value, inner


def _gather(lines: Lines, kind: str, member: Member, name: str) -> None:
    """What is done for each member where all of them count."""
    var, value, inner = member
    line, code = lines.function.line, var if value is None else lines.value(value, inner)
    match kind:
        case "count":
            line(f"{name} += 1")
        case "sum":
            line(f"{name} += {code}")
        case "all":
            line(f"{name}.append({code})")
        case _:
            key = lines.function.temp("k")
            line(f"{key} = {code}")
            line(f"if {name} is None or {key} {'>' if kind == 'max' else '<'} {name}:")
            line(f"    {name} = {key}")


def _find(lines: Lines, kind: str, member: Member, target: str | None) -> None:
    """What is done for each member where the first one settles it."""
    var, value, inner = member
    if kind == "every":
        assert value is not None
        lines.guard(core.Prim("not", (value,), value.type), inner)
    found = FOUND.get(kind) or (var if value is None else lines.value(value, inner))
    lines.store(found, target)
    if target is not None:
        lines.function.line("break")
