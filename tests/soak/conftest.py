"""How long what is drawn at random goes on: a little in every run of the tests, for hours with `make soak`.

What a test has tried it says with `tried`; behind the tests stands how much that was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

TRIED = "tried"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=20, help="random games for each number of players and option")
    parser.addoption("--whole", type=int, default=300, help="definitions that are written at random and played")
    parser.addoption("--mutants", type=int, default=100, help="definitions that are spoilt at random and read")
    parser.addoption("--saves", type=int, default=150, help="saves that are spoilt at random and restored")
    parser.addoption("--one-trap-in", type=int, default=20, help="each command is tried with one trap in so many")
    parser.addoption("--seed", type=int, default=0, help="where what is drawn starts: another seed tries others")


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Callable[[str, int], None]:
    """Says how many there were of something: `tried("whole games", 25)`."""
    return lambda what, number: request.node.user_properties.append((TRIED, (what, number)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    total: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                for name, value in report.user_properties:
                    if name == TRIED:
                        total[value[0]] += value[1]
    if total:
        terminalreporter.write_line(
            "tried: " + ", ".join(f"{number:,} {what}" for what, number in sorted(total.items()))
        )
