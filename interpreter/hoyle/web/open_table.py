"""The open table: all that there is to see, for whoever may see it, when a game is over or its author looks."""

from __future__ import annotations

from typing import Any

from hoyle.run.events import told
from hoyle.run.parts import as_data, zone, zone_name
from hoyle.run.state import State

UNSEEN = "?"


def everything(s: State) -> dict[str, Any]:
    """What a view says, with nothing hidden. Cards are called by their numbers, which no seat ever hears of."""
    public, views = s.view(None, data=True), [s.view(seat, data=True) for seat in range(s.game.players)]
    values = {
        name: _known(value, [view["values"].get(name) for view in views]) for name, value in public["values"].items()
    }
    marks = {(zone, card["look"]): card.get("marks") for view in views for zone, card in _seen(view)}
    zones = {}
    for made in s.game.zones:
        about = zone(s.game, made.number).cards
        name = zone_name(s.game, made.number, card_name) if about else zone(s.game, made.number).name
        cards = [_card(s, card, marks.get((name, s.game.faces.data(card)["look"]))) for card in s.z[made.number]]
        if about and not cards:
            continue
        if made.loose:
            cards.sort(key=lambda card: (card["look"], card["id"]))
        zones[name] = {"n": len(cards), "shape": made.shape, "owner": made.owner, "cards": cards}
        if about:
            zones[name]["of"] = _card(s, about[0], None)
    return {**public, "seat": None, "zones": zones, "values": values, "scores": list(s.scores)}


def card_name(card: int) -> str:
    return f"t{card}"


def _card(s: State, card: int, marks: Any) -> dict[str, Any]:
    up = s.up[card] if s.game.program.sides else s.game.zones[s.loc[card]].facing == "up"
    said = {"id": card_name(card), **s.game.faces.data(card), "up": bool(up)}
    return said | ({"marks": marks} if marks else {})


def _seen(view: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (name, card)
        for name, zone in view["zones"].items()
        for card in zone.get("cards", ())
        if card and "look" in card
    ]


def _known(value: Any, others: list[Any]) -> Any:
    """A value, with what is not known of it as somebody else knows it."""
    if value == UNSEEN:
        return next((other for other in others if other is not None and other != UNSEEN), UNSEEN)
    if isinstance(value, list):
        rows = [
            other if isinstance(other, list) and len(other) == len(value) else [None] * len(value) for other in others
        ]
        return [_known(one, [row[n] for row in rows]) for n, one in enumerate(value)]
    return value


def all_news(s: State) -> list[dict[str, Any]]:
    """All that happened, in sentences: with no ids, as nobody has followed all of it."""
    return [
        {"i": n, "t": "told", "cause": None, "part_of": None, "seat": event.player, "to": None, "cards": []}
        | {"say": as_data(event.say, lambda number: zone(s.game, number).name)}
        for n, event in enumerate(told(s))
    ]
