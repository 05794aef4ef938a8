"""What a change of the table touches, and what a condition looks at: whether the one can make the other true.

Both are sets of words: `zone x`, `var x`, `sides x` (which side is up of the cards in zone x), and for what cannot be
narrowed down EVERYTHING (some zone), SIDES (the side of some card, wherever it is) and ANYWHERE (sides in some zone).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hoyle.core import nodes as core
from hoyle.core.walk import below, children
from hoyle.program.program import Program

EVERYTHING = "every zone"
SIDES = "the sides of cards"
ANYWHERE = "sides in every zone"

Lying = Mapping[Any, str | None]
"""The zone in which a card, by its number or by the local that stands for it, certainly lies."""


def concerns(touched: set[str], reads: set[str]) -> bool:
    """Whether what was touched is among what is looked at."""
    return (
        bool(touched & reads)
        or (EVERYTHING in touched and any(word.startswith("zone ") or word == EVERYTHING for word in reads))
        or (EVERYTHING in reads and any(word.startswith("zone ") for word in touched))
        or (ANYWHERE in touched and any(word.startswith("sides ") for word in reads))
    )


def reads(program: Program, node: Any, lying: Lying | None = None, within: frozenset[str] = frozenset()) -> set[str]:
    """What an expression looks at: zones, variables, sides of cards."""
    lying = lying or {}
    match node:
        case core.Zone(name):
            return {f"zone {name}"} | _all(program, node.index, lying, within)
        case core.Var(name):
            return {f"var {name}"} | _all(program, node.index, lying, within)
        case core.Prim("up", (core.Local(card) | core.Const(int() as card),)) if lying.get(card):
            return {f"sides {lying[card]}"}
        case core.Prim("owner", (core.Local(card) | core.Const(int() as card),)) if lying.get(card):
            return set()
        case core.Prim("and", parts):
            found = set()
            for part in parts:
                found |= reads(program, part, lying, within)
                lying = {**lying, **_said_to_lie(part)}
            return found
        case core.Prim("up" | "owner" as op, args):
            return {SIDES if op == "up" else EVERYTHING} | _all(program, args, lying, within)
        case core.Fold(_, var, source, where, value):
            inner = {**lying, var: _zone(source)}
            rest = [part for part in (where, value) if part is not None]
            return reads(program, source, lying, within) | _all(program, rest, inner, within)
        case core.Ask(name, args):
            found = _all(program, args, lying, within)
            define = program.defines.get(name)
            if define is None or name in within:
                return found
            given = {
                param: lying.get(which)
                for (param, _), arg in zip(define.params, args, strict=True)
                if (which := _card(arg)) is not None
            }
            return found | reads(program, define.body, given, within | {name})
    return _all(program, children(node), lying, within)


def _all(program: Program, nodes: Iterable[Any], lying: Lying, within: frozenset[str]) -> set[str]:
    return {word for node in nodes for word in reads(program, node, lying, within)}


def _card(node: core.Expr) -> str | int | None:
    """A card by its number, or by the local that stands for it."""
    match node:
        case core.Local(card) | core.Const(int() as card):
            return card
    return None


def _said_to_lie(test: core.Expr) -> dict[Any, str | None]:
    """Where a card certainly lies if a condition holds."""
    match test:
        case core.Prim("in", (item, source)) if (card := _card(item)) is not None and _zone(source):
            return {card: _zone(source)}
    return {}


def _zone(source: core.Expr) -> str | None:
    """The zone that all cards of a list lie in."""
    zones = zones_of(source)
    return next(iter(zones)).removeprefix("zone ") if EVERYTHING not in zones else None


def touched(program: Program, stmts: tuple[core.Stmt, ...], lying: Lying | None = None) -> set[str]:
    """What statements change; lying: where cards certainly lie before them."""
    found: set[str] = set()
    for node in below(stmts):
        match node:
            case core.Set(name):
                found.add(f"var {name}")
            case core.Reset(names):
                found |= {f"var {name}" for name in names}
            case core.Face(cards):
                zones = zones_of(cards)
                known = {ANYWHERE} if EVERYTHING in zones else {zone.replace("zone", "sides", 1) for zone in zones}
                found |= {SIDES} | known
            case core.Move(cards, to):
                found |= zones_of(cards, lying) | zones_of(to) | {SIDES}
            case core.Do():
                found |= {EVERYTHING, SIDES, ANYWHERE, *(f"var {name}" for name in program.model.vars)}
    return found


def zones_of(expr: core.Expr, lying: Lying | None = None) -> set[str]:
    """The zone a card or a list of cards is certainly in, or every zone."""
    match expr:
        case core.Local(name) if lying and lying.get(name):
            return {f"zone {lying[name]}"}
        case core.Zone(name):
            return {f"zone {name}"}
        case core.Prim("cards" | "top" | "bottom", (of, *_)):
            return zones_of(of)
        case core.Fold("all" | "first" | "last", _, source, _, None):
            return zones_of(source)
    return {EVERYTHING}
