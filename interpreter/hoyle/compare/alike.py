"""Games in which two definitions do not part, found in C.

What is asked and what lies on the table becomes one number for each game. Equal numbers mean that the two are alike
wherever Python would look; whatever C cannot be sure of counts as not alike, and Python looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import attrs

from hoyle import types as t
from hoyle.compare.engines import Both, Native
from hoyle.core import nodes as core
from hoyle.native.lists import depth_of
from hoyle.native.metering import traced
from hoyle.plan.nodes import Site
from hoyle.run.game import Game

PLAIN = (t.Numbers, t.YesNo, t.Kind, t.Seat, t.CardOf, t.ZoneOf)  # as numbers the same in both, if their types are


@attrs.frozen
class Alike:
    """Which of the games 1 up to `games` are known to be alike. The first one C leaves to Python: most definitions that
    part do so in it, and nobody has to wait for the compiler."""

    both: Both
    text: str
    games: int
    bots: Sequence[str]
    cap: int

    def __call__(self, number: int) -> bool:
        return number > 1 and number in self._known

    @cached_property
    def _known(self) -> frozenset[int]:
        sides = self.both.sides
        looks = None if sides is None else _looks(*sides)
        if sides is None or looks is None:
            return frozenset()
        found = []
        for side, forms in zip(sides, looks[:2], strict=True):
            series = side.series(self.text, 1, self.games, list(self.bots), self.cap)
            found.append(traced(side.library, series, forms, _values(side.game, looks[2])))
        pairs = enumerate(zip(*found, strict=True), 1)
        return frozenset(number for number, (one, other) in pairs if one is not None and one == other)


def _looks(one: Native, other: Native) -> tuple[list[int], list[int], list[str]] | None:
    """What the decisions of both look like, by number, and the variables that both have; None if tables of the two
    cannot be compared number by number."""
    mine, theirs = one.game, other.game
    names = [name for name in mine.program.var_families if name in theirs.program.var_families]
    kinds = [name for name in mine.model.kinds if name in theirs.model.kinds]
    if (
        _table(mine) != _table(theirs)
        or any(_kind(mine, name) != _kind(theirs, name) for name in kinds)
        or any(_variable(mine, name) != _variable(theirs, name) or not _kept(mine, name) for name in names)
    ):
        return None
    numbers: dict[object, int] = {}
    forms = [[_number(numbers, _form(site)) for site in side.plan.sites] for side in (one, other)]
    return forms[0], forms[1], names


def _kind(game: Game, name: str) -> tuple[int, tuple[str, ...]]:
    """The number of the first member of a kind, and its words."""
    return game.model.kinds[name].low, game.model.kinds[name].members


def _number(numbers: dict[object, int], form: object | None) -> int:
    return 0 if form is None else numbers.setdefault(form, len(numbers) + 1)


def _table(game: Game) -> tuple[object, ...]:
    """The seats, the cards with what is kept for them, by which copies are told apart, and the zones."""
    cards = [(card.cards, card.text, card.same) for card in game.program.all_cards]
    kept = [name for name, var in game.model.vars.items() if any(isinstance(type_, t.CardOf) for type_ in var.index)]
    return game.players, game.sides, cards, kept, game.zones


def _variable(game: Game, name: str) -> tuple[object, ...]:
    declared = game.model.vars.get(name)
    return game.program.var_families[name].dims, None if declared is None else declared.type


def _kept(game: Game, name: str) -> bool:
    """Whether what a variable is means the same in both; what is not declared is an option that chance draws."""
    declared = game.model.vars.get(name)
    return declared is None or _plain(declared.type)


def _plain(type_: t.Type) -> bool:
    inner = t.settled(type_)
    return _plain(inner.of) if isinstance(inner, t.ListOf) else isinstance(inner, PLAIN)


def _values(game: Game, names: Sequence[str]) -> list[tuple[int, int]]:
    """The numbers of variables, and how deep their lists are."""
    found = []
    for name in names:
        family, declared = game.program.var_families[name], game.model.vars.get(name)
        depth = 0 if declared is None else depth_of(declared.type)
        found += [(number, depth) for number in range(family.base, family.base + family.size)]
    return found


def _form(site: Site) -> object | None:
    """All that the texts of choices depend on besides the table and what is chosen; None if they tell of the table
    themselves, or of lists."""
    choose = site.choose
    said = [_said(offer) for offer in (*choose.offers, choose.refusal)]
    types = [tuple(param.type for param in offer.params) for offer in choose.offers]
    if None in said or any(not isinstance(t.settled(type_), PLAIN) for some in types for type_ in some):
        return None
    names = [offer.name for offer in choose.offers]
    shown = [(one.seen, one.copies, one.by_face, one.twins) for one in site.shown]
    return tuple(zip(names, said, types, shown, strict=False)), said[-1], choose.up_to, choose.amount is None


def _said(offer: core.Offer) -> tuple[str | int, ...] | None:
    """The text of an offer with its parameters by number; None if it tells more than those."""
    numbers = {param.name: number for number, param in enumerate(offer.params)}
    found: list[str | int] = []
    for part in offer.template:
        if not isinstance(part, str) and not (isinstance(part, core.Local) and part.name in numbers):
            return None
        found.append(part if isinstance(part, str) else numbers[part.name])
    return tuple(found)
