"""Changes of the table that are the same for every game: moving, turning and shuffling cards.

`s` is a state (or the reference's table): zones `z`, places `loc`, sides `up`, and the log. A log entry starts with
the entry before it, then says what happened:

    MOVED    cards, sources, to, sides before, sides after   (cards, sources and sides: one value, or a row of them;
             and where, if that is not on top, with the new order, if nobody can tell)
    SHIFTED  card, source, to                                (one card, sides following from places)
    SWEPT    zones, the lists of cards in them, to           (everything in some zones)
    GATHERED to                                              (every card there is; in the order of their numbers)
    TURNED   cards, their zones, side        COUNTED place, value
    SHUFFLED zone                                            (and the new order, if people can follow cards there)
    PLAYED   player, choice, card, source, to                (CHOSEN and SHIFTED at once)
    USED     card, its zone, its side, timing                (an ability is performed)
    DONE                                                     (the ability is done that was performed last)
    STARTED  phase                                           (one that has a title)
    TOLD     form, what is filled in, to whom alone, or None (a sentence: its words, and the types of what is filled in)
    FOLDED                                                   (the small print ends of what was told last and is open)
    CHOSEN   player, choice     DREW name, values    ENDED ending, winners
             (of a player who acts for another, the number of both, see `seen.both`)

In a game whose zones all say which side is up, and which never turns a card, sides follow from places: `up` is not
kept.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import Any

from hoyle.table.chance import shuffled, spot

MOVED, SHIFTED, SWEPT, GATHERED, TURNED, SHUFFLED, COUNTED, CHOSEN, PLAYED, USED, STARTED, DREW, ENDED, DONE = range(14)
TOLD, FOLDED = 14, 15
LAID_OUT = ("row", "slot")  # every card can be seen to lie where it lies, and be followed from there


def side_in(s: Any, card: int, number: int) -> bool:
    """Whether a card that lies in a zone is face up there."""
    return bool(s.up[card]) if s.game.sides else s.game.zones[number].facing == "up"


def move(s: Any, cards: Iterable[int], to: int, where: str, facing: str | None) -> None:
    """Put cards into a zone, one after the other; a card that takes no part is left alone."""
    cards = tuple(cards)
    if not cards:
        return
    z, loc, up = s.z, s.loc, s.up
    zones, sides = s.game.zones, s.game.sides
    zone, target = zones[to], z[to]
    side = facing or zone.facing
    loose = zone.loose
    if (side is not None or not sides) and where in ("", "top") and min(cards) >= 0:
        put(s, cards, to, loose, side == "up")
        return
    taken: list[int] = []
    sources: list[int] = []
    before: list[bool] = []
    for card in cards:
        if card < 0:
            continue
        source = loc[card]
        taken.append(card)
        sources.append(source)
        before.append(up[card] if sides else zones[source].facing == "up")
        z[source].remove(card)
        if loose:
            insort(target, card)
        elif where == "bottom":
            target.insert(0, card)
        elif where == "anywhere":
            target.insert(spot(s, target), card)
        else:
            target.append(card)
        loc[card] = to
        if sides and side is not None:
            up[card] = side == "up"
    if taken:
        after: Any = side == "up" if side is not None or not sides else tuple(before)
        lies: tuple[Any, ...] = (where,) if where not in ("", "top") and not loose else ()
        if where == "anywhere" and zone.shape in LAID_OUT:
            lies = (where, tuple(target))
        s.log = (s.log, MOVED, tuple(taken), tuple(sources), to, tuple(before), after, *lies)


def put(s: Any, cards: Iterable[int], to: int, loose: bool, side: bool) -> None:
    """The most common way: cards that all take part, into a zone without order or on top, that side up."""
    cards = tuple(cards)
    if not cards:
        return
    z, loc, up, target = s.z, s.loc, s.up, s.z[to]
    zones, sides = s.game.zones, s.game.sides
    sources, before = [], []
    for card in cards:
        source = loc[card]
        sources.append(source)
        z[source].remove(card)
        target.append(card)
        loc[card] = to
        if sides:
            before.append(up[card])
            up[card] = side
        else:
            before.append(zones[source].facing == "up")
    if loose:
        target.sort()
    s.log = (s.log, MOVED, cards, tuple(sources), to, tuple(before), side)


def put_all(s: Any, source: int, to: int, loose: bool, side: bool) -> None:
    """The same for all cards of another zone."""
    z, loc, up = s.z, s.loc, s.up
    cards = z[source]
    if not cards:
        return
    z[source] = []
    before = []
    for card in cards:
        before.append(up[card])
        loc[card] = to
        up[card] = side
    z[to] += cards
    if loose:
        z[to].sort()
    s.log = (s.log, MOVED, tuple(cards), (source,) * len(cards), to, tuple(before), side)


def move_all(s: Any, sources: tuple[int, ...], to: int) -> None:
    """Put everything in some zones on top of another, sides as that zone says."""
    if s.game.sides or to in sources:
        move(s, [card for source in sources if source != to for card in s.z[source]], to, "", None)
        return
    sweep(s, sources, to)
    if s.game.zones[to].loose:
        s.z[to].sort()


def move_family(s: Any, first: int, end: int, to: int) -> None:
    """The same for neighbouring zones, from the first one up to that before the end."""
    move_all(s, tuple(range(first, end)), to)


def sweep(s: Any, sources: tuple[int, ...], to: int) -> None:
    """Put everything in neighbouring zones on top of another, ordered one, where sides follow from places."""
    z, loc = s.z, s.loc
    first, end = sources[0], sources[-1] + 1
    lists = z[first:end]
    z[first:end] = [[] for _ in lists]
    cards: list[int] = []
    for part in lists:
        cards += part
    for card in cards:
        loc[card] = to
    z[to] += cards
    s.log = (s.log, SWEPT, sources, lists, to)


def move_top(s: Any, source: int, count: int, to: int) -> None:
    """Deal: cards from the top of one zone onto another."""
    z, loc, game = s.z, s.loc, s.game
    cards = z[source]
    if count <= 0 or not cards:
        return
    dealt = cards[: -count - 1 : -1]
    if source == to:
        move(s, dealt, to, "", None)
        return
    del cards[-count:]
    zone = game.zones[to]
    before: Any = game.zones[source].facing == "up"
    after: Any = zone.facing == "up"
    if game.sides:
        up = s.up
        before = tuple([up[card] for card in dealt])
        if zone.facing is not None:
            for card in dealt:
                up[card] = after
        after = tuple([up[card] for card in dealt])
    for card in dealt:
        loc[card] = to
    target = z[to]
    target += dealt
    if zone.loose:
        target.sort()
    s.log = (s.log, MOVED, tuple(dealt), source, to, before, after)


def gather(s: Any, to: int) -> None:
    """Every card into one zone, in the order of their numbers."""
    count = len(s.game.cards)
    s.z[:] = [[] for _ in s.z]
    s.z[to] = list(range(count))
    s.loc[:count] = [to] * count
    facing = s.game.zones[to].facing
    if s.game.sides and facing is not None:
        s.up[:count] = [facing == "up"] * count
    s.log = (s.log, GATHERED, to)


def face(s: Any, cards: Iterable[int], side: bool) -> None:
    """Turn cards up or down; one that lies so already is not touched."""
    up = s.up
    turned = tuple(c for c in cards if c >= 0 and up[c] is not side)
    for card in turned:
        up[card] = side
    if turned:
        s.log = (s.log, TURNED, turned, tuple([s.loc[card] for card in turned]), side)


def shuffle(s: Any, zone: int) -> None:
    """Put an ordered zone into a random order; one without order needs none."""
    declared = s.game.zones[zone]
    if not declared.loose and len(s.z[zone]) > 1:
        s.z[zone] = shuffled(s, s.z[zone])
        s.log = (s.log, SHUFFLED, zone, tuple(s.z[zone])) if declared.shape in LAID_OUT else (s.log, SHUFFLED, zone)


def tell(s: Any, card: int | None, what: str) -> None:
    """Note that an ability of a card is performed now or is done, or that a phase starts."""
    if card is None:
        s.log = (s.log, STARTED, what) if what else (s.log, DONE)
        return
    zone = s.loc[card]
    s.log = (s.log, USED, card, zone, side_in(s, card, zone), what)


def say(s: Any, form: tuple[Any, ...], filled_in: tuple[Any, ...], to: int | None) -> None:
    """Note a sentence, or, if it has no words, that the small print of one ends."""
    s.log = (s.log, TOLD, form, filled_in, to) if form else (s.log, FOLDED)
