"""Hoyle for tests with Hypothesis: games, states and playthroughs to draw, and a state machine.

    from hypothesis import given
    from hoyle.testing import playthroughs

    @given(playthroughs("my_game.hoyle"))
    def test_somebody_wins(played):
        assert played.state.winners

Hypothesis draws every choice and whatever chance brings, so what fails shrinks to a short game in which cards lie as
they lay and players take their first choice.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoyle.testing.machine import machine
    from hoyle.testing.strategies import Playthrough, games, playthroughs, states

__all__ = ["Playthrough", "games", "machine", "playthroughs", "states"]


def __getattr__(name: str) -> Any:
    """Hypothesis is imported when it is first used: the plugin for pytest is loaded with every run of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "machine" if name == "machine" else "strategies"
    found = globals()[name] = getattr(import_module(f"hoyle.testing.{home}"), name)
    return found
