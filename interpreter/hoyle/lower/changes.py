"""What a change of the table touches, and what a condition looks at: whether the one can make the other true.

Both are sets of words: ZONE and VAR by name, TURNED (which side is up of the cards in a zone, by the name of that), and
for what cannot be narrowed down EVERYTHING (some zone), SIDES (the side of some card, wherever it is) and ANYWHERE
(sides in some zone).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.core.walk import below, children
from hoyle.program.program import Program

Word = tuple[str, str]  # a sort, and a name of it
ZONE, VAR, TURNED = "zone", "var", "turned"
EVERYTHING, SIDES, ANYWHERE = ("every zone", ""), ("sides", ""), ("sides in every zone", "")
READ = {LooksAt.SIDES: SIDES, LooksAt.PLACES: EVERYTHING}

Lying = Mapping[Any, str | None]
"""The zone in which a card, by its number or by the local that stands for it, certainly lies."""


def concerns(touched: set[Word], reads: set[Word]) -> bool:
    """Whether what was touched is among what is looked at."""
    return (
        bool(touched & reads)
        or (EVERYTHING in touched and any(word[0] == ZONE or word == EVERYTHING for word in reads))
        or (EVERYTHING in reads and any(word[0] == ZONE for word in touched))
        or (ANYWHERE in touched and any(word[0] == TURNED for word in reads))
    )


def reads(program: Program, node: Any, lying: Lying | None = None, within: frozenset[str] = frozenset()) -> set[Word]:
    """What an expression looks at: zones, variables, sides of cards."""
    lying = lying or {}
    match node:
        case core.Zone(name):
            return {(ZONE, name)} | _all(program, node.index, lying, within)
        case core.Var(name):
            return {(VAR, name)} | _all(program, node.index, lying, within)
        case core.Prim("up", (core.Local(card) | core.Const(int() as card),)) if zone := lying.get(card):
            return {(TURNED, zone)}
        case core.Prim("owner", (core.Local(card) | core.Const(int() as card),)) if lying.get(card):
            return set()
        case core.Prim("and", parts):
            found: set[Word] = set()
            for part in parts:
                found |= reads(program, part, lying, within)
                lying = {**lying, **_said_to_lie(part)}
            return found
        case core.Prim(op, args) if OPERATORS[op].reads in READ:
            return {READ[OPERATORS[op].reads]} | _all(program, args, lying, within)
        case core.Fold(_, var, source, where, value):
            inner = {**lying, var: zone_of(source)}
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


def _all(program: Program, nodes: Iterable[Any], lying: Lying, within: frozenset[str]) -> set[Word]:
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
        case core.Prim("in", (item, source)) if (card := _card(item)) is not None and zone_of(source):
            return {card: zone_of(source)}
    return {}


def touched(program: Program, stmts: tuple[core.Stmt, ...], lying: Lying | None = None) -> set[Word]:
    """What statements change; lying: where cards certainly lie before them."""
    found: set[Word] = set()
    for node in below(stmts):
        match node:
            case core.Set(name):
                found.add((VAR, name))
            case core.Reset(names):
                found |= {(VAR, name) for name in names}
            case core.Face(cards):
                zone = zone_of(cards)
                found |= {SIDES, ANYWHERE if zone is None else (TURNED, zone)}
            case core.Move(cards, to):
                found |= {_inside(zone_of(cards, lying)), _inside(zone_of(to)), SIDES}
            case core.Shuffle(pile):
                found.add(_inside(zone_of(pile)))
            case core.Do():
                found |= {EVERYTHING, SIDES, ANYWHERE, *((VAR, name) for name in program.model.vars)}
    return found


def _inside(zone: str | None) -> Word:
    return EVERYTHING if zone is None else (ZONE, zone)


def zone_of(expr: core.Expr, lying: Lying | None = None) -> str | None:
    """The zone a card or a list of cards is certainly in; None: it may be any."""
    match expr:
        case core.Local(name) if lying:
            return lying.get(name)
        case core.Zone(name):
            return name
        case core.Prim("cards" | "top" | "bottom", (of, *_)):
            return zone_of(of)
        case core.Fold("all" | "first" | "last", _, source, _, None):
            return zone_of(source)
    return None
