"""What is shown: to programs, to people, and as a page."""

from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from balance.conftest import Report
from rich.console import Console

from hoyle.balance.page import as_page
from hoyle.balance.run import Balance, Plan, balance
from hoyle.commands.balanced import as_json, show

VOID = {"meta", "br", "link"}
SECTIONS = ["seats", "skill", "worth", "choices", "cards", "course"]


def shown(found: Balance, width: int = 120) -> str:
    out = io.StringIO()
    show(Console(file=out, width=width, markup=False, highlight=False), found)
    return out.getvalue()


class Nesting(HTMLParser):
    """Fails where something is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def nested(page: str) -> Nesting:
    parser = Nesting()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


def test_json_has_everything(report: Report) -> None:
    data = json.loads(as_json(report("waste")))
    assert list(data) == [
        *("game", "title", "players", "options", "variants", "sides", "seed", "bots", "games", "complete", "unit"),
        *("level", "sections"),
    ]
    assert (data["bots"], data["seed"], data["games"]) == ("search:20", 3, [{"table": 60, "random": 60, "skill": 120}])
    assert data["sides"] == [[1], [2]]
    assert [one["key"] for one in data["sections"]] == SECTIONS
    for one in data["sections"]:
        assert list(one) == ["key", "columns", "even", "rows"]
        for row in one["rows"]:
            keys = ["key", "title", "kind", "cells", "by_chance", "times", "games", "better", "note"]
            assert list(row) == keys
            assert len(row["cells"]) == len(one["columns"])
            for cell in filter(None, row["cells"]):
                assert list(cell) == ["estimate", "low", "high"]
                if cell["low"] is not None:
                    assert cell["low"] <= cell["estimate"] <= cell["high"]


def test_json_has_both_sides_of_a_variant(report: Report) -> None:
    data = json.loads(as_json(report("first", variant="fair")))
    assert [one["key"] for one in data["with"]] == SECTIONS
    seats = data["side_by_side"][0]
    assert seats["columns"] == [
        *("search:20, without", "search:20, with", "search:20, change", "random, change"),
    ]
    first = seats["rows"][0]
    without, with_it, change, _ = first["cells"]
    assert change["estimate"] == pytest.approx(with_it["estimate"] - without["estimate"])
    assert change["high"] < 0
    assert first["note"] == "changes"


def test_people_read_who_played(report: Report) -> None:
    text = " ".join(shown(report("waste"), 140).split())
    assert "60 games by search:20 players at all seats, 60 games by random players" in text
    assert "15 deals at each step of skill, 2 games each" in text
    assert "Seed 3." in text
    assert "action waste 0.0 %" in text
    assert "never taken" in text
    assert "This is no proof" in text


def test_it_fits_into_a_terminal(report: Report) -> None:
    for found in (report("waste"), report("first", variant="fair"), report("strong", "tile 1")):
        assert max(len(line.rstrip()) for line in shown(found, 80).splitlines()) <= 80


def test_people_read_what_a_house_rule_changes(report: Report) -> None:
    text = shown(report("first", variant="fair"), 140)
    assert "First, without and with " in text
    assert "player 1 wins   100.0 % (" in text
    assert "changes" in text


def test_people_read_duels(report: Report) -> None:
    text = " ".join(shown(report("strong", "tile 1"), 160).split())
    assert "60 deals for each duel, three games each, by search:20 players" in text
    assert "stronger" in text


@pytest.mark.parametrize("name", ["waste", "lottery"])
def test_the_page_is_whole_and_says_who_played(report: Report, name: str) -> None:
    page = as_page(report(name))
    parser = nested(page)
    assert parser.seen.count("svg") >= 4
    assert parser.seen.count("table") >= 4
    assert "60 games by search:20 players at all seats" in page
    assert "Seed 3." in page
    assert "This is no proof" in page


def test_the_page_of_a_variant_and_of_duels(report: Report) -> None:
    for found in (report("first", variant="fair"), report("strong", "tile 1")):
        page = as_page(found)
        nested(page)
        assert "search:20" in page
        assert "Seed 3." in page
        assert "/balance" not in page  # no folders


def test_random_players_are_shown_by_themselves(folder: Path) -> None:
    found = balance(Plan(str(folder / "waste.hoyle"), 2, bots="random", games=20, seed=3))
    text = " ".join(shown(found, 140).split())
    assert "20 games by random players and 5 deals at each step of skill" in text
    assert json.loads(as_json(found))["sections"][0]["columns"] == ["random"]
    assert re.search(r"player 1 wins \d+\.\d %", text)
    nested(as_page(found))


def test_random_duels_are_shown_by_themselves(folder: Path) -> None:
    found = balance(Plan(str(folder / "strong.hoyle"), 2, bots="random", games=20, seed=3, duels=("tile 1",)))
    assert "20 deals for each duel, three games each, by random players" in " ".join(shown(found, 140).split())
    (row,) = json.loads(as_json(found))["sections"][0]["rows"]
    assert row["cells"][0]["estimate"] == 1.0
