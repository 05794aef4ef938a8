"""Forms of expressions that are written in a way of their own. Nothing is written here."""

from __future__ import annotations

from typing import cast

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.guards import needs
from hoyle.core.walk import below, conjunction, conjuncts, reads, rename_bound, substitute
from hoyle.program.program import Define

PLAIN = (core.Local, core.Const)  # what can be written again wherever it is needed
GATHERS = ("count", "sum", "max", "min", "all")
COMPARES = ("is", "is not", "<", "<=", ">", ">=", "in", "up", "not")
LOOPS = (*GATHERS, "any", "every", "first")


def substituted(define: Define, args: tuple[core.Expr, ...]) -> core.Expr:
    """What a definition says of what it is asked about: locals and constants."""
    names = {a.name for a in args if isinstance(a, core.Local)}
    binds = {n.var for n in below(define.body) if isinstance(n, core.Fold)}
    body = rename_bound(define.body, f"{define.name}.") if names & binds else define.body
    return cast(core.Expr, substitute(body, {p: a for (p, _), a in zip(define.params, args, strict=True)}))


def known(env: dict[str, str], name: str, type_: t.Type) -> core.Local:
    """A local for what was worked out, under a name that no author can have written."""
    env[f" {name}"] = name
    return core.Local(f" {name}", type_)


def loops(node: core.Expr) -> bool:
    """Whether it is a fold that is quicker as a loop."""
    if not isinstance(node, core.Fold) or whose(node):
        return False
    return node.kind in LOOPS and bool(node.where or node.value)


def goes_through(node: core.Expr) -> bool:
    """Whether there is a fold in it that looks at the members of a list."""
    folds = [n for n in below(node) if isinstance(n, core.Fold) and not whose(n)]
    return any((fold.where or fold.value) is not None for fold in folds)


def heavy(part: core.Expr) -> bool:
    """Whether it is worth a local where it is asked often."""
    match part:
        case core.Fold(_, _, _, where, value):
            return (where or value) is not None
        case core.Prim(op):
            return op in ("the", "concat")
    return isinstance(part, core.Ask)


def best_of(node: core.Expr) -> core.Fold | None:
    """What is highest or lowest of a list, if it is asked for the only such member, or for the first."""
    match node:
        case core.Prim("the", (core.Fold("highest" | "lowest") as fold,)):
            return fold if fold.value is not None else None
        case core.Fold("first", _, core.Fold("highest" | "lowest") as fold, None, None):
            return fold if fold.value is not None else None
    return None


def in_its_zone(fold: core.Fold) -> core.Fold:
    """A fold over some cards that lie in a zone: over the zone, where there is often nothing, if order is no matter."""
    if fold.where is None or fold.kind not in ("count", "sum", "any", "every", "max", "min"):
        return fold
    parts = conjuncts(fold.where)
    for number, part in enumerate(parts):
        match fold.source, part:
            case core.Const(tuple() as cards), core.Prim("in", (core.Local(name) as card, zone)) if name == fold.var:
                of = zone.args[0] if isinstance(zone, core.Prim) and zone.op == "cards" else zone
                known_zone = isinstance(of, core.Zone) and isinstance(of.type, t.ZoneOf) and name not in reads(of)
                known_zone = known_zone and isinstance(card.type, t.CardOf) and not needs(of, parts[:number])
                if known_zone and len(set(cards)) == len(cards) > 1:
                    source = core.Prim("cards", (of,), fold.source.type)
                    among = core.Prim("in", (card, fold.source), t.YES_NO)
                    where = conjunction([among, *(p for p in parts if p is not part)])
                    return attrs.evolve(fold, source=source, where=where)
    return fold


def among_values(fold: core.Fold, bound: set[str]) -> core.Prim | None:
    """`any(c in zone where c.suit is x)`, said as `x in all(c.suit for c in zone)`: that list is the same for all x."""
    if fold.kind != "any" or fold.value is not None:
        return None
    parts = conjuncts(fold.where)
    for test in parts:
        match test:
            case core.Prim("is", (core.Attr(_, core.Local(mine)) as value, core.Local(name) as item)) if (
                mine == fold.var and name in bound and not isinstance(t.settled(value.type), (t.ListOf, t.ZoneOf))
            ):
                rest = [other for other in parts if other is not test]
                if not any(needs(other, [test]) for other in rest):
                    type_ = t.ListOf(value.type)
                    every = core.Fold("all", fold.var, fold.source, conjunction(rest), value, type_, span=fold.span)
                    return core.Prim("in", (item, every), t.YES_NO)
    return None


def factored(node: core.Cond) -> core.Cond:
    """Cases that all ask whether a card is face up: that is asked once, before all else, for often the answer is no."""
    cases: list[tuple[tuple[core.Expr, ...], core.Expr]] = []
    rest: core.Expr = node
    while isinstance(rest, core.Cond):
        cases.append((conjuncts(rest.test), rest.then))
        rest = rest.otherwise
    common = [
        part
        for part in cases[0][0]
        if isinstance(part, core.Prim)
        and (part.op == "up" and isinstance(part.args[0], core.Local))
        and all(part in parts and not needs(part, parts[: parts.index(part)]) for parts, _ in cases)
    ]
    if len(cases) < 2 or not common:
        return node
    held: core.Expr = rest
    for parts, then in reversed(cases):
        left = conjunction([part for part in parts if part != common[0]])
        held = then if left is None else core.Cond(left, then, held, node.type, span=node.span)
    return core.Cond(common[0], held, rest, node.type, span=node.span)


def invariant(where: core.Expr, var: str) -> tuple[core.Expr | None, core.Expr | None]:
    """A condition without the parts that are the same for all members, and those: comparisons that cost little."""
    plain: list[core.Expr] = []
    rest: list[core.Expr] = []
    for part in conjuncts(where):
        same = isinstance(part, core.Prim) and part.op in COMPARES and var not in reads(part)
        same = same and not any(isinstance(n, (core.Ask, core.Fold)) for n in below(part))
        (plain if same and not needs(part, rest) else rest).append(part)
    return conjunction(rest), conjunction(plain)


def whose(node: core.Expr) -> bool:
    """Whether a fold finds the first member that has a card in its zone."""
    match node:
        case core.Fold("first", var, core.Const(tuple()), core.Prim("in", (card, zone)), None):
            zone = zone.args[0] if isinstance(zone, core.Prim) and zone.op == "cards" else zone
            if not isinstance(zone, core.Zone) or isinstance(card.type, (t.Maybe, t.Never)) or var in reads(card):
                return False
            mine = [part for part in zone.index if isinstance(part, core.Local) and part.name == var]
            known = [part for part in zone.index if isinstance(part, core.Const)]
            return len(mine) == 1 and len(mine) + len(known) == len(zone.index) and isinstance(zone.type, t.ZoneOf)
    return False
