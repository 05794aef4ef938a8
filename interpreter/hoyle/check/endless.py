"""Whether a game can end, and whether anything in it would go on for ever.

Assumes a model without errors. A loop with a decision in it is left to the players; whether a game ends when they play
is a property, tried by play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import attrs

from hoyle import model
from hoyle.check.apart import Prover
from hoyle.check.graph import Graph, Token, Touch, closure, conditioned, outside
from hoyle.check.reach import Reach
from hoyle.check.smaller import HELP, smaller
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import below, children
from hoyle.diagnostics import About, Label
from hoyle.english import listed
from hoyle.source import head


def check_endings(world: World, graph: Graph, reach: Reach, prover: Prover) -> None:
    """Report endings that cannot be reached, and a game without end."""
    for ending in world.model.endings:
        _ending(world, graph, reach, prover, ending)
    if world.model.endings or world.ends_unknown:
        return
    reached = [p for name, p in world.model.procedures.items() if ("procedure", name) in reach.played]
    for loop in (loop for procedure in reached for loop in _loops(procedure.body)):
        asks = graph.effect(graph.touch(loop.body)).decides
        if asks and loop.until is None and loop.span is not None and not graph.way_out(loop.body)[1]:
            help = "add an ending: `ending ... after ... when ...`, or let the loop end: `repeat until ...`"
            world.report("HYL306", "the game can never end", head(loop.span), help)
            return


def _ending(world: World, graph: Graph, reach: Reach, prover: Prover, ending: model.Ending) -> None:
    place = world.names[ending.name].name.span
    if ending.any_change and not ending.points and not outside(graph.knows(graph.touch(ending.when))):
        help = "ask for something on the table, or hang the ending on something that happens"
        message = f"`{ending.name}` can never be reached: no change is one that it looks at"
        world.report("HYL305", message, place, help, about=ending.name)
        return
    if ending.when is not None and prover.together(ending.when).never:
        help = "no setting and no table makes it true: correct the condition"
        world.report("HYL305", f"the condition of `{ending.name}` can never hold", place, help, about=ending.name)
        return
    performed = [p for p in ending.points if ("procedure", p) in reach.seen]
    if ending.any_change or reach.open or any(p in graph.finishes for p in performed):
        return
    points = ", ".join(f"`{p}`" for p in ending.points)
    why = "never comes to its end" if performed else "is never performed"
    help = "perform it, or hang the ending on something that happens" if not performed else "let it come to its end"
    message = f"`{ending.name}` can never be reached: {points} {why}"
    world.report("HYL305", message, place, help, about=(ending.name, *ending.points))


def check_loops(world: World, graph: Graph) -> None:
    """Report loops that nothing can end."""
    for loop in map(_asked_below, _loops(world.model.bodies)):
        effect = graph.effect(graph.touch(loop.body))
        if loop.span is None or effect.decides or effect.returns or _ends(world, effect):
            continue
        if loop.until is None:
            help = "write `repeat until ...`, or `repeat ... times`"
            message = "this goes on for ever: nobody decides in it, and nothing ends it"
            world.report("HYL307", message, head(loop.span), help)
        elif not graph.knows(graph.touch(loop.until)) & effect.changes:
            words = f"`{loop.until.span.text}`" if loop.until.span else "the condition"
            help = "let something in it change what the condition looks at"
            world.report("HYL307", f"this goes on for ever: nothing in it changes {words}", head(loop.span), help)


def _asked_below(loop: core.Loop[core.Said]) -> core.Loop[core.Said]:
    """The loop with what is asked after each round as its condition, not what keeps that until the next begins."""
    match loop:
        case core.Loop(core.Local(name), (*steps, core.Let(kept, asked))) if kept == name:
            return attrs.evolve(loop, until=asked, body=tuple(steps))
    return loop


def _loops(body: Any) -> Iterator[core.Loop[core.Said]]:
    return (node for node in below(body) if isinstance(node, core.Loop))


def _ends(world: World, effect: Touch) -> bool:
    """Whether an ending may stop it."""
    changed = outside(effect.changes)
    ends = ((ending.any_change and changed) or effect.performs & set(ending.points) for ending in world.model.endings)
    return world.ends_unknown or any(ends)


def check_circles(world: World, graph: Graph) -> None:
    """Report effects that perform one another with no decision between, and definitions that need themselves."""
    game = world.model
    still = {name for name in game.procedures if not graph.procedure(name).decides}
    after = {name: [step for step in _steps(graph, game.procedures[name]) if step[0] in still] for name in still}
    for circle in _circles({(name, target) for name, steps in after.items() for target, _ in steps}):
        changes = {c for name in circle for c in outside(graph.procedure(name).changes)}
        steps = [(name, *step) for name in circle for step in after[name] if step[0] in circle]
        # a condition that the circle itself can change may end it
        held = {(source, target) for source, target, reads in steps if not reads & changes}
        for round_ in _circles(held):
            _report_circle(world, sorted(round_, key=list(game.procedures).index))
    asks = {(name, asked) for name in game.defines for asked in graph.define(name).asks}
    for circle in _circles(asks):
        first = min(circle, key=lambda name: game.defines[name].span.start)
        if len(circle) == 1:
            game.defines[first].again = smaller(game.defines[first])
            if game.defines[first].again is not None:
                continue
        shown = [name for name, _ in groupby(game.defines[name].called for name in _way_round(first, asks))]
        help = "break the circle" if len(shown) > 1 else HELP
        shown += shown if len(shown) == 1 else []
        message = f"`{shown[0]}` is defined by itself: {' -> '.join(shown)}"
        world.report("HYL108", message, head(game.defines[first].span), help, about=shown[0])


def _report_circle(world: World, names: list[str]) -> None:
    circle = [world.model.procedures[name] for name in names]
    things = [About(*made.ability) if made.ability is not None else About(made.name) for made in circle]
    shown = [f"`{thing.name}`" for thing in things]
    does = "performs itself" if len(circle) == 1 else "perform one another"
    message = f"{listed(shown)} {does}, and nobody decides in between"
    labels = [Label(head(made.span), "part of the circle") for made in circle[1:4]]
    help = "use `repeat`, or let it depend on something that changes on the way"
    world.report("HYL308", message, head(circle[0].span), help, labels, about=things)


def _steps(graph: Graph, procedure: model.Procedure) -> Iterator[tuple[str, frozenset[Token]]]:
    """What a procedure performs, each with what is read by the conditions that allow it."""
    own = _known(graph, procedure.when)
    pieces: list[tuple[Any, frozenset[Token]]] = []
    for body, when in conditioned(procedure):
        pieces += [(stmt, own | _known(graph, when)) for stmt in body]
    while pieces:
        node, guards = pieces.pop()
        match node:
            case core.Do(proc):
                yield proc, guards
            case core.Resolve(timing, card):
                known = guards | _known(graph, card)
                for ability in graph.game.abilities:
                    if ability.timing == timing and ability.proc is not None:
                        yield ability.proc, known
            case core.Branch(test):
                guards |= _known(graph, test)
            case core.Each(_, source, where) | core.Ordered(_, source, where):
                guards |= _known(graph, source) | _known(graph, where)
        pieces += [(child, guards) for child in children(node)]


def _known(graph: Graph, condition: core.Expr | None) -> frozenset[Token]:
    return frozenset(graph.knows(graph.touch(condition)))


def _circles(steps: set[tuple[str, str]]) -> list[set[str]]:
    """The groups of names in which each leads to every other."""
    follows: defaultdict[str, set[str]] = defaultdict(set)
    for source, target in steps:
        follows[source].add(target)
    reached = {name: set(closure(after, lambda one: follows.get(one, ()))) for name, after in follows.items()}
    groups: list[set[str]] = []
    for name in sorted(follows):
        if name in reached[name] and not any(name in group for group in groups):
            groups.append({name} | {n for n in reached[name] if name in reached.get(n, set())})
    return groups


def _way_round(name: str, steps: set[tuple[str, str]]) -> list[str]:
    """The shortest way from a name of a circle back to itself."""
    ways = [[name]]
    for way in ways:
        for target in sorted(t for s, t in steps if s == way[-1]):
            if target == name:
                return [*way, name]
            if not any(target in other for other in ways):
                ways.append([*way, target])
    return [name]


def check_checks(world: World, graph: Graph) -> None:
    """Report checks after any change that would start themselves again and again."""
    for check in world.model.checks:
        reads = graph.knows(graph.touch(check.when))
        changes = graph.effect(graph.touch(check.body), checks=False).changes
        if check.when is None:
            help = "give it a `when` that its own effect makes false, or hang it on something: `after turn`"
            world.report("HYL310", "this check has no condition, so it would go on for ever", head(check.span), help)
        elif not reads & outside(changes):
            words = f"`{check.when.span.text}`" if check.when.span else "its condition"
            help = "let the condition ask for what the check puts right, so that it holds no longer afterwards"
            message = f"this check changes nothing that {words} looks at, so it would go on for ever"
            world.report("HYL310", message, head(check.span), help)
