"""Inlining: a procedure that asks, and is performed in one place or is short, is written out: a frame less to push."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from hoyle.core import nodes as core
from hoyle.core.walk import EXPRS, below, rebuild
from hoyle.program.program import Procedure

DEEPEST = 12
SHORT = 60
FEW = 3
LARGEST = 4_000  # nodes that one procedure may grow to
TOGETHER = 16_000  # and all of them
EXPRESSIONS = frozenset(EXPRS)


def inline(procedures: dict[str, Procedure]) -> dict[str, Procedure]:
    """The same procedures. Those that a game does not come to, or that were written out wherever it does, stay as they
    are, for whoever performs them by name."""
    calls = Counter(n.proc for p in procedures.values() for n in below(p.body) if isinstance(n, core.Do))
    once = {
        name
        for name, p in procedures.items()
        if p.decides
        and (calls[name] == 1 or (calls[name] <= FEW and sum(1 for _ in below(p.body)) <= SHORT))
        and not any(isinstance(n, core.Return) for n in below(p.body))
    }
    sizes = {name: sum(1 for _ in below(p.body)) for name, p in procedures.items()}
    bound = {name: _bound(procedures[name].body) for name in once}
    written = 0  # how much has been written out, in this procedure
    room = TOGETHER

    def expanded(name: str, above: tuple[str, ...], names: _Names) -> tuple[core.Stmt, ...]:
        def visit(node: Any) -> Any:
            nonlocal written
            if node.__class__ in EXPRESSIONS and not names.prefix:
                return node
            within = isinstance(node, core.Do) and node.proc in once and node.proc not in above
            fits = within and written + sizes[node.proc] <= min(LARGEST, room)
            if not fits or node.into is not None or len(above) >= DEEPEST:
                return names.renamed(node, visit)
            written += sizes[node.proc]
            inner, lets = names.inside(procedures[node.proc], rebuild(node, visit), bound[node.proc])
            return (*lets, *expanded(node.proc, (*above, node.proc), inner))

        return _flat(visit(stmt) for stmt in procedures[name].body)

    made = dict(procedures)
    todo, seen = ["flow"], {"flow"}
    while todo:
        name = todo.pop()
        procedure = procedures[name]
        body = expanded(name, (name,), _Names()) if procedure.decides else procedure.body
        written, room = 0, room - written
        made[name] = _without_second_names(attrs.evolve(procedure, body=body))
        performed = {n.proc for n in below(made[name].body) if isinstance(n, core.Do)} - seen
        seen |= performed
        todo += sorted(performed)
    return made


@attrs.frozen
class _Names:
    """What the locals of a procedure are called where it is written out: all have a prefix, so that two procedures can
    share a frame, but for those that are called otherwise."""

    prefix: str = ""
    other: Mapping[str, core.Local] = attrs.field(factory=dict)

    def inside(self, target: Procedure, call: core.Do, bound: Counter[str]) -> tuple[_Names, list[core.Stmt]]:
        """The names of a procedure that is performed here, in words of here: its arguments take the place of parameters
        that keep their value, or are bound first."""
        prefix = f"{self.prefix}{target.name}."
        other: dict[str, core.Local] = {}
        lets: list[core.Stmt] = []
        for (param, _), arg in zip(target.params, call.args, strict=True):
            if isinstance(arg, core.Local) and not bound[param]:
                other[param] = arg
            else:
                lets.append(core.Let(prefix + param, arg, span=call.span))
        return _Names(prefix, other), lets

    def renamed(self, node: Any, visit: Callable[[Any], Any]) -> Any:
        """A node in these names, if `visit` brings what is below it into them."""
        match node:
            case core.Local(name):
                return self.other.get(name) or core.Local(self.prefix + name, node.type, span=node.span)
            case core.Const():
                return node
        node = rebuild(node, visit)
        if not self.prefix:
            return node
        match node:
            case core.Let(name) | core.Param(name):
                return attrs.evolve(node, name=self.prefix + name)
            case core.Each(var) | core.Fold(_, var):
                return attrs.evolve(node, var=self.prefix + var) if var else node
            case core.Do(into=str() as name):
                return attrs.evolve(node, into=self.prefix + name)
            case core.Choose(you=str() as name) if name:
                return attrs.evolve(node, you=self.other[name].name if name in self.other else self.prefix + name)
        return node


def _flat(made: Iterable[Any]) -> tuple[core.Stmt, ...]:
    """Statements, each of which may have become several or none."""
    found: list[core.Stmt] = []
    for new in made:
        found.extend(new) if isinstance(new, tuple) else found.append(new)
    return tuple(found)


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
    often = _bound(procedure.body)
    often.update(name for name, _ in procedure.params)
    second: dict[str, core.Local] = {}
    for node in below(procedure.body):
        match node:
            case core.Let(name, core.Local(other) as local) if often[name] == often[other] == 1:
                second[name] = second.get(other, local)
    if not second:
        return procedure

    def visit(node: Any) -> Any:
        match node:
            case core.Local(name):
                return second.get(name, node)
            case core.Let(name) if name in second:
                return ()
            case core.Choose(you=you) if you in second:
                return attrs.evolve(rebuild(node, visit), you=second[you].name)
        return rebuild(node, visit)

    return attrs.evolve(procedure, body=_flat(map(visit, procedure.body)))
