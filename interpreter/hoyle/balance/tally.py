"""What is counted in games: how much of something, of how many, each under a key. All that is said is made of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Sums = list[tuple[float, float]]


class Key(NamedTuple):
    """about: what is asked (`SEAT`, `TAKEN`, ...); name, more: of what."""

    about: str
    name: str = ""
    more: str = ""


# each with what is counted, and of how many
SEAT = "seat"  # what a side won; games
COURSE = "course"  # a measure; games
RUNAWAY = "runaway"  # what who led halfway won; games in which somebody did
WORTH = "worth"  # by how much the best choice is better than the mean one; decisions
TAKEN = "taken"  # what was chosen; how often it could be
CHANCE = "chance"  # how often it would have been by chance; the same
BETTER = "better"  # by how much choices with something in them are better than those without it; decisions
HELD = "held"  # what those won who had a card in hand; those who had
USED = "used"  # what those won who chose a card; those who did
STRONGER = "stronger"  # what one side won that is stronger than the others; games
DUEL = "duel"  # what a side won that was made to choose something; games

Tally = dict[Key, tuple[float, float]]


def add(tally: Tally, key: Key, much: float, of: float = 1) -> None:
    old = tally.get(key, (0.0, 0.0))
    tally[key] = (old[0] + much, old[1] + of)


def gathered(tallies: Iterable[Mapping[Key, tuple[float, float]]]) -> dict[Key, Sums]:
    """By key what each game has of it."""
    found: dict[Key, Sums] = {}
    for tally in tallies:
        for key, sums in tally.items():
            found.setdefault(key, []).append(sums)
    return found
