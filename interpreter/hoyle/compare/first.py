"""The first game in which two definitions are not alike, among many with the same chance and the same choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from hoyle.compare.alongside import Chance, Parting, Pick, other_cards, play_alongside
from hoyle.run.game import Game
from hoyle.trials.hunt import chance, player

Pair = tuple[Game | None, Game | None]


@attrs.frozen
class Pairing:
    """Two definitions, game by game. games: number n of both, None for one that cannot be played; None if there is
    nothing to look at. chance: what it brings to either; pick: who chooses in both."""

    games: Callable[[int], Pair | None]
    chance: Callable[[int], Chance]
    pick: Callable[[int], Pick]


def at_random(games: Callable[[int], Pair | None], seed: int) -> Pairing:
    """Games that are the same for any two definitions."""
    return Pairing(games, lambda number: chance(seed, number), lambda number: player(seed, number))


@attrs.frozen
class Apart:
    """Where two definitions are not alike. number: of the first game that shows it. cards: those that take part on one
    side only. parting: the place in play; None if they differ before any, in their cards or because one has no game."""

    number: int
    games: Pair
    cards: tuple[list[str], list[str]]
    parting: Parting | None


def first_apart(
    pairing: Pairing, numbers: Iterable[int], longest: int, more: int = 0, steps: float = float("inf")
) -> tuple[Apart | None, int]:
    """Where two definitions are first not alike, and in how many games that was looked for.

    longest: after so many choices a game is given up. more: so many more games are played with the settings that showed
    it, for a shorter play. steps: how many choices may be made, about, in all of them.
    """
    best: Apart | None = None
    played = since = 0
    for number in numbers:
        found = _from_the_start(pairing, number if best is None else best.number)
        if found is None:
            continue
        one, other = found.games
        if one is None or other is None or any(found.cards):
            return found, played
        if steps <= 0 or longest < 0 or (best is not None and since >= more):
            break
        chances = pairing.chance(number), pairing.chance(number)
        parting = play_alongside(one, other, chances, pairing.pick(number), longest)
        played, since = played + 1, since + (best is not None)
        steps -= len(parting.made) if parting is not None else longest // 4
        if parting is not None:
            best, longest = attrs.evolve(found, parting=parting), len(parting.made) - 1
    return best, played


def _from_the_start(pairing: Pairing, number: int) -> Apart | None:
    """How a game is different before anything is played; None if there is nothing to look at."""
    games = pairing.games(number)
    if games is None or games == (None, None):
        return None
    one, other = games
    cards = other_cards(one, other) if one is not None and other is not None else ([], [])
    return Apart(number, games, cards, None)
