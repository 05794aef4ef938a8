"""The work of a run, lot by lot: games played, their rows written out, and a tally of them. It can be done anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import attrs

from hoyle.bulk.out import FORMS
from hoyle.bulk.tally import Tally
from hoyle.run.playouts import Run
from hoyle.run.workers import worked


@attrs.frozen
class Done:
    """A lot: its rows, its tally, and the engine that played it."""

    rows: bytes
    tally: Tally
    engine: str


Lots = Callable[[int, int], Iterator[Done]]  # from a game on, so many


@attrs.frozen
class Work:
    """What is to be done. form: how rows are written, if they are."""

    run: Run
    form: str | None

    def __call__(self, first: int, games: int) -> Done:
        lot = self.run.lot(first, games)
        tally = Tally(self.run.game.players)
        tally.add(lot)
        rows = b"" if self.form is None else FORMS[self.form][1](self.run, lot)
        return Done(rows, tally, self.run.engine)


@contextmanager
def crew(work: Work, workers: int, cluster: str | None) -> Iterator[Lots]:
    """Those who do it: so many processes of this machine, or a cluster."""
    if cluster is None:
        yield lambda first, games: worked(work, first, games, workers)
        return
    from hoyle.bulk.cluster import joined

    with joined(cluster, work, workers) as lots:
        yield lots
