"""Lowering of statements: abilities, simultaneous choices, chosen orders and checks become plain statements."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, rebuild, substitute
from hoyle.lower.changes import Word, concerns, reads, touched, zone_of
from hoyle.program.clauses import Body
from hoyle.program.offers import put_together
from hoyle.program.program import Define, Program
from hoyle.program.shortage import noting
from hoyle.program.specialise import Specialiser
from hoyle.source import Span

Params = tuple[tuple[str, t.Type], ...]
Stmts = tuple[core.Stmt, ...]


@attrs.define
class Check:
    """What is asked after a change: a procedure, and what its condition reads."""

    proc: str
    reads: set[Word]


class Statements:
    """Lowers bodies into `procedures`: name -> (parameters, body, whether it returns a value)."""

    def __init__(self, program: Program, specialise: Specialiser) -> None:
        self.program = program
        self.specialise = specialise
        self.procedures: dict[str, tuple[Params, Stmts, bool]] = {}
        self.checks: list[Check] = []
        self.raw: dict[str, tuple[Params, Body, bool]] = {}
        self.quiet: set[str] = set()
        self.fresh = 0
        self.lying: dict[str, str] = {}  # where cards certainly lie, up to the first statement that may move them

    def add(self, name: str, params: Params, body: Body, returns: bool) -> None:
        self.raw[name] = (params, body, returns)

    def name(self, word: str) -> str:
        self.fresh += 1
        return f"{word}'{self.fresh}"

    def finish(self) -> None:
        """Lower everything that was added, and what it needs."""
        self._checks()
        for name, (params, body, returns) in list(self.raw.items()):
            self.raw[name] = (params, self._flat(body, name, params), returns)
        timings = {n.timing for _, body, _ in self.raw.values() for n in below(body) if isinstance(n, core.Resolve)}
        for timing in sorted(timings):
            self.raw[f"resolve'{timing}"] = ((("this", t.CARD),), self._dispatcher(timing), False)
        for name, (params, body, returns) in self.raw.items():
            self.procedures[name] = (params, self._body(name, params, body, True), returns)
        done: set[str] = set()
        while self.quiet - done:
            name = min(self.quiet - done)
            params, body, returns = self.raw[name]
            self.procedures[f"{name}'quiet"] = (params, self._body(f"{name}'quiet", params, body, False), returns)
            done.add(name)

    def _body(self, name: str, params: Params, body: Body, loud: bool) -> Stmts:
        self.lying = self._chosen_from(name)
        return self._block(self.specialise(body), loud)

    def _chosen_from(self, name: str) -> dict[str, str]:
        """The zones that the cards of an action are chosen from."""
        action = self.program.model.actions.get(name)
        found = {}
        for param, _, source, _ in action.params if action is not None else ():
            zone = zone_of(self.specialise(source)) if source is not None else None
            if zone is not None:
                found[param] = zone
        return found

    def _flat(self, body: Body, name: str, params: Params) -> Body:
        """Inner bodies become procedures of their own, which like all others may be performed quietly too."""
        made: list[core.Said] = []
        for stmt in body:
            if isinstance(stmt, core.Inner):
                inner = self.name(f"{name}'inner")
                self.raw[inner] = (params, self._flat(stmt.body, name, params), stmt.into is not None)
                made.append(core.Do(inner, tuple(core.Local(n, ty) for n, ty in params), stmt.into))
            elif isinstance(stmt, core.Branch) and _has_inner(stmt):
                made.append(attrs.evolve(stmt, then=self._flat(stmt.then, name, params)))
            else:
                made.append(stmt)
        return tuple(made)

    # ------------------------------------------------------------------------------------------ statements

    def lowered(self, stmt: core.Said) -> list[core.Stmt]:
        """One statement that belongs to no body. Assumes it specialised."""
        return self._stmt(stmt, True)

    def _block(self, stmts: Body, loud: bool) -> Stmts:
        made: list[core.Stmt] = []
        for stmt in stmts:
            now = self._stmt(stmt, loud)
            if not isinstance(stmt, core.Tell) and (
                now != [stmt]
                or not (isinstance(stmt, core.Set) or (isinstance(stmt, core.Let) and stmt.name not in self.lying))
            ):
                self.lying = {}
            made += now
        return tuple(made)

    def _again(self, body: Body, loud: bool) -> Stmts:
        """What is done again and again: where cards lie before it is not where they lie the next time."""
        self.lying = {}
        return self._block(body, loud)

    def _stmt(self, stmt: core.Said, loud: bool) -> list[core.Stmt]:
        match stmt:
            case core.Bracket(body):
                inner = list(self._block(body, False))
                return inner + self._settled(tuple(inner), stmt.span) if loud else inner
            case core.Do(proc) if not loud:
                self.quiet.add(proc)
                return [attrs.evolve(stmt, proc=f"{proc}'quiet")]
            case core.Resolve(timing, card):
                return self._stmt(core.Do(f"resolve'{timing}", (card,), span=stmt.span), loud)
            case core.Branch(test, then, otherwise):
                return [core.Branch(test, self._block(then, loud), self._block(otherwise, loud), span=stmt.span)]
            case core.Each(var, source, where, body):
                return [core.Each(var, source, where, self._again(body, loud), span=stmt.span, origin=stmt.origin)]
            case core.Loop(until, body):
                return [core.Loop(until, self._again(body, loud), span=stmt.span, origin=stmt.origin)]
            case core.Ordered():
                return self._ordered(stmt, loud)
            case core.Together():
                return self._together(stmt, loud)
            case core.Choose():
                return self._choose(stmt, loud)
            case core.Deal(move, due):
                return self._dealt(move, due, loud)
            case core.Tell(sentence=(_, *_)):
                return self._told(stmt)
            case core.Set() | core.Move() | core.Face() | core.Shuffle() | core.Reset() if loud:
                return [stmt, *self._settled((stmt,), stmt.span)]
            case core.Usual() | core.Inner():
                raise AssertionError(f"{type(stmt).__name__} is gone once clauses are woven")
        return [stmt]

    def _told(self, stmt: core.Tell) -> list[core.Stmt]:
        """What is filled in is worked out before it is told: an engine that has no words does as much."""
        lets: list[core.Stmt] = []

        def known(part: core.Expr) -> core.Expr:
            if isinstance(part, (core.Local, core.Const)):
                return part
            local = core.Local(self.name("told"), part.type, span=part.span)
            lets.append(core.Let(local.name, part, span=stmt.span))
            return local

        made = rebuild(stmt, known)
        return [*lets, made]

    def _dealt(self, move: core.Move, due: core.Expr, loud: bool) -> list[core.Stmt]:
        """Cards that are dealt are moved, as many as there are; if somebody watches, it is noted that they are few."""
        moved = self._stmt(move, loud)
        deals = self.program.deals
        if deals is None:
            return moved
        deals.append(move)
        return [noting(move, due, len(deals) - 1), *moved]

    def _settled(self, stmts: Stmts, change: Span | None) -> list[core.Stmt]:
        """What follows a change: the checks it calls for, and then everything fits where it was put."""
        found = self._checked(stmts)
        filled = tuple(self._filled(stmts))
        return [*found, core.Fit(filled, _only(stmts), span=change)] if filled else found

    def _filled(self, stmts: Stmts) -> Iterator[str]:
        """The zones with a limit that cards may have been put into."""
        into = [
            n.to.name if isinstance(n, core.Move) and isinstance(n.to, core.Zone) else None
            for n in below(stmts)
            if isinstance(n, (core.Move, core.Do))
        ]
        for name, zone in self.program.model.zones.items():
            if zone.capacity is not None and (name in into or None in into):
                yield name

    def _choose(self, node: core.Choose[core.Said], loud: bool) -> list[core.Stmt]:
        """Names of the decider and of what is chosen are made unlike all others, and rules are attached."""
        before: list[core.Stmt] = []
        who = self._named(node.who, "decider", node, before)
        acting = self._named(node.acting, "acting", node, before)
        acts = who if acting is None else acting
        you = "" if acts is None else acts.name
        offers = [self._offer(offer, you, before, loud) for offer in node.offers]
        made = core.Choose(
            who,
            you,
            tuple(offers),
            node.amount,
            node.up_to,
            node.decline,
            self._block(node.then, loud),
            self._block(node.otherwise, loud),
            node.secret,
            acting,
            node.declined,
            span=node.span,
        )
        return [*before, made]

    def _named(
        self, who: core.Expr | None, word: str, node: core.Choose[core.Said], before: list[core.Stmt]
    ) -> core.Local | None:
        """The local that is a player, which a line before binds if need be."""
        if who is None or isinstance(who, core.Local):
            return who
        made = core.Local(self.name(word), t.SEAT)
        before.append(core.Let(made.name, who, span=node.span))
        return made

    def _offer(self, offer: core.Offer, you: str, before: list[core.Stmt], loud: bool) -> core.Offer:
        decider, specialise = core.Local(you, t.SEAT), self.specialise

        def handed(local: core.Local, value: core.Expr) -> core.Expr:
            if any(isinstance(line, core.Let) and line.name == local.name for line in before):  # offered with another
                local = attrs.evolve(local, name=self.name(local.name))
            before.append(core.Let(local.name, specialise(value), span=offer.span))
            return local

        made = put_together(self.program.model, offer, decider, lambda name: f"{you}.{offer.name}.{name}", handed)
        filters = _in_order(tuple(map(specialise, made.filters)))
        if offer.params or offer.name not in self.program.model.actions:
            return attrs.evolve(made, filters=filters)
        done = core.Do(offer.name, (decider, *(local for _, local in made.given)), span=offer.span)
        return attrs.evolve(
            made,
            params=specialise(made.params),
            filters=filters,
            template=tuple(part if isinstance(part, str) else specialise(part) for part in made.template),
            body=(*made.body, *self._stmt(done, loud)),
        )

    def _ordered(self, node: core.Ordered, loud: bool) -> list[core.Stmt]:
        """`each x in list ordered by p`: p picks the next one, as long as there is one."""
        type_ = t.element(node.source.type)
        rest = core.Local(self.name("rest"), node.source.type)
        next_ = core.Local(node.var, type_)
        probe = self.name("x")
        where = None if node.where is None else substitute(node.where, {node.var: core.Local(probe, type_)})
        found = core.Fold("any", probe, rest, where, None, t.YES_NO)
        taken = core.Prim("without", (rest, core.Prim("list", (next_,), rest.type)), rest.type)
        choose = node.next(rest, (core.Let(rest.name, taken), *node.body))
        loop: core.Loop[core.Said] = core.Loop(core.Prim("not", (found,), t.YES_NO), (choose,), span=node.span)
        return [core.Let(rest.name, core.Prim("copy", (node.source,), node.source.type)), *self._stmt(loop, loud)]

    def _together(self, node: core.Together, loud: bool) -> list[core.Stmt]:
        """All are asked, their answers kept in columns; then each is taken up again."""
        kept = [core.Local(name, t.join(type_, t.NEVER) or type_) for name, type_ in _bound(node.ask)]
        every = [core.Local(node.var, t.SEAT), *kept]
        columns = [core.Local(self.name("column"), t.ListOf(local.type)) for local in every]
        number = core.Local(self.name("row"), t.NUMBER)
        asked = tuple(attrs.evolve(s, secret=True) if isinstance(s, core.Choose) else s for s in node.ask)
        unanswered = tuple(core.Let(local.name, core.Const(None, local.type)) for local in kept)
        gather, unpack = [], []
        for column, local in zip(columns, every, strict=True):
            one = core.Prim("list", (local,), column.type)
            gather.append(core.Let(column.name, core.Prim("concat", (column, one), column.type)))
            unpack.append(core.Let(local.name, core.Prim("item", (column, number), local.type)))
        ask = core.Each(node.var, node.source, node.where, (*unanswered, *asked, *gather), span=node.span)
        count = core.Fold("count", "", columns[0], None, None, t.Numbers(0))
        last = core.Prim("-", (count, core.Const(1, t.NUMBER)), t.NUMBER)
        span = core.Prim("range", (core.Const(0, t.NUMBER), last), t.ListOf(t.NUMBER))
        then = core.Each(number.name, span, None, (*unpack, *node.then), span=node.span)
        empty = [core.Let(column.name, core.Const((), column.type)) for column in columns]
        return [*empty, *self._stmt(ask, loud), *self._stmt(then, loud)]

    def _dispatcher(self, timing: str) -> Body:
        """The body of `resolve`, which performs the ability a card has by its name."""
        game = self.program.model
        by = None
        body: list[core.Said] = []
        for ability in game.abilities:
            if ability.timing != timing or ability.proc is None:
                continue
            type_ = t.CardOf(ability.cards)
            this = core.Local("this", type_)
            by = self.specialise(game.timings[timing].by)
            cards = game.card_types[ability.cards]
            kind = cards.attributes["name"]
            assert isinstance(kind, t.Kind)
            number = game.kinds[kind.name].members.index(ability.card)
            has = core.Prim("is", (core.Attr("name", this, kind), core.Const(number, kind)), t.YES_NO)
            if len(game.card_types) > 1:
                mine = core.Const(self.specialise.by_type[ability.cards], t.ListOf(type_))
                has = core.Prim("and", (core.Prim("in", (this, mine), t.YES_NO), has), t.YES_NO)
            perform = core.Do(ability.proc, (this, core.Local("by'", t.SEAT)))
            body.append(
                core.Branch(has, (core.Tell(this, timing), perform, core.Tell(None, ""), core.Return(None)), ())
            )
        if by is not None:
            nobody = core.Prim("is", (core.Local("by'", by.type), core.Const(None, t.NEVER)), t.YES_NO)
            body = [core.Let("by'", by), core.Branch(nobody, (core.Return(None),), ()), *body]
        return tuple(body)

    # ------------------------------------------------------------------------------------------ checks

    def _checks(self) -> None:
        game = self.program.model
        for hook in game.checks:
            self._check(f"check'{hook.label}", hook.when, hook.body)
        for ending in game.endings:
            if ending.any_change:
                body = (core.End(ending.name, ending.winners, span=ending.span),)
                self._check(f"check'{ending.name}", ending.when, body)

    def _check(self, name: str, when: core.Expr | None, body: Body) -> None:
        test = self.specialise(when) if when is not None else core.Const(True, t.YES_NO)
        if isinstance(test, core.Const) and not test.value:
            return
        self.checks.append(Check(name, reads(self.program, test)))
        if any(isinstance(node, core.Fold) for node in below(test)):
            # a definition changes nothing, so there is more that can be kept while it is worked out
            self.program.defines[f"{name}'when"] = Define(f"{name}'when", (), test, t.YES_NO)
            test = core.Ask(f"{name}'when", (), t.YES_NO, span=test.span)
        self.raw[name] = ((), (core.Branch(test, body, ()),), False)

    def _checked(self, stmts: Stmts) -> list[core.Stmt]:
        """The checks that a change calls for."""
        changed = touched(self.program, stmts, self.lying)
        return [core.Do(check.proc, ()) for check in self.checks if concerns(changed, check.reads)]


def _has_inner(stmt: core.Said) -> bool:
    return isinstance(stmt, core.Inner) or (isinstance(stmt, core.Branch) and any(_has_inner(s) for s in stmt.then))


def _bound(stmts: Body) -> list[tuple[str, t.Type]]:
    """The locals that statements bind."""
    found: list[tuple[str, t.Type]] = []
    for stmt in stmts:
        if isinstance(stmt, core.Let):
            found.append((stmt.name, stmt.value.type))
        elif isinstance(stmt, core.Choose):
            param = stmt.offers[0].params[0]
            found.append((param.name, param.type if stmt.amount is None else t.ListOf(param.type)))
    return found


def _in_order(filters: tuple[core.Filter, ...]) -> tuple[core.Filter, ...]:
    """Rules that can never apply under these options are left out; what forbids comes before what obliges."""
    live = [f for f in filters if f.when is None or not (isinstance(f.when, core.Const) and not f.when.value)]
    live = [f for f in live if not (isinstance(f.test, core.Const) and f.test.value)]
    live = [attrs.evolve(f, when=None) if isinstance(f.when, core.Const) else f for f in live]
    live = [f for f in live if not (isinstance(f.waived, core.Const) and f.waived.value)]
    live = [attrs.evolve(f, waived=None) if isinstance(f.waived, core.Const) else f for f in live]
    return tuple([f for f in live if not f.if_able] + [f for f in live if f.if_able])


def _only(stmts: Stmts) -> core.Expr | None:
    """The zone that a single move fills, if it is sure to be the same after whatever else that sets off."""
    match stmts:
        case (core.Move(to=core.Zone(index=index) as zone),) if all(
            isinstance(part, (core.Const, core.Local)) for part in index
        ):
            return zone
    return None
