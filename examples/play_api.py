"""A small program that uses Hoyle: loads a game, plays it with a simple bot, and asks why a card could not be played.

It takes the name of a bundled game or a path, and a seed:

    python examples/play_api.py
    python examples/play_api.py examples/tutorial/step7.hoyle 3
"""

from __future__ import annotations

import sys

import hoyle


def low_card(state: hoyle.State) -> hoyle.Choice:
    """A bot: of all legal choices, the one whose card has the lowest number on it."""

    def number(choice: hoyle.Choice) -> int:
        printed = [value for face in choice.faces for value in face.attributes.values()]
        return min((value for value in printed if type(value) is int), default=0)

    return min(state.choices, key=number)


def ask_why(state: hoyle.State, told: dict[str, str]) -> None:
    """Find cards in the hand of the player whose turn it is that may not be played; tell each rule once."""
    seat = state.player
    zones = state.view(seat)["zones"]  # what this player sees, and no more
    for card in zones["hand"][seat]:
        reason = state.why_not(f"play {card}")
        if reason is not None and reason.rule is not None:
            told.setdefault(reason.rule, f"player {seat + 1} asks for {reason}")


def main(name: str = "texas_showdown", seed: str = "1") -> None:
    try:
        game = hoyle.load(name)
    except hoyle.HoyleError as error:
        sys.exit("\n".join(f"{d.code}: {d.message}" for d in error.diagnostics))
    print(f"{game.title} for {game.players} players, options {game.options}")

    state = game.start(seed=int(seed))
    decisions = 0
    told: dict[str, str] = {}
    while not state.over:
        ask_why(state, told)
        state.choose(low_card(state))
        decisions += 1
        if decisions == 10:  # a game can be put away at any decision, and taken up again
            state = hoyle.restore(state.save())

    print("\n".join(told.values()))
    print(f"{decisions} decisions; the last thing that happened: {state.events()[-1]}")
    print(f"scores {state.scores}; won by {', '.join(f'player {seat + 1}' for seat in state.winners) or 'nobody'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
