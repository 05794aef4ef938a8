"""What only the whole game can tell."""

from __future__ import annotations

from hoyle.check.apart import Prover
from hoyle.check.changes import Bodies
from hoyle.check.deals import check_deals
from hoyle.check.decisions import check_decisions
from hoyle.check.early import check_early
from hoyle.check.endless import check_checks, check_circles, check_endings, check_loops
from hoyle.check.excepted import weave_endings
from hoyle.check.graph import Graph
from hoyle.check.leaks import check_leaks
from hoyle.check.order import check_order
from hoyle.check.overlap import check_overlaps, put_ahead
from hoyle.check.promises import check_promises
from hoyle.check.reach import Reach, check_gaps, check_never, check_unused
from hoyle.check.size import check_sizes
from hoyle.check.world import World


def check_whole(world: World, bodies: Bodies, declared: bool) -> None:
    """Run every check that needs all declarations and bodies, and assumes them free of errors.

    declared: what has its type written down is. Then decisions are looked at even if bodies have errors, so that
    whoever has nothing to choose somewhere is told of all such places at once.
    """
    if not world.found.has_errors:
        check_sizes(world)
    if world.found.has_errors:
        if declared:
            check_decisions(world, bodies, Prover(world.model))
        return
    put_ahead(world.model, world.files[0].ahead)
    weave_endings(world.model)
    graph = Graph(world.model)
    check_circles(world, graph)
    check_early(world, graph)
    if world.found.has_errors:
        return
    prover = Prover(world.model)
    check_overlaps(world, prover)
    check_decisions(world, bodies, prover)
    check_loops(world, graph)
    check_checks(world, graph)
    check_leaks(world, prover, graph)
    check_order(world)
    if world.files[0].header.kind != "game":
        return
    reach = Reach(world, graph)
    check_gaps(world, reach)
    check_endings(world, graph, reach, prover)
    check_unused(world, reach)
    check_never(world, prover)
    check_promises(world, reach, prover)
    check_deals(world, bodies)
