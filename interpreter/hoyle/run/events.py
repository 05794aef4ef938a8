"""The log: what happened, told to each seat as far as it could see it.

An event is data; what it says is made of parts, so that one source serves sentences, tables and programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.diagnostics import HoyleError, quote_value
from hoyle.english import is_plural
from hoyle.run import parts
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.moment import tell_all
from hoyle.run.parts import Said, Seat, in_words, listed, zone
from hoyle.table import moves
from hoyle.table.seen import hidden

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

MANY = 12
PUBLIC = -1  # for a seat: somebody who sees what everybody sees, and no more
TOP_OF_IT = ("top",)


def raw(s: State, since: Any = None) -> list[tuple[Any, ...]]:
    """All events, oldest first, with moves as rows of cards, sources and sides, and the order in which cards lie after
    they were gathered; since: after that earlier log."""
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
    """Of a move: cards, sources, to, sides before, sides after, and where (with the order, if nobody can tell)."""
    if event[0] == moves.SWEPT:
        _, zones, lists, to = event
        cards = tuple(c for cards in lists for c in cards)
        sources = tuple(z for z, cards in zip(zones, lists, strict=True) for _ in cards)
        before = tuple(s.game.zones[z].facing == "up" for z in sources)
        after = (s.game.zones[to].facing == "up",) * len(cards)
        return (moves.MOVED, cards, sources, to, before, after, TOP_OF_IT)
    if event[0] == moves.GATHERED and len(event) == 2:
        return (*event, tuple(range(len(s.game.cards))))
    if event[0] == moves.SHIFTED:
        _, card, source, to = event
        zones = s.game.zones
        event = (moves.MOVED, card, source, to, zones[source].facing == "up", zones[to].facing == "up")
    if event[0] != moves.MOVED:
        return event
    _, cards, sources, to, before, after, *lies = event
    cards = cards if isinstance(cards, tuple) else (cards,)
    rows = [x if isinstance(x, tuple) else (x,) * len(cards) for x in (sources, before, after)]
    return (moves.MOVED, cards, rows[0], to, rows[1], rows[2], tuple(lies) or TOP_OF_IT)


@attrs.frozen
class Event:
    """What happened, as somebody was told of it.

    kind: as `moves.py` numbers it, and happened: all that the log has of it. say: in parts. player: who chose, or whose
    the zone is that all cards of a move come from. cards: those that it is about, as far as they are known. unseen:
    whether it is about others too. what: of a move, how its cards are called. action: of a choice, what was done;
    choice: the choice, if it is told in full.
    """

    kind: int
    happened: tuple[Any, ...]
    say: Said
    player: int | None = None
    cards: tuple[int, ...] = ()
    unseen: bool = False
    what: Said = ()
    action: str | None = None
    choice: Choice | None = None

    @property
    def text(self) -> str:
        return in_words(self.say)


def check_seat(game: Game, seat: Any, nobody: bool = True) -> None:
    """Refuse what somebody takes for a seat and is none. nobody: None stands for nobody in particular."""
    if seat is None and nobody:
        return
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        help = f"seats are numbered 0 to {game.players - 1}"
        raise HoyleError.plain("HYL904", f"{quote_value(seat)} is not a seat", help)


def events(s: State, seat: int | None = None, since: Any = None) -> list[str]:
    """What has happened, in words: as that seat was told, or (None) all of it; since: after that earlier `log`."""
    check_seat(s.game, seat)
    return [event.text for event in told(s, seat, since)]


def told(s: State, seat: int | None = None, since: Any = None) -> list[Event]:
    """The same as data. seat PUBLIC: as told to everybody."""
    return [event for event in seen(s, seat, since) if event.say]


def seen(s: State, seat: int | None, since: Any = None) -> list[Event]:
    """All that happened, also what nothing is said of."""
    tell_all(s, since)
    happened, down = raw(s, since), sight(s.game, seat)
    found: list[Event] = []
    for event, after, known in zip(happened, [*happened[1:], ()], _in_sight(s, happened, down), strict=False):
        if event[0] == moves.CHOSEN:
            found.append(_chosen(s, event, known | _shown(after, down), seat))
        elif event[0] == moves.MOVED:
            found.append(_moved(s, event, down))
        else:
            found.append(_other(s, event, seat, down))
    return found


def sight(game: Game, seat: int | None) -> Sequence[bool]:
    """For each zone, whether somebody sees the face-down cards there; without a seat everything is seen."""
    if seat is None:
        return (True,) * len(game.zones)
    return [all(column) for column in zip(*game.sight.down, strict=True)] if seat == PUBLIC else game.sight.down[seat]


def _in_sight(s: State, happened: list[tuple[Any, ...]], down: Sequence[bool]) -> list[set[int]]:
    """For each event the cards its choice names that were seen lying there; found by going back from the table."""
    found: list[set[int]] = []
    lay: dict[int, tuple[int, bool] | None] = {}
    for event in reversed(happened):
        open_cards = set()
        match event:
            case (moves.CHOSEN, _, choice):
                for card in choice.seen_cards:
                    where = lay[card] if card in lay else (s.loc[card], moves.side_in(s, card, s.loc[card]))
                    if where is not None and (where[1] or down[where[0]]):
                        open_cards.add(card)
            case (moves.MOVED, cards, sources, _, before, *_):
                lay |= dict(zip(cards, zip(sources, before, strict=True), strict=True))
            case (moves.TURNED, cards, _, up):
                for card in cards:
                    then = lay.get(card, (s.loc[card], up))
                    lay[card] = then and (then[0], not up)
            case (moves.GATHERED, *_):
                lay = dict.fromkeys(range(len(s.game.cards)))
        found.append(open_cards)
    return found[::-1]


def _other(s: State, event: tuple[Any, ...], seat: int | None, down: Sequence[bool]) -> Event:
    """What is neither a choice nor a move."""
    game = s.game

    def told(*say: parts.Part, cards: tuple[int, ...] = ()) -> Event:
        return Event(event[0], event, say, cards=cards)

    match event:
        case (moves.GATHERED, to, _):
            return told("all cards to ", zone(game, to))
        case (moves.TURNED, cards, zones, up):  # turned up, everybody sees it; turned down, everybody has just seen it
            where: Said = (" in ", zone(game, zones[0])) if len(set(zones)) == 1 else ()
            names = listed([(parts.card(game, card),) for card in cards])
            return told(*names, *where, f" turned face {'up' if up else 'down'}", cards=tuple(cards))
        case (moves.USED, card, where, up, timing):
            says = f" takes effect ({timing.replace('_', ' ')})"
            return told(parts.card(game, card), says, cards=(card,)) if up or down[where] else told("a card", says)
        case (moves.STARTED, phase):
            return told(f"— {game.model.procedures[phase].title}")
        case (moves.SHUFFLED, where, *_):
            return told(zone(game, where), " is shuffled")
        case (moves.DREW, name, (value,)) if game.program.options.get(name, value) is None:
            # an option that chance decides when the game starts; nothing else is called like it
            return told(f"{name.replace('_', ' ')} is ", *parts.value(game, game.model.options[name].type, value))
        case (moves.COUNTED, number, value):
            return told(*_counted(game, number, value, seat))
        case (moves.ENDED, ending, won):
            name = f" ({ending.replace('_', ' ')})" if ending else ""
            winners: Said = ("won by ", *listed([(Seat(w),) for w in won])) if won else ("nobody wins",)
            return told(f"the game ends{name}: ", *winners)
    return told()


def _chosen(s: State, event: tuple[Any, ...], known: set[int], seat: int | None) -> Event:
    """Others hear of a choice what the table shows them, before it or then; a secret one not at all."""
    _, player, choice = event
    cards, unseen = choice.seen_cards, any(map(hidden, choice.values))
    if seat is not None and seat != player:
        if s.game.asked(choice.site).secret:
            return Event(moves.CHOSEN, event, (Seat(player), " has chosen"), player)
        lists = any(isinstance(v, tuple) for v in choice.values)
        if choice.offer != DECLINE and (lists or not known.issuperset(cards)):
            said = (Seat(player), f": {choice.action.replace('_', ' ')}")
            return Event(moves.CHOSEN, event, said, player, action=choice.action)
        if not known.issuperset(cards):
            words = [
                "a card" if isinstance(part, parts.Card) and part.number not in known else part for part in choice.say
            ]
            return Event(moves.CHOSEN, event, (Seat(player), ": ", *words), player, action=choice.action, choice=choice)
    said = (Seat(player), ": ", *choice.say)
    return Event(moves.CHOSEN, event, said, player, cards, unseen, action=choice.action, choice=choice)


def _shown(event: tuple[Any, ...], down: Sequence[bool]) -> set[int]:
    """The cards that are seen to move."""
    if not event or event[0] != moves.MOVED:
        return set()
    _, cards, sources, to, before, after, _ = event
    rows = zip(cards, sources, before, after, strict=True)
    return {card for card, source, was_up, is_up in rows if was_up or is_up or down[source] or down[to]}


def _moved(s: State, event: tuple[Any, ...], down: Sequence[bool]) -> Event:
    _, cards, sources, to, *_ = event
    game, seen = s.game, _shown(event, down)
    known = tuple(c for c in cards if c in seen)
    names: list[Said] = [(parts.card(game, card),) for card in known]
    unseen = len(cards) - len(known)
    if unseen:
        names.append(("a card" if unseen == 1 else f"{unseen} cards",))
    what = listed(names if len(names) <= MANY else [(f"{len(cards)} cards",)])
    one = len(set(sources)) == 1
    origin: Said = (" from ", zone(game, sources[0])) if one else ()
    owner = game.zones[sources[0]].owner if one else None
    return Event(moves.MOVED, event, (*what, *origin, " to ", zone(game, to)), owner, known, unseen > 0, what)


def _counted(game: Game, number: int, value: int | None, seat: int | None) -> Said:
    name, index = variable(game, number)
    declared = game.model.vars.get(name)
    if declared is None or declared.untold or (seat is not None and declared.seen_by is not None):
        return ()
    of = [parts.value(game, type_, i) for type_, i in zip(declared.index, index, strict=True)]
    place: Said = (" of ", *parts.joined(of, ", ")) if of else ()
    words = name.replace("_", " ")
    verb = "are" if is_plural(words) else "is"
    return (words, *place, f" {verb} now ", *parts.value(game, declared.type, value))


def variable(game: Game, number: int) -> tuple[str, tuple[int, ...]]:
    """The variable whose value has that number, and its index."""
    families = game.program.var_families.values()
    family = next(family for family in families if family.base <= number < family.base + family.size)
    return family.name, family.index(number)
