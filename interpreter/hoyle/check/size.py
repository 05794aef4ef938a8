"""Whether a game stays of a size that can be looked at, once all its clauses are put where they belong.

Assumes a model without errors. An exception that says `usual` twice doubles what it is an exception to; twenty of
them, each to the one before, make a million. So sizes are worked out before anything is put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle import model
from hoyle import types as t
from hoyle.check.world import LOOP_LIMIT, World
from hoyle.core import nodes as core
from hoyle.core.walk import EXPRS, below, children
from hoyle.source import head

EXCEPTION_LIMIT = 300
RULE_LIMIT = 300
SIZE_LIMIT = 20_000
WORK_LIMIT = 1_000_000
DEPTH_LIMIT = 150


def check_sizes(world: World) -> None:
    """Report what has too many exceptions, or becomes too long with them."""
    holders: list[model.Define | model.Procedure] = [*world.model.defines.values(), *world.model.procedures.values()]
    for holder in holders:
        if len(holder.exceptions) > EXCEPTION_LIMIT:
            message = f"`{holder.name}` has more than {EXCEPTION_LIMIT} exceptions"
            help = "make fewer; a table may say the same"
            world.report("HYL212", message, head(holder.span), help, about=holder.name)
        elif _size(holder) > SIZE_LIMIT:
            message = f"`{holder.name}` becomes too long with its exceptions"
            world.report("HYL212", message, head(holder.span), "say `usual` less often", about=holder.name)
    if len(world.model.rules) > RULE_LIMIT:
        span = head(world.model.rules[RULE_LIMIT].span)
        help = "say in one what several have in common"
        world.report("HYL212", f"there are more than {RULE_LIMIT} rules", span, help)
    _check_candidates(world)
    _check_depth(world)
    _check_loops(world)
    if not world.found.has_errors:
        _check_work(world)


def _check_candidates(world: World) -> None:
    """Report actions of which it is plain that nobody could be shown all the ways to do them."""
    for action in world.model.actions.values():
        count = 1
        for _, _, source, where in action.params:
            count *= 0 if where is not None else _members(source)
        if count > t.MOST_CHOICES:
            most = f"{t.MOST_CHOICES:,}"
            message = f"there are {count:,} ways to `{action.name}`, and nobody chooses among more than {most}"
            help = "let them be chosen one after the other, in two decisions"
            world.report("HYL212", message, head(action.span), help, about=action.name)


def _members(source: core.Expr | None) -> int:
    """How many members a list surely has, if it stands there in so many words; what is handed over is one."""
    match source:
        case None:
            return 1
        case core.Prim("range", (core.Const(int() as low), core.Const(int() as high))):
            return max(high - low + 1, 0)
        case core.Const(tuple() as members):
            return len(members)
    return 0


def _check_work(world: World) -> None:
    """Report definitions that ask others, which ask others twice, and so on: forty of them would be asked for ever."""
    defines = world.model.defines
    work: dict[str, int] = {}
    for name in _inner_first(defines):
        nodes = list(below(tuple(defines[name].parts)))
        work[name] = len(nodes) + sum(work.get(node.name, 0) for node in nodes if isinstance(node, core.Ask))
    for name in (name for name in defines if work[name] > WORK_LIMIT):
        message = f"to work out `{defines[name].called}`, others are asked more than {WORK_LIMIT} times"
        help = "ask each of them once, or use a variable"
        world.report("HYL212", message, head(defines[name].span), help, about=defines[name].called)
        return


def _check_depth(world: World) -> None:
    """Report definitions that stand on others, which stand on others, and so on without an end in sight."""
    defines = world.model.defines
    depths: dict[str, int] = {}
    for name in _inner_first(defines):
        depths[name] = max((depth + depths.get(inner, 0) for inner, depth in _asked(defines[name]).items()), default=0)
        if depths[name] > DEPTH_LIMIT:
            help = "work something out in one definition rather than in many that need each other"
            message = f"`{defines[name].called}` is more than {DEPTH_LIMIT} levels deep"
            world.report("HYL009", message, head(defines[name].span), help, about=defines[name].called)
            return


def _inner_first(defines: dict[str, model.Define]) -> Iterator[str]:
    """All definitions, each behind those it asks, unless they ask for each other."""
    begun: set[str] = set()
    for first in defines:
        todo = [(first, iter(_asked(defines[first])))] if first not in begun else []
        begun.add(first)
        while todo:
            name, inner = todo[-1]
            new = next((asked for asked in inner if asked in defines and asked not in begun), None)
            if new is None:
                todo.pop()
                yield name
            else:
                begun.add(new)
                todo.append((new, iter(_asked(defines[new]))))


def _check_loops(world: World) -> None:
    """Report bodies with more loops inside each other than anybody could follow, or Python take."""
    game = world.model
    hooks = [hook for procedure in game.procedures.values() for hook in (*procedure.before, *procedure.after)]
    for hook in (*hooks, *game.checks):
        _loops(world, hook.body, 0)
    for procedure in game.procedures.values():
        own: dict[str | None, int] = {None: _loops(world, procedure.body, 0)}
        for exception in procedure.exceptions:
            if exception.body is not None:
                own[exception.label] = _loops(world, exception.body, own.get(exception.parent, 0))


def _loops(world: World, body: tuple[core.Said, ...], usual: int) -> int:
    """How many loops are inside each other. usual: in what `usual` stands for."""
    deepest = 0
    todo: list[tuple[Any, int]] = [(stmt, 0) for stmt in body]
    while todo:
        node, depth = todo.pop()
        depth += isinstance(node, (core.Each, core.Ordered, core.Loop, core.Together))
        within = depth + usual if isinstance(node, core.Usual) else depth
        if within > LOOP_LIMIT >= deepest:
            help = "give what is done inside a name of its own, with `to`"
            world.report("HYL009", f"more than {LOOP_LIMIT} loops inside each other", head(node.span), help)
        deepest = max(deepest, within)
        todo += [(child, depth) for child in children(node) if not isinstance(child, EXPRS)]
    return deepest


def _asked(define: model.Define) -> dict[str, int]:
    """What a definition asks, and how deep inside it; "" for the deepest place of all."""
    found: dict[str, int] = {}
    todo: list[tuple[Any, int]] = [(part, 1) for part in define.parts]
    while todo:
        node, depth = todo.pop()
        name = node.name if isinstance(node, core.Ask) else ""
        found[name] = max(found.get(name, 0), depth)
        todo += [(child, depth + 1) for child in children(node)]
    return found


def _size(holder: model.Define | model.Procedure) -> int:
    own = holder.value if isinstance(holder, model.Define) else holder.body
    sizes: dict[str | None, int] = {None: _nodes(own)}
    for exception in holder.exceptions:
        said = exception.value if exception.value is not None else exception.body
        usual = sizes.get(exception.parent, 0)
        sizes[exception.label] = _nodes(said) + usual * sum(_is_usual(n) for n in below(said))
    return sum(sizes.values())


def _nodes(said: Any) -> int:
    return sum(1 for _ in below(said))


def _is_usual(node: Any) -> bool:
    return isinstance(node, core.Usual) or (isinstance(node, core.Local) and node.name == "usual")
