"""Bots that think, beside the table: they go along with its choices and never see more than their seat may know.

A mind has a table of its own, which only its thread touches: however long somebody thinks, the table goes on.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import Any

import attrs

from hoyle.bots.host import Host
from hoyle.bots.names import HARD, Thinking, how_sure
from hoyle.diagnostics import quote
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.bots import BOTS, LEVELS
from hoyle.web.refusals import Refused
from hoyle.web.tables import keys

NORMAL = "normal"
SURE = 1.96  # standard errors to each side that leave out one of twenty


def thinks(bot: str | None) -> bool:
    """Whether a bot looks at more than how many choices there are."""
    return bot not in BOTS


@attrs.define(eq=False)
class Mind:
    """Whoever thinks at one table, seat by seat. made: the choices it has gone along with."""

    game: Game
    seed: str
    secret: str
    host: Host | None = None
    made: list[int] = attrs.field(factory=list)
    lock: threading.Lock = attrs.field(factory=threading.Lock)

    def ready(self) -> None:
        """Have everything at hand that takes long to make: the game in C, and what it is about."""
        with self.lock:
            state = self._along([])
            self._seat(state)

    def choose(self, made: Sequence[int], bot: str) -> int:
        """The number of what a bot chooses where those choices lead."""
        with self.lock:
            state = self._along(made)
            if len(state.choices) == 1:
                return 0
            return Thinking(LEVELS.get(bot, LEVELS[NORMAL])).choose(self._seat(state))

    def hint(self, made: Sequence[int]) -> dict[str, Any]:
        """What the bot `hard` would do there, and what it thinks of everything else."""
        with self.lock:
            state = self._along(made)
            verdict = HARD.verdict(self._seat(state))
            choice = state.choices[verdict.choice]
            numbers = _numbers(state)
            tried = sum(opinion.tried for opinion in verdict.opinions) or 1
            rows = [
                {"n": numbers[key], "share": round(o.tried / tried, 4), "sure": _sure(o), "worth": round(o.mean, 4)}
                for key, o in zip(keys(state), verdict.opinions, strict=True)
            ]
            best = numbers[keys(state)[verdict.choice]]
            says = f"`hard` would say {quote(choice.text)}{how_sure(verdict)}"
            return {"best": best, "choices": rows, "says": says}

    def _seat(self, state: State) -> Any:
        assert self.host is not None
        return self.host.seat(state.player)

    def _along(self, made: Sequence[int]) -> State:
        """Go along to where those choices lead; from the start, if they are not those that were made before."""
        if self.host is None or list(made[: len(self.made)]) != self.made:
            bots = [HARD] * self.game.players
            self.host, self.made = Host(self.game, bots, self.secret, self.game.start(self.seed)), []
        for number in made[len(self.made) :]:
            self.host.make(self.host.state.choices[number])
            self.made.append(number)
        return self.host.state


def _numbers(state: State) -> dict[str, int | None]:
    """What the question calls each choice; declining is no number there."""
    asked = state.ask(state.player)
    if asked is None:
        raise Refused("turn", "nobody is asked anything now", "wait until you are asked")
    numbers = {one["key"]: one["n"] for one in asked["choices"]}
    return {key: numbers.get(key) for key in keys(state)}


def _sure(opinion: Any) -> list[float]:
    """Between what the worth of a choice lies, as far as it was tried."""
    if opinion.tried < 2:
        return [opinion.mean, opinion.mean]
    spread = max(opinion.squares / opinion.tried - opinion.mean**2, 0.0)
    by = SURE * math.sqrt(spread / opinion.tried)
    return [round(opinion.mean - by, 4), round(opinion.mean + by, 4)]
