"""Small games in files, and reports of them that several tests look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from balance import games

from hoyle.balance.run import Balance, Plan, balance
from hoyle.balance.sections import Row, Section, sections

TEXTS = {
    "lottery": games.LOTTERY,
    "shuffled": games.SHUFFLED,
    "waste": games.WASTE,
    "first": games.FIRST,
    "safe": games.SAFE.replace("BONUS", "0"),
    "strong": games.SAFE.replace("BONUS", "if card.value is 1 then 2 otherwise 0").replace('"Safe"', '"Strong"'),
    "teams": games.TEAMS,
    "fair": games.FAIR,
}
GAMES = 60

Report = Callable[..., Balance]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("balance")
    for name, text in TEXTS.items():
        (made / f"{name}.hoyle").write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="session")
def report(folder: Path) -> Report:
    """A report of one of the games, made once."""

    @cache
    def make(
        name: str, *duels: str, players: int | None = 2, workers: int = 1, seed: int = 3, variant: str = ""
    ) -> Balance:
        variants = (str(folder / f"{variant}.hoyle"),) if variant else ()
        path = str(folder / f"{name}.hoyle")
        return balance(Plan(path, players, {}, variants, "search:20", GAMES, seed, workers=workers, duels=duels))

    return make


def section(found: Balance, key: str, side: int = 0) -> Section:
    return next(one for one in sections(found, found.sides[side]) if one.key == key)


def row(found: Section, title: str) -> Row:
    return next(one for one in found.rows if one.measure.title == title)
