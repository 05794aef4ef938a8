"""What a frame still needs while it waits: nothing but that is ever read again."""

from __future__ import annotations

import random

import pytest

import hoyle


@pytest.mark.parametrize("name", ["trickdraw", "rowdy_partners", "dwyn", "book_it"])
def test_dead_slots_change_nothing(name: str) -> None:
    game, rng = hoyle.load(name), random.Random(3)
    for seed in range(3):
        one = game.start(seed)
        for _ in range(150):
            if one.over:
                break
            other = one.copy()
            for frame in other.frames:
                living = game.plan.living(frame[0], other.site if frame is other.frames[-1] else None)
                for place in range(1, len(frame)):
                    if place not in living:
                        frame[place] = "nobody reads this"
            number = rng.randrange(len(one.choices))
            one.choose(number)
            other.choose(number)
            assert [c.key for c in one.choices] == [c.key for c in other.choices]
            assert (one.z, one.v, one.player, one.over) == (other.z, other.v, other.player, other.over)
