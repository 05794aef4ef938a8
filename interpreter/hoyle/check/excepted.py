"""Exceptions to endings, to abilities, and to rules: what these say instead, or that they do not count.

Assumes that all bodies, endings and abilities are known.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.clauses import Bearer, Clauses, Params, ability_of, put
from hoyle.check.forms import conjunction
from hoyle.core import nodes as core
from hoyle.core.clauses import in_force, tree_value
from hoyle.syntax import tree

YES, NO = core.Const(True, t.YES_NO), core.Const(False, t.YES_NO)
Found = Sequence[tuple[tree.Exception_, Bearer | None]]


def exception(clauses: Clauses, decl: tree.Exception_, bearer: Bearer | None) -> None:
    """An exception to an ending or to an ability that is resolved."""
    if bearer is not None:
        message = f"what a card says makes no exception to `{decl.target.span.text}`"
        clauses.world.report("HYL312", message, decl.target.span, "write it outside of the ability")
        return
    ability = ability_of(clauses.world, decl.target)
    if ability is None:
        _ending(clauses, decl)
    else:
        proc = f"{ability.card.text}'{ability.timing.text}"
        clauses.body_exception(decl, None, clauses.world.model.procedures.get(proc))


# ---------------------------------------------------------------------------------------------- endings


def _ending(clauses: Clauses, decl: tree.Exception_) -> None:
    """The game does not end, or others win."""
    ending = next((e for e in clauses.world.model.endings if e.name == decl.target.name.text), None)
    if ending is None:
        return
    params = tuple((own, theirs.type) for own, theirs in ending.names.items())
    names, _ = clauses.names(decl.target, params, None)
    typer = clauses.typer(names, params, None)
    when = typer.conditions(decl.when)
    value: core.Expr | None = None
    match decl.verdict:
        case tree.Gives(node):
            typer.locals["usual"] = t.ListOf(t.SEAT)
            value = typer.listing(node, t.SEAT)
            value = typer.fit(value, t.ListOf(t.SEAT), node.span, "who wins")
        case tree.Must() | tree.Body():
            message = f"`{ending.name}` is an ending: an exception to it is `waive`, or `gives` and who wins"
            help = "what happens before the end stands in a hook: `before ...` or `after ...`"
            clauses.world.report("HYL312", message, decl.verdict.span, help)
            return
    back = {mine: ending.names[own] for mine, own in names.items() if own in ending.names}
    label = clauses.label(decl, None, [e.label for e in ending.exceptions])
    parent = clauses.parent(decl, ending.exceptions)
    over = tuple(word.text for word in decl.over)
    when, value = (None if part is None else put(part, back) for part in (when, value))
    ending.exceptions.append(model.Exception_(label, parent, over, when, value, None, decl.cites, decl.span))
    clauses.overs_later.append((decl, ending.exceptions))


def weave_endings(game: model.Model) -> None:
    """Put the exceptions to endings into their conditions and winners."""
    for ending in game.endings:
        if ending.exceptions:
            ending.winners = tree_value(ending.exceptions, None, ending.winners, t.ListOf(t.SEAT))
            for waiver in [e for e in ending.exceptions if e.parent is None and e.value is None]:
                over = [in_force(ending.exceptions, e) for e in ending.exceptions if waiver.label in e.over]
                stands = [core.Prim("not", (other,), t.YES_NO) for other in over]
                test = conjunction([in_force(ending.exceptions, waiver), *stands]) or YES
                ending.when = core.Cond(test, NO, ending.when or YES, t.YES_NO, span=waiver.span)


# ---------------------------------------------------------------------------------------------- abilities that last


def waived_ability(clauses: Clauses, decl: tree.Ability, bearer: Bearer) -> Bearer:
    """The bearer of an ability, which holds only where no exception waives it."""
    wanted = (decl.card.text, decl.timing.text)
    for found in clauses.world.decls():
        if not isinstance(found, tree.Exception_) or found.target.clause is None:
            continue
        if (found.target.name.text, found.target.clause.text) != wanted:
            continue
        if not isinstance(found.verdict, tree.Waive):
            message = f"`{found.target.span.text}` consists of clauses: an exception to it can only `waive` it"
            clauses.world.report("HYL312", message, found.verdict.span, "`waive` it, and write clauses of your own")
            continue
        when = clauses.typer({}, (), bearer).conditions(found.when)
        lifted = core.Prim("not", (bearer.you(when) or YES,), t.YES_NO, span=found.span)
        bearer = attrs.evolve(bearer, holds_while=conjunction([bearer.holds_while, lifted]))
    return bearer


# ---------------------------------------------------------------------------------------------- rules


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


def rule_exceptions(clauses: Clauses, written: tree.Rule, made: model.Rule, found: Found) -> None:
    """All exceptions to one rule. They all count; one to an exception takes it back, or says something else there."""
    if _refused(clauses, made, found):
        return
    for target in written.targets:
        params = clauses.choice_params(target)
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
            world.report("HYL312", message, decl.over[0].span, help)
        if clause is not None and clause.text not in labels:
            world.unknown(clause.text, clause.span, labels, f"exception of `{made.name}`")
            wrong = True
        if isinstance(decl.verdict, (tree.Gives, tree.Body)):
            message = f"`{made.name}` is a rule: an exception to it is `waive` or another `must`"
            world.report("HYL312", message, decl.verdict.span)
            wrong = True
        if label is not None and any(d.label and d.label.name.text == label.name.text for d, _ in found[:number]):
            message = f"there are two clauses `{label.name.text}`"
            world.report("HYL102", message, label.span, "give each its own name: `as ...`")
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
    when = YES if when is None else put(when, back)
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
            filters.append(core.Filter(label, title, when, None, case.held, if_able, span=case.decl.span))


def _counts(case: _Case, cases: list[_Case]) -> core.Expr:
    """That an exception holds, and that none to it takes it back."""
    waivers = [c for c in cases if c.parent is not None and c.parent == case.label and c.held is None]
    found = conjunction([case.when, *(_not(_counts(waiver, cases)) for waiver in waivers)]) or YES
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
