"""What there is to know of a game before it is played, as plain data: names, types, looks and what may be done."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from hoyle import model
from hoyle import types as t
from hoyle.program.cards import word
from hoyle.program.set_out import dimension

if TYPE_CHECKING:
    from hoyle.run.game import Game

SCHEMA = 1


def meta(game: Game) -> dict[str, Any]:
    """What there is to know of the game before it is played, as plain data.

    fingerprint: two games that share it are played alike; words: they are also worded alike.
    """
    declared, score = game.model, game.model.defines.get("score")
    said = {
        "title": game.title,
        "players": game.players,
        "options": {n: {"title": declared.options[n].title, "value": value} for n, value in game.options.items()},
        "kinds": {
            name: {"members": list(kind.members), "labels": list(map(_label, kind.members))}
            | ({"first": kind.low} if kind.low else {})
            for name, kind in declared.kinds.items()
        },
        "looks": [
            {"cards": face.cards, "text": face.text, "key": face.key, "face": face.attributes, "copies": face.copies}
            for face in game.faces.catalogue
        ],
        "zones": {name: _zone(game, zone) for name, zone in declared.zones.items()},
        "values": {name: _value(game, var) for name, var in declared.vars.items() if not var.untold},
        "shown": {
            name: _shown(game, made) for name, made in declared.defines.items() if made.shown and name != "score"
        },
        "scored": score is not None and score.value is not None,
        "actions": {
            offer.name: {
                "label": declared.called(offer.name),
                "params": [{"name": param.called, "type": t.describe(param.type)} for param in offer.params],
            }
            for site in game.plan.sites
            for offer in site.choose.offers
        },
        "rules": {rule.name: {"title": rule.title, "place": rule.span.place} for rule in declared.rules},
    }
    if game.teams is not None:
        fixed = None if game.teams.fixed is None else [game.teams.names[side] for side in game.teams.fixed]
        said["teams"] = {"kind": declared.teams and declared.teams.name, "fixed": fixed}
    words = hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]
    return {"schema": SCHEMA, "fingerprint": game.fingerprint, "words": words, **said}


def _label(name: str) -> str:
    """A declared name as people read it."""
    return name.replace("_", " ")


def _zone(game: Game, zone: model.Zone) -> dict[str, Any]:
    return {
        "label": _label(zone.name),
        "shape": zone.shape,
        "facing": zone.facing,
        "index": [_index(game, type_) for type_ in zone.index],
        "owned": t.SEAT in zone.index,
        "private": t.SEAT in zone.index and zone.facing != "up" and zone.seen_by is not None,
        "holds": zone.capacity,
        "cards": zone.cards.name,
    }


def _value(game: Game, var: model.Var) -> dict[str, Any]:
    return {"label": _label(var.name), **_kept(game, var.index, var.type), "phase": var.phase}


def _shown(game: Game, define: model.Define) -> dict[str, Any]:
    label, index = define.title or _label(define.name), tuple(type_ for _, type_ in define.params)
    return {"label": label, **_kept(game, index, define.type), "at_end": define.shown == "at end"}


def _kept(game: Game, index: tuple[t.Type, ...], type_: t.Type) -> dict[str, Any]:
    """What is kept or worked out for each of some values: of which type it is, and for which."""
    inner = t.settled(type_)
    low, high = (inner.low, inner.high) if isinstance(inner, t.Numbers) else (None, None)
    return {"index": [_index(game, each) for each in index], "type": t.describe(inner), "low": low, "high": high}


def _index(game: Game, type_: t.Type) -> dict[str, Any]:
    """An index: what it is of, and what its values are called, in their order."""
    low, count = dimension(game.program, type_)
    card = isinstance(type_, t.CardOf)
    labels = [game.cards[n].text if card else word(game.model, type_, n) for n in range(low, low + count)]
    return {"kind": t.describe(type_), "labels": labels}
