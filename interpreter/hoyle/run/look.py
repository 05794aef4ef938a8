"""Candidates as their player sees them, quickly: what `seen.grouped` says, from tables that are made once for a game.

A decision hands over its pools: for each offer the legal values of its parameter, or rows of values if it has several.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.plan.shown import names_all
from hoyle.run.acting import eyes
from hoyle.run.choices import DECLINE, Choice, Lies, Made, lies
from hoyle.run.moment import Moment
from hoyle.table.chance import below
from hoyle.table.seen import PLACE, SOMEWHERE, eyes_of, hidden, place, row_as_seen, value_as_seen

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

_text = attrgetter("_text")


class Sight:
    """What a game's zones and cards have to do with seeing, by number.

    open: whether cards lie face up there; loose: whether they lie in no order; down: for each seat, whether it sees
    face-down cards there; named: for each card a number that all cards of its name have; same: for each card that has
    copies a number that they share, else -1; copies: for each card those with a lower number; kept: for each card where
    the values of variables are that are kept for it; lies: what is said of a place in a zone.
    """

    def __init__(self, game: Game) -> None:
        self.open = tuple(zone.facing == "up" for zone in game.zones)
        self.loose = tuple(zone.loose for zone in game.zones)
        self.down: Made[int, tuple[bool, ...]] = Made(lambda seat: seen_down(game, seat))
        texts = [card.text for card in game.cards]
        self.named = tuple(texts.index(text) for text in texts)
        alike: dict[int, list[int]] = {}
        copies = []
        for card in game.cards:
            others = alike.setdefault(card.same, [])
            copies.append(tuple(others))
            others.append(card.number)
        self.copies = tuple(copies)
        self.same = tuple(card.same if len(alike[card.same]) > 1 else -1 for card in game.cards)
        self.kept = [game.program.values_of(card.number) for card in game.cards]
        self.lies: Made[tuple[int, int], Lies] = Made(lambda where: lies(game, where))


def seen_down(game: Game, seat: int) -> tuple[bool, ...]:
    """For each zone whether a seat, or one that acts for another, sees face-down cards there."""
    return tuple(not zone.seen.isdisjoint(eyes_of(game.players, seat)) for zone in game.zones)


class Look:
    """One offer of a decision. cards: which of its parameters are cards; groups: which are several cards, where
    some are alike; parts: what its text tells (see `Shown`)."""

    __slots__ = (
        "cards",
        "game",
        "groups",
        "lone",
        "named",
        "offer",
        "params",
        "parts",
        "placed",
        "single",
        "site",
        "table",
    )

    def __init__(self, game: Game, site: int, number: int, offer: core.Offer) -> None:
        self.game, self.site, self.offer = game, site, number
        self.params = offer.params
        self.cards = tuple(n for n, param in enumerate(offer.params) if isinstance(param.type, t.CardOf))
        copies = any(number >= 0 for number in game.sight.same)
        self.groups = tuple(n for n, param in enumerate(offer.params) if copies and param.groups and param.cards)
        self.single = len(offer.params) == 1
        self.parts = game.plan.sites[site].shown[number].parts
        self.table = game.tables[site, number]
        self.placed = Made(self._placed)
        self.named = names_all(offer)
        self.lone = self.single and bool(self.cards) and len(game.asked(site).offers) == 1

    def keys(self, s: State, seat: int, pool: Sequence[Any]) -> tuple[Sequence[Any], bool]:
        """How the seat sees each candidate, and whether it does not see some card."""
        if not self.cards and not self.groups:
            return pool, False
        if self.single:
            return ([value_as_seen(s, seat, group) for group in pool], False) if self.groups else seen(s, seat, pool)
        columns: list[Sequence[Any]] = list(zip(*pool, strict=True))
        unseen = changed = False
        for number in self.cards:
            column, some = seen(s, seat, columns[number])
            unseen = unseen or some
            changed = changed or column != list(columns[number])
            columns[number] = column
        for number in self.groups:
            changed, columns[number] = True, [value_as_seen(s, seat, group) for group in columns[number]]
        return list(zip(*columns, strict=True)) if changed else pool, unseen

    def choices(self, s: State, seat: int, pool: Sequence[Any], told: Sequence[Any] | None) -> list[Choice]:
        """The candidates as choices; of those that look the same the first stands for all.

        told: the values of the parts of each text; without them texts belong to this moment.
        """
        if self.lone and (told is not None or not self.parts):
            made = self._in_rows(s, seat, pool, told)
            if made is not None:
                return made if self.named else self._distinct(s, made)
        looks, unseen = self.keys(s, seat, pool)
        if not unseen and told is not None and looks.count(looks[0]) == len(looks):
            return [self.table[(pool[0], *told[0])]]
        stands: dict[Any, int] = {}
        for number in self._as_they_lie(s, seat, pool) if unseen else range(len(pool)):
            stands.setdefault(looks[number], number)
        numbers = stands.values()
        keys = [self._key(looks[n], pool[n]) for n in numbers] if unseen else [pool[n] for n in numbers]
        if self.parts == ():
            made = [self.table[key] for key in keys]
        elif told is not None:
            made = [self.table[(key, *told[n])] for key, n in zip(keys, numbers, strict=True)]
        else:
            return self._of_now(s, keys)
        return self._distinct(s, made)

    def _distinct(self, s: State, made: list[Choice]) -> list[Choice]:
        """Choices whose texts are the same are told apart when they are asked for."""
        return self._of_now(s, [choice.key for choice in made]) if len(set(map(_text, made))) < len(made) else made

    def _in_rows(self, s: State, seat: int, pool: Sequence[int], told: Sequence[Any] | None) -> list[Choice] | None:
        """Choices of single cards that all lie in order; those with the same name are told apart by their places."""
        z, loc, up = s.z, s.loc, s.up
        sight, sides = self.game.sight, self.game.sides
        opened, loose, down, named = sight.open, sight.loose, sight.down[seat], sight.named
        rows: list[tuple[int, int, Any, Any]] = []  # zone, place, what it is called, what others may be called too
        unseen = False
        for card in pool:
            zone = loc[card]
            if card < 0 or loose[zone]:
                return None
            place = z[zone].index(card)
            if (up[card] if sides else opened[zone]) or down[zone]:
                rows.append((zone, place, card, named[card]))
            else:
                unseen = True
                key = (PLACE, zone, place)
                rows.append((zone, place, key, key))
        if self.parts and told is not None:
            rows = [
                (zone, place, (key, *words), (name, words))
                for (zone, place, key, name), words in zip(rows, told, strict=True)
            ]
        if unseen:
            rows.sort()  # as the cards lie, which tells the seat nothing
        table, placed = self.table, self.placed
        once: set[Any] = set()
        again: set[Any] = set()
        for row in rows:
            (again if row[3] in once else once).add(row[3])
        if not again:
            return [table[row[2]] for row in rows]
        return [placed[zone, place, key] if name in again else table[key] for zone, place, key, name in rows]

    def _placed(self, where: tuple[int, int, Any]) -> Choice:
        """The choice of a single card with the place that its text tells of: zone, place, and what it is without it."""
        zone, place, key = where
        return self.table[key].lying(self.game.sight.lies[zone, place])

    def _as_they_lie(self, s: State, seat: int, pool: Sequence[Any]) -> list[int]:
        """The candidates in an order that tells the seat nothing."""
        rows = [(row,) for row in pool] if self.single else pool
        lies = [[place(s, seat, row[n]) for n in self.cards] for row in rows]
        return sorted(range(len(lies)), key=lies.__getitem__)

    def _of_now(self, s: State, keys: list[Any]) -> list[Choice]:
        """Choices whose texts are told when they are asked for."""
        moment = Moment(s)
        return [Choice(self.game, self.site, self.offer, key, None, moment) for key in keys]

    def _key(self, look: Any, row: Any) -> Any:
        """What is chosen, as far as the seat sees it."""
        if self.single:
            return look if hidden(look) else row
        return tuple([part if hidden(part) else value for part, value in zip(look, row, strict=True)])

    def behind(self, s: State, seat: int, pool: Sequence[Any], key: Any) -> list[tuple[Any, ...]]:
        """All candidates that look to the seat like the one a key names."""
        if self.single and hidden(key) and key[0] == PLACE:  # in a place there is one card
            return [(card,) for card in s.z[key[1]][key[2] : key[2] + 1] if card in pool]
        rows = [(row,) for row in pool] if self.single else list(pool)
        wanted = row_as_seen(s, seat, self.params, (key,) if self.single else key)
        return [row for row in rows if row_as_seen(s, seat, self.params, row) == wanted]


def seen(s: State, seat: int, cards: Sequence[int]) -> tuple[list[Any], bool]:
    """Each card as a seat can call it, and whether the seat does not see one of them."""
    sight = s.game.sight
    up, loc, v, opened = s.up, s.loc, s.v, sight.open
    loose, copies, kept, same, down = sight.loose, sight.copies, sight.kept, sight.same, sight.down[seat]
    sides = s.game.sides
    unseen = False
    found: list[Any] = []
    for card in cards:
        if card < 0:
            found.append(card)
            continue
        zone = loc[card]
        if (up[card] if sides else opened[zone]) or down[zone]:
            if loose[zone] and same[card] >= 0:
                if not kept[card]:
                    found.append((zone, same[card]))
                    continue
                for copy in copies[card]:
                    if loc[copy] == zone and [v[n] for n in kept[copy]] == [v[n] for n in kept[card]]:
                        card = copy
                        break
            found.append(card)
        else:
            unseen = True
            found.append((SOMEWHERE, zone) if loose[zone] else (PLACE, zone, s.z[zone].index(card)))
    return found, unseen


def offered(
    s: State, seat: int, site: int, offer: int, pool: Sequence[Any], told: Sequence[Any] | None = None
) -> list[Choice]:
    """What is legal of one offer, as the seat sees it."""
    return s.game.looks[site][offer].choices(s, seat, pool, told) if pool else []


def apart(s: State, site: int, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """All choices of a decision; if texts of different offers are the same, told apart when they are asked for."""
    if not all(choice.known for choice in choices) or len(set(map(_text, choices))) == len(choices):
        return choices
    moment = Moment(s)
    return tuple([Choice(s.game, site, choice.offer, choice.key, None, moment) for choice in choices])


def unsaid(s: State, site: int) -> Choice:
    """The choice to decline whose text is told when it is asked for."""
    return Choice(s.game, site, DECLINE, (), None, Moment(s))


def picked(s: State, choice: Choice) -> tuple[Any, ...]:
    """The real values behind a choice; where the player could not tell, chance decides."""
    look, pool = s.game.looks[s.site][choice.offer], legal(s)[choice.offer]
    if choice.key in pool:
        s.legal = s.meant = None
        return choice.values
    group = s.meant or look.behind(s, eyes(s), pool, choice.key)
    s.legal = s.meant = None
    unseen = any(hidden(k) and k[0] == SOMEWHERE for k in choice.values)
    return group[below(s, len(group))] if unseen and len(group) > 1 else group[0]


def candidates(s: State, choice: Choice) -> list[tuple[Any, ...]]:
    """All candidates that a choice may stand for."""
    return s.game.looks[s.site][choice.offer].behind(s, eyes(s), legal(s)[choice.offer], choice.key)


def legal(s: State) -> tuple[Any, ...]:
    """The pools of the pending decision."""
    if s.legal is None:
        # a copied or restored state: look again at what was offered
        s.game.code.site(s.site)(s, s.frames[-1])
    assert s.legal is not None
    return s.legal
