"""A game that was played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.trials.look import tell
from hoyle.trials.record import Play, write


@attrs.frozen(repr=False)
class Playthrough:
    """game: what was played. play: what chance brought and what was chosen. state: where it has led."""

    game: Game
    play: Play
    state: State

    def states(self) -> Iterator[State]:
        """The state at every decision and at the end: the same one, as it goes on."""
        state = self.game.start(chance=self.play.chance)
        yield state
        for number in self.play.choices:
            state.choose(number)
            yield state

    def save(self) -> str:
        """The play as a file that `hoyle play --from` goes on with."""
        return write(self.play, self.game, "a playthrough")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """As Hypothesis shows what fails: told, not as numbers."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        return "\n".join([f"<Playthrough of {self.game.title}", *tell(self.game, self.play), ">"])
