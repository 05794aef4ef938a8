"""Bots: they choose from what their seat is offered, and know nothing that their seat does not."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from hoyle.run.choices import Choice
    from hoyle.run.state import State

Bot = Callable[[Sequence["Choice"]], "Choice"]


def first_bot(seed: str) -> Bot:
    """Always the first choice."""
    return lambda choices: choices[0]


def random_bot(seed: str) -> Bot:
    """Any choice, each as likely as the others."""
    # `random()` is the one method whose numbers Python promises to keep the same
    draw = random.Random(seed).random
    return lambda choices: choices[int(draw() * len(choices))]


BOTS: dict[str, Callable[[str], Bot]] = {"random": random_bot, "first": first_bot}


def read_bots(text: str) -> list[str]:
    """The names of the bots, one for all seats or one after the other."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            raise typer.BadParameter(f"there is no bot '{name}'; there are: {', '.join(BOTS)}", param_hint="--bots")
    return names


def seat_bots(names: list[str], players: int, seed: int | str) -> list[Bot]:
    """A bot for every seat; the names go round. The same seed makes the same bots."""
    return [BOTS[names[seat % len(names)]](f"{seed}/{seat}") for seat in range(players)]


def let_choose(state: State, bot: Bot) -> None:
    """A bot makes its choice, in a game that is told.

    What it says is worked out while the table still shows it: later the whole game would be played again for that.
    """
    choice = bot(state.choices)
    _ = choice.text
    state.choose(choice)


def complete_bots(incomplete: str) -> list[str]:
    return [name for name in BOTS if name.startswith(incomplete)]


BotsOption = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="NAMES",
        help=f"Who plays the other seats: {' or '.join(BOTS)}; several, with commas between them, go round the seats.",
        autocompletion=complete_bots,
    ),
]
