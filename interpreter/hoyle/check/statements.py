"""Statements: bodies of phases, effects, actions, abilities, hooks and exceptions, brought into core form.

Guarantees that moves go to zones, that assignments fit what they assign to, and that decisions stand only where a
player can be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check.definitions import Definitions
from hoyle.check.expressions import Typer, as_list
from hoyle.check.facts import learn, locals_only
from hoyle.check.folds import bind, certain
from hoyle.core import nodes as core
from hoyle.source import Span
from hoyle.syntax import tree


@attrs.define
class Decision:
    """A decision as written, kept for the checks that need the whole game."""

    choose: core.Choose
    node: tree.Decide | tree.Choose
    certain: bool


@attrs.define
class Bodies:
    """What was learnt from all bodies together."""

    defs: Definitions
    decisions: list[Decision] = attrs.field(factory=list)
    labels: dict[str, list[tuple[core.Choose, tree.Choose]]] = attrs.field(factory=dict)
    fresh: int = 0

    def name(self, word: str) -> str:
        """A local no author can have written."""
        self.fresh += 1
        return f"{word}'{self.fresh}"


class Body(Typer):
    """Checks one body. quiet: why no decision may stand here, or None."""

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
        self.reserved: set[str] = set()  # what the target of a clause calls what the clause calls otherwise
        self.assigned: set[str] | None = None  # the locals of the whole body that change

    # ------------------------------------------------------------------------------------------ blocks

    def block(self, stmts: Sequence[tree.Stmt]) -> tuple[core.Stmt, ...]:
        """A block of its own: what it binds is gone afterwards."""
        if self.assigned is None:
            self.assigned = _assigned(stmts)
        locals, facts = dict(self.locals), self.facts
        made: list[core.Stmt] = []
        for number, stmt in enumerate(stmts):
            made += self.stmt(stmt)
            if leaves(made) and number + 1 < len(stmts):
                self.world.report("HYL303", "this is never reached", stmts[number + 1].span, "the line above leaves")
                break
        # a list that grew inside stays as wide as it has become
        self.locals = {k: self.locals.get(k, v) for k, v in locals.items()}
        self.facts = locals_only(facts)
        return tuple(made)

    def stmt(self, node: tree.Stmt) -> list[core.Stmt]:
        changed = _assigned([node])
        if isinstance(node, (tree.Each, tree.Repeat)):
            self._forget(changed)
        made = self._stmt(node)
        if not isinstance(node, (tree.Let, tree.If)):
            self.facts = locals_only(self.facts)
        if not isinstance(node, tree.Repeat):  # what a loop ends with is known
            self._forget(changed)
        return made

    def _forget(self, names: set[str]) -> None:
        """What was known of locals that have changed since."""
        self.facts = {k: v for k, v in self.facts.items() if not (isinstance(k, core.Local) and k.name in names)}

    def _stmt(self, node: tree.Stmt) -> list[core.Stmt]:
        span = node.span
        match node:
            case tree.Move(cards, to, spot, facing):
                found, zone = self._cards(cards), self._zone(to)
                self._welcome(found, zone, cards.span)
                return [core.Move(found, zone, spot or "", facing, span=span)]
            case tree.Face(cards, side):
                return [core.Face(self._cards(cards, "turned"), side == "up", span=span)]
            case tree.Shuffle(zone):
                return [core.Shuffle(self._zone(zone), span=span)]
            case tree.Deal():
                return self._deal(node)
            case tree.Let(name, value):
                return self._let(name, value, span)
            case tree.Assign():
                return self._assign(node)
            case tree.Call(target):
                return self._call(target, None, span)
            case tree.Return(value):
                return self._return(value, span)
            case tree.Resolve(timing, card):
                return [self._resolve(timing, card, span)]
            case tree.If():
                return [self._if_stmt(node)]
            case tree.Each():
                return [self._each(node)]
            case tree.Repeat():
                return self._repeat(node)
            case tree.Together():
                return [self._together(node)]
            case tree.AsOne(body):
                before, self.quiet = self.quiet, self.quiet or "`as one` is a single change"
                made = core.Bracket(self.block(body), span=span)
                self.quiet = before
                return [made]
            case tree.Decide():
                return [self._decide(node)]
            case tree.Choose():
                return [self._choose(node)]

    # ------------------------------------------------------------------------------------------ cards and zones

    def _cards(self, node: tree.Expr, done: str = "moved") -> core.Expr:
        found = self.expr(node)
        if isinstance(found.type, (t.ListOf, t.ZoneOf)) and isinstance(
            t.element(found.type), (t.CardOf, t.Never, t.Broken)
        ):
            return as_list(found)
        if isinstance(found.type, t.Maybe) and isinstance(found.type.of, t.CardOf):
            # as at a table: nothing there, nothing moved
            return core.Prim("some", (found,), t.ListOf(found.type.of), span=node.span)
        return self.fit(
            found, self.world.any_card() if isinstance(found.type, t.CardOf) else t.CARD, node.span, f"what is {done}"
        )

    def _zone(self, node: tree.Expr) -> core.Expr:
        found = self.expr(node)
        if isinstance(found.type, (t.ZoneOf, t.Broken)):
            return found
        help = None
        if isinstance(found, core.Zone):
            help = f"say which one: `{found.name}[...]`"
        self.world.report(
            "HYL201", f"a zone should stand here, but this is a {t.describe(found.type)}", node.span, help
        )
        return core.Const(None, t.BROKEN, span=node.span)

    def _welcome(self, cards: core.Expr, zone: core.Expr, span: Span) -> None:
        """A zone holds cards of its own type only."""
        one = t.element(cards.type) if isinstance(cards.type, t.ListOf) else cards.type
        if isinstance(one, t.CardOf) and isinstance(zone.type, t.ZoneOf) and not t.fits(one, zone.type.cards):
            held, got = t.describe(zone.type.cards), t.describe(one)
            name = zone.name if isinstance(zone, core.Zone) else zone.span.text if zone.span else "this zone"
            help = f"let it be a zone `of Card`, or move only some: `all(c in ... where c in {held})`"
            self.world.report("HYL201", f"`{name}` holds only {held}, but this is {got}", span, help)

    def _deal(self, node: tree.Deal) -> list[core.Stmt]:
        count = self.value(node.count, t.NUMBER)
        source = self._zone(node.source)
        name, seat = node.to.text, self.bodies.name("p")
        zone = self.world.model.zones.get(name)
        if zone is None or zone.index != (t.SEAT,):
            zones = [z.name for z in self.world.model.zones.values() if z.index == (t.SEAT,)]
            if zone is None:
                self.world.unknown(name, node.to.span, zones, "zone")
            else:
                help = "deal to a zone that every player has, like `hand[Player]`"
                self.world.report("HYL201", f"`{name}` is not a zone of each player", node.to.span, help)
            return []
        self.world.used.add(name)
        each = core.Local(self.bodies.name("each"), t.NUMBER)
        to = core.Zone(name, (core.Local(seat, t.SEAT),), t.ZoneOf(zone.cards))
        top = core.Prim("top", (source, each), t.ListOf(t.element(source.type)), span=node.source.span)
        self._welcome(top, to, node.source.span)
        move = core.Move(top, to, "", None, span=node.span)
        deal = core.Each(seat, core.Members(None, t.ListOf(t.SEAT)), None, None, (move,), span=node.span)
        return [core.Let(each.name, count, span=node.span), deal]

    # ------------------------------------------------------------------------------------------ locals and variables

    def declare(self, word: tree.Word, type_: t.Type) -> None:
        name = word.text
        if self.world.word_of_the_language(word):
            pass
        elif name in self.locals:
            self.world.report("HYL109", f"`{name}` already means something here", word.span, "choose another name")
        elif name in self.reserved:
            self.world.report("HYL109", f"`{name}` is what this clause is about", word.span, "choose another name")
        elif name in self.world.names:
            message = f"`{name}` hides what is declared under that name"
            self.world.report("HYL109", message, word.span, "choose another name")
        self.locals[name] = type_

    def _let(self, name: tree.Word, value: tree.Expr, span: Span) -> list[core.Stmt]:
        effect = self._effect(value)
        if effect is not None:
            made = self._call(value, name.text, span)
            self.declare(name, effect)
            self.facts = locals_only(self.facts)
            return made
        found = as_list(self.expr(value))
        if isinstance(found.type, t.Never):
            self.world.report("HYL202", f"`{name.text}` would always be none", value.span, "start with a value")
        kept = found.type
        if isinstance(kept, t.Numbers) and name.text in (self.assigned or ()):
            kept = t.NUMBER
        self.declare(name, kept)
        return [core.Let(name.text, found, span=span)]

    def _effect(self, node: tree.Expr) -> t.Type | None:
        """The type of the value that an effect hands back, if this performs one."""
        of = node.of if isinstance(node, tree.Apply) else node
        decl = self.world.names.get(of.text) if isinstance(of, tree.Name) and of.text not in self.locals else None
        if isinstance(decl, tree.Effect) and decl.type is not None:
            return self.world.read_type(decl.type)
        return None

    def _assign(self, node: tree.Assign) -> list[core.Stmt]:
        span = node.span
        target = node.target
        if isinstance(target, tree.Name) and target.text in self.locals:
            return self._assign_local(node, target.text)
        place = self.expr(target)
        if not isinstance(place, core.Var) or (isinstance(place.type, t.ListOf) and self._partial(place)):
            if not isinstance(place.type, t.Broken):
                message = f"`{target.span.text}` cannot be assigned to"
                self.world.report("HYL214", message, target.span, "only variables and locals change by `=`")
            return []
        declared = self.world.model.vars[place.name].type
        if node.op == "=":
            effect = self._effect(node.value)
            if effect is not None:
                local = self.bodies.name("value")
                made = self._call(node.value, local, span)
                value = self.fit(core.Local(local, effect), declared, node.value.span, f"`{place.name}`", lenient=True)
                return [*made, core.Set(place.name, place.index, value, span=span)]
            value = self.value(node.value, declared, f"`{place.name}`", lenient=True)
        else:
            value = self._changed(place, declared, node)
        return [core.Set(place.name, place.index, value, span=span)]

    def _partial(self, place: core.Var) -> bool:
        return len(place.index) < len(self.world.model.vars[place.name].index)

    def _assign_local(self, node: tree.Assign, name: str) -> list[core.Stmt]:
        type_ = self.locals[name]
        if name in ("you", "this"):
            self.world.report("HYL214", f"`{name}` cannot be assigned to", node.target.span)
        place = core.Local(name, type_)
        self.facts = {k: v for k, v in self.facts.items() if k != place}
        if node.op != "=":
            value = self._changed(place, type_, node)
            self.locals[name] = value.type if isinstance(value.type, t.ListOf) else type_
            return [core.Let(name, value, span=node.span)]
        effect = self._effect(node.value)
        if effect is not None:
            self.fit(core.Local(name, effect), type_, node.value.span, f"`{name}`")
            return self._call(node.value, name, node.span)
        found = as_list(self.expr(node.value, type_))
        if not t.fits(found.type, type_):
            joined = t.join(found.type, type_)
            if isinstance(joined, t.ListOf):
                self.locals[name] = joined
            else:
                self.fit(found, type_, node.value.span, f"`{name}`")
        return [core.Let(name, found, span=node.span)]

    def _changed(self, place: core.Expr, type_: t.Type, node: tree.Assign) -> core.Expr:
        """What `+=` and `-=` make of a number or a list."""
        if isinstance(type_, t.ListOf):
            one = self.expr(node.value, t.element(type_))
            more = as_list(one)
            if not isinstance(more.type, t.ListOf):
                more = core.Prim("list", (more,), t.ListOf(one.type), span=node.value.span)
            joined = t.join(type_, more.type)
            if joined is None or isinstance(one.type, t.Maybe):
                self.fit(one, t.element(type_), node.value.span)
                joined = type_
            op = "concat" if node.op == "+=" else "without"
            return core.Prim(op, (place, more), joined, span=node.span)
        self.fit(place, t.NUMBER, node.target.span)
        value = self.value(node.value, t.NUMBER)
        from hoyle.check.expressions import arithmetic

        op = node.op[0]
        return core.Prim(op, (place, value), arithmetic(op, place.type, value.type), span=node.span)

    def _return(self, value: tree.Expr | None, span: Span) -> list[core.Stmt]:
        if value is None:
            if self.returns is not None:
                self.world.report("HYL216", f"a {t.describe(self.returns)} must be returned here", span)
            return [core.Return(None, span=span)]
        if self.returns is None:
            self.world.report("HYL216", "nothing here returns a value", span, "write `return` alone")
            return [core.Return(None, span=span)]
        effect = self._effect(value)
        if effect is not None:
            local = core.Local(self.bodies.name("value"), effect)
            made = self._call(value, local.name, span)
            return [*made, core.Return(self.fit(local, self.returns, value.span, "what is returned"), span=span)]
        return [core.Return(self.value(value, self.returns, "what is returned"), span=span)]

    # ------------------------------------------------------------------------------------------ calls

    def _call(self, node: tree.Expr, into: str | None, span: Span) -> list[core.Stmt]:
        of = node.of if isinstance(node, tree.Apply) else node
        args = node.args if isinstance(node, tree.Apply) else ()
        if not isinstance(of, tree.Name):
            self.world.report("HYL206", "this does nothing", span, "perform an effect or a phase by its name")
            return []
        name = of.text
        if name == "usual" and self.usual:
            return [core.Usual(span=span)]
        decl = self.world.names.get(name)
        if decl is None:
            effects = [n for n, d in self.world.names.items() if isinstance(d, (tree.Effect, tree.Phase))]
            self.world.unknown(name, of.span, effects, "effect or phase")
            return []
        self.world.used.add(name)
        if isinstance(decl, tree.Action):
            help = f"a player decides about it: `p must {name}` or `p may {name}`"
            self.world.report("HYL104", f"`{name}` is an action, and nobody is asked here", of.span, help)
            return []
        if not isinstance(decl, (tree.Effect, tree.Phase)):
            self.world.report("HYL206", f"`{name}` does nothing by itself", of.span, "perform an effect or a phase")
            return []
        params = self.defs.params(decl)
        if len(params) != len(args):
            names = ", ".join(n for n, _ in params)
            help = f"write `{name}({names})`" if params else f"write `{name}` alone"
            self.world.report("HYL103", f"`{name}` takes {len(params)}, but here are {len(args)}", span, help)
            return []
        return [core.Do(name, self.defs.arguments(self, name, params, args), into, span=span)]

    def _resolve(self, timing: tree.Word, card: tree.Expr, span: Span) -> core.Stmt:
        decl = self.world.names.get(timing.text)
        if not isinstance(decl, tree.Timing):
            timings = [n for n, d in self.world.names.items() if isinstance(d, tree.Timing)]
            self.world.unknown(timing.text, timing.span, timings, "timing class")
        self.world.used.add(timing.text)
        return core.Resolve(timing.text, self.value(card, t.CARD, "what is resolved"), span=span)

    # ------------------------------------------------------------------------------------------ branches and loops

    def _if_stmt(self, node: tree.If) -> core.Stmt:
        test = self.condition(node.test)
        facts = self.facts
        self.facts = {**facts, **learn(test, True)}
        then = self.block(node.then)
        self.facts = {**facts, **learn(test, False)}
        otherwise = self.block(node.otherwise)
        self.facts = locals_only(facts)
        if leaves(then):
            self.facts = {**self.facts, **locals_only(learn(test, False))}
        elif leaves(otherwise):
            self.facts = {**self.facts, **locals_only(learn(test, True))}
        return core.Branch(test, then, otherwise, span=node.span)

    def _each(self, node: tree.Each) -> core.Stmt:
        locals, facts = dict(self.locals), self.facts
        source, where = self._bind(node.binder, again=True)
        ordered = self.value(node.ordered, t.SEAT, "who picks the next") if node.ordered else None
        if ordered is not None:
            self._may_decide(node.span)
        body = self.block(node.body)
        self.locals = {k: self.locals.get(k, v) for k, v in locals.items()}
        self.facts = locals_only(facts)
        return core.Each(node.binder.var.text, source, where, ordered, body, span=node.span)

    def _bind(self, binder: tree.Binder, again: bool = False) -> tuple[core.Expr, core.Expr | None]:
        if binder.var.text in self.reserved:
            message = f"`{binder.var.text}` is what this clause is about"
            self.world.report("HYL109", message, binder.var.span, "choose another name")
        return bind(self, binder, again)

    def _repeat(self, node: tree.Repeat) -> list[core.Stmt]:
        self.facts = locals_only(self.facts)
        if node.times is None:
            until = self.condition(node.until) if node.until is not None else None
            made = core.Loop(until, self.block(node.body), span=node.span)
            if until is not None:
                self.facts = {**self.facts, **learn(until, True)}
            return [made]
        left = core.Local(self.bodies.name("left"), t.NUMBER)
        count = self.value(node.times, t.NUMBER)
        body = self.block(node.body)
        done = core.Prim("<=", (left, core.Const(0, t.NUMBER)), t.YES_NO)
        less = core.Let(left.name, core.Prim("-", (left, core.Const(1, t.NUMBER)), t.NUMBER))
        return [core.Let(left.name, count, span=node.span), core.Loop(done, (less, *body), span=node.span)]

    def _together(self, node: tree.Together) -> core.Stmt:
        locals, facts = dict(self.locals), self.facts
        source, where = self._bind(node.binder)
        name = node.binder.var.text
        if not isinstance(self.locals[name], (t.Seat, t.Broken)):
            got = t.describe(self.locals[name])
            self.world.report("HYL201", f"`together` asks players, but this is a {got}", node.binder.source.span)
        asked = dict(self.locals)
        ask: list[core.Stmt] = []
        for stmt in node.ask:
            if not isinstance(stmt, (tree.Choose, tree.Let)) or (isinstance(stmt, tree.Choose) and stmt.then):
                help = "choose here, and do what follows from it under `then`"
                self.world.report(
                    "HYL309", "only choices stand here: nothing happens until all have chosen", stmt.span, help
                )
                continue
            outer, self.answering = self.answering, True
            ask += self.stmt(stmt)
            self.answering = outer
        bound = dict(self.locals)
        self.locals = {**asked, **bound}
        self.facts = locals_only(self.facts)
        then = self.block(node.then)
        self.locals, self.facts = locals, locals_only(facts)
        return core.Together(name, source, where, tuple(ask), then, span=node.span)

    # ------------------------------------------------------------------------------------------ decisions

    def _may_decide(self, span: Span) -> None:
        if self.quiet:
            self.world.report("HYL309", f"no decision may stand here: {self.quiet}", span)

    def _who(self, node: tree.Expr) -> core.Expr | None:
        if isinstance(node, tree.Name) and node.text == "chance" and "chance" not in self.locals:
            return None
        return self.value(node, t.SEAT, "who decides")

    def _decide(self, node: tree.Decide) -> core.Stmt:
        self._may_decide(node.span)
        who = self._who(node.who)
        if who is None:
            self.world.report(
                "HYL309", "chance chooses, it does not act", node.who.span, "write `chance chooses one ...`"
            )
        offers = [found for offer in node.offers if (found := self._offer(offer)) is not None]
        facts, self.facts = self.facts, locals_only(self.facts)  # the action may have changed the table
        then = self.block(node.then) if node.then is not None else ()
        self.facts = facts
        otherwise = self.block(node.otherwise) if node.otherwise is not None else ()
        handled = node.if_able or node.otherwise is not None or not node.must
        made = core.Choose(who, "you", tuple(offers), None, False, not node.must, then, otherwise, span=node.span)
        self.bodies.decisions.append(Decision(made, node, handled))
        return made

    def _offer(self, node: tree.Offer) -> core.Offer | None:
        name = node.action.text
        decl = self.world.names.get(name)
        if not isinstance(decl, tree.Action):
            actions = [n for n, d in self.world.names.items() if isinstance(d, tree.Action)]
            self.world.unknown(name, node.action.span, actions, "action")
            return None
        self.world.used.add(name)
        given = [p for p in decl.params if isinstance(p, tree.Param)]
        if len(given) != len(node.args):
            message = f"`{name}` has to be given {len(given)}, but here are {len(node.args)}"
            self.world.report("HYL103", message, node.span, "what a player chooses is not given here")
            return None
        args = []
        for param, arg in zip(given, node.args, strict=True):
            type_ = self.world.read_type(param.type) if param.type else t.BROKEN
            args.append((param.name.text, self.value(arg, type_, f"`{param.name.text}`")))
        return core.Offer(name, tuple(args), (), (), (), (), span=node.span)

    def _choose(self, node: tree.Choose) -> core.Stmt:
        who = self._who(node.who)
        if who is not None:
            self._may_decide(node.span)
        amount = self.value(node.amount, t.NUMBER) if node.amount is not None else None
        locals, facts = dict(self.locals), self.facts
        source, where = self._bind(node.binder)
        word = node.binder.var
        member = self.locals[word.text]
        name = node.label.name.text if node.label else word.text
        template: tuple[str | core.Expr, ...] = ()
        if node.label is not None and node.label.text is not None:
            from hoyle.check.texts import template as read

            template = read(self, tree.Text(node.label.text, span=node.label.span))
        param = core.Param(word.text, source, where, member)
        offer = core.Offer(name, (), (param,), (), template, (), span=node.span)
        self.locals[word.text] = member if amount is None else t.ListOf(member)
        then = self.block(node.then) if node.then is not None else ()
        bound = self.locals[word.text]
        self.locals, self.facts = locals, locals_only(facts)
        otherwise = self.block(node.otherwise) if node.otherwise is not None else ()
        players = self.world.model.seats[0]
        sure = amount is not None or (certain(source, where, players) and not node.optional and node.label is None)
        if node.then is None and sure:
            self.locals[word.text] = bound
        elif node.then is None and self.answering:
            self.locals[word.text] = t.Maybe(member)
        elif node.then is None:
            help = f"indent what needs `{word.text}` under this line; it is done only if something was chosen"
            what = "this may be declined" if node.optional else "there may be nothing to choose"
            self.world.report("HYL304", f"{what}, and nothing says what happens then", node.span, help)
            self.locals[word.text] = t.BROKEN
        made = core.Choose(who, "you", (offer,), amount, node.up_to, node.optional, then, otherwise, span=node.span)
        self.bodies.decisions.append(Decision(made, node, True))
        if node.label is not None:
            self._label(node.label, made, node)
        return made

    def _label(self, label: tree.Label, made: core.Choose, node: tree.Choose) -> None:
        """Rules find a choice by its label, so choices of one label are choices of one thing."""
        name = label.name.text
        if name in self.world.model.actions:
            help = "give the choice another name"
            self.world.report("HYL102", f"`{name}` is an action already", label.name.span, help)
            return
        others = self.bodies.labels.setdefault(name, [])
        of = made.offers[0].params[0].type
        if others and not t.fits(of, others[0][0].offers[0].params[0].type):
            other = t.describe(others[0][0].offers[0].params[0].type)
            message = f"`{name}` is also a choice of a {other}, and this is one of a {t.describe(of)}"
            self.world.report("HYL102", message, label.name.span, "give each its own name")
        others.append((made, node))


def _assigned(stmts: Sequence[tree.Stmt]) -> set[str]:
    """The names that are assigned to, at any depth."""
    found: set[str] = set()
    waiting: list[Any] = list(stmts)
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif attrs.has(type(node)):
            if isinstance(node, tree.Assign) and isinstance(node.target, tree.Name):
                found.add(node.target.text)
            waiting += [getattr(node, f.name) for f in attrs.fields(type(node)) if f.name != "span"]
    return found


def leaves(stmts: Sequence[core.Stmt]) -> bool:
    """Whether nothing after these statements is reached."""
    if not stmts:
        return False
    last = stmts[-1]
    match last:
        case core.Return() | core.End():
            return True
        case core.Branch(_, then, otherwise):
            return leaves(then) and leaves(otherwise)
        case core.Loop(None, _):
            return True
    return False
