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
from hoyle.check.clause import Clause, Steps
from hoyle.check.definitions import unbounded
from hoyle.check.facts import locals_only
from hoyle.check.forms import as_list
from hoyle.check.lets import bind_lets
from hoyle.check.teams import winners
from hoyle.check.turns import limit_of
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import put
from hoyle.diagnostics import About
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS

BEARERS = core.Origin.BEARERS
EXCEPTED = (tree.Define, tree.Table, tree.Effect, tree.Phase, tree.Action, tree.Rule, tree.Ending)
# what to write instead of an exception to something that has none
INSTEAD: dict[type, str] = {
    tree.Option: "let what the option decides have an exception",
    tree.Var: "write `after any change` to hold it within bounds, or give a definition of it an exception",
    tree.Zone: "give what moves cards to it an exception, or a rule",
    tree.Cards: "say on which cards with `when`, in an exception to what is asked of them",
    tree.Kind: "say of which words with `when`, in an exception to what is asked of them",
    tree.Timing: "name the ability: `except card.{name} when ... waive`",
}

Linked = tree.Exception_ | tree.Hook
Siblings = Sequence[model.Exception_ | model.Hook]
Excepted = list[tuple[tree.Exception_, Bearer | None]]


@attrs.define
class Clauses:
    """Rules are put off until all bodies are known, because a rule may be about a choice in any of them.

    So are exceptions to what comes later in the file. siblings_later: clauses with others about the same thing, and the
    name of the one that they hang on.
    """

    bodies: Bodies
    rules: dict[str, tuple[tree.Rule, model.Rule]] = attrs.field(factory=dict)
    rules_later: list[tuple[tree.Rule, Bearer | None]] = attrs.field(factory=list)
    exceptions_later: Excepted = attrs.field(factory=list)
    limit_exceptions_later: dict[str, Excepted] = attrs.field(factory=dict)
    rule_exceptions_later: dict[str, Excepted] = attrs.field(factory=dict)
    siblings_later: list[tuple[Linked, Siblings, tree.Word | None]] = attrs.field(factory=list)

    @property
    def world(self) -> World:
        return self.bodies.defs.world

    # ------------------------------------------------------------------------------------------ names of clauses

    def label(self, decl: Linked | tree.Adjust, bearer: Bearer | None, taken: Sequence[str]) -> str:
        name = decl.label.name.text if decl.label else bearer.label if bearer else f"line_{decl.span.line}"
        if name in taken and not decl.label and not bearer:
            name = f"{name}_of_{Path(decl.span.source.name).stem}"  # the same line of another file
        self.world.record.clause(decl, name, bearer.symbol if bearer else None)
        if name in taken:
            span = decl.label.span if decl.label else decl.span
            message = f"there are two clauses `{name}`"
            self.world.report("HYL102", message, span, "give each its own name: `as ...`", about=name)
        return name

    def siblings(self, decl: Linked, others: Siblings, on: tree.Word | None) -> None:
        """That the clauses which this one names are there, now that all are known."""
        if isinstance(decl, tree.Exception_) and on is not None:
            above = {other.label: other.parent for other in others if isinstance(other, model.Exception_)}
            self._hangs(decl, on, above)
        self.over(decl, [other.label for other in others])

    def _hangs(self, decl: tree.Exception_, clause: tree.Word, above: dict[str, str | None]) -> None:
        """That an exception hangs on another one, and in the end on what all of them are about."""
        name = decl.target.name.text
        self.world.record.name_clause(decl, clause)
        if clause.text not in above:
            about = About(name, clause.text)
            self.world.unknown(clause.text, clause.span, list(above), f"exception of `{name}`", about=about)
            return
        on: list[str] = []
        place: str | None = clause.text
        while place is not None and place not in on:
            on.append(place)
            place = above.get(place)
        if place is not None:
            message = f"`{clause.text}` is an exception to itself, by way of others"
            self.world.report("HYL108", message, clause, "let one of them be about the thing itself")

    def over(self, decl: tree.Exception_ | tree.Rule | tree.Hook, labels: Sequence[str]) -> None:
        """That the clauses are there which this one is over."""
        for word in decl.over:
            self.world.record.name_clause(decl, word)
            if word.text not in labels:
                self.world.unknown(word.text, word.span, labels, "clause")

    # ------------------------------------------------------------------------------------------ exceptions

    def exception(self, decl: tree.Exception_, bearer: Bearer | None = None) -> None:
        name = decl.target.name.text
        target = self.world.names.get(name)
        if decl.lets and isinstance(decl.verdict, tree.Waive):
            message = f"`waive` says nothing that could need `{decl.lets[0].name.text}`"
            self.world.report("HYL312", message, decl.lets[0].span, "take this line out, or write it where it counts")
        if target is not None:
            self.world.record.name(name, decl.target.name.span)
        else:
            name_ability(self.world, decl.target)
        if isinstance(target, (tree.Define, tree.Table)):
            self._value_exception(decl, bearer)
        elif isinstance(target, tree.Action) and (limit := limit_of(decl)):
            self.limit_exceptions_later.setdefault(limit, []).append((decl, bearer))
        elif isinstance(target, (tree.Effect, tree.Phase, tree.Action)):
            self.body_exception(decl, bearer, self.world.model.procedures.get(name))
        elif isinstance(target, tree.Rule):
            self.rule_exceptions_later.setdefault(name, []).append((decl, bearer))
        elif isinstance(target, tree.Ending) or ability_of(self.world, decl.target) is not None:
            self.exceptions_later.append((decl, bearer))
        elif target is None:
            self.world.unknown(name, decl.target.name.span, self.world.declared(*EXCEPTED))
        else:
            help = INSTEAD.get(type(target), "an exception is to a value, a rule, an ending, or something that is done")
            message = f"`{name}` is {WORDS[type(target)]}: there are no exceptions to it"
            self.world.report("HYL312", message, decl.target, help.replace("{name}", name))

    def late_exception(self, decl: tree.Exception_, bearer: Bearer | None) -> None:
        """An exception to an ending or to an ability that is resolved, now that all of them are known."""
        ability = ability_of(self.world, decl.target)
        if bearer is not None:
            message = f"what a card says makes no exception to `{decl.target.span.text}`"
            self.world.report("HYL312", message, decl.target.span, "write it outside of the ability")
        elif ability is None:
            self._ending_exception(decl)
        else:
            key = model.ability_key(ability.card.text, ability.timing.text)
            self.body_exception(decl, None, self.world.model.procedures.get(key))

    def _except(
        self,
        decl: tree.Exception_,
        bearer: Bearer | None,
        others: list[model.Exception_],
        when: core.Expr | None,
        value: core.Expr | None = None,
        body: Steps | None = None,
        ability: bool = False,
    ) -> None:
        """Put an exception beside the others. Which of them it hangs on and is over may stand further down."""
        label, on = self.label(decl, bearer, [other.label for other in others]), None if ability else decl.target.clause
        parent, over = None if on is None else on.text, tuple(word.text for word in decl.over)
        named = decl.label is not None or bearer is not None
        others.append(model.Exception_(label, parent, over, when, value, body, decl.cites, decl.span, named))
        self.siblings_later.append((decl, others, on))

    def _value_exception(self, decl: tree.Exception_, bearer: Bearer | None) -> None:
        name = decl.target.name.text
        params, type_ = self.bodies.defs.signature(name, decl.target.span)
        made = self.world.model.defines[name]
        type_ = unbounded(type_, made.least, made.most)
        clause = Clause(self.bodies, decl.target, params, bearer)
        when = clause.when(decl.when)
        value: core.Expr | None = None
        match decl.verdict:
            case tree.Gives(node):
                clause.locals["usual"] = type_
                lets = bind_lets(clause, decl.lets, name)
                value = clause.value(node, type_, name=name)
                value = put(lets.around(as_list(value) if isinstance(type_, t.ListOf) else value), clause.back)
            case tree.Waive() if decl.target.clause is None:
                message = f"`{name}` has to have a value: only an exception to it can be waived"
                help = f"write `gives ...`, or name the exception: `except {name}.label`"
                self.world.report("HYL312", message, decl.verdict.span, help, about=name)
                return
            case tree.Must() | tree.Body():
                message = f"`{name}` is a value: an exception gives another one"
                self.world.report("HYL312", message, decl.verdict.span, "write `gives ...`", about=name)
                return
        if bearer is not None:
            when, value = bearer.one(clause.this, when, bearer.you(value))
        self._except(decl, bearer, made.exceptions, when, value)

    def body_exception(self, decl: tree.Exception_, bearer: Bearer | None, made: model.Procedure | None) -> None:
        """Something else is done instead of an effect, a phase, or the steps of an action or ability."""
        if made is None:
            return
        acts = made.name in self.world.model.actions
        clause = Clause(self.bodies, decl.target, self.world.given(made), bearer, acts, made.type, usual=True)
        when = clause.when(decl.when)
        body: Steps | None = None
        match decl.verdict:
            case tree.Body(stmts):
                if decl.label is not None and (made.name, decl.label.name.text) in self.world.led_up_to:
                    clause.facts, clause.held = locals_only(clause.facts), ()
                body = clause.done(stmts)
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
        if bearer is not None:
            body = None if body is None else self._bearer_body(clause, bearer, when, body, acts)
            when, _ = bearer.one(clause.this, when, None)
        self._except(decl, bearer, made.exceptions, when, body=body, ability=made.ability is not None)

    def _bearer_body(self, clause: Clause, bearer: Bearer, when: core.Expr | None, body: Steps, acts: bool) -> Steps:
        card = clause.this or core.Fold("first", "this", bearer.cards, when, None, bearer.type)
        if not acts:
            return (core.Let("this", card), core.Let("you", bearer.seat), *body)
        own, steps = clause.as_bearer(bearer, body)
        return (core.Let(own.name, card), *steps)

    def _ending_exception(self, decl: tree.Exception_) -> None:
        """The game does not end, or others win."""
        ending = next((e for e in self.world.model.endings if e.name == decl.target.name.text), None)
        if ending is None:
            return
        params = tuple((own, theirs.type) for own, theirs in ending.names.items() if own != "you")
        clause = Clause(self.bodies, decl.target, params, acts="you" in ending.names)
        named = {mine: own.name for mine, own in clause.named.items()}
        clause.back = {mine: ending.names[own] for mine, own in named.items() if own in ending.names}
        when = clause.when(decl.when)
        value: core.Expr | None = None
        match decl.verdict:
            case tree.Gives(node):
                clause.locals["usual"] = t.ListOf(t.SEAT)
                lets = bind_lets(clause, decl.lets, ending.name)
                value = put(lets.around(winners(clause, node)), clause.back)
            case tree.Must() | tree.Body():
                message = f"`{ending.name}` is an ending: an exception to it is `waive`, or `gives` and who wins"
                help = "what happens before the end stands in a hook: `before ...` or `after ...`"
                self.world.report("HYL312", message, decl.verdict.span, help, about=ending.name)
                return
        self._except(decl, None, ending.exceptions, when, value)

    # ------------------------------------------------------------------------------------------ adjustments

    def adjust(self, decl: tree.Adjust, bearer: Bearer | None = None) -> None:
        name = decl.target.name.text
        target = self.world.names.get(name)
        self.world.record.name(name, decl.target.name.span)
        if not isinstance(target, (tree.Define, tree.Table)):
            if target is None:
                self.world.unknown(name, decl.target.name.span, self.world.declared(tree.Define, tree.Table))
            else:
                self.world.report("HYL312", f"`{name}` is {WORDS[type(target)]}, not a number", decl.target)
            return
        params, type_ = self.bodies.defs.signature(name, decl.target.span)
        made = self.world.model.defines[name]
        if not isinstance(type_, (t.Numbers, t.Broken)):
            message = f"only a number can be adjusted, and `{name}` is a {t.describe(type_)}"
            self.world.report("HYL312", message, decl.target)
            return
        clause = Clause(self.bodies, decl.target, params, bearer)
        when, by = clause.when(decl.when), put(clause.value(decl.by, t.NUMBER, "what is added"), clause.back)
        if unbounded(type_, made.least, made.most) not in (t.NUMBER, t.BROKEN):
            self._adjusts_a_range(decl, made)
        if bearer is not None:
            when, by = bearer.every("sum", clause.this, when, by, t.NUMBER, decl.span)
        label = self.label(decl, bearer, [a.label for a in made.adjustments])
        made.adjustments.append(model.Adjustment(label, by, when, decl.cites, decl.span))

    def _adjusts_a_range(self, decl: tree.Adjust, made: model.Define) -> None:
        range_, target = t.describe(made.type), self.world.names[made.name]
        help = f"let `{made.name}` be a `number`"
        if isinstance(target, tree.Define) and isinstance(made.type, t.Numbers):
            ends = (("at least", made.type.low), ("at most", made.type.high))
            help += f", or end its line with `, {', '.join(f'{word} {end}' for word, end in ends if end is not None)}`"
        message = f"`{made.name}` is in {range_}, and this may take it outside"
        self.world.report("HYL203", message, decl.by.span, help, about=made.name)

    # ------------------------------------------------------------------------------------------ hooks

    def hook(self, decl: tree.Hook, bearer: Bearer | None = None) -> None:
        self.world.record.share(decl.points)
        for point in decl.points:
            if isinstance(point, tree.AnyChange):
                if decl.before:
                    help = "write `after any change`"
                    self.world.report("HYL312", "nothing is known before a change", point.span, help)
                clause = Clause(self.bodies, point, (), bearer, quiet="a check after every change asks nobody")
                self._hook(decl, clause, self.world.model.checks, check=True)
                continue
            name = point.name.text
            made = self.world.model.procedures.get(name)
            self.world.record.name(name, point.name.span)
            if made is not None:
                acts = made.name in self.world.model.actions
                clause = Clause(self.bodies, point, self.world.given(made), bearer, acts)
                self._hook(decl, clause, made.before if decl.before else made.after)
            elif name in self.world.names:
                what = WORDS[type(self.world.names[name])]
                self.world.report("HYL312", f"`{name}` is {what}: nothing happens before or after it", point)
            else:
                help = f"an ability has more steps by `except {point.span.text}`, with `usual` among them"
                else_ = help if point.clause else None
                self.world.unknown(name, point.name.span, self.world.model.deeds, "phase, effect or action", else_)

    def _hook(self, decl: tree.Hook, clause: Clause, hooks: list[model.Hook], check: bool = False) -> None:
        when, body, bearer = clause.when(decl.when), clause.done(decl.body), clause.bearer
        if bearer is not None:
            card, steps = clause.as_bearer(bearer, body)
            limit = None if when is None else put(when, {"this": card})
            if clause.this is not None:
                when, _ = bearer.one(clause.this, when, None)
                body = (core.Let(card.name, clause.this), *steps)
            else:
                body = (core.Each(card.name, bearer.cards, limit, steps, span=decl.span, origin=BEARERS),)
                some = core.Fold("any", card.name, bearer.cards, limit, None, t.YES_NO, span=decl.span)
                when = some if check else None
        label = self.label(decl, bearer, labels := [h.label for h in hooks])
        self.siblings_later.append((decl, hooks, None))
        first = min((labels.index(w.text) for w in decl.over if w.text in labels), default=len(hooks))
        hooks.insert(first, model.Hook(label, when, body, decl.cites, decl.span))
