"""OpenSpiel's Hearts driven from Python in the usual way: one hand, chance drawn by the caller."""

from __future__ import annotations

import random

import pyspiel

GAME = pyspiel.load_game("hearts")


def playout(rng: random.Random) -> tuple[int, list[int]]:
    """Play one hand at random: how many decisions it took, chance not counted, and the points."""
    state = GAME.new_initial_state()
    decisions = 0
    rnd = rng.random
    while not state.is_terminal():
        if state.is_chance_node():
            # As its own examples do, with Python's generator for numpy's, which is slower for one draw.
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, chances)[0]
        else:
            actions = state.legal_actions()
            action = actions[int(rnd() * len(actions))]
            decisions += 1
        state.apply_action(action)
    return decisions, [26 - int(returned) for returned in state.returns()]
