"""The games that random play tries: every number of players, and a sample of the options."""

from __future__ import annotations

import random
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.diagnostics import HoyleError
from hoyle.english import given
from hoyle.program.options import option_values, option_word
from hoyle.run.game import Game

MOST = 16


@attrs.frozen
class Setting:
    """options: only those that are not left alone."""

    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        said = ", ".join(f"{name} = {given(value)}" for name, value in self.options.items())
        return model.table_of(self.players) + (f", {said}" if said else "")


def settings(game: model.Model, games: int, seed: int) -> list[Setting]:
    """Every number of players as it comes; then, as far as the games go, values of options one by one and mixed."""
    low, high = game.seats
    rng = random.Random(seed)
    plain = [Setting(players, {}) for players in range(low, high + 1)]
    most = max(len(plain), min(games, MOST))
    varied = [mixed(game, rng) for _ in range(most)]
    for players in range(low, high + 1):
        varied += alone(game, players)
    rng.shuffle(varied)
    different: dict[str, Setting] = {}
    for setting in [*plain, *varied]:
        different.setdefault(str(setting), setting)
    return list(different.values())[:most]


def setting_of(game: Game) -> Setting:
    """The players of a game, and its options as far as they are not left alone."""
    return unusual(game.model, Setting(game.players, game.options))


def unusual(game: model.Model, setting: Setting) -> Setting:
    """A setting without the options that are what they usually are."""
    usual = option_values(game, {}, setting.players)
    options = {name: word for name, word in setting.options.items() if word != option_word(game, name, usual[name])}
    return attrs.evolve(setting, options=options)


def alone(game: model.Model, players: int) -> list[Setting]:
    """Each option alone, away from what it usually is, as far as it can be set with so many players."""
    tried = [
        Setting(players, {name: value})
        for name, option in game.options.items()
        for value in _values(option, game, players)
    ]
    return [setting for setting in tried if possible(game, setting)]


def mixed(game: model.Model, rng: random.Random) -> Setting:
    """Some options away from what they usually are, as far as they can be set together."""
    low, high = game.seats
    made = Setting(rng.randint(low, high), {})
    # twice, because an option may be possible only once another is set
    for name, option in [*game.options.items()] * 2:
        if name not in made.options and rng.random() < 0.5:
            values = _values(option, game, made.players)
            if values:
                tried = attrs.evolve(made, options={**made.options, name: rng.choice(values)})
                made = tried if possible(game, tried) else made
    return made


def possible(game: model.Model, setting: Setting) -> bool:
    """Whether a game can be set up like that."""
    try:
        option_values(game, setting.options, setting.players)
    except HoyleError:
        return False
    return True


def fit(game: model.Model, setting: Setting) -> Setting | None:
    """A setting as far as a game knows its options; None if it is not for so many players."""
    low, high = game.seats
    if not low <= setting.players <= high:
        return None
    found = Setting(setting.players, {})
    for name, value in setting.options.items():
        more = Setting(setting.players, {**found.options, name: value})
        found = more if possible(game, more) else found
    return found


def _values(option: model.Option, game: model.Model, players: int) -> list[Any]:
    """What an option may be set to, its default aside."""
    default = None if option.random else option.default
    match option.type:
        case t.Kind(name):
            kind = game.kinds[name]
            return [word for number, word in zip(kind.numbers, kind.members, strict=True) if number != default]
        case t.YesNo():
            return [value for value in (False, True) if value != default]
        case t.Numbers(int() as low, int() as high):
            return sorted({low, (low + high) // 2, high} - {default})
    return [seat for seat in range(1, players + 1) if seat - 1 != default]
