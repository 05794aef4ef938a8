"""The passes of the checker, in their order: each stands on what those before it have found.

Assumes files that were read and parsed. What one pass reports never keeps the next from looking at the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check import declare
from hoyle.check.apart import Prover
from hoyle.check.changes import Bodies
from hoyle.check.clauses import Clauses
from hoyle.check.decisions import check_decisions
from hoyle.check.definitions import Definitions
from hoyle.check.early import check_early
from hoyle.check.endless import check_checks, check_circles, check_endings, check_loops
from hoyle.check.gather import gather, mention
from hoyle.check.graph import Graph
from hoyle.check.groups import check_groups
from hoyle.check.leaks import check_leaks
from hoyle.check.miniature import declare_miniature
from hoyle.check.order import check_order
from hoyle.check.overlap import check_overlaps, put_ahead
from hoyle.check.promises import check_promises, declare_property
from hoyle.check.reach import Reach, check_gaps, check_never, check_unused
from hoyle.check.shown import check_shown
from hoyle.check.size import check_sizes
from hoyle.check.sound import sound
from hoyle.check.stores import declare_traits, declare_var, declare_zone, limit_stores, variables
from hoyle.check.world import DECL_LIMIT, Declared, World
from hoyle.core import nodes as core
from hoyle.diagnostics import About, Diagnostics
from hoyle.program.clauses import weave_endings
from hoyle.source import Span
from hoyle.syntax import tree


@attrs.frozen
class Checking:
    """What the passes hand on. rows: the texts of the table files that a game names."""

    world: World
    rows: Mapping[Span, str]
    defs: Definitions
    bodies: Bodies
    clauses: Clauses


@attrs.frozen
class Pass:
    """why: what it needs of those before it."""

    name: str
    why: str
    run: Callable[[Checking], None]


def _each(kind: type[Declared], declare: Callable[[Definitions, Declared], None]) -> Callable[[Checking], None]:
    """A pass through all declarations of one kind."""

    def run(c: Checking) -> None:
        for decl in c.world.each(kind):
            declare(c.defs, decl)

    return run


def _zones(c: Checking) -> None:
    for decl in c.world.each(tree.Zone):
        declare_zone(c.world, decl)
    for timing in c.world.each(tree.Timing):
        name = timing.name.text  # its conditions are looked at with bodies
        c.world.model.timings[name] = model.Timing(name, core.Const(0, t.SEAT), None, timing.span)


def _variables(c: Checking) -> None:
    every = list(variables(c.world))
    for var, phase in sorted(every, key=lambda v: v[0].type is None):
        declare_var(c.world, c.defs, var, phase)
    limit_stores(c.world)
    declare_traits(c.world, c.defs, [v for v, _ in every])


def _whole(c: Checking) -> None:
    """What only the whole game can tell.

    Errors of all kinds are told at once: each of these checks looks at that part of the game which has none so far (see
    `sound.py`), and keeps silent of the rest. Warnings wait until there are no errors: what nobody uses, say, may be
    what a misspelt name was meant to be.
    """
    world = c.world
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
    check_decisions(known, c.bodies, prover, graph)
    check_loops(known, graph)
    check_checks(known, graph)
    check_leaks(known, prover, graph)
    check_shown(known, prover)
    check_order(known)
    if world.files[0].header.kind != "game":
        return
    reach = Reach(known, graph)
    check_gaps(known, reach)
    check_endings(known, graph, reach, prover)
    if known is not world:
        return
    check_unused(world, reach)
    check_groups(world)
    check_never(world, prover)
    check_promises(world, reach, prover)


PASSES = (
    Pass("names", "nothing", lambda c: gather(c.world)),
    Pass("options", "names: an option may be one of a kind", _each(tree.Option, declare.option)),
    Pass("cards", "options: cards may depend on them", lambda c: declare.cards(c.world, c.defs, c.rows)),
    Pass("zones", "cards: a zone says which it holds", _zones),
    Pass("variables", "zones: indices; those with a written type first, since others take theirs", _variables),
    Pass("signatures", "variables: parameters may be about them", lambda c: declare.signatures(c.world, c.defs)),
    Pass("bodies", "signatures: what is performed is known", lambda c: declare.bodies(c.world, c.bodies)),
    Pass("clauses", "bodies: a clause may be about a choice in any", lambda c: declare.clauses(c.clauses)),
    Pass("later", "clauses: what is over what needs all of them", lambda c: declare.later(c.clauses)),
    Pass("properties", "clauses: a property may ask for anything", _each(tree.Property, declare_property)),
    Pass("miniatures", "properties: a miniature may waive them", _each(tree.Miniature, declare_miniature)),
    Pass("citations", "all declarations", lambda c: declare.cited(c.world)),
    Pass("whole", "everything: what only the whole game can tell", _whole),
    Pass("mentions", "everything: names that nothing in play needs", lambda c: mention(c.world)),
)


def check_files(
    files: list[tree.File], found: Diagnostics, name: str, rows: Mapping[Span, str] | None = None, until: str = ""
) -> World:
    """Check a game: its own file first, then its libraries. rows: the texts of the table files it names.

    until: the name of the pass that is the last.
    """
    header = files[0].header
    seats = header.seats or (2, 4)
    world = World(files, found, model.Model(header.title or name, name, seats))
    if header.kind == "game" and (seats[0] < 1 or seats[1] < seats[0] or seats[1] > 64):
        message = "a game has from 1 to 64 players, the lower number first"
        world.report("HYL203", message, header.span, about=About(sort="players"))
        world.model.seats = (2, 2)
    if sum(len(file.decls) for file in files) > DECL_LIMIT:
        world.report("HYL212", f"there are more than {DECL_LIMIT} declarations", header.span, "make fewer")
        return world
    defs = Definitions(world)
    bodies = Bodies(defs)
    checking = Checking(world, rows or {}, defs, bodies, Clauses(bodies))
    for each in PASSES:
        each.run(checking)
        if each.name == until:
            break
    return world
