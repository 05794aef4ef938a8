"""Expressions: names are bound, types settled, and the core form made, in one walk.

Assumes a gathered `World`. Guarantees that every core expression it returns has a type, that nothing pure calls an
effect, and that whatever may be none is settled before it is used. A mistake is reported once; its type is `Broken`
from there on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from hoyle import types as t
from hoyle.check import comparisons, names
from hoyle.check.bounds import arithmetic, too_large
from hoyle.check.facts import Facts, learn
from hoyle.check.forms import a_type, as_list, if_any
from hoyle.check.record import Symbol
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.definitions import Definitions


class Typer:
    """Types the expressions of one body. `locals` and `facts` change as the body is walked."""

    def __init__(self, defs: Definitions, locals: dict[str, t.Type] | None = None, trial: bool = False) -> None:
        self.defs = defs
        self.world = defs.world
        self.locals: dict[str, t.Type] = dict(locals or {})
        # by name, what a local is; as no local hides another, what was bound last is what is meant
        self.bound: dict[str, Symbol] = {}
        self.facts: Facts = {}
        self.folds = 0  # how many lists are being gone through
        self.filled: set[str] = set()  # the locals that are lists which surely have something in them
        self.before = False  # whether it is known what was before
        self.reserved: set[str] = set()  # what the target of a clause calls what the clause calls otherwise
        self.trial = trial  # in a scenario: a card may be named by its key alone, and `winners` is known

    def bind(self, word: tree.Word | tree.Name, type_: t.Type, of: str = "") -> None:
        """From here on a name stands for a value of this type; of: what has a parameter of that name."""
        record = self.world.record
        self.locals[word.text] = type_
        self.bound[word.text] = record.parameter(of, word) if of else record.declare("local", word)

    def new(self, word: tree.Word, hides: bool = False, reserved: bool = False) -> None:
        """Report a word that cannot be the name of a local, for it means something here.

        hides: something declared has that name. reserved: it is what a clause is about.
        """
        what = "hides what is declared under that name" if hides else None
        what = "is what this clause is about" if reserved else what
        what = "already means something here" if word.text in self.locals else what
        if not self.world.word_of_the_language(word) and what is not None:
            self.world.report("HYL109", f"`{word.text}` {what}", word, "choose another name")

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

    def value(self, node: tree.Expr, want: t.Type, what: str = "", lenient: bool = False, name: str = "") -> core.Expr:
        """An expression that fits a type."""
        return self.fit(self.expr(node, want), want, node.span, what, lenient, name)

    def fit(
        self, found: core.Expr, want: t.Type, span: Span, what: str = "", lenient: bool = False, name: str = ""
    ) -> core.Expr:
        """The expression as a value of the wanted type, or a report. what, name: of what it is the value, in words.

        lenient: the bounds of a number (not those of a list) are looked at when it is played.
        """
        what = " ".join(filter(None, (what, name and f"`{name}`"))) or "this"
        actual = found.type
        if isinstance(actual, t.Maybe) and not isinstance(want, (t.Maybe, t.Broken)) and t.fits(actual.of, want):
            return self.maybe_none(found, span)
        if not t.fits(actual, want):
            if isinstance(actual, t.Never):
                help = f"give a {t.describe(want)}"
                return self.world.report("HYL202", f"{what} may not be none", span, help, about=name)
            message = f"{what} should be {a_type(want)}, but this is {a_type(actual)}"
            return self.world.report("HYL201", message, span, about=name)
        self._bounds(found, want, span, what, lenient, name)
        return as_list(found) if isinstance(want, t.ListOf) else found

    def _bounds(self, found: core.Expr, want: t.Type, span: Span, what: str, lenient: bool, name: str) -> None:
        """Report a number that cannot be, or may not be, in the range that is wanted."""
        actual, bounds = t.settled(found.type), t.settled(want)
        if isinstance(bounds, t.ListOf):
            actual, bounds = t.element(actual), bounds.of
        if not isinstance(actual, t.Numbers) or not isinstance(bounds, t.Numbers) or t.inside(actual, bounds):
            return
        got, wanted = t.describe(actual), t.describe(bounds)
        if t.apart(actual, bounds):
            got = str(found.value) if isinstance(found, core.Const) else got
            self.world.report("HYL203", f"{what} should be in {wanted}, but this is {got}", span, about=name)
        elif not lenient or isinstance(want, t.ListOf):
            got = f"in {got}" if ".." in got else f"any {got}"
            message = f"{what} should be in {wanted}, but this may be outside: it is {got}"
            help, bounded = f"give it the type `{wanted}`", f"`max({bounds.low}, min({bounds.high}, ...))`"
            if isinstance(want, t.ListOf):
                help = f"let each number in it be in {wanted}" + (f": {bounded}" if _closed(bounds) else "")
            elif _closed(bounds):
                help += f", or bound it: {bounded}"
            self.world.report("HYL203", message, span, help, about=name)

    def listing(self, node: tree.Expr, want: t.Type | None = None, lone: bool = True) -> core.Expr:
        """An expression that is a list; a zone stands for its cards. lone: whether a list of one would make sense."""
        found = self._expr(node, t.ListOf(want or t.BROKEN) if want or isinstance(node, tree.Name) else None)
        self.world.record.typed(node.span, found.type)
        if isinstance(found.type, t.Maybe):  # also where it is known to be something
            return if_any(found)
        found = self._known(found)
        if isinstance(found.type, (t.ZoneOf, t.ListOf)):
            return as_list(found)
        if not isinstance(found.type, t.Broken):
            message = f"a list or zone should stand here, but this is {a_type(found.type)}"
            one = lone and isinstance(found.type, (t.Seat, t.CardOf, t.Kind))
            help = f"for a list of one put it in brackets: `[{node.span.text}]`" if one else None
            self.world.report("HYL205", message, node.span, help)
        return core.Prim("list", (), t.ListOf(t.BROKEN), span=node.span)

    def maybe_none(self, found: core.Expr, span: Span) -> core.Expr:
        """Report that something may be none where it may not."""
        if isinstance(found.type, t.Never):
            message = "a value should stand here, and not none"
            return self.world.report("HYL202", message, span, "give one, or leave this out")
        text = span.text
        help = f"say what counts then: `{text} else ...`, or `{text} else never` if that cannot be"
        help += f"; or ask first: `if {text} is not none`"
        return self.world.report("HYL202", f"`{span.text}` may be none", span, help)

    # ------------------------------------------------------------------------------------------ the walk

    def expr(self, node: tree.Expr, want: t.Type | None = None) -> core.Expr:
        found = self._known(self._expr(node, want))
        self.world.record.typed(node.span, found.type)
        return found

    def _known(self, found: core.Expr) -> core.Expr:
        """The expression with the type it is known to have here."""
        known = self.facts.get(found) if self.facts else None
        if known is not None and found.type != known:
            return attrs.evolve(found, type=known)
        return found

    def _expr(self, node: tree.Expr, want: t.Type | None) -> core.Expr:
        span = node.span
        match node:
            case tree.Number(value):
                if want is not None and self.trial:
                    return names.by_key(self, value, want, span)
                return core.Const(value, t.Numbers(value, value), span=span)
            case tree.Truth(value):
                return core.Const(value, t.YES_NO, span=span)
            case tree.Nothing():
                return core.Const(None, t.NEVER, span=span)
            case tree.Name(text):
                return names.meaning(self, text, span, want)
            case tree.Listing(items):
                return self._listing(items, span, want)
            case tree.Attr():
                return names.attribute(self, node)
            case tree.Item():
                return names.item(self, node)
            case tree.Apply():
                return names.asked(self, node, want)
            case tree.Arith(op, left, right):
                return self._arith(op, left, right, span)
            case tree.Minus(of):
                inner = self.value(of, t.NUMBER)
                return core.Prim("neg", (inner,), arithmetic("neg", inner.type), span=span)
            case tree.The(of):
                inner = self.listing(of)
                return core.Prim("the", (inner,), t.Maybe(t.element(inner.type)), span=span)
            case tree.Else(left, right):
                return self._else(left, right, span, want)
            case tree.Surely(of):
                return self._surely(of, span, want)
            case tree.SpanOf(low, high):
                return self._range(low, high, span, want)
            case tree.Compare():
                return comparisons.compare(self, node)
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

    def _sequence(self, op: str, items: tuple[tree.Expr, ...], holds: bool, span: Span) -> core.Expr:
        before, parts = self.facts, []
        for item in items:
            part = self.condition(item)
            parts.append(part)
            self.facts = {**self.facts, **learn(part, holds)}
        self.facts = before
        return core.Prim(op, tuple(parts), t.YES_NO, span=span)

    def _if(self, test: tree.Expr, then: tree.Expr, otherwise: tree.Expr, span: Span, want: t.Type | None) -> core.Expr:
        cond, before = self.condition(test), self.facts
        self.facts = {**before, **learn(cond, True)}
        yes = self.expr(then, want)
        self.facts = {**before, **learn(cond, False)}
        no = self.expr(otherwise, want or t.settled(yes.type))
        self.facts = before
        joined = t.join(yes.type, no.type)
        if joined is None:
            message = f"one way gives {a_type(yes.type)}, the other {a_type(no.type)}"
            joined = self.world.report("HYL201", message, span, "let both give the same").type
        if isinstance(joined, t.ListOf):
            yes, no = as_list(yes), as_list(no)
        return core.Cond(cond, yes, no, joined, span=span, origin=core.Origin.IF)

    def _surely(self, of: tree.Expr, span: Span, want: t.Type | None) -> core.Expr:
        if "never" in self.locals or "never" in self.world.names:
            word = attrs.evolve(span, start=span.end - len("never"))
            return self._else(of, tree.Name("never", span=word), span, want)
        found = self.expr(of, want)
        if isinstance(found.type, t.Never):
            return self.maybe_none(found, of.span)
        if not isinstance(found.type, (t.Maybe, t.Broken)):
            self.world.report("HYL303", "this is never none, so `else never` says nothing", span, "leave it out")
            return found
        return core.Prim("sure", (found,), t.settled(found.type), span=span)

    def _else(self, left: tree.Expr, right: tree.Expr, span: Span, want: t.Type | None) -> core.Expr:
        first = self.expr(left, want)
        second = self.expr(right, want or t.settled(first.type))
        known = t.settled(first.type)
        joined = second.type if isinstance(known, t.Never) else t.join(known, second.type)
        if joined is None:
            message = f"`else` gives {a_type(second.type)} in place of {a_type(known)}"
            joined = self.world.report("HYL201", message, span).type
        if isinstance(joined, t.ListOf):
            second = as_list(second)
        return core.Prim("else", (first, second), joined, span=span)

    def _arith(self, op: str, left: tree.Expr, right: tree.Expr, span: Span) -> core.Expr:
        a = self.expr(left)
        if op in ("+", "-") and isinstance(a.type, t.Broken):
            self.expr(right)  # of a list or of a number, nobody knows
            return a
        if op in ("+", "-") and isinstance(a.type, (t.ListOf, t.ZoneOf)):
            return self._more_or_less(op, as_list(a), right, span)
        a = self.fit(a, t.NUMBER, left.span)
        b = self.value(right, t.NUMBER)
        if op in ("/", "mod") and isinstance(b, core.Const) and b.value == 0:
            self.world.report("HYL203", "this divides by nothing", right.span, "divide by 1 or more")
        self.not_too_large(op, a, b, span)
        return core.Prim(op, (a, b), arithmetic(op, a.type, b.type), span=span)

    def _more_or_less(self, op: str, a: core.Expr, right: tree.Expr, span: Span) -> core.Expr:
        """A list with others behind it, or without them: a list of them, or a single one."""
        of = t.element(a.type)
        bare = isinstance(right, tree.Name) and comparisons.bare_member(self, right.text)
        b = self._known(self._expr(right, of if bare else t.ListOf(of)))
        self.world.record.typed(right.span, b.type)
        if isinstance(b.type, t.Maybe):
            b = if_any(b)
        elif isinstance(b.type, (t.ZoneOf, t.ListOf)):
            b = as_list(b)
        elif not isinstance(b.type, (t.Broken, t.Never)):
            b = core.Prim("list", (b,), t.ListOf(b.type), span=right.span)
        if not isinstance(b.type, t.ListOf):
            got = a_type(b.type)
            message = f"a list should stand here, or something that may be in a list of {t.describe(of)}; this is {got}"
            return b if isinstance(b.type, t.Broken) else self.world.report("HYL205", message, right.span)
        inner = t.element(b.type)
        joined = t.join(a.type, b.type)
        if joined is None or (_apart(of, inner) and op == "-"):
            message = f"{a_type(inner)} is never in a list of {t.describe(of)}"
            return self.world.report("HYL201", message, right.span)
        if op == "-":
            return core.Prim("without", (a, b), a.type, span=span)
        return core.Prim("concat", (a, b), joined, span=span)

    def not_too_large(self, op: str, a: core.Expr, b: core.Expr, span: Span) -> None:
        if too_large(op, a.type, b.type):
            help = f"no number is larger than {t.LARGEST:,}, or smaller than its negative"
            self.world.report("HYL203", "this number is larger than any there is", span, help)

    def _range(self, low: tree.Expr, high: tree.Expr, span: Span, want: t.Type | None) -> core.Expr:
        """The numbers, or the members of a kind, from one to another."""
        of = t.element(want) if isinstance(want, t.ListOf) else t.BROKEN
        a, b = (
            (self.expr(low, of), self.expr(high, of)) if isinstance(of, t.Kind) else comparisons.pair(self, low, high)
        )
        kinds = [type_ for type_ in map(t.settled, (a.type, b.type)) if isinstance(type_, t.Kind)]
        wanted = (t.join(kinds[0], kinds[-1]) or kinds[0]) if kinds else t.NUMBER
        a, b = self.fit(a, wanted, low.span), self.fit(b, wanted, high.span)
        broken = isinstance(a.type, t.Broken) or isinstance(b.type, t.Broken)
        return core.Prim("range", (a, b), t.ListOf(t.BROKEN if broken else t.join(a.type, b.type) or wanted), span=span)

    def _listing(self, items: tuple[tree.Expr, ...], span: Span, want: t.Type | None) -> core.Expr:
        inner = t.element(want) if isinstance(want, t.ListOf) else None
        hint = None if isinstance(inner, (t.Broken, t.Never)) else inner
        parts: list[core.Expr] = []
        of: t.Type = t.NEVER
        for item in items:
            part = self.expr(item, hint if hint is not None else (None if isinstance(of, t.Never) else of))
            if isinstance(part.type, (t.Maybe, t.Never)):
                part = self.maybe_none(part, item.span)
            joined = part.type if isinstance(of, t.Never) else t.join(of, part.type)
            if joined is None:
                self.world.report("HYL201", f"this list has {a_type(of)} and {a_type(part.type)} in it", item.span)
            else:
                of = joined
            parts.append(part)
        return core.Prim("list", tuple(parts), t.ListOf(of), span=span)


def _apart(one: t.Type, other: t.Type) -> bool:
    """Whether these are cards of two types."""
    cards = isinstance(one, t.CardOf) and isinstance(other, t.CardOf)
    return cards and one != other and t.CARD not in (one, other)


def _closed(numbers: t.Numbers) -> bool:
    return numbers.low is not None and numbers.high is not None
