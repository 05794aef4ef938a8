"""Specialisation: options, the number of players and cards become constants, and what is constant is worked out."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.guards import needs
from hoyle.core.operators import FOLDS, OPERATORS, LooksAt
from hoyle.core.walk import below, conjuncts, reads, rebuild, rename_bound, substitute
from hoyle.program.fixed import Fixed
from hoyle.program.program import Program

LONGEST_RANGE = 1000  # what is written out


class Specialiser:
    """Rewrites expressions and statements of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fixed = Fixed(program)
        self.partly = len(program.cards) < sum(len(made.faces) for made in program.model.card_types.values())
        self.by_type: dict[str | None, tuple[int, ...]] = {None: tuple(c.number for c in program.cards)}
        self.by_key: dict[tuple[str, tuple[Any, ...]], int] = {}
        for name, cards in program.model.card_types.items():
            self.by_type[name] = tuple(c.number for c in program.cards if c.cards == name)
            for card in reversed([c for c in program.all_cards if c.cards == name]):
                self.by_key[(name, tuple(card.face[k] for k in cards.keys))] = card.number

    def __call__(self, node: Any) -> Any:
        if isinstance(node, tuple):
            made: list[Any] = []
            for item in node:
                new = self(item)
                made.extend(new) if isinstance(new, tuple) else made.append(new)
            return tuple(made)
        match node:
            case None:
                return None
            case core.Option(name):
                value = self.program.options[name]
                if value is None:  # chance decides when the game starts
                    return core.Var(f"{name}'drawn", (), node.type, span=node.span)
                return core.Const(value, node.type, span=node.span)
            case core.Players():
                count = self.program.players
                return core.Const(count, t.Numbers(count, count), span=node.span)
            case core.Members(of):
                if node.type == t.ListOf(t.SEAT):
                    return core.Const(tuple(range(self.program.players)), node.type, span=node.span)
                return core.Const(self.by_type[of], node.type, span=node.span)
            case core.CardRef(cards, keys):
                return core.Const(self.by_key[cards, keys], node.type, span=node.span)
        node = rebuild(node, self)
        match node:
            case core.Attr(name, core.Const(int() as card)):
                return core.Const(self.program.card(card).face.get(name), node.type, span=node.span)  # type: ignore[arg-type]
            case core.Var(index=index) | core.Zone(index=index) | core.Set(index=index) if self.partly and index:
                return attrs.evolve(node, index=tuple(_present(part, node.name) for part in index))
            case core.Prim():
                return self._prim(node)
            case core.Ask(name, args):
                known = all(isinstance(arg, core.Const) for arg in args) and self.fixed.definition(name)
                return self._worked_out(node) if known else node
            case core.Cond(core.Const(test), then, otherwise):
                return then if test else otherwise
            case core.Fold():
                return self._fold(node)
            case core.Branch(core.Const(test), then, otherwise):
                return then if test else otherwise
            case core.Each(source=core.Const(())) | core.Ordered(source=core.Const(())):
                return ()
            case core.Each(source=core.Const((int(),))) if isinstance(t.element(node.source.type), t.CardOf):
                return self._one_round(node)
            case core.Loop(core.Const(True)):
                return ()
        return node

    # ------------------------------------------------------------------------------------------ operators

    def _prim(self, node: core.Prim) -> core.Expr:
        op, args = node.op, node.args
        if op in ("and", "or"):
            return self._connective(node)
        if op == "not" and isinstance(args[0], core.Prim) and args[0].op == "not":
            return args[0].args[0]
        if op == "else" and isinstance(args[0], core.Const):
            return args[1] if args[0].value is None else args[0]
        if op == "else" and not isinstance(args[0].type, (t.Maybe, t.Never)):
            return args[0]
        if op == "sure" and isinstance(args[0], core.Const) and args[0].value is not None:
            return args[0]
        row = OPERATORS[op]
        if op == "groups":  # where they are looked for, it is planned how
            return node
        if row.value is None or not row.total or row.reads not in (LooksAt.NOTHING, LooksAt.PLAYERS):
            return node
        if not all(isinstance(a, core.Const) for a in args):
            return node
        values = [a.value for a in args if isinstance(a, core.Const)]
        value = row.value(*([self.program.players] if row.reads is LooksAt.PLAYERS else []), *values)
        if _too_much(value):
            return node
        return core.Const(tuple(value) if isinstance(value, range) else value, node.type, span=node.span)

    def _connective(self, node: core.Prim) -> core.Expr:
        stop = node.op == "or"
        parts: list[core.Expr] = []
        for arg in node.args:
            flat = arg.args if isinstance(arg, core.Prim) and arg.op == node.op else (arg,)
            for part in flat:
                if isinstance(part, core.Const):
                    if bool(part.value) == stop:
                        return self._cut(node, [*parts, part])
                    continue
                parts.append(part)
        return self._cut(node, parts if stop else self._owned(parts))

    def _owned(self, parts: list[core.Expr]) -> list[core.Expr]:
        """Conditions, with `c in zone and owner(c) is not none and p is owner(c)` said as `c in zone[p]`.

        It stands where the first of the three stood, so what they made sure of is still sure behind them.
        """
        for part in parts:
            match part:
                case core.Prim("in", (card, core.Zone(name, ()))):
                    owner = core.Prim("owner", (card,), t.Maybe(t.SEAT))
                    there = core.Prim("is not", (owner, core.Const(None, t.NEVER)), t.YES_NO)
                    if self.program.model.zones[name].index != (t.SEAT,) or there not in parts:
                        continue
                    for same in parts:
                        if isinstance(same, core.Prim) and same.op == "is" and owner in same.args:
                            who = same.args[0] if same.args[1] == owner else same.args[1]
                            first = min(parts.index(one) for one in (part, there, same))
                            if who.type == t.SEAT and not needs(who, parts[first : parts.index(same)]):
                                zone = core.Zone(name, (who,), t.ZoneOf(t.CARD))
                                mine = core.Prim("in", (card, zone), t.YES_NO, span=part.span)
                                rest = [one for one in parts[first:] if one not in (part, there, same)]
                                return [*parts[:first], mine, *rest]
        return parts

    def _cut(self, node: core.Prim, parts: list[core.Expr]) -> core.Expr:
        if parts and isinstance(parts[-1], core.Const):
            return parts[-1]
        if not parts:
            return core.NO if node.op == "or" else core.YES
        return parts[0] if len(parts) == 1 else attrs.evolve(node, args=tuple(parts))

    def _fold(self, node: core.Fold) -> core.Expr:
        """A fold over constants whose parts only look at the cards is worked out here."""
        if isinstance(node.where, core.Const):
            if node.where.value is False:
                node = attrs.evolve(node, source=core.Const((), node.source.type), where=None)
            else:
                node = attrs.evolve(node, where=None)
        if isinstance(node.source, core.Prim) and node.source.op == "groups":
            known = all(isinstance(arg, core.Const) for arg in node.source.args)
            known = known and self.fixed(node.where, {node.var}) and self.fixed(node.value, {node.var})
            return self._worked_out(node) if known else node
        if not isinstance(node.source, core.Const) or not isinstance(node.source.value, tuple):
            return self._through(node)
        node, members = self._narrowed(node, node.source.value)
        if not members or (self.fixed(node.where, {node.var}) and self.fixed(node.value, {node.var})):
            return self._worked_out(node)
        return self._of_one(node, members[0]) if len(members) == 1 else node

    def _one_round(self, node: core.Each[Any]) -> Any:
        """What is done for each of a single card: it is done for that card."""
        assert isinstance(node.source, core.Const) and isinstance(node.source.value, tuple)
        names = [
            n.var if isinstance(n, core.Fold) else n.name for n in below(node) if isinstance(n, (core.Let, core.Fold))
        ]
        if node.var in names:
            return node
        swap = {node.var: core.Const(node.source.value[0], t.element(node.source.type))}
        body = self(substitute(node.body, swap))
        if node.where is None:
            return body
        return self(core.Branch(substitute(node.where, swap), body, (), span=node.span))

    def _through(self, node: core.Fold) -> core.Expr:
        """A fold over all members of a list for which something holds: over the list itself, where it holds."""
        source = node.source
        if isinstance(source, core.Ask) and source.name in self.program.defines:
            define = self.program.defines[source.name]
            if define.again is None and all(isinstance(arg, (core.Local, core.Const)) for arg in source.args):
                swap = {param: arg for (param, _), arg in zip(define.params, source.args, strict=True)}
                source = substitute(rename_bound(define.body, f"{node.var}."), swap)
        if not isinstance(source, core.Fold) or source.kind != "all" or source.value is not None:
            return node
        if source.where is None or not node.var or node.var in reads(source):
            return node
        holds = substitute(source.where, {source.var: core.Local(node.var, t.element(source.type))})
        where = holds if node.where is None else core.Prim("and", (holds, node.where), t.YES_NO)
        return self._fold(
            attrs.evolve(node, source=source.source, where=self._prim(where) if where is not holds else holds)
        )

    def _worked_out(self, node: core.Expr) -> core.Expr:
        with self.program.beforehand() as evaluator:
            value = evaluator.expr(node, {})
            return core.Const(tuple(value) if isinstance(value, list) else value, node.type, span=node.span)
        return node  # it is worked out, or refused, when it is asked

    def _narrowed(self, node: core.Fold, members: tuple[Any, ...]) -> tuple[core.Fold, tuple[Any, ...]]:
        """A fold over fewer members, if a condition that never changes leaves some of them out; and the members."""
        fixed: list[core.Expr] = []
        others: list[core.Expr] = []
        for part in conjuncts(node.where):
            known = self.fixed(part, {node.var}) and not needs(part, others)
            (fixed if known else others).append(part)
        if not fixed:
            return node, members
        left: tuple[Any, ...] | None = None
        with self.program.beforehand() as evaluator:
            left = tuple(m for m in members if all(evaluator.expr(part, {node.var: m}) for part in fixed))
        if left is None:
            return node, members
        test = self._cut(core.Prim("and", (), t.YES_NO), others) if others else None
        source = core.Const(left, node.source.type, span=node.source.span)
        return attrs.evolve(node, source=source, where=test), left

    def _of_one(self, node: core.Fold, member: Any) -> core.Expr:
        """A fold over a single member, such as the only card of its name: a condition."""
        one = core.Const(member, t.element(node.source.type))

        def put(expr: core.Expr) -> core.Expr:
            return self(substitute(expr, {node.var: one}))  # type: ignore[no-any-return]

        where = put(node.where) if node.where is not None else core.YES
        value = put(node.value) if node.value is not None else one
        row = core.Prim("list", (one if node.kind in ("highest", "lowest", "sorted") else value,), node.type)
        match node.kind:
            case "any":
                return where
            case "count":
                value = core.Const(1, t.NUMBER)
            case "all" | "highest" | "lowest" | "sorted":
                value = row
            case "same" | "different" | "consecutive":
                return core.YES
        none = FOLDS[node.kind].none
        otherwise = core.Const(none, t.NEVER if none is None else node.type)
        return self(core.Cond(where, value, otherwise, node.type))  # type: ignore[no-any-return]


def _present(part: core.Expr, name: str) -> core.Expr:
    """An index; of a card that does not take part nothing is kept, and to ask for it stops the game."""
    if not isinstance(t.settled(part.type), t.CardOf) or (isinstance(part, core.Prim) and part.op == "present"):
        return part
    if isinstance(part, core.Const) and isinstance(part.value, int) and part.value >= 0:
        return part
    named = core.Const(name, t.Text())  # type: ignore[arg-type]
    return core.Prim("present", (part, named), part.type, span=part.span)


def _too_much(value: Any) -> bool:
    """Whether there is no such number or list, which is an error if it is ever asked; or it is long to write out."""
    if isinstance(value, (tuple, range)):
        return len(value) > (LONGEST_RANGE if isinstance(value, range) else t.LONGEST_LIST)
    return isinstance(value, int) and abs(value) > t.LARGEST
