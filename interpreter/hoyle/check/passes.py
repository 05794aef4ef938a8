"""The passes of the checker, in their order: each stands on what those before it have found.

Assumes files that were read and parsed. What one pass reports never keeps the next from looking at the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from hoyle import model
from hoyle.check import declare
from hoyle.check.changes import Bodies
from hoyle.check.clauses import Clauses
from hoyle.check.definitions import Definitions
from hoyle.check.gather import gather
from hoyle.check.mentioned import mention
from hoyle.check.miniature import declare_miniature
from hoyle.check.promises import declare_property
from hoyle.check.stores import declare_traits, declare_var, declare_zone, limit_stores, variables
from hoyle.check.whole import check_whole
from hoyle.check.world import DECL_LIMIT, World
from hoyle.diagnostics import About, Diagnostics
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


def _options(c: Checking) -> None:
    for decl in c.world.each(tree.Option):
        declare.option(c.world, c.defs, decl)


def _zones(c: Checking) -> None:
    for decl in c.world.each(tree.Zone):
        declare_zone(c.world, decl)
    for timing in c.world.each(tree.Timing):
        declare.timing(c.world, timing)


def _variables(c: Checking) -> None:
    every = list(variables(c.world))
    for var, phase in sorted(every, key=lambda v: v[0].type is None):
        declare_var(c.world, c.defs, var, phase)
    limit_stores(c.world)
    declare_traits(c.world, c.defs, [v for v, _ in every])


def _properties(c: Checking) -> None:
    for decl in c.world.each(tree.Property):
        declare_property(c.defs, decl)


def _miniatures(c: Checking) -> None:
    for decl in c.world.each(tree.Miniature):
        declare_miniature(c.defs, decl)


PASSES = (
    Pass("names", "nothing", lambda c: gather(c.world)),
    Pass("options", "names: an option may be one of a kind", _options),
    Pass("cards", "options: cards may depend on them", lambda c: declare.cards(c.world, c.defs, c.rows)),
    Pass("zones", "cards: a zone says which it holds", _zones),
    Pass("variables", "zones: indices; those with a written type first, since others take theirs", _variables),
    Pass("signatures", "variables: parameters may be about them", lambda c: declare.signatures(c.world, c.defs)),
    Pass("bodies", "signatures: what is performed is known", lambda c: declare.bodies(c.world, c.bodies)),
    Pass("clauses", "bodies: a clause may be about a choice in any", lambda c: declare.clauses(c.clauses)),
    Pass("later", "clauses: what is over what needs all of them", lambda c: declare.later(c.clauses)),
    Pass("properties", "clauses: a property may ask for anything", _properties),
    Pass("miniatures", "properties: a miniature may waive them", _miniatures),
    Pass("citations", "all declarations", lambda c: declare.cited(c.world)),
    Pass("whole", "everything: what only the whole game can tell", lambda c: check_whole(c.world, c.bodies)),
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
