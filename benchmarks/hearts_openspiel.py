"""OpenSpiel's Hearts driven from Python in the usual way: one hand, chance drawn by the caller."""

from __future__ import annotations

import random

import pyspiel

GAME = pyspiel.load_game("hearts")


def playout(rng: random.Random) -> tuple[int, list[int]]:
    """Play one hand at random: how many decisions it took, chance not counted, and the points.

    Chance is drawn as OpenSpiel's own examples do, by its probabilities, with Python's generator in place of numpy's,
    which is slower still for one draw at a time.
    """
    return _hand(rng, uniform=False)


def playout_uniform(rng: random.Random) -> tuple[int, list[int]]:
    """The same in the cheapest way there is: by somebody who knows that every outcome is equally likely."""
    return _hand(rng, uniform=True)


def _hand(rng: random.Random, uniform: bool) -> tuple[int, list[int]]:
    state = GAME.new_initial_state()
    decisions = 0
    rnd = rng.random
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            if uniform:
                action = outcomes[int(rnd() * len(outcomes))][0]
            else:
                actions, chances = zip(*outcomes, strict=True)
                action = rng.choices(actions, chances)[0]
        else:
            actions = state.legal_actions()
            action = actions[int(rnd() * len(actions))]
            decisions += 1
        state.apply_action(action)
    return decisions, [26 - int(returned) for returned in state.returns()]
