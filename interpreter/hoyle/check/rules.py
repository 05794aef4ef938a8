"""Rules: what an action or a choice must keep to, and what the exceptions to a rule say instead.

Assumes that all bodies are known: a rule may be about a choice in any of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.bearer import Bearer
from hoyle.check.clause import Clause
from hoyle.check.clauses import Clauses
from hoyle.check.lets import bind_lets
from hoyle.check.record import Record
from hoyle.check.world import Params, World
from hoyle.core import nodes as core
from hoyle.core.walk import put
from hoyle.diagnostics import About
from hoyle.program.clauses import RuleCase, weave_rule
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS

Found = Sequence[tuple[tree.Exception_, Bearer | None]]


def rule(clauses: Clauses, decl: tree.Rule, bearer: Bearer | None) -> None:
    """A rule, as filters for each action or choice that it is about."""
    world = clauses.world
    made = model.Rule(decl.name.text, decl.title, {}, decl.cites, decl.span, order=len(world.model.rules))
    world.record.share(decl.targets)
    if bearer is not None:
        world.record.named.setdefault(made.name, world.record.declare("rule", decl.name))
    for target in decl.targets:
        params = _choice_params(clauses, target)
        if params is None:
            continue
        clause = Clause(clauses.bodies, target, params, bearer, True)
        when = clause.when(decl.when)
        lets = bind_lets(clause, decl.lets, made.name)
        filters = []
        for must in decl.musts:
            test, limit = put(lets.around(clause.condition(must.test)), clause.back), when
            if must.if_able and not _chosen(world, target.name.text):
                message = f"`{target.name.text}` is done or not: there is nothing to choose `if able`"
                world.report("HYL312", message, must.span, "leave out `if able`", about=target.name.text)
            if bearer is not None:
                limit, test = bearer.every("every", clause.this, when, test, t.YES_NO, must.span)
            cites = must.cites or decl.cites
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
    rules.insert(min([names.index(w.text) for w in decl.over if w.text in names], default=len(rules)), made)


def _choice_params(clauses: Clauses, target: tree.Target) -> Params | None:
    """The parameters of an action or of a labelled choice, or None with a report."""
    name = target.name.text
    action = clauses.world.model.actions.get(name)
    clauses.world.record.name(name, target.name.span)
    if action is not None:
        return tuple((n, ty) for n, ty, _, _ in action.params)
    if name in clauses.bodies.labels:
        choose, node = clauses.bodies.labels[name][0]
        record = clauses.world.record
        record.use(record.symbols.get(node.label.name.span) if node.label else None, target.name.span)
        param = choose.offers[0].params[0]
        return ((param.name, param.type),)
    if name in clauses.world.names:
        what = WORDS[type(clauses.world.names[name])]
        clauses.world.report("HYL312", f"`{name}` is {what}: a rule is about an action or a named choice", target)
    else:
        candidates = [*clauses.world.model.actions, *clauses.bodies.labels]
        clauses.world.unknown(name, target.name.span, candidates, "action or choice")
    return None


def exceptions(clauses: Clauses, written: tree.Rule, made: model.Rule, found: Found) -> None:
    """All exceptions to one rule. They all count; one to an exception takes it back, or says something else there."""
    _note(clauses.world.record, found)
    if _refused(clauses, made, found):
        return
    for target in written.targets:
        params = _choice_params(clauses, target)
        if params is not None and target.name.text in made.targets:
            cases = [_case(clauses, decl, bearer, target, made, params) for decl, bearer in found]
            weave_rule(made, made.targets[target.name.text], cases)
            made.exceptions = made.exceptions or [_told(case) for case in cases]


def exceptions_to_limit(clauses: Clauses, name: str, found: Found) -> None:
    """All exceptions to how often an action may be done where it is offered again and again."""
    limit, action = clauses.world.model.limits[name], found[0][0].target.name
    target = tree.Target(action, None, None, span=action.span)
    found = [(attrs.evolve(decl, target=attrs.evolve(decl.target, clause=None)), bearer) for decl, bearer in found]
    made = model.Rule(name, limit.title, {}, (), limit.span)
    _note(clauses.world.record, found)
    params = _choice_params(clauses, target)
    if params is None or _refused(clauses, made, found):
        return
    cases = [_case(clauses, decl, bearer, target, made, params) for decl, bearer in found]
    filters = [core.Filter(name, limit.title, None, None, core.YES, False, span=limit.span)]
    weave_rule(made, filters, cases)
    limit.waived, limit.musts = filters[0].waived, tuple(filters[1:])


def _note(record: Record, found: Found) -> None:
    """Note how the exceptions to a rule are called, and which of them others are exceptions to."""
    for decl, _ in found:
        if decl.label is not None:
            record.clause(decl, decl.label.name.text)
    for decl, _ in found:
        if decl.target.clause is not None:
            record.name_clause(decl, decl.target.clause)


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


def _case(
    clauses: Clauses, decl: tree.Exception_, bearer: Bearer | None, target: tree.Target, of: model.Rule, params: Params
) -> RuleCase:
    spoken = decl.target if decl.target.args is not None else target
    own = tree.Target(target.name, None, spoken.args, span=decl.target.span)
    clause = Clause(clauses.bodies, own, params, bearer, True)
    when = clause.when(decl.when)
    held = None
    if isinstance(decl.verdict, tree.Must):
        lets = bind_lets(clause, decl.lets, of.name)
        held = put(lets.around(clause.condition(decl.verdict.test)), clause.back)
    if bearer is not None:
        when, held = bearer.one(clause.this, when, bearer.you(held))
    parent = decl.target.clause.text if decl.target.clause is not None else None
    label = decl.label.name.text if decl.label else None
    must = None
    if isinstance(decl.verdict, tree.Must) and held is not None:
        name = f"{of.name}.{label}" if label else of.name
        title = (decl.label.text if decl.label else None) or of.title
        cites = decl.verdict.cites or decl.cites
        must = core.Filter(name, title, None, None, held, decl.verdict.if_able, cites, span=decl.span)
    return RuleCase(label, parent, attrs.evolve(when or core.YES, span=decl.span), must, decl.cites, decl.span)


def _told(case: RuleCase) -> model.Exception_:
    label = case.label or f"line_{case.span.line}"
    return model.Exception_(label, case.parent, (), case.when, None, None, case.cites, case.span)
