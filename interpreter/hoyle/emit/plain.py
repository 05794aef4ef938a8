"""Offers whose candidates are shown to the decider as what they are: their choices can be kept in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter


class Plain:
    """Judges the offers of one module."""

    def __init__(self, emitter: Emitter) -> None:
        self.emitter = emitter
        self.program = emitter.program

    def direct(self, choose: core.Choose, offer: core.Offer) -> bool:
        """Whether each candidate is shown to the decider as what it is, in words of its own, and all are different."""
        own = {param.name for param in offer.params}
        steady = all(isinstance(p, str) or (isinstance(p, core.Local) and p.name in own) for p in offer.template)
        if not steady or not all(self._plain(choose, param) for param in offer.params):
            return False
        return _own_words(choose, offer)

    def _plain(self, choose: core.Choose, param: core.Param) -> bool:
        if not isinstance(param.type, t.CardOf):
            return self._different(param.source)
        zone = param.source
        if isinstance(zone, core.Prim) and zone.op == "cards":
            zone = zone.args[0]
        if not isinstance(zone, core.Zone):
            return False
        declared = self.program.model.zones[zone.name]
        if not self._all_different(param.type):
            return False
        if declared.facing == "up" and not self.emitter.turns:
            return True
        return bool(
            isinstance(declared.seen_by, core.Prim)
            and declared.seen_by.args == (core.Local("owner", t.SEAT),)
            and t.SEAT in declared.index
            and len(zone.index) == len(declared.index)
            and zone.index[declared.index.index(t.SEAT)] == core.Local(choose.you, t.SEAT)
        )

    def _all_different(self, type_: t.CardOf) -> bool:
        """Whether no two cards have the same name."""
        names = [c.text for c in self.program.cards if type_.name in (None, c.cards)]
        return len(set(names)) == len(names)

    def _different(self, source: core.Expr) -> bool:
        """Whether no member of a list is surely there twice."""
        match source:
            case core.Const(tuple() as values):
                return len(set(values)) == len(values)
            case core.Prim("range" | "clockwise" | "anticlockwise" | "others" | "some"):
                return True
            case core.Fold("all" | "highest" | "lowest", _, inner, _, value):
                return (value is None or source.kind != "all") and self._different(inner)
            case core.Ask(name):
                return self._different(self.program.defines[name].body)
        return False


def _own_words(choose: core.Choose, offer: core.Offer) -> bool:
    """Whether the text of an offer names all that is chosen, and nothing else that is offered has such a text."""
    told = [part.name for part in offer.template if isinstance(part, core.Local)]
    if offer.template and not all(param.name in told for param in offer.params):
        return False
    shapes = [_shape(o) for o in choose.offers]
    return shapes.count(_shape(offer)) == 1 and _shape(offer) not in (["decline"], ["no more"])


def _shape(offer: core.Offer) -> list[str | None]:
    """The text of an offer, with None for what is put in."""
    if offer.template:
        return [part if isinstance(part, str) else None for part in offer.template]
    return [offer.name.replace("_", " "), *(None for _ in offer.params)]
