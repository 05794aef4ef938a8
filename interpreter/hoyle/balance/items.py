"""What a choice is about, in words that hold in any game: what is done, and with which card, print or word.

A card by its name, what is printed on it where that is a word or a truth; a word or a number that is chosen. Which
player is chosen is left out: a seat means nothing by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.balance.tally import BETTER, CHANCE, TAKEN, Key, Tally, add
from hoyle.program.cards import word
from hoyle.run.choices import DECLINE, Choice, Made

if TYPE_CHECKING:
    from hoyle.native.thinking import Opinion
    from hoyle.run.game import Game
    from hoyle.run.state import State

ACTION, WORD, CARD, PRINT = "action", "word", "card", "print"


def action_of(choice: Choice) -> str:
    """What is done, in words."""
    if choice.offer == DECLINE:
        return f"{choice.text} ({choice.game.prompt(choice.site)})"
    return choice.action.replace("_", " ")


class Items:
    """What the choices of a game are about, remembered by choice."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: Made[Choice, tuple[tuple[str, str], ...]] = Made(self._found)

    def of(self, choice: Choice) -> tuple[tuple[str, str], ...]:
        """Kinds of items, and which."""
        return self.known[choice] if choice.moment is None else self._found(choice)

    def note(self, s: State, taken: Choice, tally: Tally) -> None:
        """What was chosen, of what could be; what all choices have in common says nothing."""
        choices = s.choices
        if len(choices) < 2:
            return
        offered = Counter(item for choice in choices for item in self.of(choice))
        mine = set(self.of(taken))
        for item, count in offered.items():
            if count < len(choices):
                add(tally, Key(TAKEN, *item), item in mine)
                add(tally, Key(CHANCE, *item), count / len(choices))

    def value(self, s: State, opinions: Sequence[Opinion], tally: Tally) -> None:
        """By how much choices with an item in them seem better than those without it, on average of what was tried."""
        sums: dict[tuple[str, str], list[float]] = {}
        every = [0.0, 0.0]
        for choice, opinion in zip(s.choices, opinions, strict=True):
            if opinion.tried:
                for row in (every, *(sums.setdefault(item, [0.0, 0.0]) for item in self.of(choice))):
                    row[0] += opinion.mean
                    row[1] += 1
        for item, (much, of) in sums.items():
            if of < every[1]:
                add(tally, Key(BETTER, *item), much / of - (every[0] - much) / (every[1] - of))

    def _found(self, choice: Choice) -> tuple[tuple[str, str], ...]:
        done = action_of(choice)
        found = [(ACTION, done)]
        for card in choice.seen_cards:
            found.append((CARD, f"{done}: {self.game.faces.of(card).text}"))
            found += [(PRINT, f"{done}: {name}") for name in self._printed(card)]
        for param, value in choice.rows:
            if isinstance(t.settled(param.type), t.Kind | t.Numbers | t.YesNo) and value is not None:
                said = self._said(param.type, value)
                found.append((WORD, f"{done}: {param.called} {said}"))
        return tuple(dict.fromkeys(found))

    def _said(self, type_: t.Type, value: Any) -> str:
        return str(word(self.game.model, type_, value))

    def _printed(self, card: int) -> list[str]:
        face = self.game.faces.of(card)
        types = self.game.model.card_types[face.cards].attributes
        names = [n for n, type_ in types.items() if _is_word(t.settled(type_))]
        words = {True: "yes", False: "no"}
        return [f"{n} {words.get(v, v)}" for n in names if (v := face.attributes[n]) is not None]


def _is_word(type_: t.Type) -> bool:
    """Whether a value is a word or a truth, and not the name of a single card."""
    return isinstance(type_, t.YesNo) or (isinstance(type_, t.Kind) and not t.names_cards(type_.name))
