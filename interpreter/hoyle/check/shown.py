"""Definitions that stand on the table for all to see.

Assumes a model without errors. Guarantees that there are not too many values of each, and that all may know them.
"""

from __future__ import annotations

from math import prod

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.leaks import report_leak
from hoyle.check.sight import EVERYBODY, Sight
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.source import head

MOST = 1_000


def check_shown(world: World, prover: Prover) -> None:
    """Report what is shown and cannot be, or tells of what not everybody sees."""
    for define in world.model.defines.values():
        if define.shown and _can_be_shown(world, define) and define.shown == "now" and define.name != "score":
            _open_to_all(world, prover, define)


def _can_be_shown(world: World, define: model.Define) -> bool:
    """Whether there is a value for each player or word, and not for too many."""
    span = head(define.span)
    counts = []
    for name, type_ in define.params:
        members = None if isinstance(type_, t.CardOf) else world.model.values(type_)
        if members is None:
            help = "show it for players, words, yes and no, or the numbers of a range"
            message = f"`{define.name}` cannot be shown for every `{name}`, which is a {t.describe(type_)}"
            world.report("HYL201", message, span, help, about=define.name)
            return False
        counts.append(len(members))
    if prod(counts) > MOST:
        message = f"`{define.name}` would be shown for {prod(counts):,} values, and nobody looks at more than {MOST:,}"
        world.report("HYL212", message, span, "show less", about=define.name)
        return False
    return True


def _open_to_all(world: World, prover: Prover, define: model.Define) -> None:
    """What it looks at everybody sees; and so do they the cards that it names."""
    ask = core.Ask(define.name, tuple(core.Local(name, type_) for name, type_ in define.params), define.type)
    value, sight = prover.ground.inline(ask), Sight(prover, EVERYBODY)
    named = sight.looked_at(value, (), define.span) if t.of_cards(define.type) else ()
    for read in (*sight.leaks(value), *(read for read in named if not sight.sees(read))):
        report_leak(
            world, read, "HYL404", f"`{define.name}` is shown, but tells of", define.span, may="not everybody may"
        )
        return
