"""A program as text, for people who want to see what became of a definition.

It reads like the language but is not: everything is spelled out, and constants are shown as the words they stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS
from hoyle.program.program import Family, Program
from hoyle.values import in_words

STEP = "    "
LONGEST_LIST = 8


def show_program(program: Program) -> str:
    """The whole program: what there is, what is defined, what is done."""
    return "\n".join(Show(program).lines())


class Show:
    """Writes nodes of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.model = program.model

    def lines(self) -> Iterator[str]:
        program = self.program
        yield f'program "{self.model.title}" for {program.players} players'
        for name, value in program.options.items():
            shown = "drawn by chance" if value is None else self._value(self.model.options[name].type, value)
            yield f"option {name} = {shown}"
        yield ""
        for name, count in Counter(card.cards for card in program.cards).items():
            yield f"cards {name}: {count}"
        yield ""
        for name, family in program.zone_families.items():
            yield self._zone(name, family)
        yield ""
        for name, family in program.var_families.items():
            initial = f" = {self.expr(program.initial[name])}" if name in program.initial else ""
            yield f"var {name}{_index(family)} at {family.base}{initial}"
        for define in program.defines.values():
            yield ""
            params = ", ".join(f"{n} : {t.describe(ty)}" for n, ty in define.params)
            head = f"define {define.name}{f'({params})' if params else ''} : {t.describe(define.type)}"
            yield f"{head} = {self.expr(define.body)}"
        for procedure in program.procedures.values():
            yield ""
            params = ", ".join(f"{n} : {t.describe(ty)}" for n, ty in procedure.params)
            asks = "asking " if procedure.decides else ""
            yield f"{asks}to {procedure.name}{f'({params})' if params else ''}"
            yield from self.block(procedure.body, STEP)
        if program.properties:
            yield ""
        for declared, test in program.properties:
            yield f"property {declared.name} {declared.kind} {self.expr(test)}"

    def _zone(self, name: str, family: Family) -> str:
        zone = self.program.zones[family.base] if family.size else None
        facts = [] if zone is None else [zone.shape, *([f"face {zone.facing}"] if zone.facing else [])]
        declared = self.model.zones[name]
        if declared.seen_by is not None and declared.seen_by.span is not None:
            facts.append(f"seen by {' '.join(declared.seen_by.span.text.split())}")
        return f"zone {name}{_index(family)} at {family.base}: {', '.join(facts)}"

    # ------------------------------------------------------------------------------------------ expressions

    def expr(self, node: core.Expr) -> str:
        match node:
            case core.Const(value):
                return self._value(node.type, value)
            case core.Option(name) | core.Local(name):
                return name
            case core.Players():
                return "players"
            case core.CardRef(cards, keys):
                return f"{cards}({', '.join(map(str, keys))})"
            case core.Members(of):
                return of or ("Player" if node.type == t.ListOf(t.SEAT) else "Card")
            case core.Var(name, index) | core.Zone(name, index):
                return f"{name}[{self._row(index)}]" if index else name
            case core.Attr(name, of):
                return f"{self._inner(of)}.{name}"
            case core.Prim():
                return self._prim(node)
            case core.Cond(test, then, otherwise):
                return f"if {self._inner(test)} then {self._inner(then)} otherwise {self._inner(otherwise)}"
            case core.Fold():
                return self._fold(node)
            case core.Ask(name, args):
                return f"{name}({self._row(args)})" if args else name

    def _row(self, nodes: tuple[core.Expr, ...]) -> str:
        return ", ".join(map(self.expr, nodes))

    def _inner(self, node: core.Expr) -> str:
        """In brackets where it would otherwise run into what stands around it."""
        text = self.expr(node)
        if isinstance(node, core.Prim) and (OPERATORS[node.op].sign.startswith(" ") or node.op == "not"):
            return f"({text})"
        return f"({text})" if isinstance(node, core.Cond) else text

    def _prim(self, node: core.Prim) -> str:
        sign = OPERATORS[node.op].sign
        if sign:
            before = sign if len(node.args) == 1 else ""
            return before + sign.join(map(self._inner, node.args))
        return f"[{self._row(node.args)}]" if node.op == "list" else f"{node.op}({self._row(node.args)})"

    def _fold(self, node: core.Fold) -> str:
        if not node.var:
            return f"{node.kind}({self.expr(node.source)})"
        where = f" where {self.expr(node.where)}" if node.where is not None else ""
        binder = f"{node.var} in {self._inner(node.source)}{where}"
        if node.value is None:
            return f"{node.kind}({binder})"
        value = self.expr(node.value)
        match node.kind:
            case "every":
                return f"every({binder} has {value})"
            case "highest" | "lowest" | "sorted" as kind:
                return f"{kind}({binder} by {value})"
        return f"{node.kind}({value} for {binder})"

    def _value(self, type_: t.Type, value: Any) -> str:
        if isinstance(value, tuple):
            return self._several(t.element(t.settled(type_)), value)
        return in_words(type_, value, self.model.member, card=lambda card: f'"{self.program.card(card).text}"')

    def _several(self, of: t.Type, values: tuple[Any, ...]) -> str:
        if len(values) > 1 and values == self._everything(of):
            return "Player" if of == t.SEAT else of.name or "Card"  # type: ignore[union-attr]
        shown = [self._value(of, v) for v in values[:LONGEST_LIST]]
        more = [f"... {len(values) - LONGEST_LIST} more"] if len(values) > LONGEST_LIST else []
        return f"[{', '.join([*shown, *more])}]"

    def _everything(self, type_: t.Type) -> tuple[int, ...] | None:
        """All values of a type that is finite and has a name."""
        match type_:
            case t.Seat():
                return tuple(range(self.program.players))
            case t.Kind(name):
                return tuple(self.model.kinds[name].numbers)
            case t.CardOf(name):
                return tuple(c.number for c in self.program.cards if name is None or c.cards == name)
        return None

    # ------------------------------------------------------------------------------------------ statements

    def block(self, stmts: tuple[core.Stmt, ...], indent: str) -> Iterator[str]:
        if not stmts:
            yield f"{indent}nothing"
        for stmt in stmts:
            yield from self._stmt(stmt, indent)

    def _stmt(self, node: core.Stmt, indent: str) -> Iterator[str]:
        deeper = indent + STEP
        match node:
            case core.Branch(test, then, otherwise):
                yield f"{indent}if {self.expr(test)}"
                yield from self.block(then, deeper)
                if otherwise:
                    yield f"{indent}otherwise"
                    yield from self.block(otherwise, deeper)
            case core.Each(var, source, where, body):
                limit = f" where {self.expr(where)}" if where is not None else ""
                yield f"{indent}each {var} in {self.expr(source)}{limit}"
                yield from self.block(body, deeper)
            case core.Loop(until, body):
                yield f"{indent}repeat{f' until {self.expr(until)}' if until is not None else ''}"
                yield from self.block(body, deeper)
            case core.Choose():
                yield from self._choose(node, indent)
            case _:
                yield indent + self._plain(node)

    def _plain(self, node: core.Stmt) -> str:
        """A statement that fits on a line."""
        match node:
            case core.Let(name, value):
                return f"let {name} = {self.expr(value)}"
            case core.Set(name, index, value):
                return f"{name}{f'[{self._row(index)}]' if index else ''} = {self.expr(value)}"
            case core.Reset(names):
                return f"reset {', '.join(names)}"
            case core.Move(cards, to, spot, facing):
                side = f" face {facing}" if facing else ""
                return f"move {self.expr(cards)} to {self.expr(to)}{f' {spot}' if spot else ''}{side}"
            case core.Fit(zones):
                return f"fit {', '.join(zones)}"
            case core.Face(cards, up):
                return f"turn {self.expr(cards)} {'up' if up else 'down'}"
            case core.Tell(sentence=(*_,) as sentence, to=to):
                words = "".join(part if isinstance(part, str) else f"{{{self.expr(part)}}}" for part in sentence)
                whom = f"{self.expr(to)} " if to is not None else ""
                return f'tell {whom}"{words}"' if sentence else "tell end"
            case core.Tell(card, what):
                if card is None:
                    return f"tell start of {what}" if what else "tell done"
                return f"tell {what} of {self.expr(card)}"
            case core.Shuffle(zone):
                return f"shuffle {self.expr(zone)}"
            case core.Do(proc, args, into):
                return f"{f'let {into} = ' if into else ''}do {proc}{f'({self._row(args)})' if args else ''}"
            case core.Return(value):
                return f"return{f' {self.expr(value)}' if value is not None else ''}"
            case core.End(ending, winners):
                return f"end {ending or 'without a name'}, winners {self.expr(winners)}"
        return type(node).__name__.lower()

    def _choose(self, node: core.Choose[core.Stmt], indent: str) -> Iterator[str]:
        deeper = indent + STEP
        who = "chance" if node.who is None else self.expr(node.who)
        many = "" if node.amount is None else f" {'up to ' if node.up_to else ''}{self.expr(node.amount)}"
        acting = "" if node.acting is None else f" for {self.expr(node.acting)}"
        secret = "in secret " if node.secret else ""
        yield f"{indent}{who} {secret}{'may choose' if node.decline else 'chooses'}{many}{acting}"
        for offer in node.offers:
            yield f"{deeper}offer {offer.name}"
            for param in offer.params:
                limit = f" where {self.expr(param.where)}" if param.where is not None else ""
                yield f"{deeper}{STEP}{param.name} in {self.expr(param.source)}{limit}"
            for rule in offer.filters:
                yield f"{deeper}{STEP}{self._filter(rule)}"
            if offer.template:
                yield f'{deeper}{STEP}text "{self._template(offer.template)}"'
            if offer.body:
                yield from self.block(offer.body, deeper + STEP)
        if node.declined:
            yield f'{deeper}declined "{self._template(node.declined)}"'
        for heading, body in (("then", node.then), ("otherwise", node.otherwise)):
            if body:
                yield f"{deeper}{heading}"
                yield from self.block(body, deeper + STEP)

    def _template(self, parts: tuple[str | core.Expr, ...]) -> str:
        return "".join(p if isinstance(p, str) else f"{{{self.expr(p)}}}" for p in parts)

    def _filter(self, rule: core.Filter) -> str:
        when = f" when {self.expr(rule.when)}" if rule.when is not None else ""
        waived = f" unless {self.expr(rule.waived)}" if rule.waived is not None else ""
        able = " if able" if rule.if_able else ""
        return f"rule {rule.rule}{when}{waived} must {self.expr(rule.test)}{able}"


def _index(family: Family) -> str:
    return "".join(f"[{low}..{low + count - 1}]" for low, count in family.dims)
