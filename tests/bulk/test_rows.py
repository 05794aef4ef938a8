"""Rows: one a game, the same bytes whatever played and however many worked on it, and they say what was played."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.bulk import simulate
from hoyle.run import workers
from hoyle.run.game import Game
from hoyle.run.playouts import planned

GAMES = 700
CAP = 20  # many games are longer
FORMS = [".csv", ".jsonl", ".parquet"]


@pytest.fixture(autouse=True)
def _small_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST", 37)


def written(game: Game, path: Path, workers: int = 1, engine: str = "auto", **more: Any) -> bytes:
    assert simulate(
        planned(game, 'a, "b" 100%', "random,first", engine, CAP), GAMES, workers, out=path, **more
    ).complete
    return path.read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_whatever_plays_writes_the_same(take: Game, tmp_path: Path, form: str) -> None:
    ways: list[tuple[int, str]] = [(1, "auto"), (2, "auto"), (3, "auto"), (1, "python"), (2, "python")]
    assert len({written(take, tmp_path / f"{n}{form}", *way) for n, way in enumerate(ways)}) == 1


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Rows as anybody would read them, as the same data."""
    if path.suffix == ".parquet":
        from pyarrow.parquet import read_table

        for row in read_table(path).to_pylist():
            yield row | {"options": json.loads(row["options"])}
    elif path.suffix == ".jsonl":
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())
    else:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                whole = {name: int(row[name]) for name in ("number", "players", "decisions", "turns")}
                lists = {name: [int(n) for n in row[name].split()] for name in ("winners", "scores")}
                words = {name: row[name].split() for name in ("variants", "bots", "teams")}
                yield row | whole | lists | words | {
                    "options": json.loads(row["options"]), "ending": row["ending"] or None,
                }  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_rows_say_what_was_played(take: Game, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"rows{form}"
    written(take, path)
    rows = list(read(path))
    played = take.playouts(GAMES, seed='a, "b" 100%', bots="random,first", cap=CAP)
    assert [row["number"] for row in rows] == list(range(1, GAMES + 1))
    assert [row["seed"] for row in rows] == [f'a, "b" 100%:{n}' for n in range(1, GAMES + 1)]
    for column, name in (
        *((played.winners, "winners"), (played.scores, "scores"), (played.lengths, "decisions")),
        *((played.turns, "turns"), (played.endings, "ending")),
    ):
        assert [tuple(row[name]) if isinstance(row[name], list) else row[name] for row in rows] == list(column)
    assert {row["ending"] for row in rows} == {"enough", "poor", None}
    same = {"players": 3, "options": {"target": 12}, "variants": [], "bots": ["random", "first", "random"], "teams": []}
    assert all({name: row[name] for name in same} == same for row in rows)


def test_variants_are_named(tmp_path: Path, taken: Path) -> None:
    (tmp_path / "take.hoyle").write_text(taken.read_text())
    (tmp_path / "harder.hoyle").write_text('variant "Harder" of take\n\nset target = 20\n')
    path = tmp_path / "rows.jsonl"
    for way in (("harder.hoyle", []), ("take.hoyle", [str(tmp_path / "harder.hoyle")])):
        game = hoyle.load(str(tmp_path / way[0]), variants=way[1])
        simulate(planned(game, 1, "random", "auto", CAP), 5, out=path, overwrite=True)
        assert [(row["variants"], row["options"]) for row in read(path)] == [(["harder"], {"target": 20})] * 5


SHORT = """\
game "Short" for 2 players
cards Tile
    value : 1..4 key
    | value |
    | 1..4  |
zone deck : pile, face down
zone hand[Player] : set, face up
action drop(card in hand[you])
    move card to deck
define score(p) = 0
flow
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must drop if able
"""


@pytest.mark.parametrize("form", FORMS)
def test_the_end_of_the_flow_is_an_ending_in_words(tmp_path: Path, form: str) -> None:
    (tmp_path / "short.hoyle").write_text(SHORT)
    path = tmp_path / f"rows{form}"
    simulate(planned(hoyle.load(str(tmp_path / "short.hoyle")), 1, "random", "auto", CAP), 3, out=path)
    assert [(row["ending"], row["winners"], row["scores"]) for row in read(path)] == [
        ("end of the flow", [], [0, 0])
    ] * 3
