"""The log: what happened, told to each seat as far as it could see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.english import is_plural
from hoyle.program.cards import word
from hoyle.run.choices import DECLINE, Choice, zone_words
from hoyle.run.moment import tell_all
from hoyle.table import moves

if TYPE_CHECKING:
    from hoyle.run.state import State

MANY = 12
START = "— "  # before the title of a phase


def raw(s: State, since: Any = None) -> list[tuple[Any, ...]]:
    """All events, oldest first, with every move as rows of cards, sources and sides; since: after that earlier log."""
    found = []
    entry = s.log
    while entry is not since and entry is not None:
        event = entry[1:]
        if event[0] == moves.PLAYED:
            _, player, choice, *shift = event
            found.append(_rows(s, (moves.SHIFTED, *shift)))
            event = (moves.CHOSEN, player, choice)
        found.append(_rows(s, event))
        entry = entry[0]
    found.reverse()
    return [event for event in found if event[0] != moves.MOVED or event[1]]


def _rows(s: State, event: tuple[Any, ...]) -> tuple[Any, ...]:
    if event[0] == moves.SWEPT:
        _, zones, lists, to = event
        cards = tuple(c for cards in lists for c in cards)
        sources = tuple(z for z, cards in zip(zones, lists, strict=True) for _ in cards)
        before = tuple(s.game.zones[z].facing == "up" for z in sources)
        after = (s.game.zones[to].facing == "up",) * len(cards)
        return (moves.MOVED, cards, sources, to, before, after)
    if event[0] == moves.SHIFTED:
        _, card, source, to = event
        zones = s.game.zones
        event = (moves.MOVED, card, source, to, zones[source].facing == "up", zones[to].facing == "up")
    if event[0] != moves.MOVED:
        return event
    _, cards, sources, to, before, after = event
    cards = cards if isinstance(cards, tuple) else (cards,)
    rows = [x if isinstance(x, tuple) else (x,) * len(cards) for x in (sources, before, after)]
    return (moves.MOVED, cards, rows[0], to, rows[1], rows[2])


@attrs.frozen
class Told:
    """An event as a seat was told of it.

    kind: what happened, as `moves.py` numbers it. player: who chose, or whose the zone is that all cards of a move come
    from. cards: those that it is about, as far as the seat knows. names: what the cards of a move are called.
    """

    kind: int
    text: str
    player: int | None = None
    cards: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


def events(s: State, seat: int | None = None, since: Any = None) -> list[str]:
    """All events in words: as told to a seat, or (None) as they were."""
    return [event.text for event in told(s, seat, since)]


def told(s: State, seat: int | None = None, since: Any = None) -> list[Told]:
    """The same as data."""
    tell_all(s, since)
    happened = raw(s, since)
    next_ones = [*happened[1:], ()] if happened else []
    rows = zip(happened, next_ones, _in_sight(s, happened, seat), strict=True)
    found = [_told(s, event, _tell(s, event, after, open_cards, seat), seat) for event, after, open_cards in rows]
    return [event for event in found if event.text]


def _told(s: State, event: tuple[Any, ...], text: str, seat: int | None) -> Told:
    match event:
        case (moves.CHOSEN, player, choice):
            named = choice.seen_cards if text == _in_full(player, choice) else ()
            return Told(moves.CHOSEN, text, player, named)
        case (moves.MOVED, cards, sources, _, _, _):
            owner = s.game.zones[sources[0]].owner if len(set(sources)) == 1 else None
            seen = _shown(s, event, seat)
            return Told(moves.MOVED, text, owner, tuple(c for c in cards if c in seen), tuple(_names(s, cards, seen)))
    return Told(event[0], text)


def _in_sight(s: State, happened: list[tuple[Any, ...]], seat: int | None) -> list[set[int]]:
    """For each event the cards its choice names that the seat saw lying there; found by going back from the table."""
    found: list[set[int]] = []
    lay: dict[int, tuple[int, bool] | None] = {}
    for event in reversed(happened):
        open_cards = set()
        match event:
            case (moves.CHOSEN, _, choice) if seat is not None:
                for card in choice.seen_cards:
                    where = lay[card] if card in lay else (s.loc[card], moves.side_in(s, card, s.loc[card]))
                    if where is not None and (where[1] or seat in s.game.zones[where[0]].seen):
                        open_cards.add(card)
            case (moves.MOVED, cards, sources, _, before, _):
                lay |= dict(zip(cards, zip(sources, before, strict=True), strict=True))
            case (moves.TURNED, cards, _, up):
                for card in cards:
                    then = lay.get(card, (s.loc[card], up))
                    lay[card] = then and (then[0], not up)
            case (moves.GATHERED, _):
                lay = dict.fromkeys(range(len(s.game.cards)))
        found.append(open_cards)
    return found[::-1]


def _tell(s: State, event: tuple[Any, ...], after_it: tuple[Any, ...], open_cards: set[int], seat: int | None) -> str:
    match event:
        case (moves.CHOSEN, player, choice):
            return _chosen(s, player, choice, open_cards | _shown(s, after_it, seat), seat)
        case (moves.MOVED, *_):
            return _moved(s, event, seat)
        case (moves.GATHERED, to):
            return f"all cards to {zone_words(s.game, to)}"
        case (moves.TURNED, cards, zones, up):
            # turned up, everybody sees it; turned down, everybody has just seen it
            where = f" in {zone_words(s.game, zones[0])}" if len(set(zones)) == 1 else ""
            return f"{listed([s.game.cards[c].text for c in cards])}{where} turned face {'up' if up else 'down'}"
        case (moves.USED, card, zone, up, timing):
            seen = seat is None or up or seat in s.game.zones[zone].seen
            return f"{s.game.cards[card].text if seen else 'a card'} takes effect ({timing.replace('_', ' ')})"
        case (moves.STARTED, phase):
            return f"{START}{s.game.model.procedures[phase].title}"
        case (moves.SHUFFLED, zone):
            return f"{zone_words(s.game, zone)} is shuffled"
        case (moves.DREW, name, (value,)) if s.game.program.options.get(name, value) is None:
            # an option that chance decides when the game starts; nothing else is called like it
            return f"{name.replace('_', ' ')} is {word(s.game.model, s.game.model.options[name].type, value)}"
        case (moves.COUNTED, number, value):
            return _counted(s, number, value, seat)
        case (moves.ENDED, ending, won):
            name = f" ({ending.replace('_', ' ')})" if ending else ""
            winners = listed([f"player {w + 1}" for w in won])
            return f"the game ends{name}: {f'won by {winners}' if won else 'nobody wins'}"
    return ""


def _chosen(s: State, player: int, choice: Choice, known: set[int], seat: int | None) -> str:
    """Others hear of a choice what the table shows them, before it or then; a secret one not at all."""
    who = f"player {player + 1}"
    if seat is None or seat == player:
        return _in_full(player, choice)
    if s.game.asked(choice.site).secret:
        return f"{who} has chosen"
    hidden = set(choice.seen_cards) - known
    if choice.offer != DECLINE and (hidden or any(isinstance(v, tuple) for v in choice.values)):
        return f"{who}: {choice.action.replace('_', ' ')}"
    return _in_full(player, choice)


def _in_full(player: int, choice: Choice) -> str:
    return f"player {player + 1}: {choice.text}"


def _shown(s: State, event: tuple[Any, ...], seat: int | None) -> set[int]:
    """The cards a seat sees move; without a seat all of them."""
    if not event or event[0] != moves.MOVED:
        return set()
    _, cards, sources, to, before, after = event
    zones = s.game.zones
    rows = zip(cards, sources, before, after, strict=True)
    return {
        card
        for card, source, was_up, is_up in rows
        if seat is None or was_up or is_up or seat in zones[source].seen or seat in zones[to].seen
    }


def _moved(s: State, event: tuple[Any, ...], seat: int | None) -> str:
    _, cards, sources, to, _, _ = event
    origins = set(sources)
    origin = f" from {zone_words(s.game, origins.pop())}" if len(origins) == 1 else ""
    return f"{listed(_names(s, cards, _shown(s, event, seat)))}{origin} to {zone_words(s.game, to)}"


def _names(s: State, cards: tuple[int, ...], seen: set[int]) -> list[str]:
    """What cards are called of which some are seen; of many only how many they are."""
    names = [s.game.cards[card].text for card in cards if card in seen]
    unseen = len(cards) - len(names)
    if unseen:
        names.append("a card" if unseen == 1 else f"{unseen} cards")
    return names if len(names) <= MANY else [f"{len(cards)} cards"]


def _counted(s: State, number: int, value: int | None, seat: int | None) -> str:
    for name, family in s.game.program.var_families.items():
        if family.base <= number < family.base + family.size:
            declared = s.game.model.vars.get(name)
            if declared is None or declared.untold or (seat is not None and declared.seen_by is not None):
                return ""
            index = family.index(number)
            of = [
                s.game.cards[i].text if isinstance(ty, t.CardOf) else word(s.game.model, ty, i)
                for ty, i in zip(declared.index, index, strict=True)
            ]
            place = f" of {', '.join(of)}" if of else ""
            verb = "are" if is_plural(name.replace("_", " ")) else "is"
            return f"{name.replace('_', ' ')}{place} {verb} now {word(s.game.model, declared.type, value)}"
    return ""


def listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
