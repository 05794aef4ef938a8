"""Bots: they choose from what their seat is offered, and know nothing that their seat does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hoyle.table.bots import Number, seated

if TYPE_CHECKING:
    from hoyle.run.choices import Choice
    from hoyle.run.state import State

Bot = Callable[[Sequence["Choice"]], "Choice"]


def seat_bots(names: Sequence[str], players: int, seed: int | str) -> list[Bot]:
    """A bot for every seat; the names go round. The same seed makes the same bots."""
    return [_bot(number) for number in seated(names, players, seed)]


def _bot(number: Number) -> Bot:
    return lambda choices: choices[number(len(choices))]


def let_choose(state: State, bot: Bot) -> None:
    """A bot makes its choice, in a game that is told.

    What it says is worked out while the table still shows it: later the whole game would be played again for that.
    """
    choice = bot(state.choices)
    _ = choice.text
    state.choose(choice)
