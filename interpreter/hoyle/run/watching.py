"""What somebody has seen and heard of a game: found from the log once, kept beside the state, and gone on with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.run.events import PUBLIC, Event, seen, sight
from hoyle.run.ids import Eyes, Followed
from hoyle.table import moves

if TYPE_CHECKING:
    from hoyle.run.state import State


@attrs.frozen
class News:
    """One thing that was heard, with the one before.

    number: how many came before; cause: the number of what it came from. cards: what becomes of those that it is about;
    touched: the ids of the cards that a choice or an ability names. zones: what zones that belong to cards were called.
    """

    before: News | None
    number: int
    cause: int | None
    event: Event
    cards: tuple[Followed, ...]
    touched: tuple[int, ...]
    zones: Mapping[int, tuple[str, int]]


@attrs.define
class Watching:
    """What somebody has seen up to a point of the log.

    cause: the choice, phase or ability from which the next thing comes. abilities: those under way, each with what it
    came from itself.
    """

    eyes: Eyes
    log: Any = None
    last: News | None = None
    cause: int | None = None
    abilities: tuple[tuple[int, int | None], ...] = ()

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
        named = event.cards if event.kind in (moves.CHOSEN, moves.USED) else ()
        touched = tuple([lying[card].id for card in named if card in lying])
        before, followed = self.eyes.named, self.eyes.follow(event.happened)
        zones = {**before, **self.eyes.named}
        self.last = News(self.last, number, cause, event, followed, touched, zones)
        if event.kind == moves.USED:
            self.abilities = (*self.abilities, (number, self.cause))
        if starts or event.kind == moves.USED:
            self.cause = number


def watched(s: State, seat: int | None) -> Watching:
    """What somebody has seen of a game up to now; without a seat, what everybody has."""
    who = PUBLIC if seat is None else seat
    known = s.watched.get(who)
    if known is None or not _leads_to(known.log, s.log):
        known = Watching(Eyes(s.game, sight(s.game, who)))
    if known.log is not s.log:
        known = attrs.evolve(known, eyes=known.eyes.copy())
        for event in seen(s, who, known.log):
            known.hear(event)
        known.log = s.log
        s.watched = {**s.watched, who: known}
    return known


def _leads_to(earlier: Any, log: Any) -> bool:
    while log is not None and log is not earlier:
        log = log[0]
    return log is earlier
