"""Choices: what a decision lets a player do, as data with a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.run import parts
from hoyle.run.parts import Said, brief, in_words
from hoyle.table.seen import PLACE

if TYPE_CHECKING:
    from hoyle.run.faces import Face
    from hoyle.run.game import Game
    from hoyle.run.moment import Moment
    from hoyle.run.state import State

K = TypeVar("K")
V = TypeVar("V")
DECLINE = -1
Lies = tuple[Said, str]
"""What is said of a place behind what is chosen there, in parts and as a text."""


class Choice:
    """One legal choice. `text` is for people, `say` the same in parts; `action`, `args` and `faces` are for programs.

    It knows no more than the player it is offered to: a card that player cannot see is a place. `key` is what was
    chosen: one value, or a row of them. A game keeps its choices; only one whose text depends on the table belongs to a
    moment.
    """

    __slots__ = ("_say", "_text", "game", "key", "moment", "offer", "site")

    def __init__(
        self, game: Game, site: int, offer: int, key: Any, say: Said | None = None, moment: Moment | None = None
    ) -> None:
        self.game, self.site, self.offer, self.key, self.moment = game, site, offer, key, moment
        self._say: Said | None = self.words() if say is None and moment is None else say
        self._text = None if self._say is None else in_words(self._say)

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
        return tuple(self.game.cards[card].text for card in self.seen_cards)

    @property
    def seen_cards(self) -> tuple[int, ...]:
        """The same cards by number."""
        if self.offer == DECLINE:
            return tuple(part.number for part in self.say if isinstance(part, parts.Card))
        rows = (v if p.groups else (v,) for p, v in self.rows if p.cards)
        return tuple(card for row in rows for card in row if isinstance(card, int) and card >= 0)

    @property
    def faces(self) -> tuple[Face, ...]:
        """What is printed on these cards."""
        return tuple(self.game.faces.of(card) for card in self.seen_cards)

    @property
    def args(self) -> list[dict[str, Any]]:
        """What was chosen for each parameter, as plain data."""
        from hoyle.run.asking import args

        return args(self)

    @property
    def number(self) -> int:
        """Its number among all that can be chosen in the game."""
        return self.game.numbering.number(self)

    @property
    def say(self) -> Said:
        if self._say is None:
            assert self.moment is not None
            self.become(self.moment.say(self))
        assert self._say is not None
        return self._say

    @property
    def text(self) -> str:
        said = self.say
        return self._text if self._text is not None else in_words(said)

    @property
    def known(self) -> bool:
        """Whether its text is known without further ado."""
        return self._text is not None

    def become(self, say: Said) -> None:
        """Say that from now on."""
        self._say, self._text = say, in_words(say)

    def lying(self, lies: Lies) -> Choice:
        """The same choice, whose text says where the card lies."""
        made = Choice(self.game, self.site, self.offer, self.key, ())
        made._say, made._text = (*self.say, *lies[0]), self.text + lies[1]
        return made

    @property
    def _offer(self) -> core.Offer:
        return self.game.asked(self.site).offers[self.offer]

    @property
    def params(self) -> tuple[core.Param, ...]:
        """What it has values for."""
        return () if self.offer == DECLINE else self._offer.params

    @property
    def rows(self) -> Iterator[tuple[core.Param, Any]]:
        """Each parameter with its value."""
        return zip(self.params, self.values, strict=True)

    def words(self, told: Sequence[Said] = ()) -> Said:
        """The text as far as it depends on the choice alone. told: what it says of the table, part for part."""
        asked = self.game.asked(self.site)
        if self.offer == DECLINE and not asked.declined:
            return ("no more" if asked.up_to else "decline",)
        if self.offer == DECLINE:
            return filled(self.game, asked.refusal, (), told)
        return filled(self.game, self._offer, self.values, told)

    def same(self, other: Choice) -> bool:
        """Whether this is the same choice, maybe of another copy of the same game."""
        mine, theirs = (self.site, self.offer, self.key), (other.site, other.offer, other.key)
        return mine == theirs and self.game == other.game

    def __repr__(self) -> str:
        return f"<Choice {self.text!r}>"


def filled(game: Game, offer: core.Offer, values: Sequence[Any], told: Sequence[Said]) -> Said:
    """The text of an offer with what is chosen in it, and with what it tells besides, as far as that is known."""
    own = {p.name: parts.value(game, p.type, v) for p, v in zip(offer.params, values, strict=True)}
    if not offer.template:
        return brief(parts.joined([(offer.name.replace("_", " "),), *own.values()], " "))
    said: list[parts.Part] = []
    rest = iter(told)
    for part in offer.template:
        if isinstance(part, str):
            said.append(part)
        else:
            said += own[part.name] if isinstance(part, core.Local) and part.name in own else next(rest, ())
    return brief(tuple(said))


class Made(dict[K, V]):
    """What is made when it is first asked for, and kept."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> V:
        made = self[key] = self.make(key)
        return made


def interned(game: Game, site: int, offer: int) -> Made[Any, Choice]:
    """The choices of one offer: by what is chosen, together with the values of what their texts tell."""
    told = game.told(site, offer)

    def make(key: Any) -> Choice:
        if not told:
            return Choice(game, site, offer, key)
        made = Choice(game, site, offer, key[0], ())
        rows = zip(told, key[1:], strict=True)
        made.become(made.words([parts.value(game, part.type, value) for part, value in rows]))
        return made

    return Made(make)


def lies(game: Game, where: tuple[int, int]) -> Lies:
    """What is said of a place in a zone behind what is chosen there."""
    said = (" (", *parts.value(game, t.CARD, (PLACE, *where)), ")")
    return said, in_words(said)


def told_apart(s: State, choices: Sequence[Choice], found: Sequence[Said]) -> list[Said]:
    """What is said made all different: by what is done, by where the cards lie, or by number."""
    made = list(found)
    for tell in (_by_action, _by_place, _by_number):
        alike: dict[str, list[int]] = {}
        for number, said in enumerate(made):
            alike.setdefault(in_words(said), []).append(number)
        for numbers in alike.values():
            if len(numbers) > 1:
                for number, more in zip(numbers, tell(s, [choices[n] for n in numbers]), strict=True):
                    made[number] = (*made[number], " (", *more, ")") if more else made[number]
    return made


def _by_action(s: State, alike: Sequence[Choice]) -> list[Said]:
    actions = [choice.action.replace("_", " ") for choice in alike]
    return [(action,) if action else () for action in actions] if len(set(actions)) > 1 else [()] * len(alike)


def _by_place(s: State, alike: Sequence[Choice]) -> list[Said]:
    def lies(card: int) -> Said:
        zone = s.loc[card]
        if s.game.zones[zone].loose:
            return ("in ", parts.zone(s.game, zone))
        return parts.value(s.game, t.CARD, (PLACE, zone, s.z[zone].index(card)))

    return [parts.joined([lies(card) for card in choice.seen_cards], ", ") for choice in alike]


def _by_number(s: State, alike: Sequence[Choice]) -> list[Said]:
    return [(), *((str(number),) for number in range(2, len(alike) + 1))]
