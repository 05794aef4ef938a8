"""The recipes: every section is a few sentences and a whole game, played to its end by any number of players it is for.

That they are checked without a word, laid out, and true to their properties is asked of all examples, in `test_manual`.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from prose import slips, unfinished

from hoyle.read import read_source
from hoyle.rulebook.book import rulebook
from hoyle.run.game import prepare
from hoyle.source import Source

TOP = Path(__file__).parents[2]
PAGE = (TOP / "grammar" / "RECIPES.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## ([^\n]+)\n\n((?:[^\n]+\n)+)\n```hoyle\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECIPES: list[tuple[str, str, str]] = SECTION.findall(PAGE)
TITLES = [title for title, _, _ in RECIPES]
each_recipe = pytest.mark.parametrize(("title", "text", "game"), RECIPES, ids=TITLES)

GAMES = 20
MOST_CHOICES = 1000
MOST_LINES = 70


def test_every_section_is_a_recipe() -> None:
    assert re.findall(r"^## (.+)$", PAGE, re.MULTILINE) == TITLES
    assert PAGE.count("\n```hoyle") == len(TITLES) >= 9


@each_recipe
def test_it_is_short(title: str, text: str, game: str) -> None:
    sentences = re.findall(r"[.:](?:\s|$)", text)
    assert 2 <= len(sentences) <= 4
    assert game.count("\n") <= MOST_LINES


@each_recipe
def test_it_is_played_to_its_end_by_any_number_of_players(title: str, text: str, game: str) -> None:
    reading = read_source(Source(title, game))
    assert reading.world is not None, [d.message for d in reading.diagnostics]
    low, high = reading.world.model.seats
    for players in range(low, high + 1):
        table = prepare(reading, players=players)
        assert table.action_count > 1  # for tools that learn: all that can ever be chosen has a number
        for seed in range(GAMES):
            state, rng = table.start(seed=seed), random.Random(seed)
            for _ in range(MOST_CHOICES):
                if state.over:
                    break
                state.choose(rng.choice(state.choices))
            assert state.over and state.winners, f"{players} players, seed {seed}"


@each_recipe
def test_both_engines_play_the_same(title: str, text: str, game: str) -> None:
    reading = read_source(Source(title, game))
    assert reading.world is not None
    table = prepare(reading, players=reading.world.model.seats[1])
    python, native = (table.playouts(GAMES, seed="same", engine=engine) for engine in ("python", "native"))
    for column in ("winners", "scores", "lengths", "endings"):
        assert list(getattr(python, column)) == list(getattr(native, column))


@each_recipe
def test_its_rulebook_reads_well(title: str, text: str, game: str) -> None:
    told = rulebook(read_source(Source(title, game)), [])
    assert slips(told) == unfinished(told) == []
