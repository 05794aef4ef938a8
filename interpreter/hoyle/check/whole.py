"""What only the whole game can tell.

Errors of all kinds are told at once: each of these checks looks at that part of the game which has none so far (see
`sound.py`), and keeps silent of the rest. Warnings wait until there are no errors: what nobody uses, say, may be what a
misspelt name was meant to be.
"""

from __future__ import annotations

from hoyle.check.apart import Prover
from hoyle.check.changes import Bodies
from hoyle.check.decisions import check_decisions
from hoyle.check.early import check_early
from hoyle.check.endless import check_checks, check_circles, check_endings, check_loops
from hoyle.check.graph import Graph
from hoyle.check.leaks import check_leaks
from hoyle.check.order import check_order
from hoyle.check.overlap import check_overlaps, put_ahead
from hoyle.check.promises import check_promises
from hoyle.check.reach import Reach, check_gaps, check_never, check_unused
from hoyle.check.size import check_sizes
from hoyle.check.sound import sound
from hoyle.check.world import World
from hoyle.program.clauses import weave_endings


def check_whole(world: World, bodies: Bodies) -> None:
    """Run every check that needs all declarations and bodies."""
    check_sizes(world)
    put_ahead(world.model, world.files[0].ahead)
    weave_endings(world.model)
    known = sound(world)
    if known is not None:
        graph = Graph(known.model, known.broken, known.broken_abilities)
        check_circles(known, graph)
        check_early(known, graph)
        known = sound(world)
    world.known = known
    if known is None:
        return
    prover, graph = Prover(known.model), Graph(known.model, known.broken, known.broken_abilities)
    check_overlaps(known, prover)
    check_decisions(known, bodies, prover)
    check_loops(known, graph)
    check_checks(known, graph)
    check_leaks(known, prover, graph)
    check_order(known)
    if world.files[0].header.kind != "game":
        return
    reach = Reach(known, graph)
    check_gaps(known, reach)
    check_endings(known, graph, reach, prover)
    if known is not world:
        return
    check_unused(world, reach)
    check_never(world, prover)
    check_promises(world, reach, prover)
