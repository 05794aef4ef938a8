"""Marks: a checked game in which every clause, branch, effect and offer counts when it is exercised.

Assumes a model without errors, and changes nothing of what it does. Marks stand around what clauses give and in front
of what they do, never around a condition that options decide: so what a setting rules out disappears with its marks.
"""

from __future__ import annotations

from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.cover import Cover
from hoyle.core.walk import below, conjuncts, impossible, rebuild
from hoyle.source import Span

Needs = tuple[core.Expr, ...]


def marked(game: model.Model, cover: Cover) -> model.Model:
    """The game with marks, whose items are put into the cover."""
    return _Marker(game, cover).game()


def _not(test: core.Expr) -> core.Expr:
    return core.Prim("not", (test,), t.YES_NO, span=test.span)


def _both(*tests: core.Expr | None) -> Needs:
    return tuple(test for test in tests if test is not None)


class _Marker:
    def __init__(self, game: model.Model, cover: Cover) -> None:
        self.old = game
        self.cover = cover
        self.needs: Needs = ()
        self.part_of: tuple[str, str] | None = None

    def game(self) -> model.Model:
        game = self.old
        for option in game.options.values():
            self._option(option)
        return attrs.evolve(
            game,
            defines={name: self._define(d) for name, d in game.defines.items()},
            rules=[self._rule(r) for r in game.rules],
            actions={name: self._action(a) for name, a in game.actions.items()},
            limits={name: self._limit(name, limit) for name, limit in game.limits.items()},
            procedures={name: self._procedure(p) for name, p in game.procedures.items()},
            checks=[self._check(h) for h in game.checks],
            endings=[self._ending(e) for e in game.endings],
            cover=self.cover,
        )

    # ------------------------------------------------------------------------------------------ marks

    def _item(self, sort: str, name: str, missed: str, span: Span, *needs: core.Expr | None, **more: Any) -> int:
        more = {"loss": True, **more}
        return self.cover.item(sort, name, missed, span, self.needs + _both(*needs), self.part_of, **more)

    def _value(self, number: int, value: core.Expr) -> core.Expr:
        return core.Prim("mark", (core.Const(number, t.NUMBER), value), value.type, span=value.span)

    def _counted(self, number: int, when: core.Expr | None) -> core.Expr:
        """A condition that counts whenever it holds."""
        held = self._value(number, core.YES)
        return held if when is None else core.Prim("and", (when, held), t.YES_NO, span=when.span)

    # ------------------------------------------------------------------------------------------ options

    def _option(self, option: model.Option) -> None:
        """Every value of a short list; of a long one the default and anything else."""
        for word in option_words(self.old, option):
            _option_item(self.cover, option, word)

    # ------------------------------------------------------------------------------------------ definitions

    def _define(self, define: model.Define) -> model.Define:
        if define.value is None:
            return define
        self.part_of = ("define", define.name)
        value = self._rows(define) if define.table else self.visit(define.value)
        usual = " for its usual value" if define.exceptions else ""
        if not define.table and define.inner is None:
            number = self._item("definition", f"definition `{define.name}`", f"is never asked{usual}", define.span)
            value = self._value(number, value)
        return attrs.evolve(
            define,
            value=value,
            at_times=tuple((least, self._bound(define.name, bound)) for least, bound in define.at_times),
            exceptions=[self._exception(define.name, e) for e in define.exceptions],
            adjustments=[self._adjustment(define.name, a) for a in define.adjustments],
        )

    def _bound(self, name: str, bound: core.Expr) -> core.Expr:
        """A bound with a condition of its own."""
        if not isinstance(bound, core.Cond) or bound.span is None:
            return self.visit(bound)  # type: ignore[no-any-return]
        number = self._item("definition", f"a bound of `{name}`", "never counts", bound.span, bound.test)
        made = rebuild(bound, self.visit)
        return attrs.evolve(made, then=self._value(number, made.then))  # type: ignore[no-any-return]

    def _rows(self, define: model.Define) -> core.Expr:
        """A table is a chain of conditions whose ends are its rows."""

        def visit(node: core.Expr) -> core.Expr:
            if isinstance(node, core.Cond):
                return attrs.evolve(node, then=visit(node.then), otherwise=visit(node.otherwise))
            if node.span is None:
                return node
            return self._value(self._item("table row", f"row of `{define.name}`", "is never used", node.span), node)

        assert define.value is not None
        return visit(define.value)

    def _exception(self, name: str, exception: model.Exception_) -> model.Exception_:
        title = f"exception `{name}.{exception.label}`"
        number = self._item("exception", title, "never counts", exception.span, exception.when)
        when = None if exception.when is None else self.visit(exception.when)
        if exception.value is not None:
            return attrs.evolve(exception, when=when, value=self._value(number, self.visit(exception.value)))
        if exception.body is not None:
            return attrs.evolve(exception, when=when, body=(core.Mark(number), *self.body(exception.body)))
        return attrs.evolve(exception, when=self._counted(number, when))

    def _adjustment(self, name: str, adjustment: model.Adjustment) -> model.Adjustment:
        title = f"adjustment `{name}.{adjustment.label}`"
        number = self._item("adjustment", title, "never counts", adjustment.span, adjustment.when)
        by = self.visit(adjustment.by)
        if isinstance(by, core.Fold) and by.origin is core.Origin.BEARERS and by.value is not None:
            by = attrs.evolve(by, value=self._value(number, by.value))  # for each card that bears it
        else:
            by = self._value(number, by)
        return attrs.evolve(adjustment, by=by, when=None if adjustment.when is None else self.visit(adjustment.when))

    # ------------------------------------------------------------------------------------------ rules

    def _rule(self, rule: model.Rule) -> model.Rule:
        targets = {}
        for target, filters in rule.targets.items():
            self.part_of = ("choice", target)
            targets[target] = [self._filter(f, f"rule `{f.rule}`") for f in filters]
        return attrs.evolve(rule, targets=targets)

    def _filter(self, rule: core.Filter, name: str) -> core.Filter:
        span = rule.span or self.old.rules[0].span
        kept = self._item("rule", name, "is never kept by anything", span, rule.when, rule.test, loss=False)
        # that a rule has nothing to forbid any more is a loss too
        broken = self._item("rule", name, "never has anything against it", span, rule.when, _not(rule.test))

        def told_apart(test: core.Expr) -> core.Expr:
            return core.Cond(test, self._value(kept, core.YES), self._value(broken, core.NO), t.YES_NO, span=test.span)

        test = self.visit(rule.test)
        if isinstance(test, core.Fold) and test.origin is core.Origin.BEARERS and test.value is not None:
            test = attrs.evolve(test, value=told_apart(test.value))  # for each card that bears it
        else:
            test = told_apart(test)
        when = None if rule.when is None else self.visit(rule.when)
        return attrs.evolve(rule, when=when, waived=self._waived(rule, rule.waived), test=test)

    def _waived(self, rule: core.Filter, waived: core.Expr | None) -> core.Expr | None:
        if waived is None:
            return None
        if isinstance(waived, core.Prim) and waived.op == "or" and waived.span is None:
            return attrs.evolve(waived, args=_both(*(self._waived(rule, part) for part in waived.args)))
        if waived.span is None:
            return waived
        name = f"exception to `{rule.rule}`"
        return self._counted(self._item("exception", name, "never counts", waived.span, waived), self.visit(waived))

    def _action(self, action: model.Action) -> model.Action:
        self.part_of = ("choice", action.name)
        params = tuple(
            (name, type_, self._maybe(source), self._maybe(where)) for name, type_, source, where in action.params
        )
        filters = [self._filter(f, f"`{f.rule}`") for f in action.filters]
        return attrs.evolve(action, params=params, filters=filters)

    def _limit(self, name: str, limit: model.Limit) -> model.Limit:
        """The exceptions to what is offered once; that it is so counts where it is offered."""
        self.part_of = ("choice", limit.action)
        kept = core.Filter(name, limit.title, None, limit.waived, core.YES, False, span=limit.span)
        musts = tuple(self._filter(f, f"exception to `{name}`") for f in limit.musts)
        return attrs.evolve(limit, waived=self._waived(kept, limit.waived), musts=musts)

    def _maybe(self, expr: core.Expr | None) -> core.Expr | None:
        return None if expr is None else self.visit(expr)

    # ------------------------------------------------------------------------------------------ what is done

    def _procedure(self, procedure: model.Procedure) -> model.Procedure:
        self.part_of = ("procedure", procedure.name)
        self.needs = _lasting(procedure.when)
        sort, name, missed = self._called(procedure)
        action = procedure.name if procedure.name in self.old.actions else ""
        number = self._item(sort, name, missed, procedure.span, procedure.when, action=action)
        made = attrs.evolve(
            procedure,
            when=self._maybe(procedure.when),
            body=(core.Mark(number), *self.body(procedure.body)),
            exceptions=[self._exception(procedure.name, e) for e in procedure.exceptions],
            before=[self._hook(h, f"`before {procedure.name}`") for h in procedure.before],
            after=[self._hook(h, f"`after {procedure.name}`") for h in procedure.after],
        )
        self.needs = ()
        return made

    def _called(self, procedure: model.Procedure) -> tuple[str, str, str]:
        for ability in self.old.abilities:
            if ability.proc == procedure.name:
                return "ability", f"`ability {ability.card} {ability.timing}`", "is never resolved"
        usual = " in its usual way" if procedure.exceptions else ""
        if procedure.name in self.old.actions:
            return "action", f"action `{procedure.name}`", "is never done"
        sort = "phase" if procedure.phase else "effect"
        name = "`flow`" if procedure.name == "flow" else f"{sort} `{procedure.name}`"
        return sort, name, f"is never performed{usual}"

    def _hook(self, hook: model.Hook, name: str) -> model.Hook:
        before, self.needs = self.needs, self.needs + _lasting(hook.when)
        number = self._item("hook", f"{name} as `{hook.label}`", "never happens", hook.span, hook.when)
        mark = core.Mark(number)
        body = hook.body
        match body:
            case (core.Each(origin=core.Origin.BEARERS) as each,):  # for each card that bears it
                body = (attrs.evolve(each, where=self._maybe(each.where), body=(mark, *self.body(each.body))),)
            case _:
                body = (mark, *self.body(body))
        self.needs = before
        return attrs.evolve(hook, when=self._maybe(hook.when), body=body)

    def _check(self, hook: model.Hook) -> model.Hook:
        self.part_of = None
        return self._hook(hook, "`after any change`")

    def _ending(self, ending: model.Ending) -> model.Ending:
        self.part_of = None
        number = self._item("ending", f"ending `{ending.name}`", "is never reached", ending.span, ending.when)
        winners = self._value(number, self.visit(ending.winners))
        return attrs.evolve(ending, when=self._maybe(ending.when), winners=winners)

    # ------------------------------------------------------------------------------------------ inside

    def body(self, stmts: tuple[core.Said, ...]) -> tuple[core.Said, ...]:
        return tuple(self.visit(stmt) for stmt in stmts)

    def visit(self, node: Any) -> Any:
        """A node with marks in everything below it."""
        match node:
            case core.Cond(test, origin=core.Origin.IF) if node.span is not None:
                yes, no = (
                    self._holds(test, node.span, node.then.span),
                    self._fails(test, node.span, node.otherwise.span),
                )
                made = rebuild(node, self.visit)
                return attrs.evolve(made, then=self._value(yes, made.then), otherwise=self._value(no, made.otherwise))
            case core.Cond(test, origin=core.Origin.EXCEPT) if node.span is not None:  # of an ending
                number = self._item("exception", f"`{_first_line(node.span)}`", "never counts", node.span, test)
                made = rebuild(node, self.visit)
                return attrs.evolve(made, then=self._value(number, made.then))
            case core.Branch(test):
                return self._branch(node, test)
            case core.Each() | core.Ordered() | core.Loop() if (
                node.origin is core.Origin.LOOP and node.span is not None
            ):
                number = self._item("loop", f"`{_first_line(node.span)}`", "is never entered", node.span, loss=False)
                made = rebuild(node, self.visit)
                return attrs.evolve(made, body=(core.Mark(number), *made.body))
            case core.Choose(who) if who is not None:
                return self._choose(rebuild(node, self.visit))
        return rebuild(node, self.visit)

    def _holds(self, test: core.Expr, span: Span, then: Span | None) -> int:
        return self._item("branch", f"`{_first_line(test.span or span)}`", "never holds", then or span, test)

    def _fails(self, test: core.Expr, span: Span, otherwise: Span | None) -> int:
        name = f"`{_first_line(test.span or span)}`"
        return self._item("branch", name, "always holds", otherwise or span, _not(test), loss=False)

    def _branch(self, node: core.Branch[core.Said], test: core.Expr) -> core.Branch[core.Said]:
        span = test.span or node.span
        if span is None:
            return rebuild(node, self.visit)  # type: ignore[no-any-return]
        yes = self._holds(test, span, _place(node.then))
        # the language wants to be asked whether something is there: that it always is, is nothing missed
        missed = (node.otherwise or not _there(test)) and not impossible(node.otherwise)
        no = self._fails(test, span, _place(node.otherwise)) if missed else None
        before = self.needs
        self.needs = before + _lasting(test)
        then = self.body(node.then)
        self.needs = before + _lasting(_not(test))
        otherwise = self.body(node.otherwise)
        self.needs = before
        if no is not None:
            otherwise = (core.Mark(no), *otherwise)
        return attrs.evolve(node, test=self.visit(test), then=(core.Mark(yes), *then), otherwise=otherwise)

    def _choose(self, node: core.Choose[core.Said]) -> core.Choose[core.Said]:
        """A decision: each offer counts when it is made to somebody, and when it is taken."""
        offers = tuple(self._offer(offer, node) for offer in node.offers)
        otherwise = node.otherwise
        if node.span is not None and (node.decline or otherwise) and not impossible(otherwise):
            missed = "is never declined" if node.decline else "always finds something to choose"
            place = _place(otherwise) or node.span
            number = self._item("choice", f"`{_first_line(node.span)}`", missed, place, loss=False)
            otherwise = (core.Mark(number), *otherwise)
        return attrs.evolve(node, offers=offers, otherwise=otherwise)

    def _offer(self, offer: core.Offer, choose: core.Choose[core.Said]) -> core.Offer:
        span = offer.span or choose.span
        if span is None:
            return offer
        name, named = f"choice `{offer.name}`", offer.name if offer.name in self.old.actions else ""
        offered = self._item("choice", name, "is never offered", span, action=named)
        taken = self._item("choice", name, "is never taken", span, loss=False, action=named)
        action = self.old.actions.get(offer.name) if not offer.params else None
        bare = action is not None and all(source is None for _, _, source, _ in action.params)
        # an obligation that everybody keeps: it is asked last, of what all rules have left
        seen = core.Filter("", None, None, None, self._value(offered, core.YES), not bare)
        limits = tuple(self._filter(limit, f"`{limit.rule}`") for limit in offer.filters)
        return attrs.evolve(offer, filters=(*limits, seen), body=(core.Mark(taken), *offer.body))


def option_words(game: model.Model, option: model.Option) -> list[str]:
    """The values of an option that are told apart: all of a short list, else its default and anything else."""
    match option.type:
        case _ if option.random:
            pass
        case t.Kind(kind):
            return list(game.kinds[kind].members)
        case t.YesNo():
            return ["no", "yes"]
    return ["its default", "something else"]


def tried(game: model.Model, cover: Cover, options: dict[str, Any]) -> None:
    """A game with these options is played."""
    for name, value in options.items():
        option = game.options[name]
        match option.type:
            case _ if option.random:
                word = "its default" if value == "random" else "something else"
            case t.Kind():
                word = str(value)
            case t.YesNo():
                word = "yes" if value in (True, "yes") else "no"
            case t.Seat():
                word = "its default" if value == int(str(option.default)) + 1 else "something else"
            case _:
                word = "its default" if value == option.default else "something else"
        cover.hit(_option_item(cover, option, word))


def _option_item(cover: Cover, option: model.Option, word: str) -> int:
    needs = () if option.when is None else (option.when,)
    return cover.item("option", f"option `{option.name}` = {word}", "is never tried", option.span, needs)


def _lasting(test: core.Expr | None) -> Needs:
    """The parts of a condition that stay true for a whole game: those about options and players alone."""
    changing = (core.Var, core.Zone, core.Ask, core.Local, core.Fold, core.Attr)
    return tuple(part for part in conjuncts(test) if not any(isinstance(n, changing) for n in below(part)))


def _there(test: core.Expr) -> bool:
    """Whether a condition asks for nothing but whether something is there."""
    return isinstance(test, core.Prim) and test.op == "is not" and core.Const(None, t.NEVER) in test.args


def _place(stmts: tuple[core.Said, ...]) -> Span | None:
    return next((stmt.span for stmt in stmts if stmt.span is not None), None)


def _first_line(span: Span) -> str:
    return span.text.splitlines()[0].strip() if span.text else ""
