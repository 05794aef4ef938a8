"""Statements: bodies of phases, effects, actions, abilities, hooks and exceptions, brought into core form.

What single lines change is in changes.py. Guarantees that decisions stand only where a player can be asked, and that
nothing is written that is never reached.
"""

from __future__ import annotations

from collections.abc import Sequence

from hoyle import types as t
from hoyle.check import deciding, turns
from hoyle.check.changes import Bodies, Changes, assigned
from hoyle.check.facts import learn, locals_only
from hoyle.check.folds import bind, single
from hoyle.check.forms import as_list, template
from hoyle.check.held import Held, Steps, past
from hoyle.check.record import built_in
from hoyle.check.world import GUESS_LIMIT
from hoyle.core import nodes as core
from hoyle.core.walk import impossible
from hoyle.diagnostics import Diagnostics
from hoyle.source import Span
from hoyle.syntax import tree


class Body(Changes):
    """Checks one body: its blocks, branches and decisions."""

    def whole(self, stmts: Sequence[tree.Stmt]) -> tuple[core.Said, ...]:
        """All statements of the body, with locals that have the types of everything that is assigned to them."""
        changed = assigned(stmts)
        if not changed <= self.world.names.keys():
            self.growth.settle(changed, lambda: self._tried(stmts))
        return self.block(stmts)

    def _tried(self, stmts: Sequence[tree.Stmt]) -> None:
        """Walk the body for what is learnt of its locals, and leave nothing behind."""
        world, facts, held = self.world, self.facts, self.held
        found, guesses, bodies, types = world.found, world.guesses, self.bodies, world.record.types
        world.found, world.guesses, self.bodies, world.record.types = Diagnostics(), GUESS_LIMIT, Bodies(self.defs), {}
        self.block(stmts)
        world.found, world.guesses, self.bodies, world.record.types = found, guesses, bodies, types
        self.facts, self.held = facts, held

    def block(self, stmts: Sequence[tree.Stmt]) -> tuple[core.Said, ...]:
        """A block of its own: what it binds is gone afterwards."""
        locals, facts, telling = dict(self.locals), self.facts, self.telling
        made: list[core.Said] = []
        for number, stmt in enumerate(stmts):
            if isinstance(stmt, tree.Tell):
                made += [core.FOLD] * (self.telling - telling)  # its small print is another
                self.telling = telling
            made += self.stmt(stmt)
            if leaves(made) and number + 1 < len(stmts):
                self.world.report("HYL303", "this is never reached", stmts[number + 1].span, "the line above leaves")
                break
        made += [core.FOLD] * (0 if leaves(made) else self.telling - telling)
        self.locals, self.facts, self.telling = locals, locals_only(facts), telling
        return tuple(made)

    def stmt(self, node: tree.Stmt) -> list[core.Said]:
        changed = assigned([node])
        if isinstance(node, (tree.Each, tree.Repeat, tree.Again, tree.GoRound)):
            self._forget(changed)
        held = self.held
        made = self._stmt(node)
        if not isinstance(node, (tree.Let, tree.If, tree.Tell)) or any(isinstance(step, core.Do) for step in made):
            self.facts, self.held = locals_only(self.facts), past(held, Steps(tuple(made)))
            if isinstance(node, tree.Repeat) and node.until is not None:
                self.held += tuple(Held(step.until) for step in made if isinstance(step, core.Loop) and step.until)
        if not isinstance(node, tree.Repeat):  # what a loop ends with is known
            self._forget(changed)
        return made

    def _forget(self, names: set[str]) -> None:
        """What was known of locals that have changed since."""
        self.facts = {k: v for k, v in self.facts.items() if not (isinstance(k, core.Local) and k.name in names)}

    def _stmt(self, node: tree.Stmt) -> list[core.Said]:
        span = node.span
        match node:
            case tree.Move(cards, to, spot, facing):
                found, zone = self._cards(cards), self._zone(to)
                self._welcome(found, zone, cards.span)
                return [core.Move(found, zone, spot or "", facing, span=span)]
            case tree.Face(cards, side):
                return [core.Face(self._cards(cards, "turned"), side == "up", span=span)]
            case tree.Shuffle(zone):
                return [core.Shuffle(self._zone(zone), span=span)]
            case tree.Deal():
                return self._deal(node)
            case tree.Let(name, value):
                return self._let(name, value, span)
            case tree.Assign():
                return self._assign(node)
            case tree.Call(target):
                return self._call(target, None, span)
            case tree.Return(value):
                *steps, leaving = self._return(value, span)
                return [*steps, *[core.FOLD] * self.telling, leaving]
            case tree.Resolve(timing, card):
                self.world.timing(timing.text, timing.span)
                return [core.Resolve(timing.text, self.value(card, t.CARD, "what is resolved"), span=span)]
            case tree.Tell(to, text):
                return [self._tell(to, text, span)]
            case tree.Impossible():
                none = core.Const(None, t.Maybe(t.YES_NO), span=span)
                stop = core.Prim("sure", (none,), t.YES_NO, span=span)
                return [core.Let(self.bodies.name("never"), stop, span=span)]
            case tree.If():
                return [self._if_stmt(node)]
            case tree.Each():
                return [self._each(node)]
            case tree.Repeat():
                return self._below(node) if node.below else self._repeat(node)
            case tree.Again():
                return turns.again(self, node)
            case tree.GoRound():
                return turns.go_round(self, node)
            case tree.Together():
                return [self._together(node)]
            case tree.AsOne(body):
                before, self.quiet = self.quiet, self.quiet or "`as one` is a single change"
                made = core.Bracket(self.block(body), span=span)
                self.quiet = before
                return [made]
            case tree.Decide():
                return [self.decide(node)]
            case tree.Choose():
                return [deciding.choose(self, node)]

    def _tell(self, to: tree.Expr | None, text: tree.Text, span: Span) -> core.Said:
        """A sentence; what follows in the block is its small print, and ends before whatever leaves it."""
        if not text.text.strip():
            self.world.report("HYL212", "this sentence has no words", text.span, "say what happens")
        parts = [part if isinstance(part, str) else as_list(part) for part in template(self, text)]
        if isinstance(to, tree.Name) and to.text == "everyone":
            self.world.report(
                "HYL201", "everyone is told a sentence before which nobody stands", to.span, "leave it out"
            )
            to = None
        whom = None if to is None else self.value(to, t.SEAT, "who is told")
        self.telling += 1
        return core.Tell(None, "", tuple(parts) or ("",), whom, span=span)

    def _if_stmt(self, node: tree.If) -> core.Said:
        test = self.condition(node.test)
        facts, held, fails = self.facts, self.held, Held(core.Prim("not", (test,), t.YES_NO))
        self.facts, self.held = {**facts, **learn(test, True)}, (*held, Held(test))
        then = self.block(node.then)
        self.facts, self.held = {**facts, **learn(test, False)}, (*held, fails)
        otherwise = self.block(node.otherwise)
        self.facts, self.held = locals_only(facts), _behind(held, Held(test), fails, then, otherwise)
        if leaves(then):
            self.facts = {**self.facts, **locals_only(learn(test, False))}
        elif leaves(otherwise):
            self.facts = {**self.facts, **locals_only(learn(test, True))}
        return core.Branch(test, then, otherwise, span=node.span)

    def _each(self, node: tree.Each) -> core.Said:
        locals, facts = dict(self.locals), self.facts
        source, where = self.bind_each(node.binder)
        name = node.binder.var.text
        self.locals[name] = self.growth.member(node.binder.var, self.locals[name])
        ordered = self.value(node.ordered, t.SEAT, "who picks the next") if node.ordered else None
        if ordered is not None:
            self.may_decide(node.span)
            single(self.world, node.binder, source)
        again = Steps()
        self.held = past(self.held, again)
        if where is not None and ordered is None:
            self.held += (Held(where),)
        body = self.block(node.body)
        self.locals, self.facts = locals, locals_only(facts)
        made: core.Said
        if ordered is not None:
            made = core.Ordered(name, source, where, ordered, body, span=node.span, origin=core.Origin.LOOP)
        else:
            made = core.Each(name, source, where, body, span=node.span, origin=core.Origin.LOOP)
        again.stmts = (made,)
        return made

    def bind_each(self, binder: tree.Binder) -> tuple[core.Expr, core.Expr | None]:
        """The list and the condition of what is done again and again, with its name in scope."""
        return self.bind_name(binder, again=True)

    def bind_name(self, binder: tree.Binder, again: bool = False) -> tuple[core.Expr, core.Expr | None]:
        if binder.var.text in self.reserved:
            message = f"`{binder.var.text}` is what this clause is about"
            self.world.report("HYL109", message, binder.var, "choose another name")
        return bind(self, binder, again)

    def _repeat(self, node: tree.Repeat) -> list[core.Said]:
        self.facts = locals_only(self.facts)
        again = Steps()
        self.held = past(self.held, again)
        if node.times is None:
            until = self.condition(node.until) if node.until is not None else None
            if until is not None:
                self.held += (Held(core.Prim("not", (until,), t.YES_NO)),)
            made = core.Loop(until, self.block(node.body), span=node.span, origin=core.Origin.LOOP)
            again.stmts = (made,)
            if until is not None:
                self.facts = {**self.facts, **learn(until, True)}
            return [made]
        left = core.Local(self.bodies.name("left"), t.NUMBER)
        count = self.value(node.times, t.NUMBER)
        body = self.block(node.body)
        done = core.Prim("<=", (left, core.Const(0, t.NUMBER)), t.YES_NO)
        some = core.Local(left.name, t.Numbers(1))
        less = core.Let(left.name, core.Prim("-", (some, core.Const(1, t.NUMBER)), t.NUMBER))
        loop = core.Loop(done, (less, *body), span=node.span, origin=core.Origin.LOOP)
        again.stmts = (loop,)
        return [core.Let(left.name, count, span=node.span), loop]

    def _below(self, node: tree.Repeat) -> list[core.Said]:
        """What is asked after each round is kept until the next would begin."""
        assert node.until is not None
        self.facts, self.held = locals_only(self.facts), ()
        done = core.Local(self.bodies.name("done"), t.YES_NO)
        body = self.block(node.body)
        if leaves(body):
            self.world.report("HYL303", "this is never asked", node.until.span, "the line above leaves")
        until = self.condition(node.until)
        self.facts = {**self.facts, **learn(until, True)}
        steps = (*body, core.Let(done.name, until, span=until.span))
        loop = core.Loop(done, steps, span=node.span, origin=core.Origin.LOOP)
        return [core.Let(done.name, core.NO), loop]

    def _together(self, node: tree.Together) -> core.Said:
        locals, facts = dict(self.locals), self.facts
        source, where = self.bind_name(node.binder)
        name = node.binder.var.text
        if not isinstance(self.locals[name], (t.Seat, t.Broken)):
            got = t.describe(self.locals[name])
            self.world.report("HYL201", f"`together` asks players, but this is a {got}", node.binder.source.span)
        ask: list[core.Said] = []
        for stmt in node.ask:
            if not isinstance(stmt, (tree.Choose, tree.Let)) or (isinstance(stmt, tree.Choose) and stmt.then):
                message = "only choices stand here: nothing happens until all have chosen"
                self.world.report("HYL309", message, stmt.span, "choose here, and do what follows from it under `then`")
                continue
            outer, self.answering = self.answering, True
            ask += self.stmt(stmt)
            self.answering = outer
        self.facts, self.held = locals_only(self.facts), ()
        then = self.block(node.then)
        self.locals, self.facts = locals, locals_only(facts)
        return core.Together(name, source, where, tuple(ask), then, span=node.span)

    def may_decide(self, span: Span) -> None:
        if self.quiet:
            self.world.report("HYL309", f"no decision may stand here: {self.quiet}", span)

    def who(self, node: tree.Expr) -> core.Expr | None:
        if isinstance(node, tree.Name) and node.text == "chance" and "chance" not in self.locals:
            self.world.record.use(built_in(node.text), node.span)
            return None
        return self.value(node, t.SEAT, "who decides")

    def decide(self, node: tree.Decide, limits: turns.Limits | None = None) -> core.Choose[core.Said]:
        """A decision among actions. limits: how often each may be done, if it is made again and again."""
        return deciding.decide(self, node, limits)


def _behind(
    held: tuple[Held, ...], test: Held, fails: Held, then: tuple[core.Said, ...], otherwise: tuple[core.Said, ...]
) -> tuple[Held, ...]:
    """What was asked before one goes on behind two cases, of which only one may come there."""
    if leaves(then):
        return past((*held, fails), Steps(otherwise)) if otherwise else (*held, fails)
    if leaves(otherwise):
        return past((*held, test), Steps(then))
    return past(held, Steps((*then, *otherwise)))


def leaves(stmts: Sequence[core.Said]) -> bool:
    """Whether nothing after these statements is reached."""
    match stmts[-1] if stmts else None:
        case core.Return() | core.End() | core.Loop(None, _):
            return True
        case core.Branch(_, then, otherwise):
            return leaves(then) and leaves(otherwise)
    return impossible(tuple(stmts))
