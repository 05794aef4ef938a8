"""What goes into the locals of every body: through `let`, parameters, returned values, and the ways that are taken.

Assumes a model without errors, in which something broken may be performed. A value carries on what was looked at to
work it out, and so does what is done only because of it: a value that is set on one way and not on the other, and
whoever is asked. It goes from body to body until nothing new comes.

What everybody is told ends it. What is kept in a variable is seen by whoever sees the variable, so nothing goes on
through variables; a way that has moved a card, told a value or asked somebody is known to all from then on; and what is
looked at in a zone is taken to be what comes out of it to be seen. So too little is reported rather than too much, and
play finds the rest (see `trials/checks/redealt.py`). For the same reason nothing is carried on past what is broken: it
may have told everything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import reduce
from operator import itemgetter, or_

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.carried import Env, Params, Procedure, back, in_words, kept, only, put, same, there
from hoyle.check.facts import about_seats
from hoyle.check.graph import Graph, conditioned, outside, variables
from hoyle.check.looks import NOTHING, OPEN, Contents, Origin, Read, Reads, renamed
from hoyle.check.sight import DECIDER, Sight
from hoyle.core import nodes as core
from hoyle.core.walk import below, substitute
from hoyle.source import Span

ROUNDS = 20
WORK = 4_000  # steps that are looked at before loops are gone through once only

Decision = tuple[core.Choose[core.Said], Sight, Reads]  # with what is known there, and why it is asked
Asked = Callable[[*Decision], None]


class Flow:
    """What flows through the bodies of one game."""

    def __init__(self, prover: Prover, graph: Graph) -> None:
        self.prover, self.game, self.graph = prover, prover.game, graph
        self.contents = Contents.of(self.game)
        self.made = {name: Procedure() for name in self.game.procedures}
        self.doubtful = graph.doubtful()
        self.inlined: dict[int, tuple[core.Expr, core.Expr]] = {}  # with what keeps the number its own
        self.name = ""
        self.decisions: defaultdict[str, list[Decision]] = defaultdict(list)  # as they were last come to
        self.new: set[str] = set()
        self.changes: dict[str, tuple[bool, list[core.Var]]] = {}  # by procedure: whether it does anything, and to what
        self.loud: dict[int, bool] = {}  # by body
        self.steps = 0

    def run(self, asked: Asked) -> None:
        """Follow everything to its end, then tell of every decision.

        What a procedure does is known, but in circles, before those are gone through that perform it.
        """
        order = self.graph.from_below()
        self.new = set(order)
        for _ in range(ROUNDS):
            for name in order:
                if name in self.new:
                    self.new.remove(name)
                    self._procedure(name)
            if not self.new:
                break
        for check in self.game.checks:
            self._body(None, check.body, (check.when,))
        for name in (*self.game.procedures, ""):
            for decision in self.decisions[name]:
                asked(*decision)

    # ------------------------------------------------------------------------------------------ bodies

    def _procedure(self, name: str) -> None:
        procedure = self.game.procedures[name]
        self.decisions[name].clear()
        for body, when in conditioned(procedure):
            self._body(procedure, body, (procedure.when, when))

    def _body(
        self, procedure: model.Procedure | None, body: tuple[core.Said, ...], when: tuple[core.Expr | None, ...]
    ) -> None:
        self.name = procedure.name if procedure is not None else ""
        made = self.made.get(self.name) or Procedure()
        env = Env(dict(made.origins), dict(made.flown), (), made.way)
        for test in when:
            if test is not None:
                env = self._learnt(env.along(env.way | self._reads(test, env)), test, True)
        self._block(body, env)

    @property
    def _params(self) -> Params:
        """The parameters of the body that is gone through."""
        return self.game.procedures[self.name].params

    def _sight(self, env: Env, who: core.Expr = DECIDER) -> Sight:
        return Sight(self.prover, who, env.origins, env.known, env.flown, self.contents)

    def _inline(self, expr: core.Expr) -> core.Expr:
        if id(expr) not in self.inlined:
            self.inlined[id(expr)] = expr, self.prover.ground.inline(expr)
        return self.inlined[id(expr)][1]

    def _reads(self, expr: core.Expr | None, env: Env) -> Reads:
        return NOTHING if expr is None else Reads(self._sight(env).reads(self._inline(expr)))

    def _block(self, stmts: tuple[core.Said, ...], env: Env) -> Env:
        for stmt in stmts:
            self.steps += 1
            env = self._stmt(stmt, env)
        return env

    # ------------------------------------------------------------------------------------------ statements

    def _stmt(self, stmt: core.Said, env: Env) -> Env:
        match stmt:
            case core.Let(name, value):
                return self._let(name, value, self._reads(value, env), env, stmt.span)
            case core.Set(name):
                after = env.without(core.Var(name, (), t.NUMBER))
                return self._told(after) if self.game.vars[name].seen_by is None else after
            case core.Reset(names):
                return env.without(*(core.Var(name, (), t.NUMBER) for name in names))
            case core.Move(cards, to, _, facing):
                return self._told(self._moved(env, cards, to, facing))
            case core.Face(cards, up):
                return self._told(self._goes(env, self._families(env, cards), {OPEN}) if up else env)
            case core.Shuffle():
                return self._told(env)
            case core.Branch(test, then, otherwise):
                return self._branch(env, test, then, otherwise)
            case core.Loop(until, body):
                inside = env.along(env.way | self._reads(until, env))
                after = self._again(inside, lambda e: self._block(body, e))
                return after.along(env.way | (self._reads(until, after) if until is not None else NOTHING))
            case core.Deal(move):
                return self._stmt(move, env)
            case core.Each() | core.Ordered():
                return self._each(stmt, env)
            case core.Together():
                return self._together(stmt, env)
            case core.Do(proc, args, into):
                return self._do(env, proc, args, into, stmt.span)
            case core.Resolve(timing, card):
                return self._resolve(env, timing, card, stmt.span)
            case core.Return(value):
                return self._returned(env, value)
            case core.Bracket(body):
                return self._block(body, env)
            case core.Usual():
                return self._after(env, self.name, tuple(core.Local(*param) for param in self._params))
            case core.Choose():
                return self._choose(stmt, env)
        return env

    def _let(self, name: str, value: core.Expr, reads: Reads, env: Env, span: Span | None) -> Env:
        local = core.Local(name, value.type)
        whole = self._inline(value)
        origin = self._sight(env).origin(whole)
        carried = kept(reads | env.way, name, span)
        gone = (local,)
        made = env.without(local)
        origins, flown = dict(made.origins), dict(made.flown)
        origins[name], flown[name] = in_words(origin, lambda e: put(e, gone)), renamed(carried, lambda e: put(e, gone))
        known = made.known
        if isinstance(value.type, t.Seat) and not any(same(n, gone) for n in below(whole)):
            known = (*known, core.Prim("is", (local, whole), t.YES_NO))
        return Env(origins, flown, known, made.way)

    def _branch(self, env: Env, test: core.Expr, then: tuple[core.Said, ...], otherwise: tuple[core.Said, ...]) -> Env:
        way = self._reads(test, env)
        ways = []
        left: Reads = NOTHING
        for body, holds in ((then, True), (otherwise, False)):
            after = self._block(body, self._learnt(env.along(env.way | way), test, holds))
            through, out = self.graph.way_out(body)
            if out and not self._loud(body):
                left |= way  # whatever follows is done because this was not
            if through:
                ways.append(after)
        made = reduce(or_, ways) if ways else env
        # what both ways have told is told
        rest = env.way if any(after.way for after in ways) else NOTHING
        return made.along(rest | left)

    def _each(self, stmt: core.Each[core.Said] | core.Ordered, env: Env) -> Env:
        inner = self._bound(env, stmt.var, self._inline(stmt.source), stmt.where)
        if isinstance(stmt, core.Ordered):
            inner = inner.along(NOTHING)
            self._decides(stmt.next(stmt.source), self._sight(env, stmt.by), env.way | self._reads(stmt.by, env))
        after = self._again(inner, lambda e: self._block(stmt.body, e), core.Local(stmt.var, t.NEVER))
        return (env | after.without(core.Local(stmt.var, t.NEVER))).along(env.way)

    def _bound(self, env: Env, var: str, source: core.Expr, where: core.Expr | None) -> Env:
        """Inside a loop over a list: its member, and what decided that there is one."""
        local = core.Local(var, t.element(source.type))
        listed = self._reads(source, env)
        env = env.without(local)
        test = None if where is None else self._inline(where)
        sight = self._sight(env).bind(var, source, test)
        flown = {**env.flown, var: renamed(kept(listed, var, source.span), lambda e: put(e, (local,)))}
        made = Env(sight.origins, flown, tuple(sight.known), env.way | listed)
        way = made.way | self._reads(test, made)
        return self._learnt(made.along(way), test, True) if test is not None else made

    def _again(self, env: Env, body: Callable[[Env], Env], *bound: core.Expr) -> Env:
        """A body that is done any number of times."""
        made = env
        for _ in range(ROUNDS):
            way = made.way
            wider = made | body(made).without(*bound)
            wider = wider.along(way)
            if wider == made or self.steps > WORK:
                return wider
            made = wider
        return made

    def _together(self, stmt: core.Together, env: Env) -> Env:
        inner = self._bound(env, stmt.var, self._inline(stmt.source), stmt.where)
        who = core.Local(stmt.var, t.SEAT)
        after = self._block(stmt.ask, inner)
        flown = dict(after.flown)
        for choose in (s for s in stmt.ask if isinstance(s, core.Choose) and s.who is not None):
            for param in (p for offer in choose.offers for p in offer.params):
                if not isinstance(t.settled(param.type), t.CardOf):
                    secret = Read(who, span=choose.span)
                    flown[param.name] = flown.get(param.name, NOTHING) | kept(Reads([secret]), param.name, choose.span)
        after = self._block(stmt.then, attrs.evolve(after, flown=flown, way=env.way))
        return (env | after.without(who)).along(env.way)

    def _returned(self, env: Env, value: core.Expr | None) -> Env:
        if value is not None and self.name:
            reads = kept(self._reads(value, env) | env.way, self.name, value.span)
            names = {n for n, _ in self._params}
            out = renamed(reads, lambda e: only(e, names))
            cards = in_words(self._sight(env).origin(self._inline(value)), lambda e: only(e, names))
            if self.made[self.name].take(value=out, cards=cards):
                self.new |= self.graph.performers[self.name]
        return env

    # ------------------------------------------------------------------------------------------ decisions

    def _choose(self, stmt: core.Choose[core.Said], env: Env) -> Env:
        if stmt.who is not None:
            self._decides(stmt, self._sight(env, self._inline(stmt.who)), env.way | self._about(stmt.who, env))
        asked = stmt.who is not None
        inner, drawn = env, NOTHING
        for offer in stmt.offers:
            action = self.game.actions.get(offer.name) if not offer.params else None
            if action is not None and stmt.who is not None:
                self._performed(env, stmt.who, action, dict(offer.given))
        if len(stmt.offers) == 1:
            for param in stmt.offers[0].params:
                bound = self._bound(inner, param.name, self._inline(param.source), param.where)
                # what a player has chosen, all are told; what chance draws tells why it could be drawn
                drawn |= NOTHING if asked else bound.way - inner.way
                flown = {**bound.flown, param.name: NOTHING if asked else kept(drawn, param.name, stmt.span)}
                inner = attrs.evolve(bound, flown=flown, way=inner.way)
        told = asked and not stmt.secret
        after = inner.along(NOTHING if told else inner.way | drawn)
        for offer in stmt.offers:
            if offer.name in (self.game.actions.keys() | self.doubtful) and not offer.params and asked:
                after = self._after(after, offer.name, ())
        after = self._block(stmt.then, after)
        other = self._block(stmt.otherwise, env.along(NOTHING if asked else env.way | drawn))
        return (after | other).along(NOTHING if told else env.way)

    def _decides(self, *decision: *Decision) -> None:
        self.decisions[self.name].append(decision)

    def _about(self, who: core.Expr, env: Env) -> Reads:
        """Why somebody is asked. Whoever is asked for having a card knows of it."""
        whole = self._inline(who)
        if isinstance(whole, core.Local):
            whole = env.stands_for(whole)
        reads = self._reads(whole, env)
        if isinstance(whole, core.Prim) and whole.op in ("owner", "else", "some"):
            reads = Reads(r for r in reads if r.what is not None)
        return reads

    def _performed(self, env: Env, who: core.Expr, action: model.Action, given: dict[str, core.Expr]) -> None:
        """What comes into an action that is offered."""
        names: dict[str, core.Expr] = {"you": who}
        args: list[core.Expr] = [who]
        inner = env
        for name, type_, source, where in action.params:
            if source is None:
                names[name] = given[name]
            else:
                # what the action calls its own may be called the same where it is offered
                names[name] = core.Local(f"its'{name}", type_)
                listed = self._inline(substitute(source, names))
                test = None if where is None else substitute(where, names)
                inner = self._bound(inner, f"its'{name}", listed, test)
                inner = attrs.evolve(inner, flown={**inner.flown, f"its'{name}": NOTHING}, way=env.way)
            args.append(names[name])
        self._comes(inner, action.name, tuple(args), NOTHING)

    # ------------------------------------------------------------------------------------------ procedures

    def _do(self, env: Env, proc: str, args: tuple[core.Expr, ...], into: str | None, span: Span | None) -> Env:
        self._comes(env, proc, args, env.way)
        after = self._after(env, proc, args)
        if into is None:
            return after
        after = after.without(core.Local(into, t.NEVER))
        if proc in self.doubtful:
            return after
        made, here = self.made[proc], back(self.game.procedures[proc].params, args)
        value = renamed(made.value, here) | env.way
        origins = {**after.origins, into: in_words(made.cards, here)}
        return attrs.evolve(after, origins=origins, flown={**after.flown, into: kept(value, into, span)})

    def _resolve(self, env: Env, timing: str, card: core.Expr, span: Span | None) -> Env:
        known = self._reads(card, env) | Reads(self._sight(env).looked_at(self._inline(card), (), span))
        env = env.forgotten() if self.graph.broken_at(timing) else env
        for ability in self.game.abilities:
            if ability.timing == timing and ability.proc is not None:
                args = (card, substitute(self.game.timings[timing].by, {"this": card}))
                self._comes(env, ability.proc, args, env.way | known)
                env = self._after(env, ability.proc, args)
        return env

    def _comes(self, env: Env, proc: str, args: tuple[core.Expr, ...], way: Reads) -> None:
        """What whoever performs a procedure hands over."""
        if proc not in self.made:
            return
        params = self.game.procedures[proc].params
        here = there(params, args)
        origins: dict[str, Origin] = {}
        flown: dict[str, Reads] = {}
        for (name, _), arg in zip(params, args, strict=True):
            origins[name] = in_words(self._sight(env).origin(self._inline(arg)), here)
            reads = self._about(arg, env) if name == "you" else self._reads(arg, env)
            flown[name] = renamed(kept(reads, name, arg.span), here)
        if self.made[proc].take(origins=origins, flown=flown, way=renamed(way, here)):
            self.new.add(proc)

    def _after(self, env: Env, proc: str, args: tuple[core.Expr, ...]) -> Env:
        """What is known when a procedure has been performed."""
        if proc in self.doubtful:
            return env.forgotten()
        here = back(self.game.procedures[proc].params, args)
        params = dict(zip((n for n, _ in self.game.procedures[proc].params), args, strict=False))
        goes: defaultdict[str, set[core.Zone | None]] = defaultdict(set)
        for source, to in self.made[proc].goes:
            goes[source].add(None if to is None else here(to))  # type: ignore[arg-type]
        for source, where in sorted(goes.items(), key=itemgetter(0)):
            families = self._families(env, params[source]) if source in params else {source}
            env = self._goes(env, families, where)
        if proc not in self.changes:
            changes = self.graph.effect(self.graph.procedure(proc)).changes
            self.changes[proc] = bool(changes), [core.Var(c, (), t.NUMBER) for c in sorted(variables(changes))]
        changed, gone = self.changes[proc]
        env = env.without(*gone)
        return self._told(env) if changed else env

    # ------------------------------------------------------------------------------------------ what all are told

    def _told(self, env: Env) -> Env:
        return env.along(NOTHING) if env.way else env

    def _loud(self, body: tuple[core.Said, ...]) -> bool:
        """Whether something is done that all notice."""
        if id(body) not in self.loud:
            touch = self.graph.effect(self.graph.touch(body))
            self.loud[id(body)] = touch.decides or bool(outside(touch.changes))
        return self.loud[id(body)]

    def _learnt(self, env: Env, test: core.Expr, holds: bool) -> Env:
        """What is known where a condition holds, or does not."""
        whole = self._inline(test) if holds else core.Prim("not", (self._inline(test),), t.YES_NO)
        sight = self._sight(env)
        origins = {n: sight.found(o, core.Local(n, t.NEVER), whole) if o.places else o for n, o in env.origins.items()}
        known = (*env.known, whole) if about_seats(whole) else env.known
        return attrs.evolve(env, origins=origins, known=known)

    def _families(self, env: Env, cards: core.Expr) -> set[str]:
        """Where cards that are moved or turned may have lain, by names of zones and of locals."""
        whole = self._inline(cards)
        origin = self._sight(env).origin(whole)
        found = {n.name for n in below(whole) if isinstance(n, core.Local)}
        found |= {place.zone.name for place in origin.places}
        found |= {zone.name for place in origin.places for zone in place.came if zone is not OPEN}
        return found | (set(self.game.zones) if origin.named else set())

    def _moved(self, env: Env, cards: core.Expr, to: core.Expr, facing: str | None) -> Env:
        where: set[core.Zone | None] = set()
        for zone in (n for n in below(self._inline(to)) if isinstance(n, core.Zone)):
            side = facing or self.game.zones[zone.name].facing
            where.add(OPEN if side == "up" else zone)
        return self._goes(env, self._families(env, cards), where)

    def _goes(self, env: Env, families: set[str], where: set[core.Zone | None]) -> Env:
        """Cards from these zones, or kept in these locals, lie somewhere else now."""
        if self.name:
            params = {n for n, _ in self._params}
            told = families & (params | self.game.zones.keys())
            out = frozenset((f, z if z is OPEN else only(z, params)) for f in told for z in where)
            if self.made[self.name].take(goes=out):
                self.new |= self.graph.performers[self.name]
        return env.moved(families, where)
