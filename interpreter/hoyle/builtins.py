"""The built-in functions and names, and what every game is checked for: one table each that feeds the checker, the
engine, completion and the manual."""

from __future__ import annotations

import attrs

from hoyle import types as t


@attrs.frozen
class Builtin:
    """params: what it takes; the last `optional` of them may be left out. result None: depends on the arguments."""

    name: str
    params: tuple[t.Type | str, ...]
    result: t.Type | None
    doc: str
    optional: int = 0


_ANY_LIST = "list"
_ZONE = "zone"
_TIMING = "timing"

FUNCTIONS: dict[str, Builtin] = {
    b.name: b
    for b in (
        Builtin("seat", (t.NUMBER,), t.SEAT, "the player on that seat; seats are numbered from 1"),
        Builtin("left", (t.SEAT, t.NUMBER), t.SEAT, "the player that many seats to the left (one if not said)", 1),
        Builtin("right", (t.SEAT, t.NUMBER), t.SEAT, "the player that many seats to the right (one if not said)", 1),
        Builtin("clockwise", (t.SEAT,), t.ListOf(t.SEAT), "everybody once, to the left, this player first"),
        Builtin("anticlockwise", (t.SEAT,), t.ListOf(t.SEAT), "everybody once, to the right, this player first"),
        Builtin("others", (t.SEAT,), t.ListOf(t.SEAT), "everybody else, to the left"),
        Builtin("owner", (t.CARD,), t.Maybe(t.SEAT), "the player in whose zone a card lies, or none"),
        Builtin("top", (_ZONE, t.NUMBER), None, "the top cards of a zone, as many as there are (one if not said)", 1),
        Builtin("bottom", (_ZONE, t.NUMBER), None, "the bottom cards of a zone (one if not said)", 1),
        Builtin("empty", (_ANY_LIST,), t.YES_NO, "whether a zone, a family of zones or a list has nothing in it"),
        Builtin("was", ("value",), None, "in a property `after` something: what a value was before it"),
        Builtin("has_ability", (t.CARD, _TIMING), t.YES_NO, "whether a card has an ability of that timing"),
    )
}

NAMES: dict[str, str] = {
    "players": "how many players there are",
    "Player": "the list of all players, from the first seat on",
    "Card": "all cards that take part",
    "you": "the player who acts (in an action or rule) or whose card it is (in an ability)",
    "this": "the card itself (in a card type, a timing class or an ability)",
    "usual": "in an exception: what would have counted, or happened, without it",
    "owner": "in a zone's `seen by`: the player it belongs to",
    "everyone": "in `seen by`: all players",
    "nobody": "in `seen by`: no player",
    "chance": "decides in place of a player: `chance chooses one card in pool`",
    "winners": "in `at end` properties and scenarios: who won",
    "random": "as an option's default: drawn by chance when the game starts",
}

FOLDS = ("count", "any", "every", "all", "first", "last", "highest", "lowest", "sum", "max", "min")

SHAPES: dict[str, str] = {
    "pile": "ordered, drawn from the top",
    "row": "ordered, added at the end",
    "set": "not ordered",
    "slot": "holds few cards, usually one",
    "bag": "no order at all: what is drawn is chance",
}
LOOSE = ("set", "bag")  # those in which it does not matter how cards lie

CHECKS: dict[str, str] = {
    "conservation": "every card is in exactly one zone",
    "choices": "whoever is asked has a choice, and what follows can be done",
    "deals": "whoever is dealt cards gets as many as the deal says",
    "box": "nobody is offered a card of the box that they do not see",
    "ends": "every game ends",
    "outcome": "winners and scores are what the ending says",
    "secrets": "what a seat cannot see changes nothing it sees, is told or may choose",
    "symmetry": "one seat further on everybody has the same choices, score and result",
    "copies": "copied, saved and replayed games go on alike",
    "reference": "the engine does what the rules say, step by step",
}
