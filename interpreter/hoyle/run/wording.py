"""Texts of choices that tell of the table: what stands in braces is worked out when somebody asks for the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.program.evaluate import Evaluator
from hoyle.run.choices import DECLINE, Choice, filled
from hoyle.run.parts import Said, value
from hoyle.table.seen import PLACE, as_seen, hidden
from hoyle.values import read

if TYPE_CHECKING:
    from hoyle.run.state import State


def bare(s: State, choice: Choice) -> Said:
    """What a choice says now, before it is told apart from others."""
    return wording(s, choice.site, choice.offer, choice.values) or choice.words()


def wording(s: State, site: int, offer: int, values: tuple[Any, ...], forbidden: bool = False) -> Said | None:
    """The text now, if it depends on the table and not on the choice alone.

    What is forbidden may have a text that nobody was meant to read: it names cards only as the player sees them.
    """
    if offer == DECLINE:
        return None
    asked = s.game.asked(site).offers[offer]
    own = {param.name: _lying(s, value) for param, value in zip(asked.params, values, strict=True)}
    told = [part for part in asked.template if not (isinstance(part, str) or _is_one(part, own))]
    if not told:
        return None
    frame, slots = s.frames[-1], s.game.plan.slots(site)
    names = {**{name: frame[slot] for name, slot in slots.items()}, **own}
    evaluator = Evaluator(s.game.program, s)
    return filled(s.game, asked, values, [_worked_out(s, evaluator, part, names, forbidden) for part in told])


def _is_one(part: core.Expr, names: Mapping[str, Any]) -> bool:
    return isinstance(part, core.Local) and part.name in names


def _worked_out(s: State, evaluator: Evaluator, part: core.Expr, names: Mapping[str, Any], forbidden: bool) -> Said:
    """What a text tells, unless it is about a card that nobody can point at."""
    if any(hidden(names.get(node.name)) for node in below(part) if isinstance(node, core.Local)):
        return ("?",)
    found = evaluator.expr(part, names)
    if isinstance(part.type, t.ZoneOf):
        found = s.z[found]
    return value(s.game, part.type, _seen(s, part.type, found) if forbidden else found)


def _seen(s: State, type_: t.Type, value: Any) -> Any:
    """A value with the cards in it as the player who is asked sees them."""
    return read(
        type_,
        value,
        none=None,
        card=lambda card: as_seen(s, s.player, card),
        seat=lambda seat: seat,
        several=lambda of, values: [_seen(s, of, each) for each in values],
        other=lambda one: one,
    )


def _lying(s: State, value: Any) -> Any:
    """The card at a place, since a text tells of it only what everybody sees (HYL402); other values as they are."""
    return s.z[value[1]][value[2]] if hidden(value) and value[0] == PLACE else value
