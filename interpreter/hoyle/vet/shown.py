"""The first play in which two definitions part, recorded, so that somebody can sit down at that table."""

from __future__ import annotations

import random
from collections.abc import Callable

import attrs

from hoyle.compare.alongside import Parting, Table, other_cards, play_alongside
from hoyle.diagnostics import HoyleError
from hoyle.model import Model
from hoyle.mutation.plays import chance
from hoyle.read import Reading
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.table.script import Drawn, Script
from hoyle.trials.record import Play, write
from hoyle.trials.settings import Setting, possible, settings
from hoyle.vet.sight import play_in_sight, seen_apart

LONGEST = 1_000
STEPS = 60_000
SHORTER = 12  # so many more games are looked at for a shorter play
TOLD = 3
NAMED = 6
APART = 3


@attrs.frozen
class Shown:
    """A play that two games do not have in common: in words, and as a file (see trials/record.py), of the second."""

    lines: tuple[str, ...]
    play: str


@attrs.frozen
class Search:
    """What came of looking for one. same: at every setting the rules come to the very same."""

    shown: Shown | None
    games: int
    same: bool


class Games:
    """The games of one definition, each made ready when it is first needed."""

    def __init__(self, reading: Reading) -> None:
        assert reading.world is not None
        self.reading, self.model = reading, reading.world.model
        self.made: dict[str, Game | None] = {}

    def __getitem__(self, setting: Setting) -> Game | None:
        """None if it cannot be played like that."""
        fitting = fit(self.model, setting)
        if fitting is None:
            return None
        name = str(fitting)
        if name not in self.made:
            try:
                self.made[name] = prepare(self.reading, players=fitting.players, options=fitting.options)
            except HoyleError:
                self.made[name] = None
        return self.made[name]


def fit(model: Model, setting: Setting) -> Setting | None:
    """A setting as far as a game knows its options; None if it is not for so many players."""
    low, high = model.seats
    if not low <= setting.players <= high:
        return None
    found = Setting(setting.players, {})
    for name, value in setting.options.items():
        more = Setting(setting.players, {**found.options, name: value})
        if possible(model, more):
            found = more
    return found


def tried(one: Model, other: Model, games: int, seed: int) -> list[Setting]:
    """Settings of the second game, then those that only the first one has."""
    every = [*settings(other, games, seed), *settings(one, games, seed)]
    return list({str(setting): setting for setting in every}.values())


def first_play(one: Games, other: Games, games: int, seed: int, shows: str) -> Search:
    """Where two definitions first part; of the first such plays the shortest. shows: what the play is recorded for."""
    every = tried(one.model, other.model, games, seed)
    pairs = [(setting, setting) for setting in every]
    return first_play_at(one, other, pairs, games, seed, shows)


def first_play_at(
    one: Games, other: Games, pairs: list[tuple[Setting, Setting]], games: int, seed: int, shows: str
) -> Search:
    """The same, at these settings of the two."""
    looking = _Looking(one, other, pairs, seed)
    for number in range(games):
        if looking.game(number):
            break
    if looking.odd is not None:
        return Search(_odd(*looking.odd, shows), looking.played, False)
    if looking.found is None:
        looking.in_sight(games)
    if looking.found is None:
        return Search(None, looking.played, looking.played == 0)
    return Search(_told(looking.found, looking.lines, looking.at, shows), looking.played, False)


class _Looking:
    """A search under way: setting by setting, until a play is found, then for a shorter one where it was found.

    found: the shortest play so far, and at: its setting; odd: what makes them different before any play.
    """

    def __init__(self, one: Games, other: Games, pairs: list[tuple[Setting, Setting]], seed: int) -> None:
        self.one, self.other, self.pairs, self.seed = one, other, pairs, seed
        self.found: Parting | None = None
        self.place = 0
        self.lines: list[str] = []
        self.at = pairs[0][1]
        self.odd: tuple[Game | None, Setting, tuple[list[str], list[str]]] | None = None
        self.played, self.since, self.steps = 0, 0, STEPS

    def game(self, number: int) -> bool:
        """Play game number n of both; whether that was enough."""
        if self.found is None:
            self.place = number % len(self.pairs)
        here, there = self.pairs[self.place]
        mine, theirs = self.one[here], self.other[there]
        if mine is None or theirs is None:
            self.odd = (theirs, there, ([], [])) if mine is not theirs else None
            return self.odd is not None
        if mine.fingerprint == theirs.fingerprint:
            return False
        cards = other_cards(mine, theirs)
        if any(cards):
            self.odd = (theirs, there, cards)
            return True
        longest = LONGEST if self.found is None else len(self.found.made) - 1
        if self.steps <= 0 or longest < 0 or self.since > SHORTER:
            return True
        chances = chance(self.seed, number), chance(self.seed, number)
        parting = play_alongside(mine, theirs, chances, self._pick(number), longest)
        self.played += 1
        self.since += self.found is not None
        self.steps -= len(parting.made) if parting is not None else longest // 4
        if parting is not None:
            lines = parting.apart()
            if not any(line.startswith(("-", "+")) for line in lines):
                lines = seen_apart(parting.one, parting.other) or lines
            self.found, self.lines, self.at = parting, lines, there
        return False

    def in_sight(self, games: int) -> None:
        """If all go the same way: whether players see the same, in a game at each setting."""
        for number, (here, there) in enumerate(self.pairs[:games]):
            mine, theirs = self.one[here], self.other[there]
            if mine is not None and theirs is not None:
                chances = chance(self.seed, number), chance(self.seed, number)
                seen = play_in_sight(mine, theirs, chances, self._pick(number))
                if seen is not None:
                    (self.found, self.lines), self.at = seen, there
                    return

    def _pick(self, number: int) -> Callable[[State], int]:
        draw = random.Random(f"{self.seed}:{number}").random
        return lambda state: int(draw() * len(state.choices))


def after(choices: int) -> str:
    """How far a game has come."""
    if not choices:
        return "before the first choice"
    return "after 1 choice" if choices == 1 else f"after {choices} choices"


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
