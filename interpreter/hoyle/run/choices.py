"""Choices: what a decision lets a player do, as data with a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

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

DECLINE = -1


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
        self.game = game
        self.site = site
        self.offer = offer
        self.key = key
        self.moment = moment
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
        rows = zip(self.params, self.values, strict=True)
        return tuple(v for p, v in rows if isinstance(p.type, t.CardOf) and isinstance(v, int) and v >= 0)

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
        return self._text if self._text is not None else in_words(self.say)

    @property
    def known(self) -> bool:
        """Whether its text is known without further ado."""
        return self._text is not None

    def become(self, say: Said) -> None:
        """Say that from now on."""
        self._say, self._text = say, in_words(say)

    @property
    def _offer(self) -> core.Offer:
        return self.game.asked(self.site).offers[self.offer]

    @property
    def params(self) -> tuple[core.Param, ...]:
        """What it has values for."""
        return () if self.offer == DECLINE else self._offer.params

    def words(self, told: Sequence[Any] = ()) -> Said:
        """The text as far as it depends on the choice alone. told: the values of other parts, in their order."""
        rest = iter(told)
        if self.offer == DECLINE:
            return ("no more" if self.game.asked(self.site).up_to else "decline",)
        names = {p.name: parts.value(self.game, p.type, v) for p, v in zip(self.params, self.values, strict=True)}
        if not self._offer.template:
            return brief(parts.joined([(self.action.replace("_", " "),), *names.values()], " "))
        said: list[parts.Part] = []
        for part in self._offer.template:
            if isinstance(part, str):
                said.append(part)
            elif isinstance(part, core.Local) and part.name in names:
                said += names[part.name]
            elif told:
                said += parts.value(self.game, part.type, next(rest))
        return brief(tuple(said))

    def same(self, other: Choice) -> bool:
        """Whether this is the same choice, maybe of another copy of the same game."""
        mine, theirs = (self.site, self.offer, self.key), (other.site, other.offer, other.key)
        return mine == theirs and self.game == other.game

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
            made = Choice(self.game, self.site, self.offer, chosen, ())
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


# ---------------------------------------------------------------------------------------------- what is not seen


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
    return [parts.joined([_lies(s, card) for card in choice.seen_cards], ", ") for choice in alike]


def _by_number(s: State, alike: Sequence[Choice]) -> list[Said]:
    return [(), *((str(number),) for number in range(2, len(alike) + 1))]


def _lies(s: State, card: int) -> Said:
    zone = s.loc[card]
    if s.game.zones[zone].loose:
        return ("in ", parts.zone(s.game, zone))
    return parts.value(s.game, t.CARD, (PLACE, zone, s.z[zone].index(card)))


__all__ = ["DECLINE", "PLACE", "Choice", "Interned", "told_apart"]
