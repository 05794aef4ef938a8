"""Dead options: those that never change a play, whatever their value."""

from __future__ import annotations

import random
from typing import Any

from hoyle.model import Model
from hoyle.trials.pool import Pool
from hoyle.trials.settings import Setting, alone, mixed, possible
from hoyle.vet.finding import DEAD, Finding, Part, place
from hoyle.vet.shown import Sought, first_play_at
from hoyle.vet.subject import Subject

DRAWN = 200
TABLES = 12


def option(subject: Subject, name: str, games: int, seed: int) -> Part:
    """Whether an option of the game with its variants changes a play; if not, whether it did without them."""
    search = _search(subject.games(), name, games, seed)
    if search is None or search.shown is not None:
        return Part(held={"options": 1})
    if name in subject.read_base().model.options:
        before = _search(subject.base_games(), name, games, seed)
        if before is None or before.shown is None:
            return Part(notes=(f"the option `{name}` changes no play of the game without the variant either",))
    tried = "the rules come to the same" if search.same else f"in {search.games} games nothing was different"
    words = f"the option `{name}` never changes a play: {tried}, whatever its value"
    where, declared = _places(subject, subject.read().model, name)
    return Part((Finding(DEAD, name, words, where, declared, certain=search.same),))


def _places(subject: Subject, model: Model, name: str) -> tuple[str | None, str | None]:
    """Where the option is declared: in a variant or in the game."""
    span = model.options[name].span
    ours = any(span.source.path == path for path in subject.variants)
    return (place(span), None) if ours else (subject.names[-1], place(span))


def _search(games: Pool, name: str, most: int, seed: int) -> Sought | None:
    """A play that goes another way because of an option; None if it can only be left as it is."""
    pairs = _pairs(games.model, name, seed)
    if not pairs:
        return None
    return first_play_at(games, games, pairs, most, seed, f"what the option {name} changes")


def _pairs(model: Model, name: str, seed: int) -> list[tuple[Setting, Setting]]:
    """Settings that differ in nothing but this option: by itself, and beside others, that it may need."""
    low, high = model.seats
    every = [setting for players in range(low, high + 1) for setting in alone(model, players)]
    rng = random.Random(f"{seed} {name}")
    every += [mixed(model, rng) for _ in range(DRAWN)]
    found: dict[str, tuple[Setting, Setting]] = {}
    for setting in every:
        if name in setting.options:
            other = Setting(setting.players, _otherwise(model, setting, name))
            if possible(model, other) and len(found) < TABLES:
                found.setdefault(f"{other}; {setting}", (other, setting))
    return list(found.values())


def _otherwise(model: Model, setting: Setting, name: str) -> dict[str, Any]:
    """The same without the option. If chance would decide it then, it is another value."""
    left = {other: value for other, value in setting.options.items() if other != name}
    if not model.options[name].random:
        return left
    values = [s.options[name] for s in alone(model, setting.players) if name in s.options]
    return {**left, name: next((value for value in values if value != setting.options[name]), setting.options[name])}
