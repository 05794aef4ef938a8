"""Patterns in expressions that can be written in a quicker way than as they are said. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.guards import needs
from hoyle.core.walk import below, reads, rebuild, rename_bound, substitute
from hoyle.program.program import Define

GATHERS = ("count", "sum", "max", "min", "all")
PLAIN = ("is", "is not", "<", "<=", ">", ">=", "in", "up", "not")
LOOPS = (*GATHERS, "any", "every", "first")


def substituted(define: Define, ask: core.Ask) -> core.Expr | None:
    """What a definition says of what it is asked about, if that can be written out."""
    names = {a.name for a in ask.args if isinstance(a, core.Local)}
    binds = {n.var for n in below(define.body) if isinstance(n, core.Fold)}
    if not all(isinstance(a, (core.Local, core.Const)) for a in ask.args):
        return None
    body = rename_bound(define.body, f"{define.name}.") if names & binds else define.body
    swap = {p: a for (p, _), a in zip(define.params, ask.args, strict=True)}
    return cast(core.Expr, substitute(body, swap))


def known(env: dict[str, str], name: str, type_: t.Type) -> core.Local:
    """A local for what was worked out, under a name that no author can have written."""
    env[f" {name}"] = name
    return core.Local(f" {name}", type_)


def loops(node: core.Expr) -> bool:
    """Whether it is a fold that is quicker as a loop."""
    if not isinstance(node, core.Fold) or whose(node) or printed_there(node):
        return False
    return node.kind in LOOPS and bool(node.where or node.value)


def in_its_zone(fold: core.Fold) -> core.Fold:
    """A fold over some cards that lie in a zone: over the zone, where there is often nothing, if order is no matter."""
    if fold.where is None or fold.kind not in ("count", "sum", "any", "every", "max", "min"):
        return fold
    parts = fold.where.args if isinstance(fold.where, core.Prim) and fold.where.op == "and" else (fold.where,)
    for number, part in enumerate(parts):
        match fold.source, part:
            case core.Const(tuple() as cards), core.Prim("in", (core.Local(name) as card, zone)) if name == fold.var:
                of = zone.args[0] if isinstance(zone, core.Prim) and zone.op == "cards" else zone
                known_zone = isinstance(of, core.Zone) and isinstance(of.type, t.ZoneOf) and name not in reads(of)
                known_zone = known_zone and isinstance(card.type, t.CardOf) and not needs(of, parts[:number])
                if known_zone and len(set(cards)) == len(cards) > 1:
                    source = core.Prim("cards", (of,), fold.source.type)
                    among = core.Prim("in", (card, fold.source), t.YES_NO)
                    where = all_of([among, *(p for p in parts if p is not part)])
                    return attrs.evolve(fold, source=source, where=where)
    return fold


def in_place(node: core.Expr, zone: core.Zone, cards: core.Local) -> core.Expr:
    """The expression with a local for the cards of a zone."""

    def put(part: Any) -> Any:
        match part:
            case core.Prim("cards", (core.Zone() as same,)) | (core.Zone() as same) if same == zone:
                return cards
        return rebuild(part, put)

    return cast(core.Expr, put(node))


def invariant(where: core.Expr, var: str) -> tuple[core.Expr | None, core.Expr | None]:
    """A condition without the parts that are the same for all members, and those: plain ones only."""
    parts = where.args if isinstance(where, core.Prim) and where.op == "and" else (where,)
    plain: list[core.Expr] = []
    rest: list[core.Expr] = []
    for part in parts:
        same = var not in reads(part) and not any(isinstance(n, (core.Ask, core.Fold)) for n in below(part))
        (plain if same and not needs(part, rest) else rest).append(part)
    if not plain or not all(isinstance(p, core.Prim) and p.op in PLAIN for p in plain):
        return where, None
    return all_of(rest), all_of(plain)


def apart(node: core.Expr) -> bool:
    """Whether it looks at nothing but where certain cards lie, and how: that can be asked at any time."""
    match node:
        case core.Const():
            return True
        case core.Attr(_, of):
            return apart(of)
        case core.Zone(_, index):
            return all(map(apart, index))
        case core.Prim(op, args):
            return op in (*PLAIN, "cards") and all(map(apart, args))
        case core.Fold(_, _, _, core.Prim(_, (card, _))):
            return whose(node) and apart(card)
    return False


def factored(node: core.Cond) -> core.Cond:
    """Cases that all ask the same plain question: it is asked once, before all else, for often the answer is no."""
    cases: list[tuple[list[core.Expr], core.Expr]] = []
    rest: core.Expr = node
    while isinstance(rest, core.Cond):
        test = rest.test
        cases.append((list(test.args) if isinstance(test, core.Prim) and test.op == "and" else [test], rest.then))
        rest = rest.otherwise
    common = [
        part
        for part in cases[0][0]
        if _plain(part) and all(part in parts and not needs(part, parts[: parts.index(part)]) for parts, _ in cases)
    ]
    if len(cases) < 2 or not common:
        return node
    held: core.Expr = rest
    for parts, then in reversed(cases):
        test_left = all_of([part for part in parts if part != common[0]])
        held = then if test_left is None else core.Cond(test_left, then, held, node.type, span=node.span)
    return core.Cond(common[0], held, rest, node.type, span=node.span)


def _plain(test: core.Expr) -> bool:
    """Whether a condition can be asked of anything at any time."""
    match test:
        case core.Prim("up", (core.Local(),)):
            return True
        case core.Prim("is", (core.Attr(_, core.Local()), core.Const())):
            return True
    return False


def all_of(parts: list[core.Expr]) -> core.Expr | None:
    """One condition that holds where all of these do."""
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else core.Prim("and", tuple(parts), t.YES_NO)


def group_key(fold: core.Fold, param: str) -> tuple[str, tuple[core.Expr, ...]] | None:
    """The attribute by which a fold picks out the members of a group, and its other conditions."""
    if fold.kind not in ("count", "any", "sum") or fold.where is None or reads(fold.source):
        return None
    if any(isinstance(n, core.Prim) and n.op == "mark" for n in below(fold)):
        return None  # it would count although nobody has asked
    if fold.value is not None and reads(fold.value) - {fold.var}:
        return None
    where = fold.where
    parts = where.args if isinstance(where, core.Prim) and where.op == "and" else (where,)
    keys: list[str] = []
    rest: list[core.Expr] = []
    for part in parts:
        match part:
            case core.Prim("is", (core.Attr(name, core.Local(var)) as attr, core.Local(other))) if (
                var == fold.var and other == param and isinstance(attr.type, t.Kind)
            ):
                keys.append(name)
            case _ if reads(part) <= {fold.var} and not isinstance(part, core.Fold):
                rest.append(part)
            case _:
                return None
    return (keys[0], tuple(rest)) if len(keys) == 1 else None


def terms(node: core.Expr) -> Iterator[core.Expr]:
    """The parts of an expression that are not inside a fold or a condition."""
    yield node
    if isinstance(node, core.Prim):
        for arg in node.args:
            yield from terms(arg)


def listed(part: core.Expr, bound: set[str]) -> core.Prim | None:
    """`x in list`, also if it says `any(c in zone where c.suit is x)`: x in the suits of the zone."""
    match part:
        case core.Prim("in"):
            return part
        case core.Fold("any", var, source, where, None) if where is not None:
            parts = where.args if isinstance(where, core.Prim) and where.op == "and" else (where,)
            for test in parts:
                match test:
                    case core.Prim("is", (core.Attr(_, core.Local(mine)) as value, core.Local(name) as item)) if (
                        mine == var and name in bound
                    ):
                        rest = tuple(other for other in parts if other is not test)
                        which = rest[0] if len(rest) == 1 else core.Prim("and", rest, t.YES_NO) if rest else None
                        every = core.Fold("all", var, source, which, value, t.ListOf(value.type))
                        return core.Prim("in", (item, every), t.YES_NO)
    return None


def heavy(part: core.Expr) -> bool:
    if isinstance(part, core.Ask) or (isinstance(part, core.Fold) and (part.where or part.value) is not None):
        return True
    return isinstance(part, core.Prim) and part.op in ("the", "concat")


def printed_there(node: core.Expr) -> bool:
    """Whether it asks if something is printed on a card of a list."""
    match node:
        case core.Fold("any", var, _, core.Prim("is", (core.Attr(_, core.Local(name)) as attr, value)), None):
            plain = not isinstance(t.settled(attr.type), (t.ListOf, t.ZoneOf))
            return name == var and var not in reads(value) and plain
    return False


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
