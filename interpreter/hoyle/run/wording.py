"""Texts of choices that tell of the table: what stands in braces is emitted like a definition, when first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics.visible import shorten
from hoyle.emit.module import Emitter
from hoyle.program.program import Define
from hoyle.run.choices import DECLINE, LONGEST, shown
from hoyle.table.seen import PLACE, hidden

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State


@attrs.frozen
class Told:
    """Something in braces that is worked out: from which names, and how."""

    names: tuple[str, ...]
    type: t.Type
    ask: Callable[..., Any]


Parts = tuple[str | core.Local | Told, ...]


def wording(s: State, site: int, offer: int, values: tuple[Any, ...]) -> str | None:
    """The text now, if it depends on the table and not on the choice alone."""
    game = s.game
    if (site, offer) not in game.wordings:
        game.wordings[site, offer] = _parts(game, site, offer)
    parts = game.wordings[site, offer]
    if parts is None:
        return None
    frame, slots = s.frames[-1], game.plan.slots(site)
    own = {p.name: v for p, v in zip(game.asked(site).offers[offer].params, values, strict=True)}
    found = []
    for part in parts:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, core.Local):
            found.append(shown(game, part.type, own[part.name]))
        else:
            given = [_lying(s, own[name]) if name in own else frame[slots[name]] for name in part.names]
            found.append("?" if any(map(hidden, given)) else shown(game, part.type, part.ask(s, *given)))
    return shorten("".join(found), LONGEST)


def _lying(s: State, value: Any) -> Any:
    """The card at a place, since a text tells of it only what everybody sees (HYL402); other values as they are."""
    return s.z[value[1]][value[2]] if hidden(value) and value[0] == PLACE else value


def _parts(game: Game, site: int, number: int) -> Parts | None:
    """The template of an offer, ready to be filled in; None if it needs nothing but the choice itself."""
    if number == DECLINE:
        return None
    offer = game.asked(site).offers[number]
    own = {p.name for p in offer.params}
    plain = [isinstance(p, str) or (isinstance(p, core.Local) and p.name in own) for p in offer.template]
    if all(plain):
        return None
    made = {n: _define(f"text {n}", part) for n, part in enumerate(offer.template) if not isinstance(part, str)}
    defines = {define.name: define for define in made.values()}
    emitter = Emitter(attrs.evolve(game.program, defines={**game.program.defines, **defines}))
    functions = emitter.asked(list(defines), game.functions)
    return tuple(
        part
        if isinstance(part, str) or (isinstance(part, core.Local) and part.name in own)
        else Told(tuple(name for name, _ in made[n].params), part.type, functions[made[n].name])
        for n, part in enumerate(offer.template)
    )


def _define(name: str, part: core.Expr) -> Define:
    params = {n.name: n.type for n in below(part) if isinstance(n, core.Local)}
    if isinstance(part.type, t.ZoneOf):
        part = core.Prim("cards", (part,), t.ListOf(part.type.cards))
    return Define(name, tuple(params.items()), part, part.type)


__all__ = ["wording"]
