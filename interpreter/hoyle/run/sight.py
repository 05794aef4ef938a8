"""What somebody sees of the table as data: zones with cards by id and look, and variables by their types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.program.evaluate import Evaluator
from hoyle.run.asking import card_id, plain
from hoyle.run.parts import zone
from hoyle.run.views import UNSEEN, options, scores, values
from hoyle.run.watching import watched

if TYPE_CHECKING:
    from hoyle import model
    from hoyle.run.ids import Eyes
    from hoyle.run.state import State

Marks = dict[int, list[dict[str, Any]]]


def see(s: State, seat: int | None) -> dict[str, Any]:
    """What a seat may see; without one, what everybody may."""
    eyes, evaluator = watched(s, seat).eyes, Evaluator(s.game.program, s)
    ids = {card: card_id(lying.id) for card, lying in eyes.cards.items() if _seen(eyes, card)}
    told = {name: var for name, var in s.game.model.vars.items() if not var.untold}
    kept = {
        name: values(s, name, seat, evaluator, lambda type_, value: plain(s.game, type_, value, ids)) for name in told
    }
    marks: Marks = {}
    for name, var in told.items():
        if _for_cards(var):
            kept[name] = _marked(s, name, var, kept[name], marks)
    return {
        "seat": seat,
        "player": s.player,
        "over": s.over,
        "winners": list(s.winners),
        "ending": s.ending if s.over else None,
        "scores": scores(s),
        "options": options(s),
        "zones": {zone(s.game, z.number).name: _zone(s, eyes, z.number, marks) for z in s.game.zones},
        "values": kept,
    }


def _seen(eyes: Eyes, card: int) -> bool:
    return card in eyes.cards and (eyes.cards[card].up or eyes.down[eyes.cards[card].zone])


def _zone(s: State, eyes: Eyes, number: int, marks: Marks) -> dict[str, Any]:
    """A zone; without cards if none of them is seen. In one without order, what is not seen comes last."""
    made = s.game.zones[number]
    cards = s.z[number]
    if made.loose:
        looks = s.game.faces.looks
        cards = sorted([c for c in cards if _seen(eyes, c)], key=lambda c: (looks[c], eyes.cards[c].id))
        cards += [-1] * (len(s.z[number]) - len(cards))
    shown = [_card(s, eyes, card, marks) for card in cards]
    data: dict[str, Any] = {"n": len(cards), "shape": made.shape, "owner": made.owner}
    return data | {"cards": shown} if any(shown) else data


def _card(s: State, eyes: Eyes, card: int, marks: Marks) -> dict[str, Any] | None:
    """A card: None if it cannot be followed, without a look if it is not seen."""
    lying = eyes.cards.get(card)
    if lying is None:
        return None
    data: dict[str, Any] = {"id": card_id(lying.id)}
    if _seen(eyes, card):
        data |= {"look": s.game.faces.looks[card], "up": lying.up}
        if card in marks:
            data["marks"] = marks[card]
    return data


# ---------------------------------------------------------------------------------------------- kept for cards


def _for_cards(var: model.Var) -> bool:
    return any(isinstance(type_, t.CardOf) for type_ in var.index)


def _marked(s: State, name: str, var: model.Var, kept: Any, marks: Marks) -> list[dict[str, Any]]:
    """What has left its first value of a variable that is kept for cards, by their looks: copies are not told apart.

    What is kept for one card alone is also noted as a mark on it.
    """
    family, first = s.game.program.var_families[name], s.game.first_values or ()
    found = []
    for index in family.indices():
        value = kept
        for place, (low, _) in zip(index, family.dims, strict=True):
            value = value[place - low]
        if value == UNSEEN or s.v[family.number(index)] == first[family.number(index)]:
            continue
        places = [plain(s.game, type_, i) for type_, i in zip(var.index, index, strict=True)]
        found.append({"index": places, "value": value})
        for type_, card in zip(var.index, index, strict=True):
            if isinstance(type_, t.CardOf):
                marks.setdefault(card, []).append({"name": name, "index": places, "value": value})
    return sorted(found, key=repr)
