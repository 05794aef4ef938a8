"""What can lie in each zone, and which way up, as far as the moves of a game tell."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below

START = "box"  # where all cards are at first


@attrs.define
class Contents:
    """open: zones in which everybody has seen every card, for it came there face up. public: those and the ones that
    everybody sees into. types: the card types that may lie in each zone."""

    open: set[str]
    public: set[str]
    types: dict[str, set[str]]

    @staticmethod
    def of(game: model.Model) -> Contents:
        """What the steps of a game put where."""
        steps = [node for node in below(game.bodies) if isinstance(node, (core.Move, core.Face, core.Shuffle))]
        every = set(game.card_types)
        types: dict[str, set[str]] = {name: set() for name in game.zones}
        types[START] = set(every)
        moves = [node for node in steps if isinstance(node, core.Move)]
        for _ in range(len(types)):  # a card type may come from zone to zone
            for move in moves:
                moved = _types(move.cards, types, every)
                for zone in _zones(move.to) or game.zones:
                    fits = game.zones[zone].cards.name
                    types[zone] |= moved if fits is None else moved & {fits}
        shuffled = {zone for node in steps if isinstance(node, core.Shuffle) for zone in _zones(node.zone)}
        # where a card that was turned down can no longer be told from others
        mixed = shuffled | {name for name, zone in game.zones.items() if zone.loose}
        shown = {name for name, zone in game.zones.items() if zone.facing == "up"}
        for _ in range(len(types)):  # what was seen where it lay before is known where it is put face down
            for node in steps:
                if isinstance(node, core.Move) and node.facing == "down":
                    lay, lies = _zones(node.cards), _zones(node.to) or set(game.zones)
                    shown -= (lies & mixed) if lay and lay <= shown else lies
                elif isinstance(node, core.Face) and not node.up:
                    shown -= mixed & (_zones(node.cards) or set(game.zones))
        seen = {name for name, zone in game.zones.items() if isinstance(zone.seen_by, core.Members)}
        return Contents(shown, shown | seen, types)

    def zones(self, cards: str | None) -> Iterator[str]:
        """The zones in which cards of a type may lie."""
        return (name for name, types in self.types.items() if types and (cards is None or cards in types))


def _zones(expr: core.Expr) -> set[str]:
    """The zones that an expression names; none if it is something kept under another name."""
    local = any(isinstance(n, (core.Local, core.Var, core.Ask)) and _cards(n.type) for n in below(expr))
    return set() if local else {n.name for n in below(expr) if isinstance(n, core.Zone)}


def _types(expr: core.Expr, types: dict[str, set[str]], every: set[str]) -> set[str]:
    """The card types of what is moved."""
    inner = t.settled(expr.type)
    inner = t.settled(t.element(inner)) if isinstance(inner, (t.ListOf, t.ZoneOf)) else inner
    if isinstance(inner, t.CardOf) and inner.name is not None:
        return {inner.name}
    zones = _zones(expr)
    named = any(isinstance(n, (core.CardRef, core.Members)) for n in below(expr))
    return set().union(*(types[zone] for zone in zones)) if zones and not named else every


def _cards(type_: t.Type) -> bool:
    inner = t.settled(type_)
    inner = t.settled(t.element(inner)) if isinstance(inner, (t.ListOf, t.ZoneOf)) else inner
    return isinstance(inner, t.CardOf)
