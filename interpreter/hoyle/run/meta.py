"""What there is to know of a game before it is played, as plain data: names, types, looks and what may be done."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from hoyle import model
from hoyle import types as t
from hoyle.program.cards import word
from hoyle.source import Span

if TYPE_CHECKING:
    from hoyle.run.game import Game

SCHEMA = 1


def meta(game: Game) -> dict[str, Any]:
    """All of it. fingerprint: two games that share it are played alike; words: they are also worded alike."""
    said = {
        "title": game.title,
        "players": game.players,
        "options": {name: _option(game.model.options[name], value) for name, value in game.options.items()},
        "kinds": {name: _kind(kind) for name, kind in game.model.kinds.items()},
        "looks": [_look(face) for face in game.faces.catalogue],
        "zones": {name: _zone(game, zone) for name, zone in game.model.zones.items()},
        "values": {name: _value(game, var) for name, var in game.model.vars.items() if not var.untold},
        "scored": scored(game),
        "actions": _actions(game),
        "rules": {rule.name: {"title": rule.title, "place": _place(rule.span)} for rule in game.model.rules},
    }
    words = hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]
    return {"schema": SCHEMA, "fingerprint": game.fingerprint, "words": words, **said}


def scored(game: Game) -> bool:
    """Whether the game says what a score is."""
    score = game.model.defines.get("score")
    return score is not None and score.value is not None


def label(name: str) -> str:
    """A declared name as people read it."""
    return name.replace("_", " ")


def _option(option: model.Option, value: Any) -> dict[str, Any]:
    return {"title": option.title, "value": value}


def _kind(kind: model.Kind) -> dict[str, Any]:
    return {"members": list(kind.members), "labels": [label(member) for member in kind.members]}


def _look(face: Any) -> dict[str, Any]:
    return {"cards": face.cards, "text": face.text, "key": face.key, "face": face.attributes, "copies": face.copies}


def _zone(game: Game, zone: model.Zone) -> dict[str, Any]:
    return {
        "label": label(zone.name),
        "shape": zone.shape,
        "facing": zone.facing,
        "index": [_index(game, type_) for type_ in zone.index],
        "owned": t.SEAT in zone.index,
        "private": t.SEAT in zone.index and zone.facing != "up" and zone.seen_by is not None,
        "holds": zone.capacity,
        "cards": zone.cards.name,
    }


def _value(game: Game, var: model.Var) -> dict[str, Any]:
    inner = t.settled(var.type)
    low, high = (inner.low, inner.high) if isinstance(inner, t.Numbers) else (None, None)
    type_ = t.describe(inner)
    index = [_index(game, each) for each in var.index]
    return {"label": label(var.name), "index": index, "type": type_, "low": low, "high": high, "phase": var.phase}


def _index(game: Game, type_: t.Type) -> dict[str, Any]:
    """An index: what it is of, and what its values are called, in their order."""
    match type_:
        case t.Seat():
            labels = [word(game.model, type_, seat) for seat in range(game.players)]
        case t.CardOf(name):
            labels = [card.text for card in game.cards if name in (None, card.cards)]
        case t.Kind(name):
            labels = [word(game.model, type_, n) for n in range(len(game.model.kinds[name].members))]
        case t.Numbers(int() as low, int() as high):
            labels = [str(n) for n in range(low, high + 1)]
        case _:
            labels = [word(game.model, type_, value) for value in (False, True)]
    return {"kind": t.describe(type_), "labels": labels}


def _actions(game: Game) -> dict[str, Any]:
    """What is offered anywhere, with its parameters."""
    offers = [offer for site in game.plan.sites for offer in site.choose.offers]
    return {
        offer.name: {
            "label": label(offer.name),
            "params": [{"name": param.called, "type": t.describe(param.type)} for param in offer.params],
        }
        for offer in offers
    }


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"
