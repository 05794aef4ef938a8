"""Which card is which to one seat, for as long as a sharp-eyed person there could follow it.

A card that a seat sees, or that lies in a row or slot, has an id; it loses it when it goes unseen into a pile, a set or
a bag, or is mixed with others that are not seen. Ids are counted up for each seat, so they tell nothing of cards: not
even which of two copies came back. They are found from the log alone.

A zone that belongs to a card is called by an id of that card, too. It keeps that name while something lies there.

What somebody has seen and heard is found once, kept beside the state, and gone on with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.run.acting import acting, eyes
from hoyle.run.events import PUBLIC, Event, seen, sight
from hoyle.run.parts import zone, zone_name
from hoyle.table import moves
from hoyle.table.moves import LAID_OUT

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State


def card_id(number: int) -> str:
    """What a card is called; below 0, one that is seen as long as a question lasts, while the seat acts for another."""
    return f"c{number}" if number >= 0 else f"a{-number}"


@attrs.frozen
class Followed:
    """A card in what happened: its id before and after, None where it has none, and where it was.

    card: None for one of several that nobody can tell apart.
    """

    card: int | None
    was: int | None
    now: int | None
    source: int
    up: bool = False


@attrs.frozen
class Lying:
    """A card that can be followed: its id, and where and how it lies."""

    id: int
    zone: int
    up: bool

    @property
    def name(self) -> str:
        return card_id(self.id)


@attrs.define
class Eyes:
    """What one seat can follow. down: for each zone, whether it sees face-down cards there; count: ids given so far.

    named: what zones that belong to cards are called, and how many cards lie there; it is never changed in place.
    """

    game: Game
    down: Sequence[bool]
    cards: dict[int, Lying] = attrs.field(factory=dict)
    count: int = 0
    named: Mapping[int, tuple[str, int]] = attrs.field(factory=dict)

    def copy(self) -> Eyes:
        return Eyes(self.game, self.down, dict(self.cards), self.count, self.named)

    def sees(self, card: int) -> bool:
        """Whether a card is seen, and not only followed."""
        lying = self.cards.get(card)
        return lying is not None and (lying.up or self.down[lying.zone])

    def follow(self, event: tuple[Any, ...]) -> tuple[Followed, ...]:
        """What becomes of the cards of an event that can be followed, before it or then."""
        match event:
            case (moves.MOVED, cards, sources, to, _, after, (_, *order)):
                self._fill(to, len(cards), sources)
                rows = list(zip(cards, sources, after, strict=True))
                if not order or self.down[to]:
                    return tuple([self._put(card, source, to, up) for card, source, up in rows])
                shown = tuple([self._put(card, source, to, up) for card, source, up in rows if up])
                lost = tuple([self._lost(card, source) for card, source, up in rows if not up])
                return (*shown, *lost, *self._mixed(to, order[0]))
            case (moves.TURNED, cards, zones, up):
                return tuple([self._put(card, zone, zone, up) for card, zone in zip(cards, zones, strict=True)])
            case (moves.SHUFFLED, zone, order):
                return () if self.down[zone] else self._mixed(zone, order)
            case (moves.GATHERED, to, order):
                self.named = {}
                self._fill(to, len(self.game.cards), ())
                return self._gathered(to, order)
        return ()

    def _put(self, card: int, source: int, to: int, up: bool) -> Followed:
        """A card comes to lie somewhere, and can be followed there or not."""
        lay = self.cards.pop(card, None)
        was = None if lay is None else lay.id
        if not (up or self.down[to] or self.game.zones[to].shape in LAID_OUT):
            return Followed(card, was, None, source, up)
        self.cards[card] = Lying(self._new() if was is None else was, to, up)
        return Followed(card, was, self.cards[card].id, source, up)

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _lost(self, card: int, source: int) -> Followed:
        lay = self.cards.pop(card, None)
        return Followed(card, None if lay is None else lay.id, None, source)

    def _mixed(self, zone: int, order: Iterable[int]) -> tuple[Followed, ...]:
        """Nobody can tell any more which of the unseen cards of a zone is which: all get new ids, as they lie."""
        unseen = [card for card in order if card not in self.cards or not self.cards[card].up]
        lost = sorted(self.cards.pop(card).id for card in unseen if card in self.cards)
        made = [self._put(card, zone, zone, False) for card in unseen]
        gone = (Followed(None, id_, None, zone) for id_ in lost)
        return (*gone, *(Followed(None, None, each.now, zone) for each in made))

    def _gathered(self, to: int, order: Iterable[int]) -> tuple[Followed, ...]:
        """All cards lie in one zone; sides as it says, or as they were."""
        lay, facing = dict(self.cards), self.game.zones[to].facing
        up = {card for card in order if facing == "up" or (facing is None and card in lay and lay[card].up)}
        seen = [card for card in order if card in up or self.down[to]]
        unseen = [card for card in order if not (card in up or self.down[to])]
        shown = [self._put(card, lay[card].zone if card in lay else to, to, card in up) for card in seen]
        lost = sorted([self.cards.pop(card) for card in unseen if card in self.cards], key=lambda lying: lying.id)
        mixed = self._mixed(to, unseen) if self.game.zones[to].shape in LAID_OUT else ()
        return (*shown, *(Followed(None, lying.id, None, lying.zone) for lying in lost), *mixed)

    def zone(self, number: int) -> str:
        """What a zone is called."""
        made = zone(self.game, number)
        if number in self.named:
            return self.named[number][0]
        if not made.cards or not self.follows(made.cards):
            return made.name
        return zone_name(self.game, number, lambda card: self.cards[card].name)

    def follows(self, cards: Iterable[int]) -> bool:
        """Whether all of these can be followed."""
        return all(card in self.cards for card in cards)

    def _fill(self, to: int, cards: int, sources: Iterable[int]) -> None:
        """Cards come into a zone from others: it gets its name with the first of them, and loses it with the last."""
        named = dict(self.named)
        for source in sources:
            if source in named:
                named[source] = named[source][0], named[source][1] - 1
        if zone(self.game, to).cards:
            name, held = named[to] if to in named else (zone_name(self.game, to, self._called), 0)
            named[to] = name, held + cards
        self.named = {number: kept for number, kept in named.items() if kept[1]}

    def _called(self, card: int) -> str:
        return self.cards[card].name if card in self.cards else card_id(self._new())


@attrs.frozen
class News:
    """One thing that was heard, with the one before.

    number: how many came before; cause: the number of what it came from; part_of: that of the sentence in whose small
    print it is. cards: what becomes of those that it is about;
    touched: the ids of the cards that a choice or an ability names. zones: what zones that belong to cards were called.
    """

    before: News | None
    number: int
    cause: int | None
    part_of: int | None
    event: Event
    cards: tuple[Followed, ...]
    touched: tuple[int, ...]
    zones: Mapping[int, tuple[str, int]]


@attrs.define
class Watching:
    """What somebody has seen up to a point of the log.

    cause: the choice, phase or ability from which the next thing comes. abilities: those under way, each with what it
    came from itself. sentences: the last one, the one in whose small print it is, and so on, outermost first.
    """

    eyes: Eyes
    log: Any = None
    last: News | None = None
    cause: int | None = None
    abilities: tuple[tuple[int, int | None], ...] = ()
    sentences: tuple[int, ...] = ()

    def hear(self, event: Event) -> None:
        """One more thing."""
        if event.kind == moves.DONE and self.abilities:
            *rest, (_, self.cause) = self.abilities
            self.abilities = tuple(rest)
        if not event.say:
            return
        number = 0 if self.last is None else self.last.number + 1
        starts = event.kind in (moves.CHOSEN, moves.STARTED)
        cause = (self.abilities[-1][0] if self.abilities else None) if starts else self.cause
        lying = self.eyes.cards
        part_of = self.sentences[event.depth - 1] if event.depth else None
        named = event.cards if event.kind in (moves.CHOSEN, moves.USED, moves.TOLD) else ()
        touched = tuple([lying[card].id for card in named if card in lying])
        before, followed = self.eyes.named, self.eyes.follow(event.happened)
        zones = {**before, **self.eyes.named}
        self.last = News(self.last, number, cause, part_of, event, followed, touched, zones)
        if event.kind == moves.TOLD:
            self.sentences = (*self.sentences[: event.depth], number)
        if event.kind == moves.USED:
            self.abilities = (*self.abilities, (number, self.cause))
        if starts or event.kind == moves.USED:
            self.cause = number


def looking(s: State, seat: int | None) -> Eyes:
    """What somebody can follow and sees at this very moment. Of cards that are seen only because the seat that is asked
    acts for another, ids hold no longer than the question does."""
    known = watched(s, seat).eyes
    if seat is None or seat != s.player or acting(s) is None:
        return known
    made, looks = known.copy(), s.game.faces.looks
    made.down = s.game.sight.down[eyes(s)]
    new = [card for zone, cards in enumerate(s.z) if made.down[zone] and not known.down[zone] for card in cards]
    for number, card in enumerate(
        sorted((c for c in new if c not in made.cards), key=lambda c: (s.loc[c], looks[c])), 1
    ):
        made.cards[card] = Lying(-number, s.loc[card], moves.side_in(s, card, s.loc[card]))
    return made


def watched(s: State, seat: int | None) -> Watching:
    """What somebody has seen of a game up to now; without a seat, what everybody has."""
    who = PUBLIC if seat is None else seat
    known = s.watched.get(who)
    if known is not None:
        log = s.log
        while log is not None and log is not known.log:
            log = log[0]
        known = known if log is known.log else None
    if known is None:
        known = Watching(Eyes(s.game, sight(s.game, who)))
    if known.log is not s.log:
        known = attrs.evolve(known, eyes=known.eyes.copy())
        for event in seen(s, who, known.log):
            known.hear(event)
        known.log = s.log
        s.watched = {**s.watched, who: known}
    return known
