"""Inlining: a procedure that asks, and is performed in one place only, is written out there. One frame less to push."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from hoyle.core import nodes as core
from hoyle.core.program import Procedure
from hoyle.core.walk import below, rebuild

DEEPEST = 12


def inline(procedures: dict[str, Procedure]) -> dict[str, Procedure]:
    """The same procedures; those that were written out elsewhere are kept, for whoever performs them by name."""
    calls = Counter(n.proc for p in procedures.values() for n in below(p.body) if isinstance(n, core.Do))
    once = {
        name
        for name, p in procedures.items()
        if p.decides and calls[name] == 1 and not any(isinstance(n, core.Return) for n in below(p.body))
    }
    made: dict[str, Procedure] = {}

    def expanded(name: str, above: tuple[str, ...]) -> tuple[core.Stmt, ...]:
        def visit(node: Any) -> Any:
            within = isinstance(node, core.Do) and node.proc in once and node.proc not in above
            if within and node.into is None and len(above) < DEEPEST:
                target = procedures[node.proc]
                prefix = f"{node.proc}."
                body = _renamed(expanded(node.proc, (*above, node.proc)), prefix)
                lets = [
                    core.Let(prefix + param, arg, span=node.span)
                    for (param, _), arg in zip(target.params, node.args, strict=True)
                ]
                return (*lets, *body)
            return rebuild(node, visit)

        out: list[core.Stmt] = []
        for stmt in procedures[name].body:
            new = visit(stmt)
            out.extend(new) if isinstance(new, tuple) else out.append(new)
        return tuple(out)

    for name, procedure in procedures.items():
        body = expanded(name, (name,)) if procedure.decides else procedure.body
        made[name] = attrs.evolve(procedure, body=body)
    return made


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
