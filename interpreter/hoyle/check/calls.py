"""Calls of built-in functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import Op
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer


def builtin(typer: Typer, function: Op, node: tree.Apply) -> core.Expr:
    wanted = len(function.params)
    if not wanted - function.optional <= len(node.args) <= wanted:
        counts = f"{wanted - function.optional} or {wanted}" if function.optional else str(wanted)
        typer.world.report(
            "HYL103", f"`{function.name}` takes {counts}, but here are {len(node.args)}", node.span, function.doc
        )
        return core.Const(None, t.BROKEN, span=node.span)
    args: list[core.Expr] = []
    for param, arg in zip(function.params, node.args, strict=False):
        match param:
            case "zone":
                found = typer.expr(arg)
                if not isinstance(found.type, (t.ZoneOf, t.Broken)):
                    got = t.describe(found.type)
                    typer.world.report("HYL201", f"`{function.name}` asks for one zone, but this is a {got}", arg.span)
                args.append(found)
            case "list":
                args.append(typer.listing(arg, lone=False))
            case "value":
                args.append(typer.expr(arg))
                if not typer.before:
                    help = "write it in a property: `property grows after play(card) then score(you) > was(score(you))`"
                    typer.world.report("HYL312", "only a property `after` something knows what was", node.span, help)
            case "timing":
                args.append(_timing(typer, arg))
            case str():
                raise AssertionError(param)
            case _:
                args.append(typer.value(arg, param, "this"))
    if function.optional and len(args) < wanted:
        args.append(core.Const(1, t.Numbers(1, 1)))
    return core.Prim(function.name, tuple(args), function.given(args[0].type), span=node.span)


def _timing(typer: Typer, arg: tree.Expr) -> core.Expr:
    name = arg.text if isinstance(arg, tree.Name) else ""
    if not isinstance(typer.world.names.get(name), tree.Timing):
        timings = [n for n, d in typer.world.names.items() if isinstance(d, tree.Timing)]
        typer.world.unknown(arg.span.text, arg.span, timings, "timing class")
        return core.Const(None, t.BROKEN, span=arg.span)
    typer.world.record.name(name, arg.span)
    typer.world.record.typed(arg.span, t.Text())
    return core.Const((name,), t.Text(), span=arg.span)
