"""What a seat cannot see changes nothing it sees, is told or may choose.

Cards that a seat does not see are given one another's places, and values it may not know are replaced. It could not
tell the difference, so its view, its log and its choices, in their order, must be what they were. Left alone is what it
may know in another way: cards that a variable it sees names, and cards it has seen and that a rule under way remembers.
What was looked at earlier and is kept in a local does not change with the table. So the game is also played again from
its start with another deal (see `redealt.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from hoyle import types as t
from hoyle.diagnostics import HoyleError
from hoyle.english import listed
from hoyle.model import Var
from hoyle.run import parts
from hoyle.run.acting import eyes
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.events import filled_in, raw, told
from hoyle.run.game import Game
from hoyle.run.moment import tell_all
from hoyle.run.parts import Said, Seat
from hoyle.run.state import State
from hoyle.run.views import UNSEEN
from hoyle.table import moves
from hoyle.table.seen import hidden, sees
from hoyle.trials.checks.check import Check, aside, rarely
from hoyle.trials.checks.redealt import SEEN, Swap, other_offers, told_by_choices
from hoyle.trials.course import UNKNOWN, Course
from hoyle.trials.exchange import Exchange, asked_of, offered, renamed
from hoyle.trials.words import Variable, Words, unnamed, variables

PAIRS, FEWER = 100, 20  # two cards that may suffice to show it: of a table, and of a deal
RARELY = 5
THOROUGHLY = 3
FEW = 6
SHORT, OFTEN, SELDOM = 12, 2, 10  # choices; one of how many decisions; of longer games


class Secrets(Check):
    name = "secrets"
    ends = False
    cost = 50

    def decision(self, course: Course) -> str:
        made, s = len(course.made), course.state
        if not s.choices:
            return ""
        if not rarely(course, RARELY):
            return self._dealt_otherwise(course) if made <= SHORT and (made + course.number) % OFTEN == 0 else ""
        quickly = bool(course.closely and made % THOROUGHLY)  # a play is made smaller by looking again and again
        # the one who chooses, and the others in turn
        for seat in (s.player,) if quickly else dict.fromkeys((s.player, made % self.game.players)):
            wrong = gives_away(s, seat, quickly, self.words)
            if wrong:
                return wrong
        return self._said_aloud(s) or self._dealt_otherwise(course)

    def _dealt_otherwise(self, course: Course) -> str:
        """The one who is asked would be asked the same if cards that it has never seen had been dealt otherwise."""
        made, s = len(course.made), course.state
        if made > SHORT and (made if course.closely else course.number) % SELDOM:
            return ""  # all of the game is played again for it
        if UNKNOWN in course.made:
            return ""  # others have chosen too, so it cannot be
        return gives_away_before(s, course.chance.numbers[: s.draws], course.made, course.number, self.words)

    def _said_aloud(self, s: State) -> str:
        """Two choices that lead to the same but for values a seat may not know must not be told to it by name."""
        some = [choice for choice in s.choices if choice.offer != DECLINE]
        one, other = aside(s), aside(s)
        if len(some) < 2 or not _secret_values(self.game):
            return ""
        try:
            one.choose(some[0])
            other.choose(some[-1])
        except HoyleError:
            return ""  # it will be found where it is chosen
        if one.v == other.v or not _same_table(one, other):
            return ""
        for seat in set(range(self.game.players)) - {s.player}:
            unseen = one.view(seat)["values"] == other.view(seat)["values"]
            heard, instead = (_heard(state, seat, s.log) for state in (one, other))
            if unseen and heard != instead:
                a, b = next((a, b) for a, b in zip(heard, instead, strict=False) if a != b)
                told = f"{self.words.seat(seat)} is told `{self.words.said(a)}` rather than `{self.words.said(b)}`"
                return f"{told}, which differ only in values that it may not see"
        return ""


def _heard(s: State, seat: int, since: Any) -> list[Said]:
    """What a seat is told, but for what is put into variables that all see: it stays there, or is told on purpose."""
    told_to_all = {number for var, _, number in variables(s.game) if var.seen_by is None}
    events = [e for e in told(s, seat, since) if e.kind != moves.COUNTED or e.happened[1] not in told_to_all]
    return [event.say for event in events]


def _noticed(s: State, seat: int, swap: Swap) -> Said:
    """What a seat would notice of cards that changed places."""
    exchange = Exchange(s.game, swap.cards)
    other = renamed(s, exchange)
    return _differs(s, other, seat) or (_told_apart(s, other, seat, exchange) if swap.told else ())


def gives_away(s: State, seat: int, quickly: bool = False, words: Words | None = None) -> str:
    """What a seat would notice of things it cannot see. quickly: only one exchange of cards is tried."""
    words = words or unnamed(s.game.players)
    for swap in islice(_swaps(s, seat, _ever_seen(s, seat)), 1 if quickly else None):
        if _noticed(s, seat, swap):
            smaller, found = swap.smallest(PAIRS, partial(_noticed, s, seat))
            some = _some([f"{s.game.cards[card].text} (in {words.zone(s, s.loc[card])})" for card in smaller.cards])
            return f"{words.seat(seat)} does not see {some}; if they changed places, {words.said(found)}"
    other = _other_values(s, seat)
    wrong = _differs(s, other, seat) if other is not None else ()
    told = f"if others had other values that {words.seat(seat)} may not see, {words.said(wrong)}"
    return told if wrong else ""


def gives_away_before(
    s: State, chance: Sequence[int], made: Sequence[int], number: int = 0, words: Words | None = None
) -> str:
    """What whoever is asked would notice of another deal. chance, made: what led to the moment, as numbers.

    number: which of many deals are tried.
    """
    words = words or unnamed(s.game.players)
    noticed = partial(told_by_choices, s.game, chance, made, s.player)
    for deal in _deals(s, made, number):
        if not noticed(deal):
            continue
        smaller, wrong = deal.smallest(FEWER, noticed)
        if smaller.instead is not None:
            return f"if somebody else had made another choice, unseen, {words.said(wrong)}"
        some = _some([s.game.cards[card].text for card in smaller.cards])
        otherwise = f"if they had been dealt the other way round, {words.said(wrong)}"
        return f"{words.seat(s.player)} has not seen {some} yet; {otherwise}"
    return ""


def _some(cards: list[str]) -> str:
    """Cards by what they are called, if they are few."""
    return listed(cards) if len(cards) <= FEW else f"{len(cards)} cards"


def _deals(s: State, made: Sequence[int], number: int) -> Iterator[Swap]:
    """Other deals: of cards that nobody has seen, of cards that whoever is asked has not, and another choice."""
    known = [_ever_seen(s, seat) for seat in range(s.game.players)]
    for seen in (set().union(*known), known[s.player]):
        names: dict[int, int] = {}
        for cards in _sorts(s, s.player, known[s.player]):
            left = [card for card in cards if card not in seen]
            by = 1 + number % (len(left) - 1) if len(left) > 1 else 0
            names |= zip(left, left[by:] + left[:by], strict=True) if by else ()
        if names:
            yield Swap(names)
    if _secret_values(s.game) or any(site.choose.secret for site in s.game.plan.sites):
        by_whom = [event[1] for event in raw(s) if event[0] == moves.CHOSEN]
        others = [turn for turn, who in enumerate(by_whom[: len(made)]) if who != s.player]
        if others:
            turn = others[-1 - number % min(len(others), s.game.players)]
            yield Swap(instead=(turn, made[turn] - 1 if made[turn] else 1))


# ---------------------------------------------------------------------------------------------- what may be exchanged


def _swaps(s: State, seat: int, known: set[int]) -> Iterator[Swap]:
    """Exchanges that a seat could not notice: far ones and near ones, and one of cards it has never seen at all.

    Only of that one its log can be asked.
    """
    sorts = list(_sorts(s, seat, known))
    unknown = [[card for card in cards if card not in known] for cards in sorts]
    for rows, near in ((sorts, False), (sorts, True), (unknown, False)):
        names: dict[int, int] = {}
        for cards in rows:
            turn = 1 if near else len(cards) // 2
            names |= zip(cards, cards[turn:] + cards[:turn], strict=True)
        if names:
            yield Swap(names, rows is unknown)


def _sorts(s: State, seat: int, known: set[int]) -> Iterator[list[int]]:
    """Cards that could lie in each other's places for all a seat knows, those of one sort together."""
    game = s.game
    left_alone = _visible_values(s, seat) | (known & _remembered(s))
    indexed = {type_.name for zone in game.model.zones.values() for type_ in zone.index if isinstance(type_, t.CardOf)}
    by_card = [one for one in variables(game) if any(isinstance(type_, t.CardOf) for type_ in one[0].index)]
    found: dict[Any, list[int]] = {}
    for card in game.cards:
        if None in indexed or card.cards in indexed or card.number in left_alone or sees(s, eyes(s, seat), card.number):
            continue
        found.setdefault((card.cards, _kept_for(s, seat, card.number, by_card)), []).append(card.number)
    return (cards for cards in found.values() if len({game.cards[c].text for c in cards}) > 1)


def _visible_values(s: State, seat: int) -> set[int]:
    """The cards that variables name which the seat sees."""
    found: set[int] = set()
    for var, index, number in variables(s.game):
        if s.v[number] is not None and t.of_cards(var.type) and _may_know(s, var, index, seat):
            found |= _each(s.v[number])
    return found


def _remembered(s: State) -> set[int]:
    """The cards that the body which asks has in hand."""
    kept = [s.frames[-1][slot] for slot, type_ in asked_of(s.game, s.site).items() if t.of_cards(type_)]
    return {card for value in kept for card in _each(value)}


def _each(value: Any) -> set[int]:
    """The card, or the cards, of a value; none if it is the place of one that is not seen."""
    if value is None or hidden(value):
        return set()
    return {value} if isinstance(value, int) else set(value)


def _kept_for(s: State, seat: int, card: int, by_card: Sequence[Variable]) -> tuple[Any, ...]:
    """What variables that the seat sees keep for a card."""
    kept = []
    for var, index, number in by_card:
        cards = [n for n, type_ in enumerate(var.index) if isinstance(type_, t.CardOf)]
        if any(index[place] == card for place in cards) and _may_know(s, var, index, seat):
            others = tuple(i for n, i in enumerate(index) if n not in cards)
            kept.append((var.name, others, s.v[number]))
    return tuple(kept)


def _may_know(s: State, var: Var, index: tuple[int, ...], seat: int) -> bool:
    """Whether a seat sees a value, as its view has it."""
    if var.seen_by is None:
        return True
    found: Any = s.view(seat)["values"][var.name]
    for place, (low, _) in zip(index, s.game.program.var_families[var.name].dims, strict=True):
        found = found[place - low]
    return bool(found != UNSEEN)


def _ever_seen(s: State, seat: int) -> set[int]:
    """The cards a seat has seen at some time, wherever they are now; or may have, if it has acted for another."""
    zones, happened = s.game.zones, raw(s)
    found = {card.number for card in s.game.cards if sees(s, eyes(s, seat), card.number)}
    seats = {seat, *(event[3] for event in happened if event[0] == moves.CHOSEN and event[1] == seat and event[3:])}
    for event in happened:
        match event:
            case (moves.MOVED, cards, sources, to, before, after, _):
                for card, source, was_up, is_up in zip(cards, sources, before, after, strict=True):
                    if was_up or is_up or seats & zones[source].seen or seats & zones[to].seen:
                        found.add(card)
            case (moves.TURNED, cards, _, _):
                found |= set(cards)
            case (moves.GATHERED, to, _) if zones[to].facing == "up" or seats & zones[to].seen:
                return set(range(len(s.game.cards)))
    return found


def _secret_values(game: Game) -> bool:
    return any(declared.seen_by is not None for declared in game.model.vars.values())


def _other_values(s: State, seat: int) -> State | None:
    """The same to that seat, with other values for what it may not know; None if there is nothing of the kind."""
    made = s.copy()
    for var, index, number in variables(s.game):
        if not _may_know(s, var, index, seat):
            made.v[number] = _another(s.game, var.type, s.v[number])
    return made if made.v != s.v else None


def _another(game: Game, type_: t.Type, value: Any) -> Any:
    """Some other value of a type, if it is easy to name one."""
    if value is None:
        return None
    match t.settled(type_):
        case t.YesNo():
            return not value
        case t.Seat():
            return (value + 1) % game.players
        case t.Kind(name):
            numbers = game.model.kinds[name].numbers
            return numbers[(value + 1 - numbers.start) % len(numbers)]
        case t.Numbers(low, high):
            return low if high is not None and value >= high and low is not None else value + (high != value)
    return value


# ---------------------------------------------------------------------------------------------- what must not change


def _differs(s: State, other: State, seat: int) -> Said:
    """What a seat would see or could choose."""
    if s.player == seat:
        wrong = _choices(s, other, seat)
        if wrong:
            return wrong
    mine, theirs = s.view(seat), other.view(seat)
    for part in SEEN:
        if mine[part] != theirs[part]:
            return (f"its view would have other {part}: {_apart(mine[part], theirs[part])}",)
    return ()


def _told_apart(s: State, other: State, seat: int, exchange: Exchange) -> Said:
    """What a seat would have been told, and what it could follow since."""
    other.log = _renamed_log(s, exchange)
    mine, theirs = s.news(seat), other.news(seat)
    if mine != theirs:
        number = next(n for n, (one, two) in enumerate(zip(mine, theirs, strict=False)) if one != two)
        one, two = told(s, seat)[number], told(other, seat)[number]
        if one.say != two.say:
            return (Seat(seat), " would have been told `", *two.say, "`, not `", *one.say, "`")
        return (Seat(seat), " would have been told otherwise of what happened when `", *one.say, "`")
    if s.view(seat, data=True) != other.view(seat, data=True) or s.ask(seat) != _asked_anew(other, seat):
        return ("it could tell cards apart by what it has followed",)
    return ()


def _asked_anew(s: State, seat: int) -> Any:
    """What a seat is asked as data, once the choices of the same question were worked out anew."""
    if s.player == seat and s.game.asked(s.site).amount is not None:
        s.game.code.site(s.site)(s, s.frames[-1])
    return s.ask(seat)


def _same_table(one: State, other: State) -> bool:
    """Whether two moments differ in nothing but values."""
    return all(getattr(one, part) == getattr(other, part) for part in ("z", "up", "player", "over", "site"))


def _choices(s: State, other: State, seat: int) -> Said:
    choose = s.game.asked(s.site)
    if choose.amount is None:
        asked = s.game.code.site(s.site)(other, other.frames[-1])
        return other_offers(seat, s.choices, other.choices if asked else ())
    if offered(s) != offered(other):
        return (Seat(seat), " would have other cards to choose from")
    return ()


def _apart(one: Any, other: Any) -> str:
    """Where two pieces of plain data differ first."""
    if isinstance(one, dict) and isinstance(other, dict):
        name = next(name for name in one if one[name] != other.get(name))
        return f"{name} {_apart(one[name], other.get(name))}"
    return f"{other}, not {one}"


def _renamed_log(s: State, exchange: Exchange) -> Any:
    """What happened, with other cards."""
    tell_all(s)
    log: Any = None
    for kind, *rest in raw(s):
        match kind:
            case moves.MOVED | moves.TURNED:
                rest[0] = tuple(map(exchange.card, rest[0]))
                if kind == moves.MOVED:
                    spot, *order = rest.pop()
                    rest += [spot, *(tuple(map(exchange.card, cards)) for cards in order)]
            case moves.SHUFFLED | moves.GATHERED:
                rest[1:] = [tuple(map(exchange.card, cards)) for cards in rest[1:]]
            case moves.USED:
                rest[0] = exchange.card(rest[0])
            case moves.TOLD:
                rest[1] = tuple(_renamed_value(exchange, *row) for row in filled_in((kind, *rest)))
            case moves.CHOSEN:
                rest[1] = _renamed_choice(rest[1], exchange)
        log = (log, kind, *rest)
    return log


def _renamed_value(exchange: Exchange, type_: t.Type, value: Any) -> Any:
    if value is None or not t.of_cards(type_):
        return value
    return tuple(map(exchange.card, value)) if isinstance(value, tuple) else exchange.card(value)


def _renamed_choice(choice: Choice, exchange: Exchange) -> Choice:
    """A choice of other cards. Its text names them as well."""
    if not any(card in exchange.cards for card in choice.seen_cards):
        return choice
    game, values = exchange.game, exchange.chosen(choice)
    say = tuple(
        parts.card(game, exchange.card(part.number)) if isinstance(part, parts.Card) else part for part in choice.say
    )
    return game.choice(choice.site, choice.offer, values[0] if len(values) == 1 else values, say)
