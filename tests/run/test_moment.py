"""Texts that depend on the table are the same whenever they are asked for."""

from __future__ import annotations

import random

import pytest
from every import BUNDLED, counts, game

import hoyle


def played(state: hoyle.State, rng: random.Random, steps: int) -> list[hoyle.Choice]:
    """Go on for some steps, and give back all choices there were, made or not."""
    offered: list[hoyle.Choice] = []
    for _ in range(steps):
        if state.over:
            break
        offered += state.choices
        state.choose(state.choices[rng.randrange(len(state.choices))])
    return offered


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_asked_at_once_or_later(path: object) -> None:
    players = counts(path)[-1]  # type: ignore[arg-type]
    one, two = (game(path, players).start(seed=5) for _ in range(2))  # type: ignore[arg-type]
    at_once, rng = [], random.Random(1)
    while not one.over and len(at_once) < 900:
        texts = [choice.text for choice in one.choices]
        assert len(set(texts)) == len(texts)
        at_once += texts
        one.choose(rng.randrange(len(one.choices)))
    later = played(two, random.Random(1), 10_000)[: len(at_once)]
    # some of those at the end, in no order: each is worked out by playing up to its moment again
    picked = random.Random(2).sample(range(len(at_once)), 25)
    assert [later[n].text for n in picked] == [at_once[n] for n in picked]


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_the_log_and_copies_and_saves(path: object) -> None:
    players = counts(path)[0]  # type: ignore[arg-type]
    state = game(path, players).start(seed=6)  # type: ignore[arg-type]
    told = game(path, players).start(seed=6)  # type: ignore[arg-type]
    rng = random.Random(3)
    words: list[str] = []
    for step in range(60):
        if state.over:
            break
        number = rng.randrange(len(state.choices))
        words.append(told.choices[number].text)
        told.choose(number)
        if step % 20 == 10:
            state = state.copy()
        elif step % 20 == 0:
            state = hoyle.restore(state.save())
        state.choose(number)
    said = [text.partition(": ")[2] for text in state.events() if text.startswith("player ") and ": " in text]
    assert said == words
