"""All mutants of a game, or a fair sample of them, each with its verdict; on several processes if wanted."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import attrs

from hoyle.mutation.judge import EQUIVALENT, KILLED, REFUSED, SURVIVED, Fate, Judge
from hoyle.mutation.mutants import Mutant
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
    on_progress: Progress | None = None,
) -> Report:
    """Judge the mutants of the game in a file. variants: of the game; they stay as they are. limit: no more than so
    many, each as likely as any other.

    Raises `HoyleError` if the game cannot be played, `Unsound` if its trials fail without any change.
    """
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(path, variants, Path(folder), games, seed)
        every = judge.mutants()
        chosen = every
        if limit is not None and limit < len(every):
            chosen = sorted(random.Random(seed).sample(every, limit), key=lambda mutant: mutant.number)
        found: list[tuple[Mutant, Fate]] = []
        for mutant, verdict in _verdicts(judge, chosen, jobs, (path, variants, games, seed)):
            found.append((mutant, verdict))
            if on_progress is not None:
                on_progress(len(found), len(chosen))
        return Report(judge.source, len(every), tuple(found))


def _verdicts(
    judge: Judge, chosen: list[Mutant], jobs: int, made_of: tuple[Path, Sequence[str], int, int]
) -> Iterator[tuple[Mutant, Fate]]:
    if jobs < 2 or len(chosen) < 2:
        for mutant in chosen:
            yield mutant, judge.verdict(mutant)
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
