"""The log: what happened, told to each seat as far as it could see it.

An event is data; what it says is made of parts, so that one source serves sentences, tables and programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import english
from hoyle import types as t
from hoyle.diagnostics import HoyleError, quote_value
from hoyle.english import is_plural
from hoyle.run import parts
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.moment import tell_all
from hoyle.run.parts import Said, Seat, in_words, listed, zone
from hoyle.run.teams import sides_won
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
    they were gathered, and choices with whom they were made for; since: after that earlier log."""
    found = []
    entry = s.log
    while entry is not since and entry is not None:
        event = entry[1:]
        if event[0] == moves.PLAYED:
            _, player, choice, *shift = event
            found.append(_rows(s, (moves.SHIFTED, *shift)))
            event = (moves.CHOSEN, player, choice)
        if event[0] == moves.CHOSEN and event[1] >= s.game.players:
            event = (moves.CHOSEN, event[1] % s.game.players, event[2], event[1] // s.game.players - 1)
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
    choice: the choice, if it is told in full. depth: in the small print of how many sentences it is.
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
    depth: int = 0

    @property
    def text(self) -> str:
        return in_words(self.say)

    def within(self, depth: int) -> bool:
        """Whether it is told where the small print of more sentences than so many is left out."""
        return self.depth <= depth or self.kind == moves.TOLD


def check_seat(game: Game, seat: Any, nobody: bool = True) -> None:
    """Refuse what somebody takes for a seat and is none. nobody: None stands for nobody in particular."""
    if seat is None and nobody:
        return
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        help = f"seats are numbered 0 to {game.players - 1}"
        raise HoyleError.plain("HYL904", f"{quote_value(seat)} is not a seat", help)


def events(s: State, seat: int | None = None, since: Any = None, depth: int | None = None) -> list[str]:
    """What has happened, in words: as that seat was told, or (None) all of it; since: after that earlier `log`.

    depth: without what is in the small print of more sentences than so many, but for sentences.
    """
    check_seat(s.game, seat)
    return [event.text for event in told(s, seat, since) if depth is None or event.within(depth)]


def told(s: State, seat: int | None = None, since: Any = None) -> list[Event]:
    """The same as data. seat PUBLIC: as told to everybody."""
    return [event for event in seen(s, seat, since) if event.say]


def seen(s: State, seat: int | None, since: Any = None) -> list[Event]:
    """All that happened, also what nothing is said of."""
    tell_all(s, since)
    happened, down = raw(s, since), sight(s.game, seat)
    found: list[Event] = []
    depths = _depths(happened, seat)
    rows = zip(happened, _next(happened), _in_sight(s, happened, down), depths, strict=True)
    for event, after, known, depth in rows:
        if event[0] == moves.CHOSEN:
            found.append(_chosen(s, event, known | _shown(after, down), seat))
        elif event[0] == moves.MOVED:
            found.append(_moved(s, event, down))
        elif event[0] == moves.TOLD:
            found.append(_sentence(s, event, known | _shown(after, down), seat))
        else:
            found.append(_other(s, event, seat, down))
        if depth:
            found[-1] = attrs.evolve(found[-1], depth=depth)
    return found


def sentences(s: State, seat: int, since: Any = None) -> list[Said]:
    """The sentences of the rules that a seat was told, without what players chose, which takes longer to say."""
    happened, down = raw(s, since), sight(s.game, seat)
    rows = zip(happened, _next(happened), _in_sight(s, happened, down), strict=True)
    said = [
        _sentence(s, event, known | _shown(after, down), seat).say
        for event, after, known in rows
        if event[0] == moves.TOLD
    ]
    return [say for say in said if say]


def _next(happened: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """For each event, what happens next that is more than a sentence."""
    found: list[tuple[Any, ...]] = []
    after: tuple[Any, ...] = ()
    for event in reversed(happened):
        found.append(after)
        after = after if event[0] in (moves.TOLD, moves.FOLDED) else event
    return found[::-1]


def _depths(happened: list[tuple[Any, ...]], seat: int | None) -> list[int]:
    """For each event, of how many sentences that somebody was told it is in the small print.

    That of a sentence ends where its steps do; and what players choose, the next part of the game and its end are never
    in it, nor is what follows from them.
    """
    found: list[int] = []
    open_: list[bool] = []  # the sentences whose steps are under way, and whether there is still small print of each
    for event in happened:
        if event[0] in (moves.CHOSEN, moves.STARTED, moves.ENDED):
            open_ = [False] * len(open_)
        elif event[0] == moves.FOLDED and open_:
            open_.pop()
        found.append(sum(open_))
        if event[0] == moves.TOLD:
            open_.append(_hears(seat, event[3]))
    return found


def _hears(seat: int | None, to: int | None) -> bool:
    """Whether somebody is told a sentence. to: who alone is."""
    return seat is None or to is None or seat == to


def sight(game: Game, seat: int | None) -> Sequence[bool]:
    """For each zone, whether somebody sees the face-down cards there; without a seat everything is seen."""
    if seat is None:
        return (True,) * len(game.zones)
    if seat != PUBLIC:
        return game.sight.down[seat]
    return [all(column) for column in zip(*map(game.sight.down.__getitem__, range(game.players)), strict=True)]


def _in_sight(s: State, happened: list[tuple[Any, ...]], down: Sequence[bool]) -> list[set[int]]:
    """For each event the cards that its choice or sentence names and that were seen lying there; found by going back
    from the table."""
    found: list[set[int]] = []
    lay: dict[int, tuple[int, bool] | None] = {}
    for event in reversed(happened):
        open_cards = set()
        match event:
            case (moves.CHOSEN | moves.TOLD, *_):
                for card in _names(event):
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


def _names(event: tuple[Any, ...]) -> tuple[int, ...]:
    """The cards that a choice or a sentence names, and that take part."""
    if event[0] == moves.CHOSEN:
        return tuple(event[2].seen_cards)
    rows = ((t.settled(type_), value) for type_, value in filled_in(event) if value is not None)
    cards = [value if isinstance(type_, t.ListOf) else (value,) for type_, value in rows if t.of_cards(type_)]
    return tuple(card for row in cards for card in row if card >= 0)


def filled_in(event: tuple[Any, ...]) -> list[tuple[t.Type, Any]]:
    """What is filled in a sentence, each with its type."""
    _, form, values, _ = event
    return list(zip((part for part in form if not isinstance(part, str)), values, strict=True))


def _sentence(s: State, event: tuple[Any, ...], known: set[int], seat: int | None) -> Event:
    """A sentence as somebody is told it: cards that are not seen, then or in what follows at once, have no name."""
    _, form, _, to = event
    if not _hears(seat, to):
        return Event(moves.TOLD, event, ())
    say: list[parts.Part] = ["to ", Seat(to), ": "] if seat is None and to is not None else []
    rows = iter(filled_in(event))
    for part in form:
        say += (part,) if isinstance(part, str) else _told_of(s.game, *next(rows), known)
    cards = tuple(dict.fromkeys(card for card in _names(event) if card in known))
    return Event(moves.TOLD, event, tuple(say), cards=cards, unseen=len(cards) < len({*_names(event)}))


def _told_of(game: Game, type_: t.Type, value: Any, known: set[int]) -> Said:
    """What is filled in, with cards as far as they are known; printed are those that take no part."""
    if value is None or not t.of_cards(type_):
        return parts.value(game, type_, value)
    return _cards(game, value if isinstance(value, tuple) else (value,), known) or ("nothing",)


def _cards(game: Game, cards: Sequence[int], known: set[int]) -> Said:
    """Cards as people list them, first those that are known; very many are counted."""
    names: list[Said] = [(parts.card(game, card),) for card in cards if card in known or card < 0]
    unseen = len(cards) - len(names)
    if unseen:
        names.append(("a card" if unseen == 1 else f"{unseen} cards",))
    return listed(names if len(names) <= MANY else [(f"{len(cards)} cards",)])


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
            sides = sides_won(s) if s.over else ()
            as_sides = f"{english.listed(list(sides))}: " if 0 < len(sides) < len(won) else ""
            winners: Said = (f"won by {as_sides}", *listed([(Seat(w),) for w in won])) if won else ("nobody wins",)
            return told(f"the game ends{name}: ", *winners)
    return told()


def _chosen(s: State, event: tuple[Any, ...], known: set[int], seat: int | None) -> Event:
    """Others hear of a choice what the table shows them, before it or then; a secret one not at all."""
    _, player, choice, *acting = event
    who: Said = (Seat(player), *(part for seat in acting for part in (" for ", Seat(seat))))
    cards, unseen = choice.seen_cards, any(map(hidden, choice.values))
    if seat is not None and seat != player:
        if s.game.asked(choice.site).secret:
            return Event(moves.CHOSEN, event, (*who, " has chosen"), player)
        if choice.offer != DECLINE and (unseen or not known.issuperset(cards)):
            said = (*who, f": {s.game.model.called(choice.action)}")
            return Event(moves.CHOSEN, event, said, player, action=choice.action)
        if not known.issuperset(cards):
            words = [
                "a card" if isinstance(part, parts.Card) and part.number not in known else part for part in choice.say
            ]
            return Event(moves.CHOSEN, event, (*who, ": ", *words), player, action=choice.action, choice=choice)
    said = (*who, ": ", *choice.say)
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
    what = _cards(game, cards, seen)
    one = len(set(sources)) == 1
    origin: Said = (" from ", zone(game, sources[0])) if one else ()
    owner = game.zones[sources[0]].owner if one else None
    return Event(
        moves.MOVED, event, (*what, *origin, " to ", zone(game, to)), owner, known, len(known) < len(cards), what
    )


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
