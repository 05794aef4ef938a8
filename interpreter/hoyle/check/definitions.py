"""What a name stands for in an expression: variables, zones, definitions, tables, cards.

The type of a definition is worked out when somebody first asks for it, so definitions may stand in any order; one that
needs itself is reported.
"""

from __future__ import annotations

import attrs

from hoyle import builtins, model
from hoyle import types as t
from hoyle.check.expressions import Typer
from hoyle.check.forms import as_list, broken
from hoyle.check.world import DEEDS, World
from hoyle.core import nodes as core
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS

Params = tuple[tuple[str, t.Type], ...]
Signature = tuple[Params, t.Type]


def unbounded(type_: t.Type, least: core.Expr | None, most: core.Expr | None) -> t.Type:
    """What a number may be before the bounds of its definition are put to it."""
    if not isinstance(type_, t.Numbers):
        return type_
    return t.Numbers(type_.low if least is None else None, type_.high if most is None else None)


@attrs.define
class Definitions:
    """The definitions of one world. `open` are those being worked out right now."""

    world: World
    signatures: dict[str, Signature] = attrs.field(factory=dict)
    open: list[str] = attrs.field(factory=list)
    adjusted: set[str] | None = None

    def signature(self, name: str, span: Span) -> Signature:
        """Parameters and type of a definition or table."""
        if name in self.signatures:
            return self.signatures[name]
        decl = self.world.names[name]
        assert isinstance(decl, (tree.Define, tree.Table))
        if name in self.open:
            circle = " -> ".join([*self.open[self.open.index(name) :], name])
            message = f"`{name}` is defined by itself: {circle}"
            self.world.report("HYL108", message, span, "break the circle", about=name)
            self.signatures[name] = (self.params(decl), t.BROKEN)
            return self.signatures[name]
        self.open.append(name)
        try:
            made = self._define(decl) if isinstance(decl, tree.Define) else self._table(decl)
        finally:
            self.open.pop()
        self.signatures.setdefault(name, made)
        return self.signatures[name]

    def params(self, decl: tree.Define | tree.Table | tree.Effect | tree.Phase) -> Params:
        """Names and types of parameters; a type left out follows from the gap that is filled, or from the name."""
        gap = self.world.gaps.get(decl.name.text) if isinstance(decl, tree.Define) else None
        made: list[tuple[str, t.Type]] = []
        for number, param in enumerate(decl.params):
            name = param.name.text
            self.world.record.parameter(decl.name.text, param.name)
            self.world.word_of_the_language(param.name)
            declared = param.type
            if declared is None and gap is not None and gap is not decl and number < len(gap.params):
                declared = gap.params[number].type
            found = self.world.read_type(declared) if declared else self.world.implied_type(param.name)
            if found is None:
                help = f"write its type: `{name} : Player`"
                found = self.world.report("HYL101", f"nothing says what `{name}` is", param.name, help).type
            if name in [n for n, _ in made]:
                self.world.report("HYL102", f"`{name}` stands twice", param.name, "give each its own name")
            made.append((name, found))
        if gap is not None and gap is not decl and len(gap.params) != len(decl.params):
            message = f"`{decl.name.text}` takes {len(gap.params)}, but here are {len(decl.params)}"
            self.world.report("HYL103", message, decl.name, f"the library asks for `{gap.span.text}`")
        return tuple(made)

    def _define(self, decl: tree.Define) -> Signature:
        name = decl.name.text
        gap = self.world.gaps.get(name)
        params = self.params(decl)
        written = decl.type or (gap.type if gap else None)
        wanted = self.world.read_type(written, f"of.{name}") if written else None
        if gap is not None and len(gap.params) != len(params):
            wanted = t.BROKEN
        if wanted is not None:
            self.signatures[name] = (params, wanted)
        typer = Typer(self, dict(params))
        typer.bound = dict(self.world.record.parameters.get(name, {}))
        bounds = {b.least: typer.value(b.value, t.NUMBER) for b in decl.bounds}
        value = None
        if decl.value is not None:
            if wanted is not None:
                value = typer.value(decl.value, unbounded(wanted, bounds.get(True), bounds.get(False)), name=name)
            else:
                value = typer.expr(decl.value)
        result = wanted or (value.type if value is not None else t.BROKEN)
        if isinstance(result, t.Never):
            self.world.report("HYL202", f"`{name}` is always none", decl.name, "write its type, as in `: Player?`")
            result = t.BROKEN
        if value is not None and isinstance(result, t.ListOf):
            value = as_list(value)
        if bounds and not isinstance(result, (t.Numbers, t.Broken)):
            self.world.report("HYL201", f"only a number has bounds, and `{name}` is none", decl.span, about=name)
        elif wanted is not None:
            for bound in bounds.values():
                typer.fit(bound, wanted, bound.span or decl.span, "a bound of", name=name)
        elif isinstance(result, t.Numbers):
            result = self._inferred(name, result, bounds)
        title = decl.title or (gap.title if gap else None)
        self.world.model.defines[name] = model.Define(
            name, title, params, result, value, bounds.get(True), bounds.get(False), decl.cites, decl.span
        )
        return params, result

    def _inferred(self, name: str, value: t.Numbers, bounds: dict[bool, core.Expr]) -> t.Numbers:
        """What is known of a number that nothing is written about: at most that it is not below 0."""
        types = {least: bound.type for least, bound in bounds.items()}
        never_below = {k: isinstance(of, t.Numbers) and of.low is not None and of.low >= 0 for k, of in types.items()}
        plain = value.low is not None and value.low >= 0 and not self._adjusted(name)
        return t.Numbers(0, None) if never_below.get(True, plain) and never_below.get(False, True) else t.NUMBER

    def _adjusted(self, name: str) -> bool:
        """Whether clauses change this number, so that nothing is known of its bounds."""
        if self.adjusted is None:
            decls = self.world.clauses()
            self.adjusted = {d.target.name.text for d in decls if isinstance(d, (tree.Adjust, tree.Exception_))}
        return name in self.adjusted

    def _table(self, decl: tree.Table) -> Signature:
        from hoyle.check.tables import table

        return table(self, decl)

    def named(self, typer: Typer, text: str, span: Span) -> core.Expr | None:
        """What a bare name stands for, or None if nothing of that name is declared."""
        low, high = self.world.model.seats
        if text in self.world.names or text in ("players", "Player", "Card") or (text == "winners" and typer.trial):
            self.world.record.name(text, span)
        match text:
            case "players":
                return core.Players(t.Numbers(low, high), span=span)
            case "Player":
                return core.Members(None, t.ListOf(t.SEAT), span=span)
            case "Card":
                return core.Members(self.world.any_card().name, t.ListOf(self.world.any_card()), span=span)
            case "winners" if typer.trial:
                return core.Prim("winners", (), t.ListOf(t.SEAT), span=span)
        if text in self.world.aliases or text in self.world.model.kinds:
            return self.kind_list(self.world.aliases.get(text, t.Kind(text)), span)
        decl = self.world.names.get(text)
        if decl is None:
            return None
        match decl:
            case tree.Cards():
                return core.Members(text, t.ListOf(t.CardOf(text)), span=span)
            case tree.Option() if text not in self.world.model.options:
                message = f"what `{text}` is, is not known yet here"
                return self.world.report("HYL108", message, span, "declare it further up", about=text)
            case tree.Option():
                return core.Option(text, self.world.model.options[text].type, span=span)
            case tree.Zone() | tree.Var():
                return self._stored(text, (), span)
            case tree.Define() | tree.Table():
                params, type_ = self.signature(text, span)
                if params:
                    self._count(text, params, 0, span)
                return core.Ask(text, (), type_, span=span)
        return self._no_value(text, decl, span)

    def _no_value(self, text: str, decl: object, span: Span) -> core.Expr:
        what = WORDS[type(decl)]
        if isinstance(decl, DEEDS):
            message = f"`{text}` is {what}: it does something, and cannot stand in a value"
            return self.world.report("HYL206", message, span, "perform it on a line of its own", about=text)
        return self.world.report("HYL104", f"`{text}` is {what} and has no value", span, about=text)

    def kind_list(self, type_: t.Type, span: Span) -> core.Expr:
        """All members of a kind, or all numbers of a range, as a list."""
        if isinstance(type_, t.Numbers):
            assert type_.low is not None and type_.high is not None
            return core.Const(tuple(range(type_.low, type_.high + 1)), t.ListOf(type_), span=span)
        if not isinstance(type_, t.Kind):
            return broken(span)
        count = len(self.world.model.kinds[type_.name].members)
        return core.Const(tuple(range(count)), t.ListOf(type_), span=span)

    def indexed(self, typer: Typer, name: str, node: tree.Item) -> core.Expr | None:
        """`hand[p]`, `score[p]`: None if the name is neither a zone nor a variable."""
        decl, args, span = self.world.names.get(name), node.args, node.span
        if not isinstance(decl, (tree.Zone, tree.Var)):
            return None
        self.world.record.name(name, node.of.span)
        store = self.world.model.zones.get(name) or self.world.model.vars.get(name)
        if store is None:
            return self._stored(name, (), span)
        if len(args) > len(store.index):
            message = f"`{name}` takes {len(store.index)} in its brackets, but here are {len(args)}"
            return self.world.report("HYL103", message, span, about=name)
        pairs = zip(args, store.index, strict=False)
        index = tuple(typer.value(arg, type_, "the index of", name=name) for arg, type_ in pairs)
        return self._stored(name, index, span)

    def _stored(self, name: str, index: tuple[core.Expr, ...], span: Span) -> core.Expr:
        zone = self.world.model.zones.get(name)
        if zone is not None:
            whole = len(index) == len(zone.index)
            return core.Zone(name, index, t.ZoneOf(zone.cards) if whole else t.ListOf(zone.cards), span=span)
        var = self.world.model.vars.get(name)
        if var is None:
            message = f"what `{name}` is, is not known yet here"
            help = "write the type of the variable that needs it: `: number`"
            return self.world.report("HYL108", message, span, help, about=name)
        whole = len(index) == len(var.index)
        return core.Var(name, index, var.type if whole else t.ListOf(var.type), span=span)

    def applied(self, typer: Typer, name: str, node: tree.Apply) -> core.Expr:
        """`weight(color)`, `limit_for(5)`, `Tile(31)`."""
        decl = self.world.names.get(name)
        span = node.span
        if decl is None:
            folds = " ".join(builtins.FOLDS)
            else_ = f"declare it with `define {name}(...) = ...`; a list is asked with one of these: `{folds}`"
            return self.world.unknown(name, node.of.span, self.world.asked(), else_=else_, value=True)
        self.world.record.name(name, node.of.span)
        if isinstance(decl, tree.Cards):
            return self._card(typer, name, node)
        if isinstance(decl, (tree.Define, tree.Table)):
            params, type_ = self.signature(name, span)
            if not self._count(name, params, len(node.args), span):
                return broken(span)
            return core.Ask(name, self.arguments(typer, params, node.args), type_, span=span)
        if isinstance(decl, (tree.Zone, tree.Var)):
            inner = node.span.text[len(name) :].strip("()")
            message = f"`{name}` takes its index in square brackets"
            return self.world.report("HYL104", message, span, f"write `{name}[{inner}]`", about=name)
        return self._no_value(name, decl, span)

    def arguments(self, typer: Typer, params: Params, args: tuple[tree.Expr, ...]) -> tuple[core.Expr, ...]:
        """What is passed for parameters, checked."""
        return tuple(typer.value(arg, type_, name=param) for (param, type_), arg in zip(params, args, strict=False))

    def _count(self, name: str, params: Params, given: int, span: Span) -> bool:
        if self.signatures.get(name, ((), None))[1] == t.BROKEN:
            return len(params) == given
        return self.world.takes(name, [param for param, _ in params], given, span)

    def _card(self, typer: Typer, name: str, node: tree.Apply) -> core.Expr:
        cards = self.world.model.card_types[name]
        span = node.span
        if len(node.args) != len(cards.keys):
            keys = ", ".join(cards.keys)
            help = f"write `{name}({keys})`" if keys else f"mark the attributes that name a `{name}` with `key`"
            return self.world.report("HYL103", f"a `{name}` is named by {len(cards.keys)} keys", span, help, about=name)
        values = []
        for key, arg in zip(cards.keys, node.args, strict=True):
            part = typer.value(arg, cards.attributes[key], name=key)
            if isinstance(part.type, t.Broken):
                return part
            if not isinstance(part, core.Const):
                message = "a card is named by plain values, and this is worked out"
                return self.world.report("HYL210", message, arg.span, f"write `first(c in {name} where ...)`")
            values.append(part.value)
        found = [f for f in cards.faces if all(f[k] == v for k, v in zip(cards.keys, values, strict=True))]
        if not found:
            return self.world.report("HYL210", f"there is no such card: `{span.text}`", span)
        if len(found) > 1 and not typer.trial:
            message = f"there are {len(found)} cards `{span.text}`"
            self.world.report("HYL210", message, span, "ask for its attributes instead: `card.name is ...`")
        return core.CardRef(name, tuple(values), t.CardOf(name), span=span)
