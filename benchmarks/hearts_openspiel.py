"""OpenSpiel's Hearts driven from Python in the usual way: one hand, chance drawn by the caller."""

from __future__ import annotations

import random
import time

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


def rollouts(rng: random.Random, seconds: float, at_once: int = 200, simulations: int = 4) -> float:
    """Decisions per second of OpenSpiel's own C++: random rollouts from a dealt hand, without the deal.

    A simulation of its search evaluates the root by so many rollouts; nothing of that is Python.
    """
    hand = GAME.new_initial_state()
    while hand.is_chance_node():
        hand.apply_action(rng.choice(hand.chance_outcomes())[0])
    decisions = _left(hand.clone(), rng)
    evaluator = pyspiel.RandomRolloutEvaluator(at_once, rng.getrandbits(30))
    bot = pyspiel.MCTSBot(GAME, evaluator, 2.0, simulations, 1000, False, rng.getrandbits(20), False)
    done = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        bot.step(hand)
        done += simulations * at_once * decisions
    return done / elapsed


def _left(state: pyspiel.State, rng: random.Random) -> int:
    """How many decisions there are up to the end of a hand."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return decisions
