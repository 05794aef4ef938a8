"""Definitions and tables: their parameters, and the type of each.

The type of a definition is worked out when somebody first asks for it, so definitions may stand in any order; one that
needs itself is reported.
"""

from __future__ import annotations

from functools import cached_property

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.expressions import Typer
from hoyle.check.forms import a_type, as_list
from hoyle.check.lets import bind_lets
from hoyle.check.smaller import HELP
from hoyle.check.world import Params, World
from hoyle.core import nodes as core
from hoyle.source import Span
from hoyle.syntax import tree

Signature = tuple[Params, t.Type]


def unbounded(type_: t.Type, least: core.Expr | None, most: core.Expr | None) -> t.Type:
    """What a number may be before the bounds of its definition are put to it."""
    if not isinstance(type_, t.Numbers):
        return type_
    return t.Numbers(type_.low if least is None else None, type_.high if most is None else None)


def _never_below(number: core.Expr) -> bool:
    """Whether a number is never below 0."""
    return isinstance(number.type, t.Numbers) and number.type.low is not None and number.type.low >= 0


def _bound(typer: Typer, bound: tree.Bound) -> tuple[tree.Bound, core.Expr | None, core.Expr]:
    """A bound, with its condition and its value."""
    facts = typer.facts
    when = typer.conditions(bound.when)
    value = typer.value(bound.value, t.NUMBER)
    typer.facts = facts
    return bound, when, value


def _limit(bound: tree.Bound, when: core.Expr, value: core.Expr) -> core.Expr:
    """A bound that is beyond all numbers where its condition does not hold."""
    beyond = core.Const(-t.LARGEST if bound.least else t.LARGEST, t.NUMBER)
    return core.Cond(when, value, beyond, t.NUMBER, span=bound.span)


@attrs.define
class Definitions:
    """The definitions of one world. `open` are those being worked out right now."""

    world: World
    signatures: dict[str, Signature] = attrs.field(factory=dict)
    open: list[str] = attrs.field(factory=list)

    def signature(self, name: str, span: Span) -> Signature:
        """Parameters and type of a definition or table."""
        if name in self.signatures:
            return self.signatures[name]
        decl = self.world.names[name]
        assert isinstance(decl, (tree.Define, tree.Table))
        if name in self.open:
            circle = " -> ".join([*self.open[self.open.index(name) :], name])
            message = f"`{name}` is defined by itself: {circle}"
            help = HELP if self.open[-1] == name else "break the circle"
            self.world.report("HYL108", message, span, help, about=name)
            self.signatures[name] = (self.params(decl), t.BROKEN)
            return self.signatures[name]
        from hoyle.check.tables import table

        self.open.append(name)
        made = self._define(decl) if isinstance(decl, tree.Define) else table(self, decl)
        self.open.pop()
        self.signatures.setdefault(name, made)
        return self.signatures[name]

    def params(self, decl: tree.Define | tree.Table | tree.Effect | tree.Phase) -> Params:
        """Names and types of parameters; a type left out follows from the gap that is filled, or from the name."""
        gap = self.gap(decl)
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

    def gap(self, decl: tree.Define | tree.Table | tree.Effect | tree.Phase) -> tree.Define | None:
        """What a library leaves open that this fills, or that it is."""
        return self.world.gaps.get(decl.name.text) if isinstance(decl, (tree.Define, tree.Table)) else None

    def as_asked(self, decl: tree.Define | tree.Table, params: Params, result: t.Type) -> Signature:
        """What a definition takes and gives. One that fills a gap with other types than that asks for is reported, and
        nothing more is said about it."""
        gap, name = self.gap(decl), decl.name.text
        if gap is None or gap is decl:
            return params, result
        if len(gap.params) != len(params):
            return params, t.BROKEN
        rows = zip(gap.params, params, decl.params, strict=True)
        wanted = [(param.type, type_, own.name) for param, (_, type_), own in rows]
        for type_, given, place in [*wanted, (gap.type, result, decl.name)]:
            asked = None if type_ is None or isinstance(type_, tree.ChoiceType) else self.world.read_type(type_)
            takes = place is not decl.name
            if asked is not None and not (t.fits(asked, given) if takes else t.fits(given, asked)):
                message = f"`{place.text}` should be {a_type(asked)}, but this is {a_type(given)}"
                self.world.report("HYL201", message, place, f"the library asks for `{gap.span.text}`", about=name)
                return tuple((param, t.BROKEN) for param, _ in params), t.BROKEN
        return params, result

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
        lets = bind_lets(typer, decl.lets, name)
        found = [_bound(typer, bound) for bound in decl.bounds]
        bounds = {bound.least: value for bound, when, value in found if when is None}
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
        if found and not isinstance(result, (t.Numbers, t.Broken)):
            self.world.report("HYL201", f"only a number has bounds, and `{name}` is none", decl.span, about=name)
        elif wanted is not None:
            for _, _, bound in found:
                typer.fit(bound, wanted, bound.span or decl.span, "a bound of", name=name)
        elif isinstance(result, t.Numbers):
            result = self._inferred(name, result, bounds, [bound for one, _, bound in found if not one.least])
        signature = self.as_asked(decl, params, result)
        title = decl.title or (gap.title if gap and not decl.shown else None)  # what is shown has a title of its own
        value = None if value is None else lets.around(value)
        least, most = (lets.around(bounds[way]) if way in bounds else None for way in (True, False))
        made = model.Define(name, title, params, result, value, least, most, decl.cites, decl.span, shown=decl.shown)
        made.at_times = tuple((one.least, lets.around(_limit(one, when, to))) for one, when, to in found if when)
        self.world.model.defines[name] = made
        if signature != (params, result):
            self.signatures[name] = signature
        return signature

    def _inferred(
        self, name: str, value: t.Numbers, bounds: dict[bool, core.Expr], upper: list[core.Expr]
    ) -> t.Numbers:
        """What is known of a number that nothing is written about: at most that it is not below 0.

        bounds: those that always count. upper: all that it is at most.
        """
        plain = value.low is not None and value.low >= 0 and name not in self._adjusted
        lowest = _never_below(bounds[True]) if True in bounds else plain
        return t.Numbers(0, None) if lowest and all(map(_never_below, upper)) else t.NUMBER

    @cached_property
    def _adjusted(self) -> set[str]:
        """What clauses change, so that nothing is known of its bounds."""
        return {d.target.name.text for d in self.world.clauses() if isinstance(d, (tree.Adjust, tree.Exception_))}
