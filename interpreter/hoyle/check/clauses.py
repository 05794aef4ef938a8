"""Clauses: exceptions, adjustments, hooks, rules and abilities, each put to the name it is about.

A clause of an ability holds for every card that bears the ability, while its timing class says so. It becomes an
ordinary clause here: `this` is the parameter it stands for, or each bearer in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.changes import Bodies
from hoyle.check.expressions import Typer
from hoyle.check.forms import as_list, conjunction
from hoyle.check.statements import Body
from hoyle.check.world import WORDS, World
from hoyle.core import nodes as core
from hoyle.core.walk import below, reads, rename_bound, substitute
from hoyle.diagnostics import Label
from hoyle.syntax import tree

Params = tuple[tuple[str, t.Type], ...]

# what to write instead of an exception to something that has none
INSTEAD: dict[type, str] = {
    tree.Option: "let what the option decides have an exception",
    tree.Var: "write `after any change` to hold it within bounds, or give a definition of it an exception",
    tree.Zone: "give what moves cards to it an exception, or a rule",
    tree.Cards: "say on which cards with `when`, in an exception to what is asked of them",
    tree.Kind: "say of which words with `when`, in an exception to what is asked of them",
    tree.Timing: "name the ability: `except card.{name} when ... waive`",
}


@attrs.define
class Bearer:
    """The cards an ability belongs to: `this` is one of them, `you` whoever `by` says."""

    cards: core.Expr
    type: t.CardOf
    by: core.Expr
    holds_while: core.Expr | None
    label: str

    @property
    def active(self) -> core.Expr | None:
        """What must hold of `this` for its clauses to count."""
        known = None
        if isinstance(self.by.type, t.Maybe):
            known = core.Prim("is not", (self.by, core.Const(None, t.NEVER)), t.YES_NO)
        return conjunction([self.holds_while, known])

    def you(self, expr: core.Expr | None) -> core.Expr | None:
        """The expression with `you` put in."""
        by = attrs.evolve(self.by, type=t.SEAT)
        return None if expr is None else put(expr, {"you": by})


@attrs.define
class Clauses:
    """Rules are put off until all bodies are known, because a rule may be about a choice in any of them."""

    bodies: Bodies
    rules: dict[str, tuple[tree.Rule, model.Rule]] = attrs.field(factory=dict)
    _rules_later: list[tuple[tree.Rule, Bearer | None]] = attrs.field(factory=list)
    _exceptions_later: list[tuple[tree.Exception_, Bearer | None]] = attrs.field(factory=list)
    _rule_exceptions_later: dict[str, list[tuple[tree.Exception_, Bearer | None]]] = attrs.field(factory=dict)
    overs_later: list[tuple[tree.Exception_, list[model.Exception_]]] = attrs.field(factory=list)

    @property
    def world(self):  # type: ignore[no-untyped-def]
        return self.bodies.defs.world

    # ------------------------------------------------------------------------------------------ targets

    def names(self, target: tree.Target, params: Params, bearer: Bearer | None) -> tuple[dict[str, str], int | None]:
        """The clause's own names for the parameters, and which parameter `this` stands for."""
        own = {name: name for name, _ in params}
        if target.args is None:
            return own, None
        if len(target.args) != len(params):
            names = ", ".join(n for n, _ in params)
            help = f"write `{target.name.text}({names})`, or leave the brackets out"
            message = f"`{target.name.text}` takes {len(params)}, but here are {len(target.args)}"
            self.world.report("HYL103", message, target.span, help)
            return own | {a.text: a.text for a in target.args if isinstance(a, tree.Name)}, None
        mapped: dict[str, str] = {}
        this = None
        for number, (arg, (name, _)) in enumerate(zip(target.args, params, strict=True)):
            if not isinstance(arg, tree.Name):
                self.world.report("HYL312", "only names stand here", arg.span, "say more with `when`")
            elif arg.text == "this" and bearer is not None:
                this = number
            else:
                mapped[arg.text] = name
        return mapped, this

    def typer(self, names: dict[str, str], params: Params, bearer: Bearer | None, you: bool = False) -> Typer:
        types = dict(params)
        locals = {mine: types.get(theirs, t.BROKEN) for mine, theirs in names.items()}
        if bearer is not None:
            locals |= {"this": bearer.type, "you": t.SEAT}
        elif you:
            locals["you"] = t.SEAT
        return Typer(self.bodies.defs, locals)

    def back(self, names: dict[str, str], params: Params) -> dict[str, core.Expr]:
        types = dict(params)
        return {mine: core.Local(theirs, types[theirs]) for mine, theirs in names.items() if mine != theirs}

    # ------------------------------------------------------------------------------------------ exceptions

    def exception(self, decl: tree.Exception_, bearer: Bearer | None = None) -> None:
        name = decl.target.name.text
        target = self.world.names.get(name)
        if isinstance(target, (tree.Define, tree.Table)):
            self._value_exception(decl, bearer)
        elif isinstance(target, (tree.Effect, tree.Phase, tree.Action)):
            self.body_exception(decl, bearer, self.world.model.procedures.get(name))
        elif isinstance(target, tree.Rule):
            self._rule_exceptions_later.setdefault(name, []).append((decl, bearer))
        elif isinstance(target, tree.Ending) or ability_of(self.world, decl.target) is not None:
            self._exceptions_later.append((decl, bearer))
        elif target is None:
            self.world.unknown(name, decl.target.name.span, self.world.names)
        else:
            help = INSTEAD.get(type(target), "an exception is to a value, a rule, an ending, or something that is done")
            message = f"`{name}` is {WORDS[type(target)]}: there are no exceptions to it"
            self.world.report("HYL312", message, decl.target.span, help.replace("{name}", name))

    def label(
        self, decl: tree.Exception_ | tree.Adjust | tree.Hook, bearer: Bearer | None, taken: Sequence[str]
    ) -> str:
        name = decl.label.name.text if decl.label else bearer.label if bearer else f"line_{decl.span.line}"
        if name in taken and not decl.label and not bearer:
            name = f"{name}_of_{Path(decl.span.source.name).stem}"  # the same line of another file
        if name in taken:
            span = decl.label.span if decl.label else decl.span
            self.world.report("HYL102", f"there are two clauses `{name}`", span, "give each its own name: `as ...`")
        return name

    def parent(self, decl: tree.Exception_, exceptions: list[model.Exception_]) -> str | None:
        clause = decl.target.clause
        if clause is None:
            return None
        labels = [e.label for e in exceptions]
        if clause.text not in labels:
            what = f"exception of `{decl.target.name.text}`"
            self.world.unknown(clause.text, clause.span, labels, what)
        return clause.text

    def conditions(self, typer: Typer, nodes: Sequence[tree.Expr], bearer: Bearer | None) -> core.Expr | None:
        found = typer.conditions(nodes)
        if bearer is None:
            return found
        return conjunction([bearer.active, bearer.you(found)])

    def _is_bearer(self, bearer: Bearer, param: core.Local) -> dict[str, core.Expr]:
        return {"this": attrs.evolve(param, type=bearer.type)}

    def _value_exception(self, decl: tree.Exception_, bearer: Bearer | None) -> None:
        defs = self.bodies.defs
        params, type_ = defs.signature(decl.target.name.text, decl.target.span)
        made = self.world.model.defines[decl.target.name.text]
        names, this = self.names(decl.target, params, bearer)
        typer = self.typer(names, params, bearer)
        when = self.conditions(typer, decl.when, bearer)
        value: core.Expr | None = None
        match decl.verdict:
            case tree.Gives(node):
                typer.locals["usual"] = type_
                value = typer.value(node, type_, f"`{made.name}`")
                if isinstance(type_, t.ListOf):
                    value = as_list(value)
                value = bearer.you(value) if bearer else value
            case tree.Waive() if decl.target.clause is None:
                message = f"`{made.name}` has to have a value: only an exception to it can be waived"
                help = f"write `gives ...`, or name the exception: `except {made.name}.label`"
                self.world.report("HYL312", message, decl.verdict.span, help)
                return
            case tree.Must() | tree.Body():
                self.world.report(
                    "HYL312",
                    f"`{made.name}` is a value: an exception gives another one",
                    decl.verdict.span,
                    "write `gives ...`",
                )
                return
        back = self.back(names, params)
        if bearer is not None:
            when, value = self.for_bearer(bearer, params, this, when, value)
        label = self.label(decl, bearer, [e.label for e in made.exceptions])
        made.exceptions.append(
            model.Exception_(
                label,
                self.parent(decl, made.exceptions),
                tuple(w.text for w in decl.over),
                None if when is None else put(when, back),
                None if value is None else put(value, back),
                None,
                decl.cites,
                decl.span,
            )
        )
        self.overs_later.append((decl, made.exceptions))

    def for_bearer(
        self, bearer: Bearer, params: Params, this: int | None, when: core.Expr | None, value: core.Expr | None
    ) -> tuple[core.Expr | None, core.Expr | None]:
        if this is not None:
            name, type_ = params[this]
            param = core.Local(name, type_)
            bears = core.Prim("in", (param, bearer.cards), t.YES_NO)
            swap = self._is_bearer(bearer, param)
            when = conjunction([bears, None if when is None else put(when, swap)])
            return when, None if value is None else put(value, swap)
        first = core.Fold("first", "this", bearer.cards, when, None, bearer.type)
        holds = core.Fold("any", "this", bearer.cards, when, None, t.YES_NO)
        return holds, None if value is None else put(value, {"this": first})

    def body_exception(self, decl: tree.Exception_, bearer: Bearer | None, made: model.Procedure | None) -> None:
        """Something else is done instead of an effect, a phase, or the steps of an action or ability."""
        if made is None:
            return
        acts = made.name in self.world.model.actions
        params = made.params[1:] if acts else made.params
        names, this = self.names(decl.target, params, bearer)
        typer = self.typer(names, params, bearer, you=acts)
        when = self.conditions(typer, decl.when, bearer)
        back = self.back(names, params)
        body: tuple[core.Stmt, ...] | None = None
        match decl.verdict:
            case tree.Body(stmts):
                checker = Body(self.bodies, typer.locals, made.type, usual=True)
                checker.facts = typer.facts
                checker.reserved = {name for name, _ in params} - names.keys()
                body = put(checker.block(stmts), back)
            case tree.Waive() if decl.target.clause is None or "'" in made.name:
                body = ()  # it is left undone
                if made.type is not None:
                    message = f"`{made.name}` returns a value, so it cannot be left undone"
                    self.world.report("HYL312", message, decl.verdict.span, "return another value")
            case tree.Gives() | tree.Must():
                message = f"`{decl.target.span.text}` does something: an exception says what is done instead"
                help = "write what happens on indented lines"
                if acts and isinstance(decl.verdict, tree.Must):
                    help = f"who may do it is for a rule to say: `rule ... for {made.name}`"
                self.world.report("HYL312", message, decl.verdict.span, help)
                return
        if bearer is not None:
            body = self._bearer_body(bearer, params, this, when, body, acts)
            when, _ = self.for_bearer(bearer, params, this, when, None)
        label = self.label(decl, bearer, [e.label for e in made.exceptions])
        parent = self.parent(decl, made.exceptions) if "'" not in made.name else None
        when = None if when is None else put(when, back)
        over = tuple(w.text for w in decl.over)
        made.exceptions.append(model.Exception_(label, parent, over, when, None, body, decl.cites, decl.span))
        self.overs_later.append((decl, made.exceptions))

    def _bearer_body(
        self,
        bearer: Bearer,
        params: Params,
        this: int | None,
        when: core.Expr | None,
        body: tuple[core.Stmt, ...] | None,
        acts: bool,
    ) -> tuple[core.Stmt, ...] | None:
        if body is None:
            return None
        if this is not None:
            name, type_ = params[this]
            card: core.Expr = core.Local(name, type_)
        else:
            card = core.Fold("first", "this", bearer.cards, when, None, bearer.type)
        by = attrs.evolve(bearer.by, type=t.SEAT)
        if not acts:
            return (core.Let("this", card), core.Let("you", by), *body)
        # an action has a `you` of its own, which is the one of what is usual
        own, owner = core.Local(self.bodies.name("this"), bearer.type), core.Local(self.bodies.name("you"), t.SEAT)
        lets = (core.Let(own.name, card), core.Let(owner.name, put(by, {"this": own})))
        return (*lets, *put(body, {"this": own, "you": owner}))

    def _over(self, decl: tree.Exception_ | tree.Rule | tree.Hook, labels: Sequence[str]) -> None:
        for word in decl.over:
            if word.text not in labels:
                self.world.unknown(word.text, word.span, labels, "clause")

    # ------------------------------------------------------------------------------------------ adjustments, hooks

    def adjust(self, decl: tree.Adjust, bearer: Bearer | None = None) -> None:
        name = decl.target.name.text
        target = self.world.names.get(name)
        if not isinstance(target, (tree.Define, tree.Table)):
            if target is None:
                self.world.unknown(name, decl.target.name.span, self.world.names)
            else:
                self.world.report("HYL312", f"`{name}` is {WORDS[type(target)]}, not a number", decl.target.span)
            return
        params, type_ = self.bodies.defs.signature(name, decl.target.span)
        made = self.world.model.defines[name]
        if not isinstance(type_, (t.Numbers, t.Broken)):
            self.world.report(
                "HYL312", f"only a number can be adjusted, and `{name}` is a {t.describe(type_)}", decl.target.span
            )
            return
        names, this = self.names(decl.target, params, bearer)
        typer = self.typer(names, params, bearer)
        when = self.conditions(typer, decl.when, bearer)
        by = typer.value(decl.by, t.NUMBER, "what is added")
        back = self.back(names, params)
        if bearer is not None:
            by = bearer.you(by) or by
            if this is not None:
                when, swapped = self.for_bearer(bearer, params, this, when, by)
                by = swapped or by
            else:
                by = core.Fold("sum", "this", bearer.cards, when, by, t.NUMBER, span=decl.span)
                when = None
        label = self.label(decl, bearer, [a.label for a in made.adjustments])
        when = None if when is None else put(when, back)
        made.adjustments.append(model.Adjustment(label, put(by, back), when, decl.cites, decl.span))

    def hook(self, decl: tree.Hook, bearer: Bearer | None = None) -> None:
        for point in decl.points:
            if isinstance(point, tree.AnyChange):
                if decl.before:
                    self.world.report(
                        "HYL312", "nothing is known before a change", point.span, "write `after any change`"
                    )
                self._hook(decl, point, (), self.world.model.checks, bearer, "a check after every change asks nobody")
                continue
            name = point.name.text
            made = self.world.model.procedures.get(name)
            if made is None:
                if name in self.world.names:
                    what = WORDS[type(self.world.names[name])]
                    self.world.report("HYL312", f"`{name}` is {what}: nothing happens before or after it", point.span)
                else:
                    points = [n for n in self.world.model.procedures if "'" not in n]
                    self.world.unknown(name, point.name.span, points, "phase, effect or action")
                continue
            self.world.used.add(name)
            hooks = made.before if decl.before else made.after
            params = made.params if not isinstance(self.world.names.get(name), tree.Action) else made.params[1:]
            self._hook(decl, point, params, hooks, bearer, None, isinstance(self.world.names.get(name), tree.Action))

    def _hook(
        self,
        decl: tree.Hook,
        point: tree.Target | tree.AnyChange,
        params: Params,
        hooks: list[model.Hook],
        bearer: Bearer | None,
        quiet: str | None,
        acts: bool = False,
    ) -> None:
        names, this = self.names(point, params, bearer) if isinstance(point, tree.Target) else ({}, None)
        typer = self.typer(names, params, bearer, you=acts)
        when = self.conditions(typer, decl.when, bearer)
        checker = Body(self.bodies, typer.locals, quiet=quiet)
        checker.facts = typer.facts
        checker.reserved = {name for name, _ in params} - names.keys()
        body = checker.block(decl.body)
        back = self.back(names, params)
        when, body = (None if when is None else put(when, back)), put(body, back)
        if bearer is not None:
            # an action has a `you` of its own, so the card's get names of their own
            card, owner = core.Local(self.bodies.name("this"), bearer.type), core.Local(self.bodies.name("you"), t.SEAT)
            body = put(body, {"this": card, "you": owner})
            you = core.Let(owner.name, put(attrs.evolve(bearer.by, type=t.SEAT), {"this": card}))
            if this is not None:
                name, type_ = params[this]
                param = core.Local(name, type_)
                when, _ = self.for_bearer(bearer, params, this, when, None)
                body = (core.Let(card.name, param), you, *body)
            else:
                limit = None if when is None else put(when, {"this": card})
                body = (core.Each(card.name, bearer.cards, limit, None, (you, *body), span=decl.span),)
                when = None
                if isinstance(point, tree.AnyChange):
                    when = core.Fold("any", card.name, bearer.cards, limit, None, t.YES_NO, span=decl.span)
        labels = [h.label for h in hooks]
        label = self.label(decl, bearer, labels)
        self._over(decl, labels)
        first = min((labels.index(w.text) for w in decl.over if w.text in labels), default=len(hooks))
        hooks.insert(first, model.Hook(label, when, body, decl.cites, decl.span))

    # ------------------------------------------------------------------------------------------ rules

    def rule(self, decl: tree.Rule, bearer: Bearer | None = None) -> None:
        self._rules_later.append((decl, bearer))

    def finish(self) -> None:
        """What had to wait until every other clause was looked at."""
        from hoyle.check import excepted

        for exception, bearer in self._exceptions_later:
            excepted.exception(self, exception, bearer)
        for rule, bearer in self._rules_later:
            self._rule(rule, bearer)
        for name, found in self._rule_exceptions_later.items():
            if name in self.rules:
                excepted.rule_exceptions(self, *self.rules[name], found)
        for exception, others in self.overs_later:
            self._over(exception, [other.label for other in others])

    def _rule(self, decl: tree.Rule, bearer: Bearer | None) -> None:
        made = model.Rule(decl.name.text, decl.title, {}, decl.cites, decl.span, order=len(self.world.model.rules))
        for target in decl.targets:
            params = self.choice_params(target)
            if params is None:
                continue
            names, this = self.names(target, params, bearer)
            typer = self.typer(names, params, bearer, you=True)
            when = self.conditions(typer, decl.when, bearer)
            back = self.back(names, params)
            filters = []
            for must in decl.musts:
                test = typer.condition(must.test)
                limit = when
                if must.if_able and not self._chosen(target.name.text):
                    message = f"`{target.name.text}` is done or not: there is nothing to choose `if able`"
                    self.world.report("HYL312", message, must.span, "leave out `if able`")
                if bearer is not None:
                    test = bearer.you(test) or test
                    if this is not None:
                        limit, swapped = self.for_bearer(bearer, params, this, when, test)
                        test = swapped or test
                    else:
                        test = core.Fold("every", "this", bearer.cards, when, test, t.YES_NO, span=must.span)
                        limit = None
                limit = None if limit is None else put(limit, back)
                filters.append(
                    core.Filter(made.name, made.title, limit, None, put(test, back), must.if_able, span=must.span)
                )
            made.targets[target.name.text] = filters
        self.rules[decl.name.text] = (decl, made)
        self._place_rule(decl, made)

    def _chosen(self, name: str) -> bool:
        """Whether a player chooses something for this action."""
        action = self.world.model.actions.get(name)
        return action is None or any(source is not None for _, _, source, _ in action.params)

    def _place_rule(self, decl: tree.Rule, made: model.Rule) -> None:
        rules = self.world.model.rules
        names = [r.name for r in rules]
        self._over(decl, names)
        before = [names.index(w.text) for w in decl.over if w.text in names]
        rules.insert(min(before, default=len(rules)), made)

    def choice_params(self, target: tree.Target) -> Params | None:
        """The parameters of an action or of a labelled choice, or None with a report."""
        name = target.name.text
        action = self.world.model.actions.get(name)
        if action is not None:
            self.world.used.add(name)
            return tuple((n, ty) for n, ty, _, _ in action.params)
        if name in self.bodies.labels:
            choose, _ = self.bodies.labels[name][0]
            param = choose.offers[0].params[0]
            return ((param.name, param.type),)
        if name in self.world.names:
            what = WORDS[type(self.world.names[name])]
            self.world.report("HYL312", f"`{name}` is {what}: a rule is about an action or a named choice", target.span)
        else:
            candidates = [*self.world.model.actions, *self.bodies.labels]
            self.world.unknown(name, target.name.span, candidates, "action or choice")
        return None

    # ------------------------------------------------------------------------------------------ abilities

    def ability(self, decl: tree.Ability) -> None:
        timing = self.world.names.get(decl.timing.text)
        if not isinstance(timing, tree.Timing):
            timings = [n for n, d in self.world.names.items() if isinstance(d, tree.Timing)]
            self.world.unknown(decl.timing.text, decl.timing.span, timings, "timing class")
            return
        self.world.used.add(decl.timing.text)
        holders = [c for c in self.world.model.card_types.values() if self._number(c, decl.card.text) is not None]
        if not holders:
            names = [m for c in self.world.model.card_types.values() for m in self._names_of(c)]
            self.world.unknown(decl.card.text, decl.card.span, names, "card")
            return
        cards = holders[0]
        if len(holders) > 1:
            several = ", ".join(f"`{c.name}`" for c in holders)
            self.world.report("HYL105", f"`{decl.card.text}` is a card of several types: {several}", decl.card.span)
        for other in self.world.model.abilities:
            if (other.card, other.cards, other.timing) == (decl.card.text, cards.name, decl.timing.text):
                message = f"`{other.card}` has two abilities `{other.timing}`"
                label = Label(other.span, "the first one")
                self.world.report("HYL102", message, decl.card.span, "write them as one", [label])
                return
        bearer = self._bearer(cards, decl, timing)
        if timing.holds_while is not None:
            from hoyle.check.excepted import waived_ability

            bearer = waived_ability(self, decl, bearer)
        for clause in decl.clauses:
            match clause:
                case tree.Exception_():
                    self.exception(clause, bearer)
                case tree.Adjust():
                    self.adjust(clause, bearer)
                case tree.Hook():
                    self.hook(clause, bearer)
                case tree.Rule():
                    self.rule(clause, bearer)
        if decl.clauses and timing.holds_while is None:
            message = f"`{timing.name.text}` is resolved once, so an ability of it does something"
            help = f"give the timing class a `while`, or write what happens: `timing {timing.name.text} ... while ...`"
            self.world.report("HYL312", message, decl.clauses[0].span, help)
        if decl.body and timing.holds_while is not None:
            message = f"`{timing.name.text}` holds while its condition does, so an ability of it consists of clauses"
            self.world.report(
                "HYL312", message, decl.body[0].span, "write `except`, `adjust`, `before`, `after` or `rule`"
            )
        proc = None
        if decl.body:
            proc = f"{decl.card.text}'{decl.timing.text}"
            body = Body(self.bodies, {"this": bearer.type, "you": t.SEAT}).block(decl.body)
            params = (("this", bearer.type), ("you", t.SEAT))
            made = model.Procedure(proc, False, params, None, None, body, decl.cites, decl.span)
            self.world.model.procedures[proc] = made
        self.world.model.abilities.append(
            model.Ability(decl.card.text, cards.name, decl.timing.text, proc, decl.cites, decl.span)
        )

    def _names_of(self, cards: model.CardType) -> tuple[str, ...]:
        kind = cards.attributes.get("name")
        return self.world.model.kinds[kind.name].members if isinstance(kind, t.Kind) else ()

    def _number(self, cards: model.CardType, word: str) -> int | None:
        names = self._names_of(cards)
        return names.index(word) if word in names else None

    def _bearer(self, cards: model.CardType, decl: tree.Ability, timing: tree.Timing) -> Bearer:
        type_ = t.CardOf(cards.name)
        typer = Typer(self.bodies.defs, {"this": type_})
        holds = typer.condition(timing.holds_while) if timing.holds_while is not None else None
        if holds is not None:
            from hoyle.check.facts import learn

            typer.facts = learn(holds, True)
        by = typer.expr(timing.by)
        if not isinstance(t.settled(by.type), (t.Seat, t.Broken)):
            self.world.report("HYL201", "`by` says whose the ability is: a player", timing.by.span)
            by = core.Const(0, t.SEAT)
        made = self.world.model.timings[timing.name.text]
        made.by, made.holds_while = by, holds
        kind = cards.attributes["name"]
        each = core.Local("bearer'", type_)
        same = core.Prim(
            "is", (core.Attr("name", each, kind), core.Const(self._number(cards, decl.card.text), kind)), t.YES_NO
        )
        bearers = core.Fold("all", "bearer'", core.Members(cards.name, t.ListOf(type_)), same, None, t.ListOf(type_))
        return Bearer(bearers, type_, by, holds, decl.card.text)


def ability_of(world: World, target: tree.Target) -> tree.Ability | None:
    """The ability that `owl.on_entry` names."""
    wanted = (target.name.text, target.clause.text if target.clause else None)
    abilities = (decl for decl in world.decls() if isinstance(decl, tree.Ability))
    return next((ability for ability in abilities if (ability.card.text, ability.timing.text) == wanted), None)


def put(node: Any, values: dict[str, core.Expr]) -> Any:
    """Locals replaced, in an expression or in statements; what a fold inside calls its members stays apart from
    them."""
    if not values:
        return node
    if isinstance(node, tuple):
        return tuple(put(n, values) for n in node)
    taken = {name for value in values.values() for name in reads(value)}
    if any(isinstance(n, core.Fold) and n.var in taken for n in below(node)):
        node = rename_bound(node, "its'")
    return substitute(node, values)
