"""What is worked out before a loop: what is the same for all its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS
from hoyle.core.walk import reads, rebuild
from hoyle.emit.patterns import PLAIN, among_values, heavy, substituted

if TYPE_CHECKING:
    from hoyle.emit.lines import Lines


def hoist(lines: Lines, node: core.Expr, bound: set[str], env: dict[str, str]) -> core.Expr:
    """The expression with locals in it for what does not depend on `bound`: lines work them out, `env` knows them.

    Only what would certainly be asked is worked out early. What a condition guards stays behind it: whether something
    holds is worked out there once, when it is first asked.
    """
    outer = dict(env)

    def visit(part: core.Expr) -> core.Expr:
        if heavy(part) and not reads(part) & bound:
            return early(part)
        match part:
            case core.Ask(name, args):
                if not lines.opens(part, outer) or not all(isinstance(arg, PLAIN) for arg in args):
                    return part
                said = substituted(lines.emitter.program.defines[name], args)
                made = visit(said)
                return part if made is said else made
            case core.Fold():
                among = among_values(part, bound)
                every = None if among is None else early(among.args[1])
                if among is not None and isinstance(every, core.Local):
                    return core.Prim("in", (among.args[0], every), part.type, span=part.span)
                return part
            case core.Cond(test, then, otherwise):
                return core.Cond(visit(test), then, otherwise, part.type, span=part.span)
            case core.Prim("planned", (members, *plan)):
                return core.Prim(part.op, (visit(members), *plan), part.type, span=part.span)
            case core.Prim(op, (first, *rest)) if OPERATORS[op].lazy:
                return core.Prim(op, (visit(first), *map(later, rest)), part.type, span=part.span)
        return rebuild(part, visit)  # type: ignore[no-any-return]

    def early(part: core.Expr) -> core.Expr:
        if reads(part) & bound or lines.emitter.work.stops(part):
            return part
        if isinstance(part, core.Ask) and lines.exprs.held(part, outer):
            return part
        name = lines.function.temp("h")
        lines.put(part, outer, name)
        if isinstance(part, core.Ask):
            lines.function.hold(lines.exprs.asked(part, outer), name)
        return lines.known(env, name, part)

    def later(part: core.Expr) -> core.Expr:
        if isinstance(part, core.Prim) and not heavy(part):
            return core.Prim(part.op, tuple(map(later, part.args)), part.type, span=part.span)
        if not heavy(part) or reads(part) & bound or not isinstance(t.settled(part.type), t.YesNo):
            return part
        key = "late", part, *(outer[name] for name in sorted(reads(part)) if name in outer)
        name = lines.function.held(key)
        if name is None:
            name = lines.function.temp("l")
            lines.function.line(f"{name} = None")
            lines.function.hold(key, name)
        local = lines.known(env, name, part)
        lines.function.late[local.name] = part, outer
        return local

    return visit(node)
