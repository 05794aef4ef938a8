"""How long the random games go on: a few in every run of the tests, thousands with `make soak`."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=20, help="random games for each number of players and option")
