"""What single cards are called: as is written for them, or by their keys."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from hoyle import types as t
from hoyle.english import plain, proper, safe
from hoyle.model import CardType, Model
from hoyle.syntax import tree
from hoyle.values import in_words


def text_of(model: Model, cards: CardType, face: Mapping[str, object]) -> str:
    """What people call the card with that face."""
    if not cards.written:
        return " ".join(value_of(model, cards, key, face) for key in cards.keys)
    parts = [part if isinstance(part, str) else value_of(model, cards, part[0], face) for part in cards.written]
    return " ".join("".join(parts).split())


def called(model: Model, name: str) -> str:
    """A name, which may be that of a card."""
    kinds = (kind for kind in model.kinds.values() if t.names_cards(kind.name))
    return proper(name) if any(name in kind.members for kind in kinds) else plain(name)


def value_of(model: Model, cards: CardType, attribute: str, face: Mapping[str, object]) -> str:
    """What is printed there, in words; nothing for none."""

    def member(kind: str, number: int) -> str:
        return (proper if t.names_cards(kind) else plain)(model.member(kind, number))

    def another(value: object) -> str:
        if isinstance(value, tuple) and value[0] in model.card_types:
            other = model.card_types[value[0]]
            return text_of(model, other, other.faces[value[1]])
        return str(value)

    return in_words(cards.attributes[attribute], face.get(attribute), member, card=another, none="")


def find(model: Model, name: str | None, keys: tuple[tree.Expr, ...]) -> str | None:
    """The card with these keys, of one type or (name None) of any; None if there is none."""
    wanted = [_key(k) for k in keys]
    if None in wanted:
        return None
    for cards in model.card_types.values():
        if (name is None or cards.name == name) and len(cards.keys) == len(keys):
            for face in cards.faces:
                if [in_words(cards.attributes[key], face.get(key), model.member) for key in cards.keys] == wanted:
                    return safe(text_of(model, cards, face))
    return None


def printed_on(model: Model, name: str) -> str:
    """The text that stands on a card that is called so; nothing if there is none."""
    for cards in model.card_types.values():
        for face in cards.faces if "name" in cards.keys else ():
            texts = [str(value) for value in face.values() if isinstance(value, str)]
            if texts and text_of(model, attrs.evolve(cards, written=()), face) == called(model, name):
                return texts[0]
    return ""


def _key(expr: tree.Expr) -> str | None:
    match expr:
        case tree.Name(text) | tree.Attr(_, tree.Word(text)):
            return text
        case tree.Truth(value):
            return "yes" if value else "no"
        case tree.Number(value):
            return str(value)
        case tree.Minus(tree.Number(value)):
            return str(-value)
    return None
