"""The trials of a game, held against its variants: scenarios, properties, and the checks that every game gets.

What fails without the variants too is not their fault. What they replace or remove is meant to change.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import attrs

from hoyle.apply.things import in_words, keys
from hoyle.diagnostics import Severity
from hoyle.read import Reading
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.trials.record import read
from hoyle.trials.run import Result, Trials, run_trials
from hoyle.vet.finding import ENDLESS, FAILS, FAULT, STUCK, Finding, Meant, Part
from hoyle.vet.subject import Subject

GOES_ON = "HYL908"
# these are broken by no rule that could have been meant
OF_THE_ENGINE = ("conservation", "copies", "reference")


def meant(reading: Reading) -> list[Meant]:
    """The trials of the game that the variants replace or remove."""
    found = []
    for change in reading.changes:
        before = change.before
        if change.word in ("replace", "remove") and isinstance(before, (tree.Scenario, tree.Property)):
            kind = "scenario" if isinstance(before, tree.Scenario) else "property"
            name = before.title.text if isinstance(before, tree.Scenario) else before.name.text
            found.append(Meant(kind, name, f"{change.word}d", change.span.place))
    return found


def try_rules(subject: Subject, games: int, seed: int) -> Part:
    """The trials that stand in the game's own file and in the variants, and all checks."""
    return _tried(subject, subject.read(), None, games, seed)


def try_beside(subject: Subject, trials: Path, games: int, seed: int) -> Part:
    """The trials in a file of their own."""
    reading = subject.read_trials(trials)
    if reading.failed:
        return Part(tuple(_unfit(subject, reading, trials)))
    return _tried(subject, reading, trials, games, seed)


def _unfit(subject: Subject, reading: Reading, trials: Path) -> list[Finding]:
    """Trials that speak of what is not there any more."""
    found: dict[str, Finding] = {}
    for diagnostic in reading.diagnostics:
        if diagnostic.severity is Severity.ERROR:
            decl = _around(reading, diagnostic.span)
            name = in_words(keys(decl)[0]) if decl is not None else f"trials {Path(reading.source.name).name}"
            words = f"{name} of the game no longer fits: {diagnostic.message}"
            removal = f"remove {name}" if decl is not None else ""
            base = diagnostic.span.place if diagnostic.span is not None else None
            finding = Finding(FAILS, name, words, subject.names[-1], base, removal=removal, wrong=diagnostic.message)
            found.setdefault(name, finding)
    return list(found.values())


def _around(reading: Reading, span: Span | None) -> tree.Scenario | tree.Property | None:
    """The trial in which something stands."""
    for decl in (*reading.trials, *(decl for file in reading.files for decl in file.decls)):
        if span is not None and span in decl.span and isinstance(decl, (tree.Scenario, tree.Property)):
            return decl
    return None


def _tried(subject: Subject, reading: Reading, trials: Path | None, games: int, seed: int) -> Part:
    results = run_trials(reading, games=games, seed=seed)
    failed = [result for result in results if not result.passed]
    before = _Before(subject, trials, games, seed)
    findings, notes, held = [], [], {"scenario": 0, "property": 0, "check": 0}
    for result in results:
        held[result.kind] += result.passed and not result.waived
    for result in failed:
        if before.failed(result):
            notes.append(f"{result.kind} {result.name} fails without the variant too")
        else:
            findings.append(_finding(subject, result))
    return Part(tuple(findings), held=held, notes=tuple(notes))


class _Before:
    """What fails in the game without the variants; it is tried only if somebody asks."""

    def __init__(self, subject: Subject, trials: Path | None, games: int, seed: int) -> None:
        self.subject, self.trials, self.games, self.seed = subject, trials, games, seed

    @cached_property
    def work(self) -> Trials:
        read_trials = self.subject.read_trials_of_base
        return Trials(self.subject.read_base() if self.trials is None else read_trials(self.trials))

    @cached_property
    def by_play(self) -> dict[tuple[str, str], Result]:
        return {(result.kind, result.name): result for result in self.work.by_play(self.games, self.seed)}

    def failed(self, result: Result) -> bool:
        own = result.span is not None and result.span.source.path in self.subject.variants
        if own and result.kind != "check":
            return False
        if result.kind == "scenario":
            scenario = next((s for s in self.work.scenarios if s.title == result.name), None)
            return scenario is not None and not self.work.scenario(scenario).passed
        found = self.by_play.get((result.kind, result.name))
        return found is not None and not found.passed


def _finding(subject: Subject, result: Result) -> Finding:
    ours = result.span is not None and result.span.source.path in subject.variants
    lines = tuple(line for line in result.detail.splitlines() if line)
    name = f"{result.kind} {result.name}"
    kind, words = _kind(result, "its own" if ours else "the game's")
    where = result.place if ours and result.kind != "check" else subject.names[-1]
    base = result.place or None if not ours and result.kind != "check" else None
    # what is shown by no play was never come to, but for scenarios, which show it themselves
    certain = bool(result.replay) or result.kind == "scenario"
    found = Finding(kind, name, words, where, base, lines, result.replay, certain=certain)
    return attrs.evolve(found, removal=result.removal, wrong=result.in_short)


def _kind(result: Result, whose: str) -> tuple[str, str]:
    if result.kind != "check":
        name = f'"{result.name}"' if result.kind == "scenario" else f"`{result.name}`"
        return FAILS, f"{whose} {result.kind} {name} fails"
    if result.name == "ends":
        return ENDLESS, "a game can go on and on"
    if result.name == "choices":
        return _stopped(result)
    if result.name in OF_THE_ENGINE:
        return FAULT, f"the check `{result.name}` fails"
    return FAILS, f"the check `{result.name}` fails"


def _stopped(result: Result) -> tuple[str, str]:
    """Why nobody can go on."""
    game, play = read(result.replay)
    _, error = play.again(game)
    if error is None:
        return STUCK, "somebody is asked and has no choice"
    diagnostic = error.diagnostics[0]
    if diagnostic.code == GOES_ON:
        return STUCK, f"a table can get stuck: {diagnostic.message}"
    return FAULT, f"the rules do not know how to go on: {diagnostic.message}"
