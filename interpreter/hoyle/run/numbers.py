"""The numbers of all that can be chosen (see `numbering.py`), as rows from which C tells the number of a choice."""

from __future__ import annotations

from array import array
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.native.library import NONE, Library
from hoyle.native.places import Numbers
from hoyle.run.numbering import Numbering, meanings
from hoyle.table.seen import PLACE, SOMEWHERE


def in_rows(numbering: Numbering, library: Library) -> Numbers:
    """The numbers of a game, for the decisions of its library."""
    sites, offers, params, values, spots = (array("q") for _ in range(5))
    for site in library.plan.sites:
        sites.append(len(offers) // 3)
        for meaning, offer in zip(meanings(site), site.choose.offers, strict=True):
            block = numbering.blocks[meaning]
            offers.extend((block.first, len(params) // 4, len(offer.params)))
            for param, numbered in zip(offer.params, block.places, strict=True):
                places = numbered.each
                seen = isinstance(param.type, t.CardOf)
                rows = _cards(numbering, places) if seen else _values(numbering, library, param, places)
                params.extend((seen, len(places), len(spots), len(rows)))
                values.extend(value for value, _ in rows)
                spots.extend(spot for _, spot in rows)
    return Numbers(numbering.count, sites, offers, params, values, spots)


def _cards(numbering: Numbering, places: dict[Any, int]) -> list[tuple[int, int]]:
    """For every card, those that take no part first, and for every zone the place of its first unseen card; else -1.

    The unseen cards of a zone have their places one behind the other.
    """
    game = numbering.game
    order = [*range(-len(game.program.absent), 0), *range(len(game.cards))]
    unseen = [(SOMEWHERE, zone.number) if zone.loose else (PLACE, zone.number, 0) for zone in game.zones]
    return [(0, places.get(key, -1)) for key in [*(game.faces.looks[card] for card in order), *unseen]]


def _values(numbering: Numbering, library: Library, param: core.Param, places: dict[Any, int]) -> list[tuple[int, int]]:
    """The values that something may have, as C has them, each with its place; sorted."""
    looks = numbering.game.faces.looks
    if isinstance(t.settled(param.type), t.CardOf):
        count, absent = len(numbering.game.cards), len(numbering.game.program.absent)
        places = {card: places[looks[card]] for card in range(-absent, count) if looks[card] in places} | (
            {None: places[None]} if None in places else {}
        )
    numbers = library.texts
    coded = {numbers.get(v) if isinstance(v, str) else NONE if v is None else int(v): at for v, at in places.items()}
    return sorted((value, at) for value, at in coded.items() if value is not None)
