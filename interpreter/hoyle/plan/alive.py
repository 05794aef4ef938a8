"""Which locals are still needed: a local is alive where a block starts if something reads it before it is filled anew.

What is alive where a frame waits is kept in its slots. Two tables that differ in nothing else have the same future.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hoyle.core import nodes as core
from hoyle.core.walk import NOTHING, free
from hoyle.plan import nodes as plan

Names = frozenset[str]


def asked(choose: core.Choose[core.Stmt]) -> Names:
    """The locals that what can be chosen depends on."""
    found = {choose.you} | _names([] if choose.who is None else [choose.who])
    for offer in choose.offers:
        own = {param.name for param in offer.params}
        parts: list[Any] = [x for p in offer.params for x in (p.source, p.where)]
        parts += [x for f in offer.filters for x in (f.when, f.waived, f.test)]
        parts += [part for part in offer.template if not isinstance(part, str)]
        found |= _names([part for part in parts if part is not None]) - own
        found |= _names([value for _, value in offer.given]) - own
    found |= _names([part for part in choose.declined if not isinstance(part, str)])
    return frozenset(found - {""})


def settled(blocks: Mapping[int, plan.Block], sites: list[plan.Site], waits: Mapping[int, int]) -> dict[int, Names]:
    """What is alive where each block starts. waits: the block that a frame goes on with from each of its points."""
    found = dict.fromkeys(blocks, NOTHING)
    changed = True
    while changed:
        changed = False
        for number in reversed(list(blocks)):
            block = blocks[number]
            alive = _before_end(block.end, found, sites, waits)
            for step in reversed(block.steps):
                taken, given = _uses(step, sites)
                alive = (alive - given) | taken
            if alive != found[number]:
                found[number] = alive
                changed = True
    return found


def after(end: plan.End, waits: Mapping[int, int]) -> tuple[int, ...]:
    """The blocks that may follow the end of one."""
    match end:
        case plan.Jump(to):
            return (to,)
        case plan.Fork(_, yes, no):
            return yes, no
        case plan.Turn(body=body, done=done):
            return body, done
        case plan.Ask(_, point, nothing):
            return waits[point], nothing
        case plan.Sort(_, offers, declined):
            return offers if declined is None else (*offers, declined)
        case plan.Draw(_, found, nothing):
            return found, nothing
        case plan.Call(point=point):
            return (waits[point],)
    return ()


def _before_end(end: plan.End, found: Mapping[int, Names], sites: list[plan.Site], waits: Mapping[int, int]) -> Names:
    alive: Names = NOTHING.union(*(found[to] for to in after(end, waits)))
    match end:
        case plan.Fork(test):
            return alive | _names([test])
        case plan.Turn(members, place, var, body, done):
            return found[done] | (found[body] - {var}) | {members, place}
        case plan.Ask(site):
            return alive | sites[site].reads
        case plan.Draw(choose, drawn, nothing):
            name = choose.offers[0].params[0].name
            amount = () if choose.amount is None else (choose.amount,)
            left = found[nothing] - {name} if amount else found[nothing]
            return left | (found[drawn] - {name}) | asked(choose) | _names(amount)
        case plan.Call(_, args):
            return alive | _names(args)
        case plan.Leave(value) if value is not None:
            return alive | _names([value])
    return alive


def _uses(step: plan.Step, sites: list[plan.Site]) -> tuple[Names, Names]:
    """The locals that a step reads, and those that it fills in any case."""
    match step:
        case plan.Members(members, place, source):
            return _names([source]), frozenset({members, place})
        case plan.Take(into=into):
            return NOTHING, frozenset(into)
        case plan.Result(into):
            return NOTHING, frozenset({into})
        case plan.Pool(site):
            choose, row = sites[site].choose, sites[site].several
            assert row is not None and choose.amount is not None
            return asked(choose) | _names([choose.amount]), frozenset({row.pool, row.got, row.start, row.want})
        case plan.Add(site):
            row = sites[site].several
            assert row is not None
            return frozenset({row.pool, row.got}), frozenset({row.start})
    return _stmt(step)


def _stmt(node: core.Stmt) -> tuple[Names, Names]:
    """The same for a statement in which nobody is asked."""
    match node:
        case core.Let(name, value):
            return _names([value]), frozenset({name})
        case core.Do(_, args, into):
            return _names(args), NOTHING if into is None else frozenset({into})
        case core.Branch(test, then, otherwise):
            (one, first), (two, second) = _sequence(then), _sequence(otherwise)
            return _names([test]) | one | two, first & second
        case core.Each(var, source, where, body):
            inner = _sequence(body)[0] | _names([] if where is None else [where])
            return _names([source]) | (inner - {var}), NOTHING
        case core.Loop(until, body):
            return _names([] if until is None else [until]) | _sequence(body)[0], NOTHING
        case core.Choose(offers=(offer,), amount=amount):
            found = _sequence((*offer.body, *node.then))[0] - {offer.params[0].name}
            nothing = _sequence(node.otherwise)[0]
            read = asked(node) | found | nothing | _names([] if amount is None else [amount])
            # what is drawn is read behind it only where something is, for certain
            return read, NOTHING if node.otherwise else frozenset({offer.params[0].name})
    return free(node), NOTHING


def _sequence(stmts: tuple[core.Stmt, ...]) -> tuple[Names, Names]:
    taken, given = NOTHING, NOTHING
    for stmt in stmts:
        more, filled = _stmt(stmt)
        taken, given = taken | (more - given), given | filled
    return taken, given


def _names(nodes: Iterable[core.Expr]) -> Names:
    return NOTHING.union(*map(free, nodes))
