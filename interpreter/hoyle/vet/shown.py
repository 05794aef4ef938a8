"""The first play in which two definitions part, recorded, so that somebody can sit down at that table.

What players see and are told is compared too: a change may leave every choice as it was and still be no small matter.
"""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.compare.alongside import Apart, Pair, Parting, Table, at_random, first_apart, play_alongside
from hoyle.english import counted, given
from hoyle.run.game import Game
from hoyle.table.script import Drawn, Script
from hoyle.trials.hunt import chance, player
from hoyle.trials.pool import Pool
from hoyle.trials.record import Play, write
from hoyle.trials.settings import Setting, fit, settings

LONGEST = 1_000
STEPS = 60_000
SHORTER = 13  # so many more games are looked at for a shorter play
TOLD = 3
NAMED = 6
APART = 3
IN_SIGHT = 60  # choices of a game of which it is compared what players see
NESTED = ("zones", "sides", "values")
LEFT_OUT = ("choices", "options", "untold")


@attrs.frozen
class Shown:
    """A play that two games do not have in common: in words, and as a file (see trials/record.py), of the second."""

    lines: tuple[str, ...]
    play: str


@attrs.frozen
class Sought:
    """What came of looking for one. same: at every setting the rules come to the very same."""

    shown: Shown | None
    games: int
    same: bool


def first_play(one: Pool, other: Pool, games: int, seed: int, shows: str) -> Sought:
    """Where two definitions first part; of the first such plays the shortest. shows: what the play is recorded for.

    Tried are settings of the second game, then those that only the first one has.
    """
    every = [*settings(other.model, games, seed), *settings(one.model, games, seed)]
    different = {str(setting): (setting, setting) for setting in every}
    return first_play_at(one, other, list(different.values()), games, seed, shows)


def first_play_at(
    one: Pool, other: Pool, pairs: list[tuple[Setting, Setting]], games: int, seed: int, shows: str
) -> Sought:
    """The same, at these settings of the two."""

    def both(number: int) -> Pair:
        here, there = pairs[number % len(pairs)]
        return one.fitting(here), other.fitting(there)

    def unlike(number: int) -> Pair | None:
        """The two, if they are not the very same."""
        mine, theirs = both(number)
        same = mine is not None and theirs is not None and mine.fingerprint == theirs.fingerprint
        return None if same else (mine, theirs)

    apart, played = first_apart(at_random(unlike, seed), range(games), LONGEST, SHORTER, STEPS)
    if apart is not None:
        return Sought(_shown(apart, pairs[apart.number % len(pairs)][1], shows), played, False)
    for number, (_, setting) in enumerate(pairs[:games]):
        mine, theirs = both(number)
        if mine is None or theirs is None:
            continue
        chances = chance(seed, number), chance(seed, number)
        parting = play_alongside(mine, theirs, chances, player(seed, number), IN_SIGHT, _seen_apart)
        if parting is not None:  # all go the same way, but players do not see the same
            lines = seen_apart(parting.one, parting.other)
            return Sought(_told(parting, lines, setting, shows), played, False)
    return Sought(None, played, played == 0)


def _shown(apart: Apart, setting: Setting, shows: str) -> Shown:
    if apart.parting is None:
        return _odd(apart.games[1], setting, apart.cards, shows)
    lines = apart.parting.apart()
    if not any(line.startswith(("-", "+")) for line in lines):
        lines = seen_apart(apart.parting.one, apart.parting.other) or lines
    return _told(apart.parting, lines, setting, shows)


def after(choices: int) -> str:
    """How far a game has come."""
    return f"after {counted(choices, 'choice')}" if choices else "before the first choice"


def _told(parting: Parting, apart: list[str], setting: Setting, shows: str) -> Shown:
    lines = [f"{setting}, {after(len(parting.made))}", *parting.told[-TOLD:], *_first(apart)]
    # a game that is over is no table to sit down at: there the last choice is left to be made
    made = parting.made[:-1] if parting.other.state.over else parting.made
    return Shown(tuple(lines), _recorded(parting.other, setting, made, shows))


def _first(apart: list[str]) -> list[str]:
    """Some of what is not the same; who chooses between what only if there is nothing else."""
    plain = [line for line in apart if " chooses between: " not in line] or apart
    plain.sort(key=lambda line: " the game is over" not in line)
    signs = [[line for line in plain if line.startswith(sign)][:APART] for sign in "-+"]
    return [line for some in signs for line in some] or plain[:APART]


def _recorded(table: Table, setting: Setting, made: tuple[int, ...], shows: str) -> str:
    game, seed = table.game, table.state.seed
    fitting = fit(game.model, setting)
    assert isinstance(seed, Drawn) and fitting is not None
    play = Play(fitting.players, fitting.options, tuple(seed.numbers), made)
    state, _ = play.again(game)
    return write(attrs.evolve(play, chance=Script(play.chance[: state.draws]).told()), game, shows)


def _odd(game: Game | None, setting: Setting, cards: tuple[list[str], list[str]], shows: str) -> Shown:
    """What can be played on one side only, or with other cards."""
    if game is None:
        return Shown((f"{setting}: it cannot be played like that any more",), "")
    lines = [f"{setting}: it could not be played like that before"]
    if any(cards):
        lines = [f"{setting}, {after(0)}"]
    for sign, names in zip("-+", cards, strict=True):
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        lines += [f"{sign} {len(names)} of the cards: {', '.join(names[:NAMED])}{more}"] if names else []
    return Shown(tuple(lines), _recorded(Table(game, chance(0, 0)), setting, (), shows))


def _seen_apart(mine: Table, theirs: Table) -> bool:
    return not (mine.error or theirs.error) and bool(seen_apart(mine, theirs))


def seen_apart(mine: Table, theirs: Table) -> list[str]:
    """What seats see differently, with - and + before it."""
    for seat in range(mine.game.players):
        one, other = (_flat(table.state.view(seat)) for table in (mine, theirs))
        lines = []
        for name in (name for name in one if name in other):
            if one[name] != other[name]:
                lines += [f"- player_{seat + 1} sees {name}: {_said(one[name])}"]
                lines += [f"+ player_{seat + 1} sees {name}: {_said(other[name])}"]
        happened = [table.state.events(seat, since=table.before) for table in (mine, theirs)]
        if happened[0] != happened[1]:
            lines += [f"- player_{seat + 1} is told: {text}" for text in happened[0] if text not in happened[1]]
            lines += [f"+ player_{seat + 1} is told: {text}" for text in happened[1] if text not in happened[0]]
        if lines:
            return lines
    return []


def _flat(view: dict[str, Any]) -> dict[str, Any]:
    """What a view has of each zone and variable, beside everything else. Choices have been compared; how a game is set
    is no part of what is seen in it."""
    found = {name: value for name, value in view.items() if name not in (*NESTED, *LEFT_OUT)}
    for part in NESTED:
        found |= {f"the sides of {name}" if part == "sides" else name: value for name, value in view[part].items()}
    return found


def _said(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_said(item) for item in value)}]"
    return given(value)
