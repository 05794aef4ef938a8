"""In which colour the name of a card stands in the terminal: that of its suit, or of whatever is most like one.

No colour says anything that the name beside it does not say as well, so nothing is lost where there are none.
"""

from __future__ import annotations

from hoyle import types as t
from hoyle.english import plain
from hoyle.model import Model
from hoyle.program.program import Card
from hoyle.run.game import Game

SUITS = ("suit", "color", "colour")
"""What a kind may be called that people know a card by."""

_COLOURS = {
    "": "black white",
    "color(1)": "red",
    "color(2)": "green",
    "color(3)": "yellow",
    "color(5)": "purple violet magenta",
    "color(6)": "cyan teal",
    "color(7)": "silver",
    "color(8)": "grey gray",
    "color(12)": "blue",
    "color(13)": "pink",
    "color(130)": "brown",
    "color(178)": "gold golden",
    "color(208)": "orange",
}
WORDS = {word: style for style, words in _COLOURS.items() for word in words.split()}
"""Colours that can be said; black and white are the terminal's own."""

OTHERS = ("color(2)", "color(12)", "color(5)", "color(1)", "color(3)", "color(6)")
"""For members of a kind that are no colours, one after the other."""


def colours(game: Game) -> dict[int, str]:
    """For every look of the game its style; the looks that have none are left out."""
    names = {cards: _coloured_by(game.model, cards) for cards in game.model.card_types}
    found = {look: _style(game.model, names[card.cards], card) for card, look in _every(game)}
    return {look: style for look, style in found.items() if style}


def _every(game: Game) -> list[tuple[Card, int]]:
    return [(card, game.faces.parts[card.number].look) for card in game.cards]


def _coloured_by(model: Model, cards: str) -> tuple[str, str] | None:
    """The attribute that cards of a type have their colour from, and its kind."""
    kinds = printed_kinds(model, cards)
    ranked = [
        [(name, kind) for name, kind in kinds if kind.lower() in SUITS or name.lower() in SUITS],
        [(name, kind) for name, kind in kinds if _says_colours(model, kind)],
        sorted(kinds, key=lambda row: len(model.kinds[row[1]].members)),
    ]
    return next((found[0] for found in ranked if found), None)


def printed_kinds(model: Model, cards: str) -> list[tuple[str, str]]:
    """The attributes that are printed on cards of a type and have a kind, each with its name."""
    declared = model.card_types[cards]
    printed = [(n, t.settled(type_)) for n, type_ in declared.attributes.items() if n not in declared.derived]
    return [(n, kind.name) for n, kind in printed if isinstance(kind, t.Kind) and not t.names_cards(kind.name)]


def _says_colours(model: Model, kind: str) -> bool:
    members = [plain(member) for member in model.kinds[kind].members]
    return 2 * sum(member in WORDS for member in members) > len(members)


def _style(model: Model, by: tuple[str, str] | None, card: Card) -> str:
    value = card.face.get(by[0]) if by is not None else None
    if by is None or not isinstance(value, int) or isinstance(value, bool):
        return ""
    kind = model.kinds[by[1]]
    member = plain(kind.members[value]) if 0 <= value < len(kind.members) else ""
    if _says_colours(model, by[1]):
        return WORDS.get(member, "")
    return OTHERS[value % len(OTHERS)]
