"""Whether a game stays of a size that can be looked at, once all its clauses are put where they belong.

Assumes a model without errors. An exception that says `usual` twice doubles what it is an exception to; twenty of
them, each to the one before, make a million. So sizes are worked out before anything is put together.
"""

from __future__ import annotations

from typing import Any

from hoyle import model
from hoyle.check.graph import head
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import below

EXCEPTION_LIMIT = 300
SIZE_LIMIT = 20_000


def check_sizes(world: World) -> None:
    """Report what has too many exceptions, or becomes too long with them."""
    holders: list[model.Define | model.Procedure] = [*world.model.defines.values(), *world.model.procedures.values()]
    for holder in holders:
        if len(holder.exceptions) > EXCEPTION_LIMIT:
            message = f"`{holder.name}` has more than {EXCEPTION_LIMIT} exceptions"
            world.report("HYL212", message, head(holder.span), "make fewer; a table may say the same")
        elif _size(holder) > SIZE_LIMIT:
            message = f"`{holder.name}` becomes too long with its exceptions"
            world.report("HYL212", message, head(holder.span), "say `usual` less often")


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
    return isinstance(node, core.Usual) or isinstance(node, core.Local) and node.name == "usual"
