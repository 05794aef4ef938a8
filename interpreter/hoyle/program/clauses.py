"""How clauses combine: exceptions form a tree, adjustments add up, bounds come last (see the manual, "Exceptions").

Here they are woven into what they are about: definitions, bodies, endings and rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import children, conjunction, rebuild, substitute
from hoyle.program.promise import Promise
from hoyle.source import Span

Body = tuple[core.Said, ...]
CHAIN = 20
RESULT = "result'"


def define_value(define: model.Define) -> core.Expr:
    """The value of a definition with all its clauses, as one expression."""
    assert define.value is not None
    value = tree_value(define.exceptions, None, define.value, define.type)
    added = []
    for adjustment in define.adjustments:
        more = adjustment.by
        if adjustment.when is not None:
            more = core.Cond(adjustment.when, more, core.Const(0, t.NUMBER), t.NUMBER, span=adjustment.span)
        added.append(more)
    value = _sum([value, *added])
    for op, lower, always in (("at_least", True, define.least), ("at_most", False, define.most)):
        for bound in (always, *(bound for least, bound in define.at_times if least is lower)):
            if bound is not None:
                value = core.Prim(op, (value, bound), t.NUMBER, span=define.span)
    return value


def _sum(parts: list[core.Expr]) -> core.Expr:
    """All of them added; of many, the two halves are added up first, so that no tree becomes deep."""
    if len(parts) > CHAIN:
        middle = len(parts) // 2
        parts = [_sum(parts[:middle]), _sum(parts[middle:])]
    value, *more = parts
    for part in more:
        value = core.Prim("+", (value, part), t.NUMBER, span=value.span)
    return value


def tree_value(exceptions: list[model.Exception_], node: str | None, own: core.Expr, type_: t.Type) -> core.Expr:
    """The value of a branch of a tree of exceptions. node: the label of the branch; own: its value without them."""
    cases: list[tuple[core.Expr, core.Expr, Span]] = []
    for exception in ranked([e for e in exceptions if e.parent == node]):
        if exception.value is None:
            continue
        instead = substitute(exception.value, {"usual": own})
        instead = tree_value(exceptions, exception.label, instead, type_)
        cases.append((in_force(exceptions, exception), instead, exception.span))
    return _first_value(cases, own, type_)


def _first_value(cases: list[tuple[core.Expr, core.Expr, Span]], own: core.Expr, type_: t.Type) -> core.Expr:
    """The value of the first case whose condition holds. Of many, first is asked in which half it is."""
    if len(cases) > CHAIN:
        upper, lower = cases[: len(cases) // 2], cases[len(cases) // 2 :]
        early = core.Prim("or", tuple(test for test, _, _ in upper), t.YES_NO)
        return core.Cond(
            early, _first_value(upper, own, type_), _first_value(lower, own, type_), type_, span=upper[0][2]
        )
    value = own
    for test, instead, span in reversed(cases):
        value = core.Cond(test, instead, value, type_, span=span, origin=core.Origin.EXCEPT)
    return value


def in_force(exceptions: list[model.Exception_], exception: model.Exception_) -> core.Expr:
    """Its own condition, and that no exception waives it."""
    test = exception.when or core.YES
    for waiver in exceptions:
        if waiver.parent == exception.label and waiver.value is None and waiver.body is None:
            lifted = _not(goes_first(exceptions, waiver))
            test = core.Prim("and", (test, lifted), t.YES_NO, span=exception.span)
    return test


def goes_first(exceptions: list[model.Exception_], exception: model.Exception_) -> core.Expr:
    """That it is in force, and none that is over it, also by way of others."""
    test, above = in_force(exceptions, exception), {exception.label}
    for _ in exceptions:
        above |= {e.label for e in exceptions if above & set(e.over)}
    for other in (e for e in exceptions if e.label in above and e is not exception):
        behind = core.Prim("not", (in_force(exceptions, other),), t.YES_NO)
        test = core.Prim("and", (test, behind), t.YES_NO, span=test.span)
    return test


def ranked(exceptions: list[model.Exception_]) -> list[model.Exception_]:
    """Those that are `over` others first."""
    left = list(exceptions)
    order: list[model.Exception_] = []
    while left:
        beaten = {name for e in left for name in e.over}
        top = next((e for e in left if e.label not in beaten), left[0])
        left.remove(top)
        order.append(top)
    return order


# ---------------------------------------------------------------------------------------------- endings


def weave_endings(game: model.Model) -> None:
    """Put the exceptions to endings into their conditions and winners."""
    for ending in game.endings:
        if ending.exceptions:
            ending.winners = tree_value(ending.exceptions, None, ending.winners, t.ListOf(t.SEAT))
            for waiver in [e for e in ending.exceptions if e.parent is None and e.value is None]:
                test = goes_first(ending.exceptions, waiver)
                usual, origin = ending.when or core.YES, core.Origin.EXCEPT
                ending.when = core.Cond(test, core.NO, usual, t.YES_NO, span=waiver.span, origin=origin)


# ---------------------------------------------------------------------------------------------- rules


@attrs.frozen
class RuleCase:
    """An exception to a rule for one of its targets. must: what holds there instead, None if it waives."""

    label: str | None
    parent: str | None
    when: core.Expr
    must: core.Filter | None
    cites: tuple[str, ...]
    span: Span


def weave_rule(rule: model.Rule, filters: list[core.Filter], cases: list[RuleCase]) -> None:
    """Put the exceptions to a rule into its filters: all count, and one to another takes it back or says otherwise."""
    for case in (case for case in cases if case.parent is None):
        counts = _counts(case, cases)
        filters[:] = [attrs.evolve(f, waived=_either(f.waived, counts)) if f.rule == rule.name else f for f in filters]
    for case in cases:
        if case.must is not None:
            instead = [_counts(c, cases) for c in cases if c.parent == case.label and c.must is not None and c.parent]
            when = conjunction([_counts(case, cases), *_above(case, cases), *(_not(other) for other in instead)])
            filters.append(attrs.evolve(case.must, when=when))


def _counts(case: RuleCase, cases: list[RuleCase]) -> core.Expr:
    """That an exception holds, and that none to it takes it back."""
    waivers = [c for c in cases if c.parent is not None and c.parent == case.label and c.must is None]
    found = conjunction([case.when, *(_not(_counts(waiver, cases)) for waiver in waivers)]) or core.YES
    return attrs.evolve(found, span=case.span)


def _above(case: RuleCase, cases: list[RuleCase]) -> list[core.Expr]:
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


# ---------------------------------------------------------------------------------------------- procedures


def procedure_body(game: model.Model, procedure: model.Procedure, promises: Sequence[Promise] = ()) -> Body:
    """The body of a procedure with its exceptions, hooks and endings, before statements are lowered.

    promises: the properties that are looked at when it is done.
    """
    body = _tree_body(procedure, None, procedure.body)
    for hook in reversed(procedure.before):
        body = (*_hooked(hook), *body)
    after: list[core.Said] = []
    for hook in procedure.after:
        after += _hooked(hook)
    for promise in promises:
        after += promise.after()
    for ending in game.endings:
        if procedure.name in ending.points:
            after += _guarded(ending.when, (core.End(ending.name, ending.winners, span=ending.span),))
    if after and procedure.type is not None:
        body = (core.Inner(body, RESULT), *after, core.Return(core.Local(RESULT, procedure.type)))
    elif after and _returns(body):
        # what leaves the body early must still pass the hooks
        body = (core.Inner(body), *after)
    else:
        body = (*body, *after)
    body = (*(stmt for promise in promises for stmt in promise.before), *body)
    if procedure.phase:
        names = tuple(v.name for v in game.vars.values() if v.phase == procedure.name)
        if names:
            body = (core.Reset(names, span=procedure.span), *body)
        if procedure.title is not None:
            body = (core.Tell(None, procedure.name, span=procedure.span), *body)
    return _guarded(procedure.when, body)


def _returns(body: Iterable[object]) -> bool:
    """Whether a body can be left early. An inner body leaves only itself."""
    return any(
        isinstance(node, core.Return) or (not isinstance(node, core.Inner) and _returns(children(node)))
        for node in body
    )


def _hooked(hook: model.Hook) -> Body:
    """What a hook does; a `return` in it leaves the hook, not what it hangs on."""
    return _guarded(hook.when, (core.Inner(hook.body),) if _returns(hook.body) else hook.body)


def _guarded(when: core.Expr | None, body: Body) -> Body:
    return body if when is None else (core.Branch(when, body, (), span=when.span),)


def _tree_body(procedure: model.Procedure, node: str | None, own: Body) -> Body:
    cases: list[tuple[core.Expr, Body, Span]] = []
    for exception in ranked([e for e in procedure.exceptions if e.parent == node]):
        if exception.body is None:
            continue
        instead = _put_usual(exception.body, own)
        instead = _tree_body(procedure, exception.label, instead)
        cases.append((in_force(procedure.exceptions, exception), instead, exception.span))
    return _first_body(cases, own)


def _first_body(cases: list[tuple[core.Expr, Body, Span]], own: Body) -> Body:
    if len(cases) > CHAIN:
        upper, lower = cases[: len(cases) // 2], cases[len(cases) // 2 :]
        early = core.Prim("or", tuple(test for test, _, _ in upper), t.YES_NO)
        return (core.Branch(early, _first_body(upper, own), _first_body(lower, own), span=upper[0][2]),)
    body = own
    for test, instead, span in reversed(cases):
        body = (core.Branch(test, instead, body, span=span),)
    return body


def _folding(body: Body, telling: int) -> Body:
    """A body in the small print of some sentences: that ends before whatever leaves it."""

    def folding(node: object) -> object:
        if isinstance(node, core.Return):
            return (*(core.FOLD,) * telling, node)
        return node if isinstance(node, core.Inner) else rebuild(node, folding)

    return _changed(body, folding) if telling else body


def _put_usual(body: Body, own: Body) -> Body:
    def put(node: object) -> object:
        return _folding(own, node.telling) if isinstance(node, core.Usual) else rebuild(node, put)

    return _changed(body, put)


def _changed(body: Body, change: Callable[[object], object]) -> Body:
    """A body with what each of its steps becomes, which may be several."""
    made: list[core.Said] = []
    for stmt in body:
        new = change(stmt)
        made.extend(new) if isinstance(new, tuple) else made.append(new)  # type: ignore[arg-type]
    return tuple(made)
