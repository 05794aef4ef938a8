"""Choices: what a decision lets a player do, as data with a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics.visible import shorten
from hoyle.program.cards import word
from hoyle.table.seen import PLACE, SOMEWHERE

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.moment import Moment
    from hoyle.run.state import State

DECLINE = -1
LONGEST = 1_000  # characters of a text: what is longer is cut short
NAMED = 100  # members of a list that a text names
ORDINALS = {1: "first", 2: "second", 3: "third"}


class Choice:
    """One legal choice. `text` is for people; `action` and `cards` for programs.

    It knows no more than the player it is offered to: a card that player cannot see is a place. `key` is what was
    chosen: one value, or a row of them. A game keeps its choices; only one whose text depends on the table belongs to a
    moment.
    """

    __slots__ = ("_game", "_text", "key", "moment", "offer", "site")

    def __init__(
        self, game: Game, site: int, offer: int, key: Any, text: str | None = None, moment: Moment | None = None
    ) -> None:
        self._game = game
        self.site = site
        self.offer = offer
        self.key = key
        self.moment = moment
        self._text = self.words() if text is None and moment is None else text

    @property
    def action(self) -> str:
        """The name of the action or choice; "" for declining."""
        return "" if self.offer == DECLINE else self._offer.name

    @property
    def values(self) -> tuple[Any, ...]:
        """What was chosen for each parameter, as the player sees it."""
        if self.offer == DECLINE:
            return ()
        return (self.key,) if len(self._offer.params) == 1 else self.key

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards it is about, as far as the player sees them."""
        return tuple(self._game.cards[card].text for card in self.seen_cards)

    @property
    def seen_cards(self) -> tuple[int, ...]:
        """The same cards by number."""
        rows = zip(self._params, self.values, strict=True)
        return tuple(v for p, v in rows if isinstance(p.type, t.CardOf) and isinstance(v, int) and v >= 0)

    @property
    def text(self) -> str:
        if self._text is None:
            assert self.moment is not None
            self._text = self.moment.text(self)
        return self._text

    @property
    def known(self) -> bool:
        """Whether its text is known without further ado."""
        return self._text is not None

    def become(self, text: str) -> None:
        """Have that text from now on."""
        self._text = text

    @property
    def _offer(self) -> core.Offer:
        return self._game.asked(self.site).offers[self.offer]

    @property
    def _params(self) -> tuple[core.Param, ...]:
        return () if self.offer == DECLINE else self._offer.params

    def words(self, told: Sequence[Any] = ()) -> str:
        """The text as far as it depends on the choice alone. told: the values of other parts, in their order."""
        rest = iter(told)
        if self.offer == DECLINE:
            choose = self._game.asked(self.site)
            return "no more" if choose.up_to else "decline"
        names = {p.name: shown(self._game, p.type, v) for p, v in zip(self._params, self.values, strict=True)}
        parts = []
        for part in self._offer.template:
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, core.Local) and part.name in names:
                parts.append(names[part.name])
            elif told:
                parts.append(shown(self._game, part.type, next(rest)))
        if self._offer.template:
            return shorten("".join(parts), LONGEST)
        return shorten(" ".join([self.action.replace("_", " "), *names.values()]), LONGEST)

    def same(self, other: Choice) -> bool:
        """Whether this is the same choice, maybe of another copy of the same game."""
        mine, theirs = (self.site, self.offer, self.key), (other.site, other.offer, other.key)
        return mine == theirs and self._game == other._game

    def __repr__(self) -> str:
        return f"<Choice {self.text!r}>"


class Interned(dict[Any, "Choice"]):
    """The choices of one offer, made when first needed and kept: by what is chosen, and what their texts tell."""

    def __init__(self, game: Game, site: int, offer: int, parts: tuple[core.Expr, ...] = ()) -> None:
        super().__init__()
        self.game, self.site, self.offer, self.parts = game, site, offer, parts

    def __missing__(self, key: Any) -> Choice:
        if self.parts:
            chosen, *told = key
            made = Choice(self.game, self.site, self.offer, chosen, "")
            made.become(made.words(told))
        else:
            made = Choice(self.game, self.site, self.offer, key)
        self[key] = made
        return made


class Fan(dict[Any, "tuple[Choice, ...]"]):
    """All choices of one value, each with another constant, by that value."""

    def __init__(self, table: Mapping[Any, Choice], every: Sequence[Any]) -> None:
        super().__init__()
        self.table, self.every = table, every

    def __missing__(self, value: Any) -> tuple[Choice, ...]:
        made = self[value] = tuple(self.table[value, each] for each in self.every)
        return made


def shown(game: Game, type_: t.Type, value: Any) -> str:
    """A value as its player sees it, in words."""
    if isinstance(t.settled(type_), t.CardOf):
        if isinstance(value, tuple):
            zone = zone_words(game, value[1])
            if value[0] == SOMEWHERE:
                return f"a card of {zone}"
            return f"the {_ordinal(value[2] + 1)} card of {zone}"
        return game.program.card(value).text if isinstance(value, int) else "no card"
    if isinstance(type_, (t.ListOf, t.ZoneOf)):
        inner = type_.of if isinstance(type_, t.ListOf) else type_.cards
        names = [shown(game, inner, each) for each in value[:NAMED]]
        names += [f"{len(value) - NAMED} more"] if len(value) > NAMED else []
        return " and ".join(names) or "nothing"
    return word(game.model, type_, value)


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return ORDINALS.get(number, f"{number}{ending}")


def zone_words(game: Game, number: int) -> str:
    """What people call a zone: `player 2's row`."""
    zone = game.zones[number]
    name = zone.name.replace("_", " ")
    declared = game.model.zones[zone.name]
    rest = []
    for type_, value in zip(declared.index, zone.index, strict=True):
        if type_ == t.SEAT:
            name = f"player {value + 1}'s {name}"
        else:
            rest.append(word(game.model, type_, value) if not isinstance(type_, t.CardOf) else game.cards[value].text)
    return " ".join([name, *rest])


# ---------------------------------------------------------------------------------------------- what is not seen


def told_apart(s: State, choices: Sequence[Choice], found: Sequence[str]) -> list[str]:
    """The texts made all different: by what is done, by where the cards lie, or by number."""
    texts = list(found)
    for tell in (_by_action, _by_place, _by_number):
        alike: dict[str, list[int]] = {}
        for number, text in enumerate(texts):
            alike.setdefault(text, []).append(number)
        for text, numbers in alike.items():
            if len(numbers) > 1:
                for number, more in zip(numbers, tell(s, [choices[n] for n in numbers]), strict=True):
                    texts[number] = f"{text} ({more})" if more else text
    return texts


def _by_action(s: State, alike: Sequence[Choice]) -> list[str]:
    actions = [choice.action.replace("_", " ") for choice in alike]
    return actions if len(set(actions)) > 1 else [""] * len(alike)


def _by_place(s: State, alike: Sequence[Choice]) -> list[str]:
    return [", ".join(_lies(s, card) for card in choice.seen_cards) for choice in alike]


def _by_number(s: State, alike: Sequence[Choice]) -> list[str]:
    return ["", *(str(number) for number in range(2, len(alike) + 1))]


def _lies(s: State, card: int) -> str:
    zone = s.loc[card]
    if s.game.zones[zone].shape in ("set", "bag"):
        return f"in {zone_words(s.game, zone)}"
    return shown(s.game, t.CARD, (PLACE, zone, s.z[zone].index(card)))


__all__ = ["DECLINE", "PLACE", "Choice", "Interned", "shown", "told_apart", "zone_words"]
