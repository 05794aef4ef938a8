"""Clauses: exceptions, adjustments and hooks, each put to the name it is about.

A clause of an ability holds for every card that bears the ability, while its timing class says so. It becomes an
ordinary clause here: `this` is the parameter it stands for, or each bearer in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.bearer import Bearer, ability_of, name_ability
from hoyle.check.changes import Bodies
from hoyle.check.definitions import unbounded
from hoyle.check.expressions import Typer
from hoyle.check.forms import as_list
from hoyle.check.statements import Body
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction, put
from hoyle.diagnostics import About
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS

Params = tuple[tuple[str, t.Type], ...]

# what to write instead of an exception to something that has none
BEARERS = core.Origin.BEARERS
EXCEPTED = (tree.Define, tree.Table, tree.Effect, tree.Phase, tree.Action, tree.Rule, tree.Ending)
INSTEAD: dict[type, str] = {
    tree.Option: "let what the option decides have an exception",
    tree.Var: "write `after any change` to hold it within bounds, or give a definition of it an exception",
    tree.Zone: "give what moves cards to it an exception, or a rule",
    tree.Cards: "say on which cards with `when`, in an exception to what is asked of them",
    tree.Kind: "say of which words with `when`, in an exception to what is asked of them",
    tree.Timing: "name the ability: `except card.{name} when ... waive`",
}


@attrs.define
class Clauses:
    """Rules are put off until all bodies are known, because a rule may be about a choice in any of them.

    So are exceptions to what comes later in the file.
    """

    bodies: Bodies
    rules: dict[str, tuple[tree.Rule, model.Rule]] = attrs.field(factory=dict)
    rules_later: list[tuple[tree.Rule, Bearer | None]] = attrs.field(factory=list)
    exceptions_later: list[tuple[tree.Exception_, Bearer | None]] = attrs.field(factory=list)
    rule_exceptions_later: dict[str, list[tuple[tree.Exception_, Bearer | None]]] = attrs.field(factory=dict)
    overs_later: list[tuple[tree.Exception_, list[model.Exception_]]] = attrs.field(factory=list)
    hooks_later: list[tuple[tree.Hook, list[model.Hook]]] = attrs.field(factory=list)
    parents_later: list[tuple[tree.Exception_, list[model.Exception_]]] = attrs.field(factory=list)

    @property
    def world(self) -> World:
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
            self.world.report("HYL103", message, target, help)
            return own | {a.text: a.text for a in target.args if isinstance(a, tree.Name)}, None
        mapped: dict[str, str] = {}
        this = None
        for number, (arg, (name, _)) in enumerate(zip(target.args, params, strict=True)):
            if not isinstance(arg, tree.Name):
                self.world.report("HYL312", "only names stand here", arg.span, "say more with `when`")
            elif arg.text == "this" and bearer is not None:
                this = number
                self.world.record.name("this", arg.span)
            else:
                mapped[arg.text] = name
        return mapped, this

    def typer(
        self,
        names: dict[str, str],
        params: Params,
        bearer: Bearer | None,
        target: tree.Target | tree.AnyChange | None = None,
        you: bool = False,
    ) -> Typer:
        types = dict(params)
        locals = {mine: types.get(theirs, t.BROKEN) for mine, theirs in names.items()}
        if bearer is not None:
            locals |= {"this": bearer.type, "you": t.SEAT}
        elif you:
            locals["you"] = t.SEAT
        made = Typer(self.bodies.defs, locals)
        made.bound = self.world.record.heads(target)
        return made

    def back(self, names: dict[str, str], params: Params) -> dict[str, core.Expr]:
        types = dict(params)
        return {mine: core.Local(theirs, types[theirs]) for mine, theirs in names.items() if mine != theirs}

    # ------------------------------------------------------------------------------------------ exceptions

    def exception(self, decl: tree.Exception_, bearer: Bearer | None = None) -> None:
        name = decl.target.name.text
        target = self.world.names.get(name)
        if target is not None:
            self.world.record.name(name, decl.target.name.span)
        else:
            name_ability(self.world, decl.target)
        if isinstance(target, (tree.Define, tree.Table)):
            self._value_exception(decl, bearer)
        elif isinstance(target, (tree.Effect, tree.Phase, tree.Action)):
            self.body_exception(decl, bearer, self.world.model.procedures.get(name))
        elif isinstance(target, tree.Rule):
            self.rule_exceptions_later.setdefault(name, []).append((decl, bearer))
        elif isinstance(target, tree.Ending) or ability_of(self.world, decl.target) is not None:
            self.exceptions_later.append((decl, bearer))
        elif target is None:
            known = [n for n, d in self.world.names.items() if isinstance(d, EXCEPTED)]
            self.world.unknown(name, decl.target.name.span, known)
        else:
            help = INSTEAD.get(type(target), "an exception is to a value, a rule, an ending, or something that is done")
            message = f"`{name}` is {WORDS[type(target)]}: there are no exceptions to it"
            self.world.report("HYL312", message, decl.target, help.replace("{name}", name))

    def label(
        self, decl: tree.Exception_ | tree.Adjust | tree.Hook, bearer: Bearer | None, taken: Sequence[str]
    ) -> str:
        name = decl.label.name.text if decl.label else bearer.label if bearer else f"line_{decl.span.line}"
        if name in taken and not decl.label and not bearer:
            name = f"{name}_of_{Path(decl.span.source.name).stem}"  # the same line of another file
        self.world.record.clause(decl, name, bearer.symbol if bearer else None)
        if name in taken:
            span = decl.label.span if decl.label else decl.span
            message = f"there are two clauses `{name}`"
            self.world.report("HYL102", message, span, "give each its own name: `as ...`", about=name)
        return name

    def parent(self, decl: tree.Exception_, exceptions: list[model.Exception_]) -> str | None:
        """What an exception hangs on, by its label. It may stand further down, so it is looked for later."""
        if decl.target.clause is None:
            return None
        self.parents_later.append((decl, exceptions))
        return decl.target.clause.text

    def hangs(self, decl: tree.Exception_, exceptions: list[model.Exception_]) -> None:
        """That an exception hangs on another one, and in the end on what all of them are about."""
        clause, above = decl.target.clause, {e.label: e.parent for e in exceptions}
        assert clause is not None
        self.world.record.name_clause(decl, clause)
        if clause.text not in above:
            what = f"exception of `{decl.target.name.text}`"
            self.world.unknown(
                clause.text, clause.span, list(above), what, about=About(decl.target.name.text, clause.text)
            )
            return
        on: list[str] = []
        place: str | None = clause.text
        while place is not None and place not in on:
            on.append(place)
            place = above.get(place)
        if place is not None:
            message = f"`{clause.text}` is an exception to itself, by way of others"
            self.world.report("HYL108", message, clause, "let one of them be about the thing itself")

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
        type_ = unbounded(type_, made.least, made.most)
        names, this = self.names(decl.target, params, bearer)
        typer = self.typer(names, params, bearer, decl.target)
        when = self.conditions(typer, decl.when, bearer)
        value: core.Expr | None = None
        match decl.verdict:
            case tree.Gives(node):
                typer.locals["usual"] = type_
                value = typer.value(node, type_, name=made.name)
                if isinstance(type_, t.ListOf):
                    value = as_list(value)
                value = bearer.you(value) if bearer else value
            case tree.Waive() if decl.target.clause is None:
                message = f"`{made.name}` has to have a value: only an exception to it can be waived"
                help = f"write `gives ...`, or name the exception: `except {made.name}.label`"
                self.world.report("HYL312", message, decl.verdict.span, help, about=made.name)
                return
            case tree.Must() | tree.Body():
                message = f"`{made.name}` is a value: an exception gives another one"
                self.world.report("HYL312", message, decl.verdict.span, "write `gives ...`", about=made.name)
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

    def of_bearers(
        self,
        fold: str,
        bearer: Bearer,
        params: Params,
        this: int | None,
        when: core.Expr | None,
        value: core.Expr,
        type_: t.Type,
        span: Span,
    ) -> tuple[core.Expr | None, core.Expr]:
        """What counts of the bearer that a parameter is; where none is, of all of them together."""
        value = bearer.you(value) or value
        if this is None:
            return None, core.Fold(fold, "this", bearer.cards, when, value, type_, span=span, origin=BEARERS)
        when, swapped = self.for_bearer(bearer, params, this, when, value)
        return when, swapped or value

    def body_exception(self, decl: tree.Exception_, bearer: Bearer | None, made: model.Procedure | None) -> None:
        """Something else is done instead of an effect, a phase, or the steps of an action or ability."""
        if made is None:
            return
        acts = made.name in self.world.model.actions
        params = made.params[1:] if acts else made.params
        names, this = self.names(decl.target, params, bearer)
        typer = self.typer(names, params, bearer, decl.target, acts)
        when = self.conditions(typer, decl.when, bearer)
        back = self.back(names, params)
        body: tuple[core.Stmt, ...] | None = None
        match decl.verdict:
            case tree.Body(stmts):
                checker = Body(self.bodies, typer.locals, made.type, usual=True)
                checker.facts, checker.bound = typer.facts, typer.bound
                checker.reserved = {name for name, _ in params} - names.keys()
                body = put(checker.whole(stmts), back)
            case tree.Waive() if decl.target.clause is None or made.ability is not None:
                body = ()  # it is left undone
                if made.type is not None:
                    message = f"`{made.name}` returns a value, so it cannot be left undone"
                    self.world.report("HYL312", message, decl.verdict.span, "return another value", about=made.name)
            case tree.Gives() | tree.Must():
                message = f"`{decl.target.span.text}` does something: an exception says what is done instead"
                help = "write what happens on indented lines"
                if acts and isinstance(decl.verdict, tree.Must):
                    help = f"who may do it is for a rule to say: `rule ... for {made.name}`"
                self.world.report("HYL312", message, decl.verdict.span, help, about=made.name)
                return
        when = None if when is None else put(when, back)
        if bearer is not None:
            body = self._bearer_body(bearer, params, this, when, body, acts)
            when, _ = self.for_bearer(bearer, params, this, when, None)
        label = self.label(decl, bearer, [e.label for e in made.exceptions])
        parent = self.parent(decl, made.exceptions) if made.ability is None else None
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

    def over(self, decl: tree.Exception_ | tree.Rule | tree.Hook, labels: Sequence[str]) -> None:
        for word in decl.over:
            self.world.record.name_clause(decl, word)
            if word.text not in labels:
                self.world.unknown(word.text, word.span, labels, "clause")

    # ------------------------------------------------------------------------------------------ adjustments, hooks

    def adjust(self, decl: tree.Adjust, bearer: Bearer | None = None) -> None:
        name = decl.target.name.text
        target = self.world.names.get(name)
        self.world.record.name(name, decl.target.name.span)
        if not isinstance(target, (tree.Define, tree.Table)):
            if target is None:
                known = [n for n, d in self.world.names.items() if isinstance(d, (tree.Define, tree.Table))]
                self.world.unknown(name, decl.target.name.span, known)
            else:
                self.world.report("HYL312", f"`{name}` is {WORDS[type(target)]}, not a number", decl.target)
            return
        params, type_ = self.bodies.defs.signature(name, decl.target.span)
        made = self.world.model.defines[name]
        if not isinstance(type_, (t.Numbers, t.Broken)):
            self.world.report(
                "HYL312", f"only a number can be adjusted, and `{name}` is a {t.describe(type_)}", decl.target
            )
            return
        names, this = self.names(decl.target, params, bearer)
        typer = self.typer(names, params, bearer, decl.target)
        when = self.conditions(typer, decl.when, bearer)
        by = typer.value(decl.by, t.NUMBER, "what is added")
        if unbounded(type_, made.least, made.most) not in (t.NUMBER, t.BROKEN):
            self._adjusts_a_range(decl, made)
        back = self.back(names, params)
        if bearer is not None:
            when, by = self.of_bearers("sum", bearer, params, this, when, by, t.NUMBER, decl.span)
        label = self.label(decl, bearer, [a.label for a in made.adjustments])
        when = None if when is None else put(when, back)
        made.adjustments.append(model.Adjustment(label, put(by, back), when, decl.cites, decl.span))

    def _adjusts_a_range(self, decl: tree.Adjust, made: model.Define) -> None:
        range_, target = t.describe(made.type), self.world.names[made.name]
        help = f"let `{made.name}` be a `number`"
        if isinstance(target, tree.Define) and isinstance(made.type, t.Numbers):
            ends = (("at least", made.type.low), ("at most", made.type.high))
            help += f", or end its line with `, {', '.join(f'{word} {end}' for word, end in ends if end is not None)}`"
        message = f"`{made.name}` is in {range_}, and this may take it outside"
        self.world.report("HYL203", message, decl.by.span, help, about=made.name)

    def hook(self, decl: tree.Hook, bearer: Bearer | None = None) -> None:
        self.world.record.share(decl.points)
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
            self.world.record.name(name, point.name.span)
            if made is None:
                if name in self.world.names:
                    what = WORDS[type(self.world.names[name])]
                    self.world.report("HYL312", f"`{name}` is {what}: nothing happens before or after it", point)
                else:
                    help = f"an ability has more steps by `except {point.span.text}`, with `usual` among them"
                    else_ = help if point.clause else None
                    self.world.unknown(name, point.name.span, self.world.model.deeds, "phase, effect or action", else_)
                continue
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
        typer = self.typer(names, params, bearer, point, acts)
        when = self.conditions(typer, decl.when, bearer)
        checker = Body(self.bodies, typer.locals, quiet=quiet)
        checker.facts, checker.bound = typer.facts, typer.bound
        checker.reserved = {name for name, _ in params} - names.keys()
        body = checker.whole(decl.body)
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
                each = (card.name, bearer.cards, limit, None, (you, *body))
                body = (core.Each(*each, span=decl.span, origin=BEARERS),)
                when = None
                if isinstance(point, tree.AnyChange):
                    when = core.Fold("any", card.name, bearer.cards, limit, None, t.YES_NO, span=decl.span)
        labels = [h.label for h in hooks]
        label = self.label(decl, bearer, labels)
        self.hooks_later.append((decl, hooks))
        first = min((labels.index(w.text) for w in decl.over if w.text in labels), default=len(hooks))
        hooks.insert(first, model.Hook(label, when, body, decl.cites, decl.span))

    # ------------------------------------------------------------------------------------------ rules

    def rule(self, decl: tree.Rule, bearer: Bearer | None = None) -> None:
        self.rules_later.append((decl, bearer))
