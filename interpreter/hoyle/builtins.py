"""The built-in names, and what every game is checked for: one table each that feeds the checker, completion and the
manual. The built-in functions are in `core/operators.py`."""

from __future__ import annotations

NAMES: dict[str, str] = {
    "players": "how many players there are",
    "Player": "the list of all players, from the first seat on",
    "Card": "all cards that take part",
    "you": "the player who acts (in actions, rules, endings after actions) or whose card it is (in abilities)",
    "this": "the card itself (in a card type, a timing class or an ability)",
    "usual": "in an exception: what would have counted, or happened, without it",
    "owner": "in a zone's `seen by`: the player it belongs to",
    "everyone": "in `seen by`: all players",
    "nobody": "in `seen by`: no player",
    "chance": "decides in place of a player: `chance chooses one card in pool`",
    "winners": "in `at end` properties and scenarios: who won",
    "random": "as an option's default: drawn by chance when the game starts",
}

FREE = ("sorted", "same", "different", "consecutive")  # folds whose words are names, too, where no bracket opens behind
FOLDS = ("count", "any", "every", "all", "first", "last", "highest", "lowest", "sum", "max", "min", *FREE)

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
    "sides": "whoever is on a side wins or loses with it",
    "secrets": "what a seat cannot see changes nothing it sees, is told or may choose",
    "symmetry": "one seat further on everybody has the same choices, score and result",
    "copies": "copied, saved and replayed games go on alike",
    "reference": "the engine does what the rules say, step by step",
}
