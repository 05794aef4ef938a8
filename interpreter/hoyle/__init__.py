"""Hoyle: rules of card games as code.

Load a game, start it, and choose until it is over:

    game = hoyle.load("some_game", players=4, options={"passing": "on"})
    state = game.start(seed=7)
    while not state.over:
        state.choose(state.choices[0])
    state.winners
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` itself takes a while to import
if TYPE_CHECKING:
    from typing import Any

    from hoyle.diagnostics import Diagnostic, HoyleError
    from hoyle.run.choices import Choice
    from hoyle.run.game import Game, load
    from hoyle.run.save import restore
    from hoyle.run.state import State

__version__ = "0.1.0"

__all__ = ["Choice", "Diagnostic", "Game", "HoyleError", "State", "__version__", "load", "restore"]

_HOMES = {
    "Choice": "hoyle.run.choices",
    "Diagnostic": "hoyle.diagnostics",
    "Game": "hoyle.run.game",
    "HoyleError": "hoyle.diagnostics",
    "State": "hoyle.run.state",
    "load": "hoyle.run.game",
    "restore": "hoyle.run.save",
}


def __getattr__(name: str) -> Any:
    """The engine is imported when it is first used, so that `hoyle --help` and completion answer at once."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found
