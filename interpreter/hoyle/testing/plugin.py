"""A plugin for pytest: definitions are collected like test files, and each scenario, property and check is a test.

Loaded with every run of pytest where Hoyle is installed, so it imports the rest of Hoyle only when a definition is
there. Properties and checks of one file are tried together, in one set of games, when the first of them is run.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hoyle.diagnostics import Diagnostic
    from hoyle.trials.run import Result, Trials

SUFFIX = ".hoyle"
PROFILES = {"quick": 10, "default": 60, "thorough": 600}
WIDTH = 100
PLAYS = Path(".hoyle")

_FIRST_WORD = re.compile(r"\ufeff?(?:\s|#[^\n]*\n)*(\w+)")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hoyle", "definitions of card games")
    group.addoption(
        "--hoyle-profile",
        choices=list(PROFILES),
        default="default",
        help=f"how many games to play for properties: {', '.join(f'{n} {p}' for p, n in PROFILES.items())}",
    )
    group.addoption(
        "--hoyle-examples", type=_count, metavar="N", help="how many games exactly; with 0 only scenarios are tried"
    )
    group.addoption("--hoyle-seed", type=int, default=0, metavar="S", help="a whole number that chance starts from")


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"invalid number of games: {text!r}; give 0 or more")
    return int(text)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "hoyle: a scenario, property or check of a definition")
    if not config.pluginmanager.hasplugin("xdist"):
        config.addinivalue_line("markers", "xdist_group(name): what is run by one process, if there are several")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Definition | None:
    """A game or a file of trials; a library has nothing to try."""
    if file_path.suffix != SUFFIX or _first_word(file_path) == "library":
        return None
    return Definition.from_parent(parent, path=file_path)


def _first_word(path: Path) -> str:
    try:
        found = _FIRST_WORD.match(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return ""
    return found[1] if found else ""


class Definition(pytest.File):
    """A file with what is tried in it. What its games showed is kept, so that they are played once."""

    trials: Trials
    _results: dict[tuple[str, str], Result] | None = None

    def collect(self) -> Iterator[pytest.Item]:
        from hoyle.diagnostics import HoyleError
        from hoyle.read import read_source, read_text
        from hoyle.source import Source
        from hoyle.trials.run import Trials

        try:
            self.trials = Trials(read_source(Source(self.shown, read_text(self.path), self.path)))
        except HoyleError as error:
            first = next((d.span.line for d in error.diagnostics if d.span is not None), 1)
            yield Trial.from_parent(
                self, name="definition can be played", line=first, result=partial(_refuse, error.diagnostics)
            )
            return
        names: dict[str, int] = {}
        for scenario in self.trials.scenarios:
            name = _once(f"scenario {scenario.title}", scenario.span.line, names)
            result = partial(self.trials.scenario, scenario)
            yield Trial.from_parent(self, name=name, line=scenario.span.line, result=result)
        for found in self.trials.keys.values() if self.games else ():
            line = found.span.line if found.span is not None else 1
            name = _once(f"{found.kind} {found.name}", line, names)
            made: Trial = Trial.from_parent(self, name=name, line=line, result=partial(self.tried, found))
            made.add_marker(pytest.mark.xdist_group(self.nodeid))  # all of one file share their games
            if found.waived:
                made.add_marker(pytest.mark.skip(reason=f"waived: {found.waived}"))
            yield made

    @property
    def shown(self) -> str:
        """The file as it would be named on the command line."""
        folder = self.config.invocation_params.dir
        return str(self.path.relative_to(folder) if self.path.is_relative_to(folder) else self.path)

    @property
    def games(self) -> int:
        given: int | None = self.config.getoption("hoyle_examples")
        return PROFILES[self.config.getoption("hoyle_profile")] if given is None else given

    def tried(self, result: Result) -> Result:
        """What became of a property or check, once the games are played."""
        if self._results is None:
            found = self.trials.by_play(self.games, self.config.getoption("hoyle_seed"))
            self._results = {(r.kind, r.name): r for r in found}
        return self._results[result.kind, result.name]


def _once(name: str, line: int, names: dict[str, int]) -> str:
    """A name that nothing else in the file has, and that can be given on the command line."""
    name = " ".join(name.replace("::", ":").split())
    names[name] = names.get(name, 0) + 1
    return name if names[name] == 1 else f"{name} (line {line})"


class Failed(Exception):
    """Something is not as the definition says. The lines are all there is to tell."""

    def __init__(self, lines: list[str]) -> None:
        from hoyle.diagnostics.visible import visible

        super().__init__("\n".join(visible(line) for line in lines))


def _refuse(diagnostics: Sequence[Diagnostic]) -> Result:
    """What stands for all tests of a definition with mistakes in it."""
    from hoyle.diagnostics import HoyleError

    raise HoyleError(diagnostics)


class Trial(pytest.Item):
    """A test that a definition asks for: a scenario, a property, or a check that every game gets."""

    def __init__(self, *, line: int, result: Callable[[], Result], **more: Any) -> None:
        super().__init__(**more)
        self.line, self.result = line, result
        self.add_marker("hoyle")

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        from hoyle.diagnostics import HoyleError, for_people

        match excinfo.value:
            case Failed() as failed:
                return str(failed)
            case HoyleError(diagnostics=told):
                return for_people(told, color=False, width=WIDTH)
        return super().repr_failure(excinfo, style)

    def runtest(self) -> None:
        from hoyle.trials.run import kept

        result = self.result()
        if result.waived:
            pytest.skip(f"waived: {result.waived}")
        if result.passed:
            return
        folder = self.config.invocation_params.dir
        with suppress(OSError):  # it is told all the same
            result = kept(str(self.path), result, PLAYS if Path.cwd() == folder else folder / PLAYS)
        raise Failed(result.told())
