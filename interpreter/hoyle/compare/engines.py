"""Both sides of a comparison in C, as far as that can be had: compiled at the same time, while something else is done.

Where there is no compiler, or C has no form for one of them, or there are so few games that compiling takes longer than
playing, Python plays both.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property

import attrs

from hoyle.native.compile import NoCompiler, NoForm, compiled
from hoyle.native.library import Library
from hoyle.native.metering import Series
from hoyle.native.module import Module
from hoyle.plan.plan import Plan
from hoyle.run.game import Game
from hoyle.run.playouts import LONGEST_SEED
from hoyle.table.bots import kinds

FEW = 100
NATIVE, PYTHON = "native", "python"
PILOTS = ":pilot:"  # behind the seed of all, before the number of a game: no seed has more in it


@attrs.frozen
class Native:
    """One side in C. plan: what it was written from, by which its decisions are numbered."""

    game: Game
    plan: Plan
    library: Library

    def series(self, text: str, first: int, games: int, bots: list[str], cap: int) -> Series:
        """Games with the seeds `text` and a number behind it."""
        return Series(text, first, games, kinds(bots, self.game.players), cap)


class Both:
    """Both sides in C, if they are played often enough. Nobody waits for the compiler before they are asked for."""

    def __init__(self, one: Game, other: Game, seed: int | str, games: int) -> None:
        short = len(f"{seed}".encode("utf-8", "surrogatepass")) < LONGEST_SEED - len(PILOTS)
        self._begun = [_begin(game) for game in (one, other)] if games >= FEW and short else [None]

    @cached_property
    def sides(self) -> tuple[Native, Native] | None:
        made = [None if begun is None else begun.result() for begun in self._begun]
        found = [native for native in made if native is not None]
        return (found[0], found[1]) if len(found) == 2 else None

    @property
    def engine(self) -> str:
        return PYTHON if self.sides is None else NATIVE


def _begin(game: Game) -> Future[Native | None] | None:
    """Have a game compiled. The text is written at once: Python that is written meanwhile shares its program."""
    plan = Plan(game.program)
    module = Module(plan, game.first_values)
    try:
        text = module.text()
    except NoForm:
        return None

    def finish() -> Native | None:
        try:
            return Native(game, plan, Library(module, compiled(text)))
        except NoCompiler:
            return None

    pool = ThreadPoolExecutor(1)
    begun = pool.submit(finish)
    pool.shutdown(wait=False)
    return begun
