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
from operator import or_

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.carried import Call, Change, Env, Going, Params, Procedure, Wheres, in_words, kept, own, put
from hoyle.check.graph import Graph, conditioned, variables
from hoyle.check.looks import EMPTY, NOTHING, OPEN, Origin, Read, Reads, Word, renamed, words
from hoyle.check.onlooker import Onlooker
from hoyle.check.sight import EVERYBODY, Sight
from hoyle.core import nodes as core
from hoyle.core.walk import below, substitute
from hoyle.source import Span

ROUNDS = 20
WORK = 4_000  # steps that are looked at before loops are gone through once only

Decision = tuple[core.Choose[core.Said] | core.Tell, Sight, Reads]
"""Or a sentence: with what is known there, and why it is asked or told."""
Asked = Callable[[*Decision], None]


class Flow:
    """What flows through the bodies of one game."""

    def __init__(self, prover: Prover, graph: Graph) -> None:
        self.game, self.graph, self.eyes = prover.game, graph, Onlooker(prover)
        self.made = {name: Procedure() for name in self.game.procedures}
        self.doubtful = graph.doubtful()
        self.name = ""
        self.decisions: defaultdict[str, list[Decision]] = defaultdict(list)  # as they were last come to
        self.given: set[str] = set()  # those that more comes into since they were gone through
        self.grown: set[str] = set()  # and those that perform what does more
        self.calls: dict[tuple[int, str], Call] = {}  # by place
        self.own: dict[str, Change] = {}  # by procedure
        # by procedure: whether it does anything, and to what
        self.changes: dict[str, tuple[bool, frozenset[Word]]] = {}
        self.gone: set[tuple[str, frozenset[str], Wheres]] = set()  # what each procedure was seen to put where
        self.steps, self.rounds = 0, ROUNDS  # done, and left
        self.handing = False  # whether what procedures hand over counts

    def run(self, asked: Asked) -> None:
        """Follow everything to its end, then tell of every decision.

        What procedures do is found out from below, so that it is known of each before those are gone through that
        perform it; then what comes into them, from above. Where cards are put does not depend on what was looked at.
        """
        up = self.graph.from_below()
        self.grown = set(up)
        self._sweep(up, self.grown)
        self.handing, self.given = True, set(up)
        while self.rounds and (self.given or self.grown):
            self._sweep(up[::-1], self.given)
            self._sweep(up, self.grown)
        for check in self.game.checks:
            self._body(None, check.body, (check.when,))
        for name in (*self.game.procedures, ""):
            for decision in self.decisions[name]:
                asked(*decision)

    # ------------------------------------------------------------------------------------------ bodies

    def _sweep(self, order: list[str], due: set[str]) -> None:
        """Go through procedures until none is due."""
        while due and self.rounds:
            self.rounds -= 1
            for name in order:
                if name in due:
                    self._procedure(name)

    def _procedure(self, name: str) -> None:
        self.grown.discard(name)
        self.given.discard(name)
        procedure = self.game.procedures[name]
        self.eyes.closed = not self.handing and procedure.type is None
        self.decisions[name].clear()
        for body, when in conditioned(procedure):
            self._body(procedure, body, (procedure.when, when))

    def _body(
        self, procedure: model.Procedure | None, body: tuple[core.Said, ...], when: tuple[core.Expr | None, ...]
    ) -> None:
        self.name = procedure.name if procedure is not None else ""
        made = self.made.get(self.name) or Procedure()
        params = procedure.params if procedure is not None else ()
        env = Env(made.origins, {**{name: NOTHING for name, _ in params}, **made.flown}, (), made.way)
        for test in when:
            if test is not None:
                env = self.eyes.learnt(env.along(env.way | self.eyes.reads(test, env)), test, True)
        self._block(body, env)

    @property
    def _params(self) -> Params:
        """The parameters of the body that is gone through."""
        return self.game.procedures[self.name].params

    @property
    def _own(self) -> Change:
        if self.name not in self.own:
            self.own[self.name] = own(self._params)
        return self.own[self.name]

    def _block(self, stmts: tuple[core.Said, ...], env: Env) -> Env:
        """What is known at the end of a block. The locals that it binds are gone then."""
        return self._steps(stmts, env).within(env.flown)

    def _steps(self, stmts: tuple[core.Said, ...], env: Env) -> Env:
        for stmt in stmts:
            self.steps += 1
            env = self._stmt(stmt, env)
        return env

    # ------------------------------------------------------------------------------------------ statements

    def _stmt(self, stmt: core.Said, env: Env) -> Env:
        match stmt:
            case core.Let(name, origin=core.Origin.ROUND):
                return attrs.evolve(env, flown={**env.flown, name: NOTHING})
            case core.Let(name, value):
                return self._let(name, value, self.eyes.reads(value, env), env, stmt.span)
            case core.Set(name):
                after = env.without(frozenset([(core.Var, name)]))
                return self._told(after) if self.game.vars[name].seen_by is None else after
            case core.Reset(names):
                return env.without(frozenset((core.Var, name) for name in names))
            case core.Move(cards, to, _, facing):
                return self._told(self._moved(env, cards, to, facing))
            case core.Face(cards, up):
                return self._told(self._goes(env, self.eyes.families(env, cards), frozenset([OPEN])) if up else env)
            case core.Shuffle():
                return self._told(env)
            case core.Branch(test, then, otherwise):
                return self._branch(env, test, then, otherwise)
            case core.Loop(until, body):
                inside = env.along(env.way | self.eyes.reads(until, env))
                after = self._again(inside, lambda e: self._block(body, e))
                return after.along(env.way | (self.eyes.reads(until, after) if until is not None else NOTHING))
            case core.Deal(move):
                return self._stmt(move, env)
            case core.Each() | core.Ordered():
                return self._each(stmt, env)
            case core.Together():
                return self._together(stmt, env)
            case core.Do(proc, args, into):
                return self._do(env, self._call(stmt, proc, args), into, stmt.span)
            case core.Resolve():
                return self._resolve(env, stmt)
            case core.Return(value):
                return self._returned(env, value)
            case core.Bracket(body):
                return self._block(body, env)
            case core.Usual():
                params = self._params
                return self._after(env, self._call(stmt, self.name, tuple(core.Local(*param) for param in params)))
            case core.Choose():
                return self._choose(stmt, env)
            case core.Tell(sentence=(_, *_), to=to):
                who = EVERYBODY if to is None else self.eyes.inline(to)
                self._decides(
                    stmt, self.eyes.sight(env, who), env.way | (NOTHING if to is None else self.eyes.about(to, env))
                )
        return env

    def _let(self, name: str, value: core.Expr, reads: Reads, env: Env, span: Span | None) -> Env:
        local = core.Local(name, value.type)
        whole = self.eyes.inline(value)
        origin = self.eyes.sight(env).origin(whole)
        carried = kept(reads | env.way, name, span)
        gone = words(local)
        made = env.without(gone)
        origins, flown = dict(made.origins), dict(made.flown)
        origins[name], flown[name] = in_words(origin, lambda e: put(e, gone)), renamed(carried, lambda e: put(e, gone))
        known = made.known
        if isinstance(value.type, t.Seat) and words(whole).isdisjoint(gone):
            known = (*known, core.Prim("is", (local, whole), t.YES_NO))
        return Env(origins, flown, known, made.way)

    def _branch(self, env: Env, test: core.Expr, then: tuple[core.Said, ...], otherwise: tuple[core.Said, ...]) -> Env:
        way = self.eyes.reads(test, env)
        ways = []
        left: Reads = NOTHING
        for body, holds in ((then, True), (otherwise, False)):
            after = self._block(body, self.eyes.learnt(env.along(env.way | way), test, holds))
            through, out = self.graph.way_out(body)
            if out and not self.graph.loud(body):
                left |= way  # whatever follows is done because this was not
            if through:
                ways.append(after)
        made = reduce(or_, ways) if ways else env
        # what both ways have told is told
        rest = env.way if any(after.way for after in ways) else NOTHING
        return made.along(rest | left)

    def _each(self, stmt: core.Each[core.Said] | core.Ordered, env: Env) -> Env:
        inner = self.eyes.bound(env, stmt.var, self.eyes.inline(stmt.source), stmt.where)
        if isinstance(stmt, core.Ordered):
            inner = inner.along(NOTHING)
            self._decides(
                stmt.next(stmt.source), self.eyes.sight(env, stmt.by), env.way | self.eyes.reads(stmt.by, env)
            )
        bound = frozenset([(core.Local, stmt.var)])
        after = self._again(inner, lambda e: self._block(stmt.body, e), bound)
        return (env | after.without(bound)).along(env.way)

    def _again(self, env: Env, body: Callable[[Env], Env], bound: frozenset[Word] = EMPTY) -> Env:
        """A body that is done any number of times."""
        made = env
        for _ in range(ROUNDS):
            after = body(made)
            # what was known of a member at the start is known of the next
            known = tuple(k for k in made.known if k in after.known)
            both = made | after.without(bound)
            wider = Env(both.origins, both.flown, known, made.way)
            if wider == made or self.steps > WORK:
                return wider
            made = wider
        return made

    def _together(self, stmt: core.Together, env: Env) -> Env:
        inner = self.eyes.bound(env, stmt.var, self.eyes.inline(stmt.source), stmt.where)
        who = core.Local(stmt.var, t.SEAT)
        after = self._steps(stmt.ask, inner)  # what is answered is known to what is done then
        flown = dict(after.flown)
        for choose in (s for s in stmt.ask if isinstance(s, core.Choose) and s.who is not None):
            for param in (p for offer in choose.offers for p in offer.params):
                if not isinstance(t.settled(param.type), t.CardOf):
                    secret = Read(who, span=choose.span)
                    flown[param.name] = flown.get(param.name, NOTHING) | kept(Reads([secret]), param.name, choose.span)
        after = self._block(stmt.then, attrs.evolve(after, flown=flown, way=env.way))
        return (env | after.without(words(who))).along(env.way)

    def _returned(self, env: Env, value: core.Expr | None) -> Env:
        if value is not None and self.name:
            reads = kept(self.eyes.reads(value, env) | env.way, self.name, value.span)
            out = renamed(reads, self._own)
            cards = in_words(self.eyes.sight(env).origin(self.eyes.inline(value)), self._own)
            if self.made[self.name].take(value=out, cards=cards):
                self.grown |= self.graph.performers[self.name]
        return env

    # ------------------------------------------------------------------------------------------ decisions

    def _choose(self, stmt: core.Choose[core.Said], env: Env) -> Env:
        if stmt.who is not None:
            about = self.eyes.about(stmt.who, env) | self.eyes.reads(stmt.acting, env)
            self._decides(stmt, self.eyes.sight(env, self.eyes.inline(stmt.who)), env.way | about)
        asked = stmt.who is not None
        inner, drawn = env, NOTHING
        for offer in stmt.offers:
            action = self.game.actions.get(offer.name) if not offer.params else None
            if action is not None and stmt.acts is not None and self.handing:
                self._performed(env, stmt.acts, action, dict(offer.given))
        if len(stmt.offers) == 1:
            for param in stmt.offers[0].params:
                bound = self.eyes.bound(inner, param.name, self.eyes.inline(param.source), param.where)
                # what a player has chosen, all are told; what chance draws tells why it could be drawn
                drawn |= NOTHING if asked else bound.way - inner.way
                flown = {**bound.flown, param.name: NOTHING if asked else kept(drawn, param.name, stmt.span)}
                inner = attrs.evolve(bound, flown=flown, way=inner.way)
        told = asked and not stmt.secret
        after = inner.along(NOTHING if told else inner.way | drawn)
        for offer in stmt.offers:
            if offer.name in (self.game.actions.keys() | self.doubtful) and not offer.params and asked:
                after = self._after(after, self._call(offer, offer.name, ()))
        after = self._block(stmt.then, after)
        other = self._block(stmt.otherwise, env.along(NOTHING if asked else env.way | drawn))
        return (after | other).along(NOTHING if told else env.way)

    def _decides(self, *decision: *Decision) -> None:
        self.decisions[self.name].append(decision)

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
                listed = self.eyes.inline(substitute(source, names))
                test = None if where is None else substitute(where, names)
                inner = self.eyes.bound(inner, f"its'{name}", listed, test)
                inner = attrs.evolve(inner, flown={**inner.flown, f"its'{name}": NOTHING}, way=env.way)
            args.append(names[name])
        self._comes(inner, Call(action.name, self.game.procedures[action.name].params, tuple(args)), NOTHING)

    # ------------------------------------------------------------------------------------------ procedures

    def _call(self, place: core.Said | core.Offer, proc: str, args: tuple[core.Expr, ...]) -> Call:
        """A procedure that is performed at a place, the same whenever one comes there."""
        if (id(place), proc) not in self.calls:
            made = self.game.procedures.get(proc)
            self.calls[id(place), proc] = Call(proc, () if made is None else made.params, args)
        return self.calls[id(place), proc]

    def _do(self, env: Env, call: Call, into: str | None, span: Span | None) -> Env:
        self._comes(env, call, env.way)
        after = self._after(env, call)
        if into is None:
            return after
        after = after.without(frozenset([(core.Local, into)]))
        if call.proc in self.doubtful:
            return attrs.evolve(after, flown={**after.flown, into: NOTHING})
        made = self.made[call.proc]
        value = renamed(made.value, call.back) | env.way
        origins = {**after.origins, into: in_words(made.cards, call.back)}
        return attrs.evolve(after, origins=origins, flown={**after.flown, into: kept(value, into, span)})

    def _resolve(self, env: Env, stmt: core.Resolve) -> Env:
        timing, card = stmt.timing, stmt.card
        known = self.eyes.reads(card, env) | Reads(
            self.eyes.sight(env).looked_at(self.eyes.inline(card), (), stmt.span)
        )
        env = env.forgotten() if self.graph.broken_at(timing) else env
        args = (card, substitute(self.game.timings[timing].by, {"this": card}))
        for ability in self.game.abilities:
            if ability.timing == timing and ability.proc is not None:
                call = self._call(stmt, ability.proc, args)
                self._comes(env, call, env.way | known)
                env = self._after(env, call)
        return env

    def _comes(self, env: Env, call: Call, way: Reads) -> None:
        """What whoever performs a procedure hands over, if that is not the same as before."""
        carried = [(env.origins.get(name), env.flown.get(name)) for name in call.names]
        if not self.handing or call.proc not in self.made or call.before == (carried, env.known, way):
            return
        call.before = carried, env.known, way
        origins: dict[str, Origin] = {}
        flown: dict[str, Reads] = {}
        for (name, _), arg in zip(call.params, call.args, strict=True):
            origins[name] = in_words(self.eyes.sight(env).origin(self.eyes.inline(arg)), call.there)
            reads = self.eyes.about(arg, env) if name == "you" else self.eyes.reads(arg, env)
            flown[name] = renamed(kept(reads, name, arg.span), call.there)
        if self.made[call.proc].take(origins=origins, flown=flown, way=renamed(way, call.there)):
            self.given.add(call.proc)

    def _after(self, env: Env, call: Call) -> Env:
        """What is known when a procedure has been performed."""
        proc = call.proc
        if proc in self.doubtful:
            return env.forgotten()
        for source, where in call.gone(self.made[proc].goes):
            families = self.eyes.families(env, call.given[source]) if source in call.given else {source}
            env = self._goes(env, families, where)
        if proc not in self.changes:
            changes = self.graph.effect(self.graph.procedure(proc)).changes
            self.changes[proc] = bool(changes), frozenset((core.Var, name) for name in variables(changes))
        changed, gone = self.changes[proc]
        env = env.without(gone)
        return self._told(env) if changed else env

    # ------------------------------------------------------------------------------------------ what all are told

    def _told(self, env: Env) -> Env:
        return env.along(NOTHING) if env.way else env

    def _moved(self, env: Env, cards: core.Expr, to: core.Expr, facing: str | None) -> Env:
        where: set[core.Zone | None] = set()
        for zone in (n for n in below(self.eyes.inline(to)) if isinstance(n, core.Zone)):
            side = facing or self.game.zones[zone.name].facing
            where.add(OPEN if side == "up" else zone)
        return self._goes(env, self.eyes.families(env, cards), frozenset(where))

    def _goes(self, env: Env, families: set[str], where: Wheres) -> Env:
        """Cards from these zones, or kept in these locals, lie somewhere else now."""
        going = self.name, frozenset(families), where
        if self.name and going not in self.gone:
            self.gone.add(going)
            params = {n for n, _ in self._params}
            told = families & (params | self.game.zones.keys())
            to = [zone if zone is OPEN else self._own(zone) for zone in where]
            out: frozenset[Going] = frozenset((family, zone) for family in told for zone in to)  # type: ignore[misc]
            if self.made[self.name].take(goes=out):
                self.grown |= self.graph.performers[self.name]
        return env.moved(families, where)
