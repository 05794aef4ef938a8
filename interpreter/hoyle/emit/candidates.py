"""Candidates: what is legal of an offer, as Python. First whatever can be chosen, then what the rules leave of it.

A rule that says the same of all candidates is asked before they are looked for, one that only looks at each of them
while they are found, and any other is applied to the list, in turn.
"""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction, reads
from hoyle.emit.early import hoist
from hoyle.emit.expressions import Env
from hoyle.emit.lines import Lines
from hoyle.emit.writer import Function, Simple
from hoyle.plan.shown import Shown

ONE = "((),)"  # the candidates of an offer that has nothing to choose
Each = tuple[str, str]  # what a candidate is called, and the list of them


@attrs.frozen
class Wanted:
    """enough: how many candidates a rule has to leave that holds only if able. shown: how candidates are shown, if only
    one of several copies is wanted. weighted: what is in a list twice is wanted twice."""

    enough: str = "1"
    shown: Shown | None = None
    weighted: bool = False

    @property
    def once(self) -> bool:
        """Whether one of several copies is enough, and can be told while candidates are found."""
        return self.shown is not None and self.shown.copies and self.shown.by_face


ALL = Wanted()


def candidates(lines: Lines, offer: core.Offer, env: Env, wanted: Wanted = ALL) -> str:
    """Lines that work out the legal values of an offer; hands back the name of the list.

    With one parameter its members are values, otherwise tuples of values.
    """
    if not offer.params:
        return _bare(lines, offer, env)
    bound, work = {param.name for param in offer.params}, lines.emitter.work
    once = [
        rule for rule in offer.filters if _always(rule) and not reads(rule.test) & bound and not work.stops(rule.test)
    ]
    rest = [rule for rule in offer.filters if rule not in once]
    each = next((n for n, rule in enumerate(rest) if not _always(rule) or rule.if_able), len(rest))
    function, inner = lines.function, dict(env)
    depth, pool = function.depth, function.temp("m")
    if once:
        function.line(f"{pool} = ()")
    for rule in once:
        if not rule.if_able:
            lines.guard(rule.test, inner)
    charged = attrs.evolve(offer, filters=tuple(rest[each:]))
    item = _found(lines, charged, inner, pool, [rule.test for rule in rest[:each]], wanted)
    if len(rest) > each + 1:
        function.line(f"if {pool}:")
        function.depth += 1
    for rule in rest[each:]:
        _filter(lines, rule, (item, pool), bound, inner, wanted.enough)
    function.depth = depth
    return pool


def _always(rule: core.Filter) -> bool:
    """Whether a rule applies whatever is chosen."""
    return rule.when is None and rule.waived is None


def _bare(lines: Lines, offer: core.Offer, env: Env) -> str:
    """An offer without parameters: it is there, or it is not."""
    function, inner = lines.function, dict(env)
    demands = [_demand(rule) for rule in offer.filters if not rule.if_able]
    if not demands:
        return ONE
    depth, pool = function.depth, function.temp("m")
    function.line(f"{pool} = ()")
    for demand in demands:
        lines.guard(demand, inner)
    function.line(f"{pool} = {ONE}")
    function.depth = depth
    return pool


def _demand(rule: core.Filter) -> core.Expr:
    """What a rule asks of an offer that has nothing to choose."""
    test = rule.test
    if rule.when is not None:
        test = core.Prim("or", (core.Prim("not", (rule.when,), t.YES_NO), test), t.YES_NO)
    return core.Prim("or", (rule.waived, test), t.YES_NO) if rule.waived is not None else test


# ---------------------------------------------------------------------------------------------- what there is


def _found(
    lines: Lines, offer: core.Offer, env: dict[str, str], pool: str, tests: list[core.Expr], wanted: Wanted
) -> str:
    """Lines for all candidates that pass some tests; hands back what a member is called. `env` knows its parts."""
    function, params, work = lines.function, offer.params, lines.emitter.work
    names = [function.temp("x") for _ in params]
    item = names[0] if len(names) == 1 else f"({', '.join(names)})"
    most, each = work.candidates(offer)
    charges = [1] * (len(params) - 1) + [each] if work.heavy_offer(offer) else [0] * len(params)
    first = _source(lines, offer, params[0], env, charges[0], wanted)
    if len(params) == 1 and params[0].where is None and not wanted.once and not tests:
        env[params[0].name] = names[0]
        function.line(f"{pool} = {first}")
        return item
    bound = {param.name for param in params}
    asked = [[] if param.where is None else [param.where] for param in params]
    asked[-1] += tests
    wheres = [[hoist(lines, test, bound, env) for test in tests] for tests in asked]
    function.line(f"{pool} = []")
    depth, last = function.depth, function.temp("y") if wanted.once else ""
    if last:
        function.line(f"{last} = -1")
    for param, name, where, charge in zip(params, names, wheres, charges, strict=True):
        source = first if param is params[0] else _source(lines, offer, param, env, charge, wanted)
        env[param.name] = name
        function.loop(f"for {name} in {source}:")
        if last and param is params[0]:
            unlike(function, name, last)
        test = conjunction(where)
        if test is not None:
            lines.guard(test, env)
    function.line(f"{pool}.append({item})")
    if most > t.MOST_CHOICES:
        function.line(f"fewer({pool}, {lines.emitter.place(offer.span)})")
    function.depth = depth
    return item


def _source(
    lines: Lines, offer: core.Offer, param: core.Param, env: dict[str, str], charge: int, wanted: Wanted
) -> str:
    """What a parameter is chosen from; if there may be many candidates, the state is charged for them."""
    function, code = lines.function, lines.value(param.source, env)
    if not (wanted.weighted or lines.emitter.plan.sight.different(param.source)):
        code = f"once_({code})"
    elif isinstance(param.source, core.Ask) and not isinstance(code, Simple) and function.depth == function.base:
        name = function.temp("t")  # others may ask for it again
        function.line(f"{name} = {code}")
        function.hold(lines.exprs.asked(param.source, env), name)
        code = name
    return lines.exprs.paid(code, charge, offer.span) if charge else code


def unlike(function: Function, card: str, last: str) -> None:
    """Lines that pass over a card that looks like the one before it."""
    function.line(f"if SAME[{card}] == {last}:")
    function.line("    continue")
    function.line(f"{last} = SAME[{card}]")


# ---------------------------------------------------------------------------------------------- what is left of it


def _filter(lines: Lines, rule: core.Filter, each: Each, bound: set[str], env: Env, enough: str) -> None:
    """Lines that leave the candidates that a rule allows."""
    function, inner, pool, when = lines.function, dict(env), each[1], rule.when
    depth = function.depth
    if when is not None and not reads(when) & bound:
        if lines.emitter.work.stops(when):  # it is asked of candidates, and there may be none
            function.line(f"if {pool}:")
            function.depth += 1
        lines.guard(when, inner)
        when = None
    free: list[core.Expr] = [] if when is None else [core.Prim("not", (when,), t.YES_NO)]
    free += [] if rule.waived is None else [rule.waived]
    left, able = _left(lines, rule.test, free, each, bound, inner)
    if rule.if_able:
        function.line(f"if {able} >= {enough}:")
        function.depth += 1
    function.line(f"{pool} = {left}")
    function.depth = depth


def _left(
    lines: Lines, test: core.Expr, free: list[core.Expr], each: Each, bound: set[str], env: dict[str, str]
) -> tuple[str, str]:
    """Lines that gather the candidates that are free or pass a test; hands back their list, and how many passed."""
    function, line, (item, pool) = lines.function, lines.function.line, each
    depth, left, able = function.depth, function.temp("k"), function.temp("n")
    exempt = None if not free else free[0] if len(free) == 1 else core.Prim("or", tuple(free), t.YES_NO)
    if exempt is None:
        test = hoist(lines, test, bound, env)
    else:
        exempt = hoist(lines, exempt, bound, env)
        line(f"{able} = 0")
    line(f"{left} = []")
    function.loop(f"for {item} in {pool}:")
    if exempt is not None:
        inside, own = function.depth, dict(env)
        lines.guard(exempt, own)
        line(f"{left}.append({item})")
        line("continue")
        function.depth = inside
    lines.guard(test, env)
    line(f"{left}.append({item})")
    if exempt is not None:
        line(f"{able} += 1")
    function.depth = depth
    return left, f"len({left})" if exempt is None else able
