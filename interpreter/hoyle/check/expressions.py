"""Expressions: names are bound, types settled, and the core form made, in one walk.

Assumes a gathered `World`. Guarantees that every core expression it returns has a type, that nothing pure calls an
effect, and that whatever may be none is settled before it is used. A mistake is reported once; its type is `Broken`
from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from hoyle import builtins
from hoyle import types as t
from hoyle.check.facts import Facts, learn
from hoyle.core import nodes as core
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.definitions import Definitions

ORDER = ("<", "<=", ">", ">=")
YES = core.Const(True, t.YES_NO)


class Typer:
    """Types the expressions of one body. `locals` and `facts` change as the body is walked."""

    def __init__(self, defs: Definitions, locals: dict[str, t.Type] | None = None, trial: bool = False) -> None:
        self.defs = defs
        self.world = defs.world
        self.locals: dict[str, t.Type] = dict(locals or {})
        self.facts: Facts = {}
        self.before = False  # whether it is known what was before
        self.trial = trial  # in a scenario: a card may be named by its key alone, and `winners` is known

    # ------------------------------------------------------------------------------------------ entry points

    def condition(self, node: tree.Expr) -> core.Expr:
        """An expression that is yes or no."""
        return self.value(node, t.YES_NO, "a condition")

    def conditions(self, nodes: Iterable[tree.Expr]) -> core.Expr | None:
        """Several conditions that must all hold, each knowing the ones before."""
        parts = []
        for node in nodes:
            part = self.condition(node)
            parts.append(part)
            self.facts = {**self.facts, **learn(part, True)}
        return conjunction(parts)

    def value(self, node: tree.Expr, want: t.Type, what: str = "this", lenient: bool = False) -> core.Expr:
        """An expression that fits a type."""
        found = self.expr(node, want)
        return self.fit(found, want, node.span, what, lenient)

    def fit(self, found: core.Expr, want: t.Type, span: Span, what: str = "this", lenient: bool = False) -> core.Expr:
        """The expression as a value of the wanted type, or a report. lenient: its bounds are looked at when it is
        played."""
        actual = found.type
        if isinstance(actual, t.Maybe) and not isinstance(want, (t.Maybe, t.Broken)) and t.fits(actual.of, want):
            self.maybe_none(found, span)
            return _broken(span)
        if not t.fits(actual, want):
            if isinstance(actual, t.Never):
                self.world.report("HYL202", f"{what} may not be none", span, f"give a {t.describe(want)}")
            else:
                wanted, got = t.describe(want), t.describe(actual)
                self.world.report("HYL201", f"{what} should be {_a(wanted)}, but this is {_a(got)}", span)
            return _broken(span)
        self._bounds(found, want, span, what, lenient)
        return as_list(found) if isinstance(want, t.ListOf) else found

    def _bounds(self, found: core.Expr, want: t.Type, span: Span, what: str, lenient: bool) -> None:
        """Report a number that cannot be, or may not be, in the range that is wanted."""
        actual, bounds = t.settled(found.type), t.settled(want)
        if isinstance(bounds, t.ListOf):
            actual, bounds = t.element(actual), bounds.of
        if not isinstance(actual, t.Numbers) or not isinstance(bounds, t.Numbers) or t.inside(actual, bounds):
            return
        got, wanted = t.describe(actual), t.describe(bounds)
        if t.apart(actual, bounds):
            got = str(found.value) if isinstance(found, core.Const) else got
            self.world.report("HYL203", f"{what} should be in {wanted}, but this is {got}", span)
        elif not lenient:
            got = f"in {got}" if ".." in got else f"any {got}"
            message = f"{what} should be in {wanted}, but this may be outside: it is {got}"
            help = f"give it the type `{wanted}`"
            if bounds.low is not None and bounds.high is not None and not isinstance(want, t.ListOf):
                help += f", or bound it: `max({bounds.low}, min({bounds.high}, ...))`"
            self.world.report("HYL203", message, span, help)

    def listing(self, node: tree.Expr, want: t.Type | None = None) -> core.Expr:
        """An expression that is a list; a zone stands for its cards."""
        found = self._expr(node, t.ListOf(want) if want else None)
        if isinstance(found.type, t.Maybe):  # also where it is known to be something
            return core.Prim("some", (found,), t.ListOf(found.type.of), span=node.span)
        found = self._known(found)
        if isinstance(found.type, (t.ZoneOf, t.ListOf)):
            return as_list(found)
        if not isinstance(found.type, t.Broken):
            got = _a(t.describe(found.type))
            help = f"put it in brackets: `[{node.span.text}]`" if not isinstance(found.type, t.Numbers) else None
            self.world.report("HYL205", f"a list or zone should stand here, but this is {got}", node.span, help)
        return core.Prim("list", (), t.ListOf(t.BROKEN), span=node.span)

    def maybe_none(self, found: core.Expr, span: Span) -> None:
        self.world.report(
            "HYL202",
            f"`{span.text}` may be none",
            span,
            f"say what counts then: `{span.text} else ...`, or ask first: `if {span.text} is not none`",
        )

    # ------------------------------------------------------------------------------------------ the walk

    def expr(self, node: tree.Expr, want: t.Type | None = None) -> core.Expr:
        return self._known(self._expr(node, want))

    def _known(self, found: core.Expr) -> core.Expr:
        """The expression with the type it is known to have here."""
        known = self.facts.get(found) if self.facts else None
        if known is not None and found.type != known:
            import attrs

            return attrs.evolve(found, type=known)
        return found

    def _expr(self, node: tree.Expr, want: t.Type | None) -> core.Expr:
        span = node.span
        match node:
            case tree.Number(value):
                if want is not None and self.trial:
                    return self._by_key(value, want, span)
                return core.Const(value, t.Numbers(value, value), span=span)
            case tree.Truth(value):
                return core.Const(value, t.YES_NO, span=span)
            case tree.Nothing():
                return core.Const(None, t.NEVER, span=span)
            case tree.Name(text):
                return self._name(text, span, want)
            case tree.Listing(items):
                return self._listing(items, span, want)
            case tree.Attr():
                return self._attr(node)
            case tree.Item():
                return self._item(node)
            case tree.Apply():
                return self._apply(node, want)
            case tree.Arith(op, left, right):
                return self._arith(op, left, right, span)
            case tree.Minus(of):
                inner = self.value(of, t.NUMBER)
                return core.Prim("neg", (inner,), negated(inner.type), span=span)
            case tree.The(of):
                inner = self.listing(of)
                return core.Prim("the", (inner,), t.Maybe(t.element(inner.type)), span=span)
            case tree.Else(left, right):
                return self._else(left, right, span, want)
            case tree.SpanOf(low, high):
                a, b = self.value(low, t.NUMBER), self.value(high, t.NUMBER)
                return core.Prim("range", (a, b), t.ListOf(t.join(a.type, b.type) or t.NUMBER), span=span)
            case tree.Compare():
                return self._compare(node)
            case tree.Negation(of):
                return core.Prim("not", (self.condition(of),), t.YES_NO, span=span)
            case tree.And(items):
                return self._sequence("and", items, True, span)
            case tree.Or(items):
                return self._sequence("or", items, False, span)
            case tree.IfThen(test, then, otherwise):
                return self._if(test, then, otherwise, span, want)
            case tree.Fold():
                from hoyle.check.folds import fold

                return fold(self, node, want)

    def scoped(self, facts: Facts, work: Callable[[], core.Expr]) -> core.Expr:
        """Work that knows more."""
        before = self.facts
        self.facts = {**before, **facts}
        try:
            return work()
        finally:
            self.facts = before

    def _sequence(self, op: str, items: tuple[tree.Expr, ...], holds: bool, span: Span) -> core.Expr:
        before, parts = self.facts, []
        for item in items:
            part = self.condition(item)
            parts.append(part)
            self.facts = {**self.facts, **learn(part, holds)}
        self.facts = before
        return core.Prim(op, tuple(parts), t.YES_NO, span=span)

    def _if(self, test: tree.Expr, then: tree.Expr, otherwise: tree.Expr, span: Span, want: t.Type | None) -> core.Expr:
        cond = self.condition(test)
        yes = self.scoped(learn(cond, True), lambda: self.expr(then, want))
        no = self.scoped(learn(cond, False), lambda: self.expr(otherwise, want or t.settled(yes.type)))
        joined = t.join(yes.type, no.type)
        if joined is None:
            a, b = t.describe(yes.type), t.describe(no.type)
            self.world.report("HYL201", f"one way gives {_a(a)}, the other {_a(b)}", span, "let both give the same")
            joined = t.BROKEN
        if isinstance(joined, t.ListOf):
            yes, no = as_list(yes), as_list(no)
        return core.Cond(cond, yes, no, joined, span=span)

    def _else(self, left: tree.Expr, right: tree.Expr, span: Span, want: t.Type | None) -> core.Expr:
        first = self.expr(left, want)
        second = self.expr(right, want or t.settled(first.type))
        known = t.settled(first.type)
        joined = second.type if isinstance(known, t.Never) else t.join(known, second.type)
        if joined is None:
            a, b = t.describe(known), t.describe(second.type)
            self.world.report("HYL201", f"`else` gives {_a(b)} in place of {_a(a)}", span)
            joined = t.BROKEN
        return core.Prim("else", (first, second), joined, span=span)

    def _arith(self, op: str, left: tree.Expr, right: tree.Expr, span: Span) -> core.Expr:
        a = self.expr(left)
        if op == "+" and isinstance(a.type, (t.ListOf, t.ZoneOf)):
            b = self.listing(right, t.element(a.type))
            joined = t.join(as_list(a).type, b.type) or t.BROKEN
            return core.Prim("concat", (as_list(a), b), joined, span=span)
        a = self.fit(a, t.NUMBER, left.span)
        b = self.value(right, t.NUMBER)
        if op in ("/", "mod") and isinstance(b, core.Const) and b.value == 0:
            self.world.report("HYL203", "this divides by nothing", right.span, "divide by 1 or more")
        return core.Prim(op, (a, b), arithmetic(op, a.type, b.type), span=span)

    def _compare(self, node: tree.Compare) -> core.Expr:
        op, span = node.op, node.span
        if op in ("in", "not in"):
            found = self._membership(node)
            return found if op == "in" else core.Prim("not", (found,), t.YES_NO, span=span)
        a, b = self._pair(node.left, node.right)
        if op in ORDER:
            for side, part in ((node.left, a), (node.right, b)):
                if isinstance(part.type, (t.Maybe, t.Never)):
                    self.maybe_none(part, side.span)
                    return core.Const(True, t.YES_NO, span=span)
                if not isinstance(part.type, (t.Numbers, t.Kind, t.Broken)):
                    got = _a(t.describe(part.type))
                    self.world.report("HYL201", f"`{op}` compares numbers, but this is {got}", side.span)
                    return core.Const(True, t.YES_NO, span=span)
        self._comparable(a, b, op, span)
        return core.Prim(op, (a, b), t.YES_NO, span=span)

    def _comparable(self, a: core.Expr, b: core.Expr, op: str, span: Span) -> None:
        one, two = t.settled(a.type), t.settled(b.type)
        if isinstance(one, t.Never) or isinstance(two, t.Never):
            other = b.type if isinstance(one, t.Never) else a.type
            if not isinstance(other, (t.Maybe, t.Never, t.Broken)):
                self.world.report("HYL203", "this is never none", span, "leave the comparison out")
            return
        if t.join(one, two) is None or (
            isinstance(one, t.CardOf) and isinstance(two, t.CardOf) and one != two and None not in (one.name, two.name)
        ):
            got, wanted = t.describe(one), t.describe(two)
            self.world.report("HYL201", f"{_a(got)} and {_a(wanted)} can never be the same", span)
        elif isinstance(one, t.Numbers) and isinstance(two, t.Numbers) and op in ("is", "is not") and t.apart(one, two):
            got, wanted = t.describe(one), t.describe(two)
            self.world.report("HYL203", f"a number in {got} is never one in {wanted}", span)

    def _pair(self, left: tree.Expr, right: tree.Expr) -> tuple[core.Expr, core.Expr]:
        """Two sides of a comparison: whichever is not a bare word tells what the other may be."""
        if isinstance(left, tree.Name) and self._is_bare_member(left.text) and not isinstance(right, tree.Name):
            b = self.expr(right)
            return self.expr(left, t.settled(b.type)), b
        a = as_list(self.expr(left))
        return a, as_list(self.expr(right, t.settled(a.type)))

    def _is_bare_member(self, text: str) -> bool:
        return text in self.world.members and text not in self.locals and text not in self.world.names

    def _membership(self, node: tree.Compare) -> core.Expr:
        span = node.span
        left = node.left
        bare = isinstance(left, tree.Number) or (isinstance(left, tree.Name) and self._is_bare_member(left.text))
        if self.trial and bare:
            # maybe a card that is named by its key: what it is in tells
            b = self.expr(node.right)
            a = self.expr(node.left, t.element(b.type))
        else:
            a = self.expr(node.left)
            b = self.expr(node.right, t.ListOf(t.settled(a.type)))
        if isinstance(b.type, t.Broken) or isinstance(a.type, t.Broken):
            return core.Const(True, t.YES_NO, span=span)
        if not isinstance(b.type, (t.ListOf, t.ZoneOf)):
            got = _a(t.describe(b.type))
            self.world.report("HYL205", f"`in` asks for a list or zone, but this is {got}", node.right.span)
            return core.Const(True, t.YES_NO, span=span)
        inner, one = t.element(b.type), t.settled(a.type)
        if t.join(one, inner) is None and not isinstance(inner, t.Never):
            what, within = t.describe(one), t.describe(inner)
            self.world.report("HYL201", f"{_a(what)} is never in a list of {within}", span)
        return core.Prim("in", (a, b), t.YES_NO, span=span)

    # ------------------------------------------------------------------------------------------ names

    def _name(self, text: str, span: Span, want: t.Type | None) -> core.Expr:
        if text in self.locals:
            return core.Local(text, self.locals[text], span=span)
        wanted = t.settled(want) if want is not None else None
        if isinstance(wanted, t.Kind):
            number = self.world.member(wanted.name, text)
            if number is not None:
                return core.Const(number, wanted, span=span)
        if self.trial and isinstance(wanted, t.CardOf) and text in self.world.members:
            return self._by_key(text, wanted, span)
        return self.defs.named(self, text, span) or self._member(text, span)

    def _member(self, text: str, span: Span) -> core.Expr:
        kinds = self.world.members.get(text, [])
        if len(kinds) == 1:
            number = self.world.member(kinds[0], text)
            return core.Const(number, t.Kind(kinds[0]), span=span)
        if kinds:
            several = ", ".join(f"`{t.describe(t.Kind(k))}`" for k in kinds)
            plain = next((k for k in kinds if "." not in k), None)
            help = f"say which: `{plain}.{text}`" if plain else "compare it with the option or attribute it belongs to"
            self.world.report("HYL105", f"`{text}` belongs to several kinds: {several}", span, help)
            return _broken(span)
        function = builtins.FUNCTIONS.get(text)
        if function is not None:
            help = f"write `{text}(...)`: {function.doc}"
            self.world.report("HYL103", f"`{text}` is asked with brackets", span, help)
        else:
            self.world.unknown(text, span, [*self.locals, *self.world.everything()])
        return _broken(span)

    def _by_key(self, key: int | str, want: t.Type, span: Span) -> core.Expr:
        """In a scenario: a card named by the value of its only key."""
        wanted = t.settled(want)
        if isinstance(wanted, t.CardOf):
            for found in (
                [self.world.model.card_types[wanted.name]] if wanted.name else self.world.model.card_types.values()
            ):
                if len(found.keys) != 1:
                    continue
                type_ = found.attributes[found.keys[0]]
                number = key if isinstance(type_, t.Numbers) else None
                if isinstance(type_, t.Kind) and isinstance(key, str):
                    number = self.world.member(type_.name, key)
                if isinstance(number, int) and any(f[found.keys[0]] == number for f in found.faces):
                    return core.CardRef(found.name, (number,), t.CardOf(found.name), span=span)
        if isinstance(key, int):
            return core.Const(key, t.Numbers(key, key), span=span)
        return self.defs.named(self, key, span) or self._member(key, span)

    def _listing(self, items: tuple[tree.Expr, ...], span: Span, want: t.Type | None) -> core.Expr:
        inner = t.element(want) if isinstance(want, t.ListOf) else None
        hint = None if isinstance(inner, (t.Broken, t.Never)) else inner
        parts: list[core.Expr] = []
        of: t.Type = t.NEVER
        for item in items:
            part = self.expr(item, hint if hint is not None else (None if isinstance(of, t.Never) else of))
            if isinstance(part.type, (t.Maybe, t.Never)):
                self.maybe_none(part, item.span)
                part = _broken(item.span)
            joined = part.type if isinstance(of, t.Never) else t.join(of, part.type)
            if joined is None:
                a, b = t.describe(of), t.describe(part.type)
                self.world.report("HYL201", f"this list has {_a(a)} and {_a(b)} in it", item.span)
            else:
                of = joined
            parts.append(part)
        return core.Prim("list", tuple(parts), t.ListOf(of), span=span)

    def _attr(self, node: tree.Attr) -> core.Expr:
        name, span = node.name.text, node.span
        if isinstance(node.of, tree.Name) and node.of.text not in self.locals:
            whole = node.of.text
            if whole in self.world.model.kinds:
                self.world.used.add(whole)
                number = self.world.member(whole, name)
                if number is None:
                    members = self.world.model.kinds[whole].members
                    self.world.unknown(name, node.name.span, members, f"member of `{whole}`")
                    return _broken(span)
                return core.Const(number, t.Kind(whole), span=span)
            cards = self.world.model.card_types.get(whole)
            if cards is not None and isinstance(cards.attributes.get(name), t.Kind):
                self.world.used.add(whole)
                return self.defs.kind_list(cards.attributes[name], span)
        of = self.expr(node.of)
        if isinstance(of.type, t.Maybe):
            self.maybe_none(of, node.of.span)
            return _broken(span)
        if isinstance(of.type, t.Broken):
            return _broken(span)
        if not isinstance(of.type, t.CardOf):
            got = _a(t.describe(of.type))
            self.world.report("HYL201", f"only a card has attributes, but this is {got}", node.of.span)
            return _broken(span)
        if name == "up":
            return core.Prim("up", (of,), t.YES_NO, span=span)
        return self._card_attr(of, name, node)

    def _card_attr(self, of: core.Expr, name: str, node: tree.Attr) -> core.Expr:
        assert isinstance(of.type, t.CardOf)
        types = self.world.model.card_types
        holders = [types[of.type.name]] if of.type.name in types else list(types.values())
        having = [c for c in holders if name in c.attributes]
        if not having:
            attributes = sorted({a for c in holders for a in c.attributes} | {"up"})
            near = self.world.suggest(name, attributes)
            has = ", ".join(f"`{a}`" for a in attributes)
            owner = of.type.name or "Card"
            help = f"`{owner}` has {has}" + (f"; did you mean `{near}`?" if near else "")
            self.world.report("HYL106", f"`{owner}` has no attribute `{name}`", node.name.span, help)
            return _broken(node.span)
        if len(having) < len(holders):
            kind = having[0].name
            self.world.report(
                "HYL106",
                f"not every card has an attribute `{name}`",
                node.name.span,
                f"ask first what card it is: `{node.of.span.text} in {kind}`",
            )
            return _broken(node.span)
        result: t.Type = having[0].attributes[name]
        for other in having[1:]:
            joined = t.join(result, other.attributes[name])
            if joined is None:
                message = f"`{name}` is not the same on every card: of a {having[0].name} a {t.describe(result)}"
                message += f", of a {other.name} a {t.describe(other.attributes[name])}"
                help = f"ask first what card it is: `{node.of.span.text} in {having[0].name}`"
                self.world.report("HYL106", message, node.name.span, help)
                return _broken(node.span)
            result = joined
        return core.Attr(name, of, result, span=node.span)

    def _item(self, node: tree.Item) -> core.Expr:
        if isinstance(node.of, tree.Name) and node.of.text not in self.locals:
            found = self.defs.indexed(self, node.of.text, node.args, node.span)
            if found is not None:
                return found
        of = self.expr(node.of)
        if not isinstance(of.type, t.Broken):
            self.world.report(
                "HYL104",
                "only a zone or a variable takes an index in brackets",
                node.span,
                "use `first(...)` or `the ...`",
            )
        return _broken(node.span)

    def _apply(self, node: tree.Apply, want: t.Type | None) -> core.Expr:
        if not isinstance(node.of, tree.Name) or node.of.text in self.locals:
            self.world.report("HYL104", "only a definition, table or built-in function can be asked", node.span)
            return _broken(node.span)
        name = node.of.text
        if name in builtins.FUNCTIONS and name not in self.world.names:
            from hoyle.check.calls import builtin

            return builtin(self, builtins.FUNCTIONS[name], node)
        return self.defs.applied(self, name, node, want)


# ---------------------------------------------------------------------------------------------- small pieces


def _broken(span: Span) -> core.Expr:
    return core.Const(None, t.BROKEN, span=span)


def _a(word: str) -> str:
    if word in ("none", "something unknown", "text") or word[:1] in ".-0123456789":
        return f"a number in {word}" if word[:1] in ".-0123456789" else word
    return f"an {word}" if word[:1] in "aeiou" else f"a {word}"


def as_list(found: core.Expr) -> core.Expr:
    """A zone as the list of its cards."""
    if isinstance(found.type, t.ZoneOf):
        return core.Prim("cards", (found,), t.ListOf(found.type.cards), span=found.span)
    return found


def conjunction(parts: Iterable[core.Expr | None]) -> core.Expr | None:
    """All of them; None if there is nothing to ask."""
    present = [p for p in parts if p is not None]
    if len(present) < 2:
        return present[0] if present else None
    return core.Prim("and", tuple(present), t.YES_NO, span=present[0].span)


def negated(of: t.Type) -> t.Type:
    if not isinstance(of, t.Numbers):
        return t.NUMBER
    return t.Numbers(None if of.high is None else -of.high, None if of.low is None else -of.low)


def arithmetic(op: str, a: t.Type, b: t.Type) -> t.Type:
    """The bounds of a result, as far as they follow from those of its parts."""
    if not isinstance(a, t.Numbers) or not isinstance(b, t.Numbers):
        return t.NUMBER
    if op == "mod":
        if b.low is not None and b.low > 0:
            return t.Numbers(0, None if b.high is None else b.high - 1)
        return t.NUMBER
    if op == "-":
        return arithmetic("+", a, negated(b))
    if op == "+":
        low = None if a.low is None or b.low is None else a.low + b.low
        high = None if a.high is None or b.high is None else a.high + b.high
        return t.Numbers(low, high)
    edges = (a.low, a.high, b.low, b.high)
    if None in edges:
        at_least_zero = a.low is not None and a.low >= 0 and b.low is not None and b.low >= 0
        return t.Numbers(0, None) if at_least_zero else t.NUMBER
    assert a.low is not None and a.high is not None and b.low is not None and b.high is not None
    if op == "*":
        products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return t.Numbers(min(products), max(products))
    if b.low > 0:
        quotients = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
        return t.Numbers(min(quotients), max(quotients))
    return t.NUMBER
