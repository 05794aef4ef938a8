"""All mutants of a game, or a fair sample of them, each with its verdict; on several processes if wanted."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import attrs

from hoyle.mutation.judge import EQUIVALENT, KILLED, REFUSED, SURVIVED, Fate, Judge
from hoyle.mutation.mutants import Mutant, mutants
from hoyle.source import Source

Progress = Callable[[int, int], None]


@attrs.frozen
class Report:
    """What became of the mutants that were tried, in the order of the text. possible: how many there are in all."""

    source: Source
    possible: int
    found: tuple[tuple[Mutant, Fate], ...]

    def of(self, what: str) -> list[tuple[Mutant, Fate]]:
        return [(mutant, verdict) for mutant, verdict in self.found if verdict.what == what]

    @property
    def refused(self) -> int:
        return len(self.of(REFUSED))

    @property
    def killed(self) -> int:
        return len(self.of(KILLED))

    @property
    def survivors(self) -> list[tuple[Mutant, Fate]]:
        return self.of(SURVIVED)

    @property
    def equivalent(self) -> int:
        return len(self.of(EQUIVALENT))

    @property
    def percent(self) -> float:
        """How many were killed of those that change what happens."""
        whole = self.killed + len(self.survivors)
        return 100 * self.killed / whole if whole else 100.0


def run_mutants(
    path: Path,
    variants: Sequence[str] = (),
    *,
    limit: int | None = None,
    games: int = 30,
    seed: int = 0,
    jobs: int = 1,
    on_progress: Progress = lambda done, total: None,
) -> Report:
    """Judge the mutants of the game in a file. variants: of the game; they stay as they are. limit: no more than so
    many, each as likely as any other.

    Raises `HoyleError` if the game cannot be played, `Unsound` if its trials fail without any change.
    """
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(path, variants, Path(folder), games, seed)
        chosen = every = mutants(judge.reading.files[0])
        if limit is not None and limit < len(every):
            chosen = sorted(random.Random(seed).sample(every, limit), key=lambda mutant: mutant.number)
        found: list[tuple[Mutant, Fate]] = []
        for one in _verdicts(judge, chosen, jobs, (path, variants, games, seed)):
            found.append(one)
            on_progress(len(found), len(chosen))
        return Report(judge.source, len(every), tuple(found))


def _verdicts(
    judge: Judge, chosen: list[Mutant], jobs: int, made_of: tuple[Path, Sequence[str], int, int]
) -> Iterator[tuple[Mutant, Fate]]:
    if jobs < 2 or len(chosen) < 2:
        yield from zip(chosen, map(judge.verdict, chosen), strict=True)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=_start, initargs=made_of) as pool:
        yield from zip(chosen, pool.map(_verdict, chosen), strict=True)


_working: list[tuple[tempfile.TemporaryDirectory[str], Judge]] = []  # of this process


def _start(path: Path, variants: Sequence[str], games: int, seed: int) -> None:
    folder = tempfile.TemporaryDirectory()
    _working[:] = [(folder, Judge(path, variants, Path(folder.name), games, seed))]


def _verdict(mutant: Mutant) -> Fate:
    return _working[0][1].verdict(mutant)
