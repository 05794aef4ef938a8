"""Derived attributes: what is printed on a card because of what else is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError
from hoyle.program.program import Card, Program
from hoyle.program.specialise import Specialiser
from hoyle.values import in_words

WORK = 3_000_000


def derive_attributes(game: model.Model, report: Callable[..., Any]) -> None:
    """Work out the derived attributes of all cards, in the order they are declared, within one amount of work."""
    from hoyle.program.evaluate import Evaluator

    cards = printed_cards(game)
    program = Program(game, game.seats[0], {}, cards, [], {}, {})
    specialise = Specialiser(program)
    evaluator = Evaluator(program, steps=WORK)
    for made in game.card_types.values():
        for name, expr in made.derived.items():
            ready = specialise(expr)
            try:
                for card in cards:
                    if card.cards == made.name:
                        card.face[name] = evaluator.expr(ready, {"this": card.number})
            except HoyleError:
                help = "make fewer cards, or look at fewer of them"
                report("HYL212", f"working out `{name}` of every card takes too long", expr.span or made.span, help)
                return


def printed_cards(game: model.Model) -> list[Card]:
    """All cards of a game, whether they take part or not. Their faces are those of the model."""
    cards: list[Card] = []
    for made in game.card_types.values():
        seen: dict[tuple[Any, ...], int] = {}
        for face in made.faces:
            number = len(cards)
            same = seen.setdefault(tuple(face.items()), number)
            cards.append(Card(number, made.name, face, "", same))
    return cards


def used_cards(game: model.Model, program: Program, used: core.Expr | None) -> tuple[list[Card], list[Card]]:
    """The cards that take part, numbered anew, with what is written on them, and those left out that have a name.

    What is left out is numbered downwards from -1, so that a table by card has it counted from its end.
    """
    from hoyle.program.evaluate import Evaluator

    every = printed = printed_cards(game)
    if used is not None:
        evaluator = Evaluator(program)
        printed = [c for c in printed if evaluator.expr(used, {"card": c.number})]
    if game.copies is not None:
        printed = _fewer(printed, game.copies)
    cards: list[Card] = []
    numbers: dict[int, int] = {}
    for card in printed:
        same = numbers.setdefault(card.same, len(cards))
        cards.append(_numbered(game, card, len(cards), same))
    named = {key_of(game, card) for card in cards}
    absent: list[Card] = []
    for card in every:
        if game.card_types[card.cards].keys and key_of(game, card) not in named:
            named.add(key_of(game, card))
            number = -1 - len(absent)
            absent.append(_numbered(game, card, number, number))
    _refer(game, [*cards, *absent])
    return cards, absent


def _numbered(game: model.Model, card: Card, number: int, same: int) -> Card:
    text = card_text(game, game.card_types[card.cards], card.face)
    return Card(number, card.cards, dict(card.face), text, same)


def key_of(game: model.Model, card: Card) -> tuple[str, tuple[Any, ...]]:
    """What a card is named by in a definition: its type and what its keys say."""
    return card.cards, tuple(card.face[key] for key in game.card_types[card.cards].keys)


def _fewer(cards: list[Card], copies: int) -> list[Card]:
    """The first of those that are the same, so many of each."""
    met: Counter[int] = Counter()
    kept = []
    for card in cards:
        met[card.same] += 1
        if met[card.same] <= copies:
            kept.append(card)
    return kept


def _refer(game: model.Model, cards: list[Card]) -> None:
    """Cells that name another card hold (type, key) until here."""
    keys = {
        (c.cards, c.face.get(game.card_types[c.cards].keys[0])): c.number
        for c in cards
        if game.card_types[c.cards].keys
    }
    for card in cards:
        for name, type_ in game.card_types[card.cards].attributes.items():
            if isinstance(t.settled(type_), t.CardOf) and isinstance(card.face[name], tuple):
                card.face[name] = keys[card.face[name]]  # type: ignore[index]


def card_text(game: model.Model, cards: model.CardType, face: dict[str, Any]) -> str:
    """What people call a card: as its type is `written`, or by its keys. Of none nothing is written."""
    if cards.written:
        parts = [p if isinstance(p, str) else _printed(game, cards, face, p[0]) for p in cards.written]
        return " ".join("".join(parts).split())
    shown = cards.keys or tuple(n for n in cards.attributes if n not in cards.derived)
    return " ".join(word(game, cards.attributes[n], face[n]) for n in shown if face.get(n) is not None)


def _printed(game: model.Model, cards: model.CardType, face: dict[str, Any], name: str) -> str:
    return "" if face[name] is None else word(game, cards.attributes[name], face[name])


def word(game: model.Model, type_: t.Type, value: Any, **more: Any) -> str:
    """A value as people read it. more: as of `in_words`."""

    def member(kind: str, number: int) -> str:
        text = game.member(kind, number).replace("_", " ")
        return text.title() if t.names_cards(kind) else text

    return in_words(type_, value, member, **more)
