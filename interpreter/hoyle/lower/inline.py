"""Inlining: a procedure that asks, and is performed in one place or is short, is written out: a frame less to push."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from hoyle.core import nodes as core
from hoyle.core.walk import below, rebuild
from hoyle.program.program import Procedure

DEEPEST = 12
SHORT = 60
FEW = 3
LARGEST = 4_000  # nodes that one procedure may grow to
TOGETHER = 16_000  # and all of them


def inline(procedures: dict[str, Procedure]) -> dict[str, Procedure]:
    """The same procedures; those that were written out elsewhere are kept, for whoever performs them by name."""
    calls = Counter(n.proc for p in procedures.values() for n in below(p.body) if isinstance(n, core.Do))
    once = {
        name
        for name, p in procedures.items()
        if p.decides
        and (calls[name] == 1 or (calls[name] <= FEW and sum(1 for _ in below(p.body)) <= SHORT))
        and not any(isinstance(n, core.Return) for n in below(p.body))
    }
    made: dict[str, Procedure] = {}
    sizes = {name: sum(1 for _ in below(p.body)) for name, p in procedures.items()}
    written = 0  # how much has been written out, in this procedure
    room = TOGETHER

    def expanded(name: str, above: tuple[str, ...]) -> tuple[core.Stmt, ...]:
        def visit(node: Any) -> Any:
            nonlocal written
            within = isinstance(node, core.Do) and node.proc in once and node.proc not in above
            fits = within and written + sizes[node.proc] <= min(LARGEST, room)
            if fits and node.into is None and len(above) < DEEPEST:
                target = procedures[node.proc]
                written += sizes[node.proc]
                prefix = f"{node.proc}."
                body = _renamed(expanded(node.proc, (*above, node.proc)), prefix)
                lets = []
                for (param, _), arg in zip(target.params, node.args, strict=True):
                    if isinstance(arg, core.Local) and not _bound(body)[prefix + param]:
                        body = _put(body, prefix + param, arg)
                    else:
                        lets.append(core.Let(prefix + param, arg, span=node.span))
                return (*lets, *body)
            return rebuild(node, visit)

        out: list[core.Stmt] = []
        for stmt in procedures[name].body:
            new = visit(stmt)
            out.extend(new) if isinstance(new, tuple) else out.append(new)
        return tuple(out)

    for name, procedure in procedures.items():
        body = expanded(name, (name,)) if procedure.decides else procedure.body
        written, room = 0, room - written
        made[name] = _without_second_names(attrs.evolve(procedure, body=body))
    return made


def _bound(body: tuple[core.Stmt, ...]) -> Counter[str]:
    """How often each local is bound, or gets another value."""
    found: Counter[str] = Counter()
    for node in below(body):
        match node:
            case core.Let(name) | core.Each(name) | core.Fold(_, name) | core.Do(into=str() as name) | core.Param(name):
                found[name] += 1
    return found


def _without_second_names(procedure: Procedure) -> Procedure:
    """The procedure without locals that are only another name for one that never changes."""
    body, often = procedure.body, _bound(procedure.body)
    often.update(name for name, _ in procedure.params)
    second: dict[str, core.Local] = {}
    for node in below(body):
        match node:
            case core.Let(name, core.Local(other) as local) if often[name] == often[other] == 1:
                second[name] = second.get(other, local)
    for name, local in second.items():
        body = _put(_dropped(body, name), name, local)
    return attrs.evolve(procedure, body=body)


def _dropped(body: tuple[core.Stmt, ...], name: str) -> tuple[core.Stmt, ...]:
    """The body without the statement that binds a local."""

    def visit(node: Any) -> Any:
        return () if isinstance(node, core.Let) and node.name == name else rebuild(node, visit)

    kept: list[core.Stmt] = []
    for stmt in body:
        now = visit(stmt)
        if now != ():
            kept.append(now)
    return tuple(kept)


def _put(body: tuple[core.Stmt, ...], name: str, local: core.Local) -> tuple[core.Stmt, ...]:
    """The body with one local for another."""

    def visit(node: Any) -> Any:
        if isinstance(node, core.Local):
            return local if node.name == name else node
        node = rebuild(node, visit)
        return attrs.evolve(node, you=local.name) if isinstance(node, core.Choose) and node.you == name else node

    return tuple(visit(stmt) for stmt in body)


def _renamed(body: tuple[core.Stmt, ...], prefix: str) -> tuple[core.Stmt, ...]:
    """All locals with a prefix, so that two procedures can share a frame."""

    def visit(node: Any) -> Any:
        node = rebuild(node, visit)
        match node:
            case core.Local(name):
                return attrs.evolve(node, name=prefix + name)
            case core.Let(name):
                return attrs.evolve(node, name=prefix + name)
            case core.Each(var) | core.Fold(_, var):
                return attrs.evolve(node, var=prefix + var) if var else node
            case core.Do(into=str() as name):
                return attrs.evolve(node, into=prefix + name)
            case core.Param(name):
                return attrs.evolve(node, name=prefix + name)
            case core.Choose(you=str() as name) if name:
                return attrs.evolve(node, you=prefix + name)
        return node

    return tuple(visit(stmt) for stmt in body)
