"""What is said, in parts: words, and among them seats, cards and zones as data. Who says it may put other names in.

Texts of choices and of what happened are made of parts and rendered here, so nobody has to find a player or a card in
a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.diagnostics.visible import shorten
from hoyle.program.cards import word
from hoyle.table.seen import SOMEWHERE
from hoyle.values import read, seat_number

if TYPE_CHECKING:
    from hoyle.run.game import Game

LONGEST = 1_000  # characters of a choice's text: what is longer is cut short
NAMED = 100  # members of a list that are named
ORDINALS = {1: "first", 2: "second", 3: "third"}


@attrs.frozen
class Seat:
    """A player. own: something follows that is that player's."""

    number: int
    own: bool = False


@attrs.frozen
class Card:
    """A card that whoever hears of it knows. look: its number in the game's catalogue."""

    number: int
    look: int
    text: str


@attrs.frozen
class Zone:
    """A zone: its name with its index, what people call it, and the cards that it belongs to, if it does."""

    number: int
    name: str
    words: tuple[str | Seat | Card, ...]
    cards: tuple[int, ...] = ()


Part = str | Seat | Card | Zone
Said = tuple[Part, ...]
Zoned = Callable[[int], str]  # what a zone is called by programs, by its number


def in_words(said: Iterable[Part], name: Callable[[int], str] = seat_number) -> str:
    """What is said as a text. name: what a player is called."""
    return "".join(
        [
            part if isinstance(part, str) else part.text if isinstance(part, Card) else _words(part, name)
            for part in said
        ]
    )


def _words(part: Seat | Zone, name: Callable[[int], str]) -> str:
    if isinstance(part, Zone):
        return in_words(part.words, name)
    return f"{name(part.number)}'s" if part.own else name(part.number)


def brief(said: Said) -> Said:
    """What is said, if it is not too long for a choice: then its beginning, as it would be read."""
    text = in_words(said)
    return said if len(text) <= LONGEST else (shorten(text, LONGEST),)


def as_data(said: Said, zoned: Zoned) -> list[Any]:
    """What is said as plain data: texts, `{"seat": 1}`, `{"look": 3}` and `{"zone": "hand[1]"}`."""
    found: list[Any] = []
    for part in said:
        match part:
            case Seat(number, own):
                found.append({"seat": number, "own": True} if own else {"seat": number})
            case Card(look=look):
                found.append({"look": look})
            case Zone(number):
                found.append({"zone": zoned(number)})
            case _ if found and isinstance(found[-1], str):
                found[-1] += part
            case _ if part:
                found.append(part)
    return found


def value(game: Game, type_: t.Type, value: Any) -> Said:
    """A value as its player sees it."""
    return read(
        type_,
        value,
        none=("no card" if isinstance(t.settled(type_), t.CardOf) else "none",),
        card=lambda one: _lying(game, one) if isinstance(one, tuple) else (card(game, one),),
        seat=lambda seat: (Seat(seat),),
        several=lambda of, values: _all_of(game, of, values),
        other=lambda one: (word(game.model, type_, one),),
    )


def _lying(game: Game, seen: tuple[Any, ...]) -> Said:
    """A card that is not seen: where it lies."""
    what = "a" if seen[0] == SOMEWHERE else f"the {_ordinal(seen[2] + 1)}"
    return (f"{what} card of ", zone(game, seen[1]))


def _all_of(game: Game, of: t.Type, values: Sequence[Any]) -> Said:
    names = [value(game, of, each) for each in values[:NAMED]]
    names += [(f"{len(values) - NAMED} more",)] if len(values) > NAMED else []
    return listed(names) or ("nothing",)


def joined(rows: Sequence[Said], between: str) -> Said:
    """All of them, with something between each and the next."""
    return tuple(part for n, row in enumerate(rows) for part in ((between, *row) if n else row))


def listed(rows: Sequence[Said]) -> Said:
    """All of them as people list things: `a, b and c`."""
    if len(rows) < 2:
        return joined(rows, "")
    return (*joined(rows[:-1], ", "), " and ", *rows[-1])


def card(game: Game, number: int) -> Card:
    """A card by its number, also one that takes no part."""
    return game.faces.parts[number]


def zone(game: Game, number: int) -> Zone:
    """A zone by its number: `player 2's row`."""
    return game.zone_parts[number]


def zone_part(game: Game, number: int) -> Zone:
    """The same, made for the game."""
    made = game.zones[number]
    words: tuple[str | Seat | Card, ...] = (made.name.replace("_", " "),)
    cards: tuple[int, ...] = ()
    for type_, index in zip(game.model.zones[made.name].index, made.index, strict=True):
        if type_ == t.SEAT:
            words = (Seat(index, own=True), " ", *words)
        elif isinstance(type_, t.CardOf):
            words, cards = (*words, " ", card(game, index)), (*cards, index)
        else:
            words = (*words, f" {word(game.model, type_, index)}")
    return Zone(number, zone_name(game, number, lambda card: game.faces.of(card).key), words, cards)


def zone_name(game: Game, number: int, card: Callable[[int], str]) -> str:
    """The name of a zone with its index. card: what a card is called that it belongs to."""
    made = game.zones[number]
    rows = zip(game.model.zones[made.name].index, made.index, strict=True)
    return made.name + "".join(f"[{card(i) if isinstance(type_, t.CardOf) else i}]" for type_, i in rows)


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return ORDINALS.get(number, f"{number}{ending}")
