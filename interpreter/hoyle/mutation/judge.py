"""Whether the trials of a game notice a mutant.

A mutant is written beside copies of whatever its game uses and read like any other definition. First come the scenarios
that come by the changed place in the original, then random games with all properties and checks. One that nobody
notices is played beside the original: if no game differs, the change was none.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import attrs

from hoyle.check import script
from hoyle.check.record import Symbol
from hoyle.core.cover import Cover, Item
from hoyle.diagnostics import HoyleError
from hoyle.mutation.mutants import Mutant, mutants, rules_only
from hoyle.mutation.plays import first_difference, played
from hoyle.read import Reading, find_variants, read_path, read_source
from hoyle.read.beside import trials_beside
from hoyle.resources import gamedefs
from hoyle.source import Source, Span
from hoyle.syntax import tree
from hoyle.trials.course import Key
from hoyle.trials.coverage import with_marks
from hoyle.trials.pool import Pool
from hoyle.trials.run import Trials
from hoyle.trials.settings import settings

REFUSED, KILLED, SURVIVED, EQUIVALENT = "refused", "killed", "survived", "equivalent"
Part = tuple[str, str]  # as `check/reach.py` calls it


class Unsound(Exception):
    """Something fails without any change, so that nothing can be said about changes. Its text says what."""


@attrs.frozen
class Fate:
    """What became of a mutant: refused by `check`, killed, survived or equivalent. by: what killed it. lines: how it
    plays differently."""

    what: str
    by: str = ""
    lines: tuple[str, ...] = ()


@attrs.frozen
class _Trial:
    """A scenario of the original. parts: what it comes by; items: the numbers of all that it exercises."""

    title: str
    file: str
    parts: frozenset[Part]
    items: frozenset[int]


class Judge:
    """The original game with its trials, in a folder of its own in which mutants can take its place."""

    def __init__(self, path: Path, variants: Sequence[str], folder: Path, games: int, seed: int) -> None:
        self.games, self.seed = games, seed
        given, self.over = find_variants(variants, path)
        self.reading = read_path(path, given=given, over=self.over)
        self.given = [folder / variant.name for variant in given]
        self.source = self.reading.source
        self.model = self.reading.model
        self.path = folder / path.name
        self.files = self._settle(path, folder)
        self.settings = settings(self.model, games, seed)
        self.original = Pool(self.reading, self.settings)
        self.cover = Cover()
        self.trials = [trial for file in self.files for trial in self._look(file)]
        self.reached: set[Key] = set()
        broken = self._broken(self._read(self.files[-1]))
        if broken is not None:
            raise Unsound(broken)

    def _read(self, file: Path) -> Reading:
        return read_path(file, given=self.given, over=self.over)

    def mutants(self) -> list[Mutant]:
        return mutants(self.reading.files[0])

    def _broken(self, reading: Reading) -> str | None:
        """The property or check that fails in random games; of a trials file, with those of its game.

        A property that was put to the test in the original, and never is now, is broken too.
        """
        game = attrs.evolve(reading, source=reading.files[0].span.source)
        broken, reached = played(game, self.settings, self.games, self.seed)
        lost = sorted(key for key in self.reached - reached if isinstance(key, int))
        self.reached = self.reached or reached
        return f"property {reading.model.properties[lost[0]].name}" if broken is None and lost else broken

    def _settle(self, path: Path, folder: Path) -> list[Path]:
        """Copy what the game needs; the files that hold its trials."""
        library = (gamedefs() / "library").resolve()
        used = [source.path for source in self.reading.sources]
        beside = trials_beside(path)
        for file in [*used, beside, *path.parent.glob("*.csv")]:
            if file is not None and file.is_file() and file.parent.resolve() != library:
                shutil.copy(file, folder / file.name)
        return [self.path] + ([folder / beside.name] if beside else [])

    def _look(self, file: Path) -> list[_Trial]:
        """All scenarios of a file, with what each of them comes by."""
        trials = Trials(with_marks(self._read(file), self.cover))
        found = []
        for scenario in trials.scenarios:
            self.cover.hits = [0] * len(self.cover.hits)
            if _fails(trials, scenario):
                raise Unsound(f"scenario {scenario.title}")
            items = [item for item in self.cover.items if self.cover.hits[item.number]]
            parts = self._parts(items, trials.reading.record.within(scenario.span))
            found.append(_Trial(scenario.title, file.name, parts, frozenset(i.number for i in items)))
        return found

    def _parts(self, items: list[Item], named: Iterable[Symbol]) -> frozenset[Part]:
        """What a scenario comes by, and the actions that it names."""
        parts = {item.part_of for item in items if item.part_of is not None}
        asked = [item.name.split("`")[1] for item in items if item.sort == "choice" and item.name.startswith("choice")]
        actions = [symbol.name for symbol in named if symbol.kind == "action"]
        return frozenset({*parts, *(("choice", name) for name in (*asked, *actions))})

    # ------------------------------------------------------------------------------------------ one mutant

    def verdict(self, mutant: Mutant) -> Fate:
        source = Source(self.source.name, rules_only(self.reading.files[0], mutant), self.path)
        rules = read_source(source, given=self.given, over=self.over)
        if rules.failed:
            return Fate(REFUSED)
        self.path.write_text(mutant.text, encoding="utf-8")
        try:
            killer = self._killer(mutant)
        finally:
            self.path.write_text(self.source.text, encoding="utf-8")
        if killer is not None:
            return Fate(KILLED, killer)
        apart = first_difference(self.original, Pool(rules), self.games, self.seed)
        return Fate(EQUIVALENT) if apart is None else Fate(SURVIVED, lines=tuple(apart))

    def _killer(self, mutant: Mutant) -> str | None:
        readings: dict[str, Reading] = {}
        for file in self.files:
            reading = readings[file.name] = self._read(file)
            if reading.failed:
                return f"{file.name} no longer fits"
        trials = {name: Trials(reading) for name, reading in readings.items()}
        by_title = {(name, s.title): s for name, made in trials.items() for s in made.scenarios}
        for trial in self._concerned(mutant):
            if _fails(trials[trial.file], by_title[trial.file, trial.title]):
                return f"scenario {trial.title}"
        return self._broken(readings[self.files[-1].name])

    def _concerned(self, mutant: Mutant) -> list[_Trial]:
        """The scenarios that could notice, those first that come by the very place."""
        parts = self._changed(mutant)
        able = [trial for trial in self.trials if parts is None or parts & trial.parts]
        around = [
            item
            for item in self.cover.items
            if item.span.source.name.endswith(self.path.name)
            and item.span.start <= mutant.start
            and mutant.end <= item.span.end + 1
        ]
        nearest = {item.number for item in around if _length(item.span) == min(_length(i.span) for i in around)}
        return sorted(able, key=lambda trial: not trial.items & nearest)

    def _changed(self, mutant: Mutant) -> set[Part] | None:
        """The parts of the game that a mutant changes; None if that could be all of it."""
        for decl in self.reading.files[0].decls:
            if decl.span.start <= mutant.start < decl.span.end:
                return self._parts_of(decl)
        return None

    def _parts_of(self, decl: tree.Decl) -> set[Part] | None:
        heads: Sequence[Any] = ()
        match decl:
            case tree.Define() | tree.Table() | tree.Action() | tree.Effect() | tree.Phase():
                heads = [decl]
            case tree.Exception_(target=target) | tree.Adjust(target=target):
                heads = [target]
            case tree.Rule(targets=targets) | tree.Hook(points=targets):
                heads = targets
        parts = [None if isinstance(head, tree.AnyChange) else self._parts_named(head.name.text) for head in heads]
        known = [part for part in parts if part is not None]
        return {part for some in known for part in some} if parts and len(known) == len(parts) else None

    def _parts_named(self, name: str) -> set[Part] | None:
        procedure = self.model.procedures.get(name)
        rule = next((r for r in self.model.rules if r.name == name), None)
        if name in self.model.defines:
            return {("define", name)}
        if name in self.model.actions:
            return {("choice", name), ("procedure", name)}
        if procedure is not None and procedure.when is None:
            return {("procedure", name)}
        return {("choice", target) for target in rule.targets} if rule is not None else None


def _length(span: Span) -> int:
    return span.end - span.start


def _fails(trials: Trials, scenario: script.Scenario) -> bool:
    """Whether a scenario goes wrong; also if its table cannot be laid any more."""
    try:
        return not trials.scenario(scenario).passed
    except HoyleError:
        return True
