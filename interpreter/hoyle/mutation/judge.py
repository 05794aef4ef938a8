"""Whether the trials of a game notice a mutant.

A mutant is written beside copies of whatever its game uses and read like any other definition. First come the
scenarios, then random games with all properties and checks. One that nobody notices is played beside the original: if
no game differs, the change was none. Game number n is the same for every mutant: the same setting, the same chance, the
same draws for the choices.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import attrs

from hoyle.check import script
from hoyle.compare.alongside import Apart, Pair, at_random, first_apart
from hoyle.core.cover import Cover
from hoyle.diagnostics import HoyleError
from hoyle.english import counted
from hoyle.mutation.mutants import Mutant, rules_only
from hoyle.read import Reading, find_variants, read_path, read_source
from hoyle.read.beside import trials_beside
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.trials.course import LONGEST, Key
from hoyle.trials.coverage import with_marks
from hoyle.trials.hunt import chance, player
from hoyle.trials.pool import Pool, checks_of
from hoyle.trials.run import Trials
from hoyle.trials.settings import Setting, settings

REFUSED, KILLED, SURVIVED, EQUIVALENT = "refused", "killed", "survived", "equivalent"
# these compare the engine with itself, so a change of the rules is nothing to them
OF_THE_ENGINE = ("copies", "reference")
TOLD = 4


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
    """A scenario of the original. items: the numbers of all that it exercises."""

    title: str
    file: str
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
            items = frozenset(number for number, count in enumerate(self.cover.hits) if count)
            found.append(_Trial(scenario.title, file.name, items))
        return found

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
        """All scenarios, those first that come by the very place."""
        around = [
            item
            for item in self.cover.items
            if item.span.source.path == self.path
            and item.span.start <= mutant.start
            and mutant.end <= item.span.end + 1
        ]
        shortest = min((item.span.end - item.span.start for item in around), default=0)
        nearest = {item.number for item in around if item.span.end - item.span.start == shortest}
        return sorted(self.trials, key=lambda trial: not trial.items & nearest)


def _fails(trials: Trials, scenario: script.Scenario) -> bool:
    """Whether a scenario goes wrong; also if its table cannot be laid any more."""
    try:
        return not trials.scenario(scenario).passed
    except HoyleError:
        return True


def played(reading: Reading, tried: list[Setting], games: int, seed: int) -> tuple[str | None, set[Key]]:
    """Play so many games, up to the first in which something does not hold: that property or check, and all that was
    put to the test."""
    checks = [check for check in checks_of(reading) if check.name not in OF_THE_ENGINE]
    pool = Pool(reading, tried, checks)
    reached: set[Key] = set()
    for number in range(games):
        try:
            course = pool[number % len(tried)].course(chance(seed, number), number)
        except HoyleError as error:
            return error.diagnostics[0].message, reached
        course.play(player(seed, number), partial(bool, course.faults))
        reached |= course.reached.keys()
        for key in course.faults:
            declared = course.game.program.properties[key][0].name if isinstance(key, int) else ""
            return f"property {declared}" if isinstance(key, int) else f"check {key}", reached
        if course.too_long:
            return "check ends", reached
    return None, reached


def first_difference(one: Pool, other: Pool, games: int, seed: int) -> list[str] | None:
    """Where two definitions first do not play alike, in words; None if they do in so many games."""

    def both(number: int) -> Pair:
        setting = one.settings[number % len(one)]
        return one.find(setting), other.find(setting)

    found, _ = first_apart(at_random(both, seed), range(games), LONGEST)
    if found is None:
        return None
    setting = one.settings[found.number % len(one)]
    return [f"game: {setting}", *_told(found, other, setting)]


def _told(found: Apart, other: Pool, setting: Setting) -> list[str]:
    parting = found.parting
    if parting is not None:
        more = ", the last of them" if len(parting.told) > TOLD else ""
        last = [f"    {text}" for text in parting.told[-TOLD:]]
        return [f"after {counted(len(parting.made), 'choice')}{more}", *last, *parting.apart()]
    why = ""
    try:
        other.at(setting)
    except HoyleError as error:
        why = error.diagnostics[0].message
    return [f"it cannot be played any more: {why}"] if None in found.games else ["other cards take part"]
