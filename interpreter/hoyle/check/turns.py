"""Turns: a decision that is made again and again, how often each of its actions may be done, and going round.

All of it is said by loops, lists and conditions that there are; what a limit forbids is a rule with a name, which may
have exceptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.changes import assigned
from hoyle.check.facts import locals_only
from hoyle.check.held import Held
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction, rebuild, substitute
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.statements import Body

TITLES = {"once": "only once", "once each": "each only once", "instead": "only instead of everything else"}
DROPS = ("all drop out", "all others drop out")
COUNTED = t.Numbers(0)

Steps = tuple[core.Said, ...]


def not_(test: core.Expr) -> core.Expr:
    return core.Prim("not", (test,), t.YES_NO, span=test.span)


# ---------------------------------------------------------------------------------------------- again and again


@attrs.define
class Limits:
    """The limits of one decision that is made again and again. on: whether it goes on; done: whether something of it
    was done. before: what starts with it, each time."""

    body: Body
    on: core.Local
    done: core.Local
    instead: bool
    before: list[core.Said] = attrs.field(factory=list)

    def of(self, node: tree.Offer, offer: core.Offer) -> core.Offer:
        """An offer that keeps to its limit, and notes that it was done."""
        noted: list[core.Stmt] = [core.Let(self.done.name, core.YES)] if self.instead else []
        if node.limit is None:
            return attrs.evolve(offer, body=tuple(noted)) if noted else offer
        test, more = self._limit(node, offer)
        name = f"{offer.name}.{node.limit.replace(' ', '_')}"
        world = self.body.world
        if any(f.rule == name for f in world.model.actions[offer.name].filters):
            message = f"`{offer.name}` has a `must` that is called `{name.partition('.')[2]}`, too"
            world.report("HYL102", message, node.span, "give the `must` another name", about=offer.name)
        world.model.limits.setdefault(name, model.Limit(offer.name, TITLES[node.limit], node.span))
        kept = core.Filter(name, TITLES[node.limit], None, None, test, False, span=node.span)
        return attrs.evolve(offer, filters=(kept,), body=(*more, *noted))

    def _limit(self, node: tree.Offer, offer: core.Offer) -> tuple[core.Expr, list[core.Stmt]]:
        """What has to hold for it, and what is noted when it is done."""
        if node.limit == "instead":
            return not_(self.done), [core.Let(self.on.name, core.NO)]
        params = self.body.world.model.actions[offer.name].params
        if node.limit == "once each" and params:
            name, type_, _, _ = params[0]
            value, row = core.Local(name, type_), t.ListOf(t.settled(type_))
            had = core.Local(self.body.bodies.name("had"), row)
            self.before.append(core.Let(had.name, core.Const((), row)))
            more = core.Prim("concat", (had, core.Prim("list", (value,), row)), row)
            return not_(core.Prim("in", (value, had), t.YES_NO)), [core.Let(had.name, more)]
        if node.limit == "once each":
            message = f"nothing is chosen for `{offer.name}`, so there is nothing of which each is done once"
            self.body.world.report("HYL340", message, node.span, "write `once`", about=offer.name)
        used = core.Local(self.body.bodies.name("used"), t.YES_NO)
        self.before.append(core.Let(used.name, core.NO))
        return not_(used), [core.Let(used.name, core.YES)]


def limit_of(decl: tree.Exception_) -> str:
    """The limit that an exception to an action may be about, which says no steps; nothing if it is about none."""
    limits, clause = [name.replace(" ", "_") for name in TITLES], decl.target.clause
    about = clause is not None and clause.text in limits and isinstance(decl.verdict, (tree.Waive, tree.Must))
    return f"{decl.target.name.text}.{clause.text}" if about and clause is not None else ""


def again(body: Body, node: tree.Again) -> list[core.Said]:
    """A decision until it is declined or nothing is possible: what is said otherwise is done then.

    If something must be done and is certainly possible, nothing ends it but an ending or a `return`.
    """
    decide = node.decide
    body.facts, body.held = locals_only(body.facts), ()
    on, done = (core.Local(body.bodies.name(word), t.YES_NO) for word in ("on", "done"))
    limits = Limits(body, on, done, any(offer.limit == "instead" for offer in decide.offers))
    choose = body.decide(decide, limits)
    limited = any(offer.limit is not None for offer in decide.offers)
    stops = not decide.must or decide.if_able or decide.otherwise is not None or limited
    if stops:
        choose = attrs.evolve(choose, otherwise=(core.Let(on.name, core.NO), *choose.otherwise))
    before: list[core.Said] = [core.Let(done.name, core.NO)] if limits.instead else []
    before += [core.Let(on.name, core.YES)] if stops else []
    loop: core.Said = core.Loop(not_(on) if stops else None, (choose,), span=node.span, origin=core.Origin.LOOP)
    body.facts, body.held = locals_only(body.facts), ()
    return [*before, *limits.before, loop]


# ---------------------------------------------------------------------------------------------- going round


def go_round(body: Body, node: tree.GoRound) -> list[core.Said]:
    """Members of a list in turn, round and round, until enough of them have declined since somebody did something."""
    world, name = body.world, node.binder.var.text
    locals, facts = dict(body.locals), body.facts
    source, where = body.bind_each(node.binder)
    member = core.Local(name, body.locals[name])
    if not isinstance(member.type, (t.Seat, t.Broken)):
        got = t.describe(member.type)
        world.report("HYL201", f"`repeat each ... until` asks players, but this is a {got}", node.binder.source.span)
        body.locals[name] = t.BROKEN
        member = core.Local(name, t.BROKEN)
    body.held = () if where is None else (Held(where),)
    steps = body.block(node.body)
    body.locals, body.facts, body.held = locals, locals_only(facts), ()
    row = t.ListOf(member.type)
    round_ = _Round(
        node.quorum,
        member,
        where,
        core.Local(body.bodies.name("members"), row),
        core.Local(body.bodies.name("declined"), row),
        core.Local(body.bodies.name("latest"), t.Maybe(member.type)),
        core.Local(body.bodies.name("probe"), member.type),
    )
    if name in assigned(node.body):
        world.report("HYL214", f"`{name}` cannot be assigned to: it is whose turn it is", node.binder.var)
    asked = round_.noting(steps)
    if asked == steps and not isinstance(member.type, t.Broken):
        message = f"nobody goes round here: no decision of `{name}` stands in these lines"
        help = f"ask `{name}` in it: `{name} may ...`; or write `each`, or `repeat until` and a condition"
        world.report("HYL341", message, node.binder.var, help)
    return [
        core.Let(round_.members.name, core.Prim("copy", (source,), row, span=source.span), span=node.span),
        *round_.start,
        core.Loop(round_.over, (round_.turns(asked),), span=node.span, origin=core.Origin.LOOP),
    ]


@attrs.frozen
class _Round:
    """quorum: who has to decline. member: whose turn it is; where: whether that member counts. members: all of them,
    once and for all; declined: those that have since somebody did something, or have dropped out; latest: who did
    something last; probe: what a condition calls each of them."""

    quorum: str
    member: core.Local
    where: core.Expr | None
    members: core.Local
    declined: core.Local
    latest: core.Local
    probe: core.Local

    @property
    def start(self) -> list[core.Said]:
        none = _kept(self.latest, core.Const(None, self.latest.type))
        return [_kept(self.declined, self._row()), *([none] if self.quorum == "all others decline" else [])]

    @property
    def over(self) -> core.Expr:
        """Whether it is over."""
        out: core.Expr = self._out
        counts = None
        if self.where is not None:
            counts = substitute(self.where, {self.member.name: self.probe})
        match self.quorum:
            case "one declines":
                some = core.Fold("any", "", self.declined, None, None, t.YES_NO)
                nobody = not_(self._any(counts))
                return core.Prim("or", (some, nobody), t.YES_NO)
            case "all others drop out":
                left = core.Fold(
                    "count", self.probe.name, self.members, conjunction([counts, not_(out)]), None, COUNTED
                )
                return core.Prim("<=", (left, core.Const(1, t.NUMBER)), t.YES_NO)
            case "all others decline":
                out = core.Prim("or", (out, core.Prim("is", (self.probe, self.latest), t.YES_NO)), t.YES_NO)
        return core.Fold("every", self.probe.name, self.members, counts, out, t.YES_NO)

    @property
    def _out(self) -> core.Expr:
        return core.Prim("in", (self.probe, self.declined), t.YES_NO)

    def _any(self, counts: core.Expr | None) -> core.Expr:
        return core.Fold("any", self.probe.name if counts is not None else "", self.members, counts, None, t.YES_NO)

    def turns(self, steps: Steps) -> core.Said:
        """One round: whoever is not asked, or finds nothing to do, has declined."""
        left = not_(core.Prim("in", (self.member, self.declined), t.YES_NO)) if self.quorum in DROPS else None
        where = conjunction([self.where, left, not_(self.over)])
        now = core.Prim("concat", (self._others, self._row(self.member)), self.declined.type)
        declines = _kept(self.declined, now)
        return core.Each(self.member.name, self.members, where, (declines, *steps))

    def noting(self, steps: Any) -> Any:
        """Steps in which it is noted when the member whose turn it is does something."""

        def visit(node: Any) -> Any:
            made = rebuild(node, visit)
            match made:
                case core.Choose(who=core.Local(name)) if name == self.member.name:
                    return attrs.evolve(made, then=(*self._noted(made), *made.then))
                case core.Ordered(by=core.Local(name)) if name == self.member.name:
                    return attrs.evolve(made, body=(*self._acts, *made.body))
            return made

        return tuple(visit(step) for step in steps)

    def _noted(self, choose: core.Choose[core.Said]) -> Steps:
        """Whoever has chosen none of several has done nothing."""
        if choose.amount is None or not choose.up_to:
            return self._acts
        param = choose.offers[0].params[0]
        some = core.Fold("any", "", core.Local(param.name, t.ListOf(param.type)), None, None, t.YES_NO)
        return (core.Branch(some, self._acts, ()),)

    @property
    def _acts(self) -> Steps:
        if self.quorum in DROPS or self.quorum == "one declines":
            return (_kept(self.declined, self._others),)
        acts = _kept(self.declined, self._row())
        return (acts, _kept(self.latest, self.member)) if self.quorum == "all others decline" else (acts,)

    @property
    def _others(self) -> core.Expr:
        return core.Prim("without", (self.declined, self._row(self.member)), self.declined.type)

    def _row(self, *members: core.Expr) -> core.Expr:
        return core.Prim("list", members, self.declined.type) if members else core.Const((), self.declined.type)


def _kept(local: core.Local, value: core.Expr) -> core.Let:
    """What is kept of a round."""
    return core.Let(local.name, value, origin=core.Origin.ROUND)
