"""What statements change: cards and zones, variables and locals, and the effects they call.

Guarantees that moves go to zones and that assignments fit what they assign to.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle import types as t
from hoyle.check.bounds import Growth, arithmetic
from hoyle.check.definitions import Definitions
from hoyle.check.expressions import Typer
from hoyle.check.facts import locals_only
from hoyle.check.forms import as_list, if_any
from hoyle.check.held import Held
from hoyle.check.names import arguments
from hoyle.core import nodes as core
from hoyle.program.grouping import is_groups
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.walk import below


@attrs.define
class Decision:
    """A decision as written, kept for the checks that need the whole game.

    certain: it is said what happens if nothing is possible. never: that this does not happen. held: what was asked
    before it is made, and was so.
    """

    choose: core.Choose[core.Said]
    node: tree.Decide | tree.Choose
    certain: bool
    held: tuple[Held, ...] = ()
    never: bool = False


@attrs.define
class Bodies:
    """What was learnt from all bodies together."""

    defs: Definitions
    decisions: list[Decision] = attrs.field(factory=list)
    labels: dict[str, list[tuple[core.Choose[core.Said], tree.Choose]]] = attrs.field(factory=dict)
    fresh: int = 0

    def name(self, word: str) -> str:
        """A local no author can have written."""
        self.fresh += 1
        return f"{word}'{self.fresh}"

    def sure(self, name: str) -> set[str]:
        """What is chosen for an action, or for a choice of that label, and is a group with at least one member."""
        action = self.defs.world.model.actions.get(name)
        params = [] if action is None else [(param, source) for param, _, source, _ in action.params]
        params += [(p.name, p.source) for choose, _ in self.labels.get(name, ()) for p in choose.offers[0].params]
        groups = [(param, of) for param, of in params if is_groups(of)]
        return {param for param, of in groups if t.edges(of.args[1].type)[0] > 0}


class Changes(Typer):
    """Checks what the lines of one body change. quiet: why no decision may stand here, or None."""

    def __init__(
        self,
        bodies: Bodies,
        locals: dict[str, t.Type],
        returns: t.Type | None = None,
        usual: bool = False,
        quiet: str | None = None,
    ) -> None:
        super().__init__(bodies.defs, locals)
        self.bodies = bodies
        self.returns = returns
        self.usual = usual
        self.quiet = quiet
        self.answering = False  # in the first half of `together`, where a choice may stay open
        self.handed = frozenset(locals)  # what others hand in, and go on with: it keeps its range
        self.growth = Growth()
        self.telling = 0  # sentences of which this is small print
        self.held: tuple[Held, ...] = ()  # what was asked, and was so

    def _cards(self, node: tree.Expr, done: str = "moved") -> core.Expr:
        found = self.expr(node)
        listed = t.element(found.type) if isinstance(found.type, (t.ListOf, t.ZoneOf)) else None
        if isinstance(listed, (t.CardOf, t.Never, t.Broken)):
            return as_list(found)
        if isinstance(found.type, t.Maybe):
            one = t.element(found.type.of) if isinstance(found.type.of, t.ListOf) else found.type.of
            if isinstance(one, t.CardOf):  # as at a table: nothing there, nothing moved
                return if_any(found)
        want = self.world.any_card() if isinstance(found.type, t.CardOf) else t.CARD
        return self.fit(found, want, node.span, f"what is {done}")

    def _zone(self, node: tree.Expr) -> core.Expr:
        found = self.expr(node)
        self._notes(node)
        if isinstance(found.type, (t.ZoneOf, t.Broken)):
            return found
        help = f"say which one: `{found.name}[...]`" if isinstance(found, core.Zone) else None
        message = f"a zone should stand here, but this is a {t.describe(found.type)}"
        return self.world.report("HYL201", message, node.span, help)

    def _notes(self, node: tree.Expr) -> None:
        """Put down that a zone or a variable, or one of many of that name, is changed here."""
        self.world.record.changes.add(node.of.span if isinstance(node, tree.Item) else node.span)

    def _welcome(self, cards: core.Expr, zone: core.Expr, span: Span) -> None:
        """A zone holds cards of its own type only."""
        one = t.element(cards.type) if isinstance(cards.type, t.ListOf) else cards.type
        if isinstance(one, t.CardOf) and isinstance(zone.type, t.ZoneOf) and not t.fits(one, zone.type.cards):
            held, got = t.describe(zone.type.cards), t.describe(one)
            name = zone.name if isinstance(zone, core.Zone) else zone.span.text if zone.span else "this zone"
            help = f"let it be a zone `of Card`, or move only some: `all(c in ... where c in {held})`"
            self.world.report("HYL201", f"`{name}` holds only {held}, but this is {got}", span, help, about=name)

    def _deal(self, node: tree.Deal) -> list[core.Said]:
        count = self.value(node.count, t.NUMBER)
        source = self._zone(node.source)
        name, seat = node.to.text, self.bodies.name("p")
        zone = self.world.model.zones.get(name)
        self.world.record.name(name, node.to.span)
        if zone is not None and t.BROKEN in zone.index:
            return []
        if zone is None or zone.index != (t.SEAT,):
            zones = [z.name for z in self.world.model.zones.values() if z.index == (t.SEAT,)]
            if zone is None:
                else_ = f"declare it: `zone {name}[Player] : set, face down, seen by owner`"
                self.world.unknown(name, node.to.span, zones, "zone", else_)
            else:
                help = "deal to a zone that every player has, like `hand[Player]`"
                self.world.report("HYL201", f"`{name}` is not a zone of each player", node.to, help)
            return []
        self.world.record.changes.add(node.to.span)
        self.world.deals.append((node, count, t.element(source.type)))
        each = core.Local(self.bodies.name("each"), t.NUMBER)
        to = core.Zone(name, (core.Local(seat, t.SEAT),), t.ZoneOf(zone.cards))
        top = core.Prim("top", (source, each), t.ListOf(t.element(source.type)), span=node.source.span)
        self._welcome(top, to, node.source.span)
        one = core.Deal(core.Move(top, to, "", None, span=node.span), each, span=node.span)
        seats: core.Expr = core.Members(None, t.ListOf(t.SEAT))
        if node.starting is not None:
            first = self.value(node.starting, t.SEAT, "who gets the first cards")
            seats = core.Prim("clockwise", (first,), t.ListOf(t.SEAT), span=node.starting.span)
        return [core.Let(each.name, count, span=node.span), core.Each(seat, seats, None, (one,), span=node.span)]

    def declare(self, word: tree.Word, type_: t.Type) -> None:
        self.new(word, word.text in self.world.names, word.text in self.reserved)
        self.bind(word, self.growth.declared(word, type_))

    def _let(self, name: tree.Word, value: tree.Expr, span: Span) -> list[core.Said]:
        effect = self._effect(value)
        if effect is not None:
            made = self._call(value, name.text, span)
            self.declare(name, effect)
            self.facts = locals_only(self.facts)
            return made
        found = as_list(self.expr(value))
        if isinstance(found.type, t.Never):
            message = f"`{name.text}` would always be none"
            self.world.report("HYL202", message, value.span, "start with a value", about=name.text)
        self.declare(name, found.type)
        return [core.Let(name.text, found, span=span)]

    def _effect(self, node: tree.Expr) -> t.Type | None:
        """The type of the value that an effect hands back, if this performs one."""
        of = node.of if isinstance(node, tree.Apply) else node
        decl = self.world.names.get(of.text) if isinstance(of, tree.Name) and of.text not in self.locals else None
        if isinstance(decl, tree.Effect) and decl.type is not None:
            found = self.world.read_type(decl.type)
            self.world.record.typed(node.span, found)
            return found
        return None

    def _performed(self, node: tree.Expr, want: t.Type, span: Span) -> tuple[list[core.Said], core.Expr]:
        """A value, and what is done before it is there: something if an effect hands it back."""
        effect = self._effect(node)
        if effect is None:
            return [], self.expr(node, want)
        local = core.Local(self.bodies.name("value"), effect)
        return self._call(node, local.name, span), local

    def _assign(self, node: tree.Assign) -> list[core.Said]:
        span = node.span
        target = node.target
        self._notes(target)
        if isinstance(target, tree.Name) and target.text in self.locals:
            return self._assign_local(node, target.text)
        place = self.expr(target)
        whole = isinstance(place, core.Var) and len(place.index) == len(self.world.model.vars[place.name].index)
        if not isinstance(place, core.Var) or not whole:
            if not isinstance(place.type, t.Broken):
                message = f"`{target.span.text}` cannot be assigned to"
                self.world.report("HYL214", message, target.span, "only variables and locals change by `=`")
            return []
        declared = self.world.model.vars[place.name].type
        if node.op == "=":
            made, value = self._performed(node.value, declared, span)
            value = self.fit(value, declared, node.value.span, name=place.name, lenient=True)
            return [*made, core.Set(place.name, place.index, value, span=span)]
        value = self._changed(place, declared, node)
        if isinstance(value, core.Prim) and value.op == "concat":
            self.fit(value.args[1], declared, node.value.span, "what is put into", name=place.name)
        return [core.Set(place.name, place.index, value, span=span)]

    def _assign_local(self, node: tree.Assign, name: str) -> list[core.Said]:
        type_ = self.locals[name]
        if name in ("you", "this"):
            self.world.report("HYL214", f"`{name}` cannot be assigned to", node.target.span, about=name)
        self.expr(node.target)
        place = core.Local(name, type_)
        if node.op != "=":
            value = self._changed(place, type_, node)
            self._becomes(name, value, node.span)
            return [core.Let(name, value, span=node.span)]
        effect = self._effect(node.value)
        if effect is not None:
            self._becomes(name, core.Local(name, effect), node.value.span)
            return self._call(node.value, name, node.span)
        found = as_list(self.expr(node.value, type_))
        self._becomes(name, found, node.value.span)
        return [core.Let(name, found, span=node.span)]

    def _becomes(self, name: str, value: core.Expr, span: Span) -> None:
        """A local takes a value: bounds and lists grow as far as what is assigned, all else must fit."""
        type_ = self.locals[name]
        if isinstance(type_, t.Broken):
            return
        grows = t.fits(value.type, type_) or isinstance(t.join(type_, value.type), t.ListOf)
        if name in self.handed or not grows or not self.growth.grown(name, type_, value.type):
            self.fit(value, type_, span, name=name)

    def _changed(self, place: core.Expr, type_: t.Type, node: tree.Assign) -> core.Expr:
        """What `+=` and `-=` make of a number or a list."""
        if isinstance(type_, t.ListOf):
            one = self.expr(node.value, t.element(type_))
            more = as_list(one)
            if not isinstance(more.type, t.ListOf):
                more = core.Prim("list", (more,), t.ListOf(one.type), span=node.value.span)
            joined = t.join(type_, more.type)
            if isinstance(one.type, t.Never):
                self.maybe_none(one, node.value.span)
                joined = type_
            elif joined is None or isinstance(one.type, t.Maybe):
                self.fit(one, t.element(type_), node.value.span)
                joined = type_
            if node.op == "-=":
                return core.Prim("without", (place, more), type_, span=node.span)
            return core.Prim("concat", (place, more), joined, span=node.span)
        self.fit(place, t.NUMBER, node.target.span)
        value = self.value(node.value, t.NUMBER)
        op = node.op[0]
        self.not_too_large(op, place, value, node.span)
        return core.Prim(op, (place, value), arithmetic(op, place.type, value.type), span=node.span)

    def _return(self, value: tree.Expr | None, span: Span) -> list[core.Said]:
        if value is None:
            if self.returns is not None:
                self.world.report("HYL216", f"a {t.describe(self.returns)} must be returned here", span)
            return [core.Return(None, span=span)]
        if self.returns is None:
            self.world.report("HYL216", "nothing here returns a value", span, "write `return` alone")
            return [core.Return(None, span=span)]
        made, found = self._performed(value, self.returns, span)
        return [*made, core.Return(self.fit(found, self.returns, value.span, "what is returned"), span=span)]

    def _call(self, node: tree.Expr, into: str | None, span: Span) -> list[core.Said]:
        of = node.of if isinstance(node, tree.Apply) else node
        args = node.args if isinstance(node, tree.Apply) else ()
        if not isinstance(of, tree.Name):
            self.world.report("HYL206", "this does nothing", span, "perform an effect or a phase by its name")
            return []
        name = of.text
        if name == "usual" and self.usual:
            self.world.record.name(name, of.span)
            return [core.Usual(self.telling, span=span)]
        decl = self.world.names.get(name)
        if decl is None:
            effects = self.world.declared(tree.Effect, tree.Phase)
            else_ = f"declare it: `to {name}` or `phase {name}`, and below it, indented, what is done"
            self.world.unknown(name, of.span, effects, "effect or phase", else_)
            return []
        self.world.record.name(name, of.span)
        if isinstance(decl, (tree.Effect, tree.Phase)):
            params = self.defs.params(decl)
            if self.world.takes(name, [param for param, _ in params], len(args), span):
                return [core.Do(name, arguments(self, params, args), into, span=span)]
        elif isinstance(decl, tree.Action):
            help = f"a player decides about it: `p must {name}` or `p may {name}`"
            self.world.report("HYL104", f"`{name}` is an action, and nobody is asked here", of, help)
        else:
            self.world.report("HYL206", f"`{name}` does nothing by itself", of, "perform an effect or a phase")
        return []


def assigned(stmts: Sequence[tree.Stmt]) -> set[str]:
    """The names that are assigned to, at any depth."""
    assigns = (node for node in below(*stmts) if isinstance(node, tree.Assign))
    return {node.target.text for node in assigns if isinstance(node.target, tree.Name)}
