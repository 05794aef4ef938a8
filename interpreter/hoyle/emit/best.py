"""The best of a list, by a value of each member: found in one pass."""

from __future__ import annotations

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import substitute
from hoyle.emit.loops import Loops


def the_best(exprs: Loops, fold: core.Fold, env: dict[str, str]) -> None:
    """The only member with the highest value, or none."""
    first = _leading(exprs, fold)
    if first is not None:
        _best_of_leading(exprs, fold, first, env)
        return
    line, depth = exprs.function.line, exprs.function.depth
    var = _candidates(exprs, fold, env)
    line(f"if peak is None or k {'>' if fold.kind == 'highest' else '<'} peak:")
    line(f"    peak = k; best = {var}")
    line("elif k == peak:")
    line("    best = None")
    exprs.function.depth = depth
    line("return best")


def first_best(exprs: Loops, fold: core.Fold, env: dict[str, str]) -> None:
    """The first member with the highest value, or none."""
    line, depth = exprs.function.line, exprs.function.depth
    var = _candidates(exprs, fold, env)
    line(f"if peak is None or k {'>' if fold.kind == 'highest' else '<'} peak:")
    line(f"    peak = k; best = {var}")
    exprs.function.depth = depth
    line("return best")


def _candidates(exprs: Loops, fold: core.Fold, env: dict[str, str]) -> str:
    """The head of a loop over the members that a fold compares, with the value of each in `k`; gives its name."""
    assert fold.value is not None
    var, inner, where = exprs.function.temp("x"), dict(env), fold.where
    if where is not None:
        where, extra = exprs.hoist(where, {fold.var}, env)
        inner |= extra
    inner[fold.var] = var
    source = exprs.expr(fold.source, env)
    exprs.function.line("best = peak = None")
    outer = exprs.started, exprs.inside
    exprs.start(fold.source)
    exprs.function.loop(f"for {var} in {exprs.gone_through(fold, source)}:")
    if where is not None:
        exprs.guard(where, inner, among=True)
    exprs.lines(fold.value, inner, "k")
    exprs.started, exprs.inside = outer
    return var


def _best_of_leading(exprs: Loops, fold: core.Fold, first: core.Expr, env: dict[str, str]) -> None:
    """The only best member among those of which another value is highest: both in one pass."""
    assert fold.value is not None
    var = exprs.function.temp("x")
    inner = {**env, fold.var: var}
    line, sign = exprs.function.line, ">" if fold.kind == "highest" else "<"
    line("best = peak = None")
    line("lead = LEAST")
    exprs.function.loop(f"for {var} in {exprs.gone_through(fold, exprs.expr(fold.source, env))}:")
    line(f"w = {exprs.expr(exprs.remember(first, inner), inner)}")
    line("if w >= lead:")
    line(f"    k = {exprs.expr(fold.value, inner)}")
    line(f"    if w > lead or k {sign} peak:")
    line(f"        lead = w; peak = k; best = {var}")
    line("    elif k == peak:")
    line("        best = None")
    exprs.function.depth -= 1
    line("return best")


def _leading(exprs: Loops, fold: core.Fold) -> core.Expr | None:
    """In `highest(c in list where f(c) is max(f(d) for d in list) by ...)`: f(c), else None."""
    where = fold.where
    if not isinstance(where, core.Prim) or where.op != "is":
        return None
    for one, two in (where.args, where.args[::-1]):
        most = exprs.program.defines[two.name].body if isinstance(two, core.Ask) and not two.args else two
        if isinstance(most, core.Fold) and most.kind == "max" and most.source == fold.source and most.value is not None:
            same = substitute(most.value, {most.var: core.Local(fold.var, t.CARD)})
            if most.where is None and same == one:
                return one
    return None
