"""Rules: what an action or a choice must keep to, and what the exceptions to a rule say instead.

Assumes that all bodies are known: a rule may be about a choice in any of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.bearer import Bearer
from hoyle.check.clauses import Clauses, Params
from hoyle.check.forms import conjunction
from hoyle.check.world import WORDS, World
from hoyle.core import nodes as core
from hoyle.core.walk import put
from hoyle.diagnostics import About
from hoyle.syntax import tree

Found = Sequence[tuple[tree.Exception_, Bearer | None]]


def rule(clauses: Clauses, decl: tree.Rule, bearer: Bearer | None) -> None:
    """A rule, as filters for each action or choice that it is about."""
    world = clauses.world
    made = model.Rule(decl.name.text, decl.title, {}, decl.cites, decl.span, order=len(world.model.rules))
    for target in decl.targets:
        params = _choice_params(clauses, target)
        if params is None:
            continue
        names, this = clauses.names(target, params, bearer)
        typer = clauses.typer(names, params, bearer, you=True)
        when = clauses.conditions(typer, decl.when, bearer)
        back = clauses.back(names, params)
        filters = []
        for must in decl.musts:
            test = typer.condition(must.test)
            limit = when
            if must.if_able and not _chosen(world, target.name.text):
                message = f"`{target.name.text}` is done or not: there is nothing to choose `if able`"
                world.report("HYL312", message, must.span, "leave out `if able`", about=target.name.text)
            if bearer is not None:
                limit, test = clauses.of_bearers("every", bearer, params, this, when, test, t.YES_NO, must.span)
            limit = None if limit is None else put(limit, back)
            cites = must.cites or decl.cites
            test = put(test, back)
            filters.append(core.Filter(made.name, made.title, limit, None, test, must.if_able, cites, span=must.span))
        made.targets[target.name.text] = filters
    clauses.rules[decl.name.text] = (decl, made)
    _place(clauses, decl, made)


def _chosen(world: World, name: str) -> bool:
    """Whether a player chooses something for this action."""
    action = world.model.actions.get(name)
    return action is None or any(source is not None for _, _, source, _ in action.params)


def _place(clauses: Clauses, decl: tree.Rule, made: model.Rule) -> None:
    """Behind all that are there, or before those it is over; such as are still to come will stand behind it."""
    rules = clauses.world.model.rules
    names = [r.name for r in rules]
    clauses.over(decl, [*names, *(rule.name.text for rule, _ in clauses.rules_later)])
    before = [names.index(w.text) for w in decl.over if w.text in names]
    rules.insert(min(before, default=len(rules)), made)


def _choice_params(clauses: Clauses, target: tree.Target) -> Params | None:
    """The parameters of an action or of a labelled choice, or None with a report."""
    name = target.name.text
    action = clauses.world.model.actions.get(name)
    if action is not None:
        clauses.world.used.add(name)
        return tuple((n, ty) for n, ty, _, _ in action.params)
    if name in clauses.bodies.labels:
        choose, _ = clauses.bodies.labels[name][0]
        param = choose.offers[0].params[0]
        return ((param.name, param.type),)
    if name in clauses.world.names:
        what = WORDS[type(clauses.world.names[name])]
        clauses.world.report("HYL312", f"`{name}` is {what}: a rule is about an action or a named choice", target)
    else:
        candidates = [*clauses.world.model.actions, *clauses.bodies.labels]
        clauses.world.unknown(name, target.name.span, candidates, "action or choice")
    return None


# ---------------------------------------------------------------------------------------------- exceptions


@attrs.define
class _Case:
    """An exception to a rule for one target. held: what must be instead, None if it waives."""

    decl: tree.Exception_
    when: core.Expr
    held: core.Expr | None
    parent: str | None

    @property
    def label(self) -> str | None:
        return self.decl.label.name.text if self.decl.label else None


def exceptions(clauses: Clauses, written: tree.Rule, made: model.Rule, found: Found) -> None:
    """All exceptions to one rule. They all count; one to an exception takes it back, or says something else there."""
    if _refused(clauses, made, found):
        return
    for target in written.targets:
        params = _choice_params(clauses, target)
        if params is not None and target.name.text in made.targets:
            cases = [_case(clauses, decl, bearer, target, params) for decl, bearer in found]
            _put_in(made, made.targets[target.name.text], cases)
            made.exceptions = made.exceptions or [_told(case) for case in cases]


def _refused(clauses: Clauses, made: model.Rule, found: Found) -> bool:
    """Report what no exception to a rule can say."""
    world, wrong = clauses.world, False
    labels = [decl.label.name.text for decl, _ in found if decl.label is not None]
    for number, (decl, _) in enumerate(found):
        clause, label = decl.target.clause, decl.label
        if decl.over:
            message = f"exceptions to the rule `{made.name}` all count, so none is over another"
            help = "leave `over` out, and say more with `when`"
            world.report("HYL312", message, decl.over[0].span, help, about=made.name)
        if clause is not None and clause.text not in labels:
            help = f"exception of `{made.name}`"
            world.unknown(clause.text, clause.span, labels, help, about=About(made.name, clause.text))
            wrong = True
        if isinstance(decl.verdict, (tree.Gives, tree.Body)):
            message = f"`{made.name}` is a rule: an exception to it is `waive` or another `must`"
            world.report("HYL312", message, decl.verdict.span, about=made.name)
            wrong = True
        if label is not None and any(d.label and d.label.name.text == label.name.text for d, _ in found[:number]):
            message = f"there are two clauses `{label.name.text}`"
            help = "give each its own name: `as ...`"
            world.report("HYL102", message, label.span, help, about=About(made.name, label.name.text))
            wrong = True
    return wrong


def _case(clauses: Clauses, decl: tree.Exception_, bearer: Bearer | None, target: tree.Target, params: Params) -> _Case:
    spoken = decl.target if decl.target.args is not None else target
    own = tree.Target(target.name, None, spoken.args, span=decl.target.span)
    names, this = clauses.names(own, params, bearer)
    typer = clauses.typer(names, params, bearer, you=True)
    when = clauses.conditions(typer, decl.when, bearer)
    back = clauses.back(names, params)
    held = typer.condition(decl.verdict.test) if isinstance(decl.verdict, tree.Must) else None
    if bearer is not None:
        when, held = clauses.for_bearer(bearer, params, this, when, bearer.you(held))
    when = core.YES if when is None else put(when, back)
    held = None if held is None else put(held, back)
    parent = decl.target.clause.text if decl.target.clause is not None else None
    return _Case(decl, attrs.evolve(when, span=decl.span), held, parent)


def _told(case: _Case) -> model.Exception_:
    label = case.label or f"line_{case.decl.span.line}"
    return model.Exception_(label, case.parent, (), case.when, None, None, case.decl.cites, case.decl.span)


def _put_in(made: model.Rule, filters: list[core.Filter], cases: list[_Case]) -> None:
    """The filters of a rule where its exceptions count, and those of the exceptions themselves."""
    for case in (case for case in cases if case.parent is None):
        counts = _counts(case, cases)
        filters[:] = [attrs.evolve(f, waived=_either(f.waived, counts)) if f.rule == made.name else f for f in filters]
    for case in cases:
        if isinstance(case.decl.verdict, tree.Must) and case.held is not None:
            instead = [_counts(c, cases) for c in cases if c.parent == case.label and c.held is not None and c.parent]
            when = conjunction([_counts(case, cases), *_above(case, cases), *(_not(other) for other in instead)])
            label = f"{made.name}.{case.label}" if case.label else made.name
            title = (case.decl.label.text if case.decl.label else None) or made.title
            if_able = case.decl.verdict.if_able
            decl, cites = case.decl, case.decl.verdict.cites or case.decl.cites
            filters.append(core.Filter(label, title, when, None, case.held, if_able, cites, span=decl.span))


def _counts(case: _Case, cases: list[_Case]) -> core.Expr:
    """That an exception holds, and that none to it takes it back."""
    waivers = [c for c in cases if c.parent is not None and c.parent == case.label and c.held is None]
    found = conjunction([case.when, *(_not(_counts(waiver, cases)) for waiver in waivers)]) or core.YES
    return attrs.evolve(found, span=case.decl.span)


def _above(case: _Case, cases: list[_Case]) -> list[core.Expr]:
    """That the exceptions count which it hangs on."""
    found: list[core.Expr] = []
    while case.parent is not None and len(found) < len(cases):
        case = next(c for c in cases if c.label == case.parent)
        found.append(_counts(case, cases))
    return found


def _not(test: core.Expr) -> core.Expr:
    return core.Prim("not", (test,), t.YES_NO)


def _either(a: core.Expr | None, b: core.Expr) -> core.Expr:
    return b if a is None else core.Prim("or", (a, b), t.YES_NO)
