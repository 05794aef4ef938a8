"""The modules of the page that need no browser: run by node on tables that are recorded here."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.look import load as look_of
from hoyle.web.people import BOTS

HERE = Path(__file__).parent
PAGE = Path(hoyle.__file__).parent / "web" / "page"
ROOT = HERE.parents[1]
GAMES = {
    "texas_showdown": 4,
    "book_it": 3,
    "dwyn": 4,
    "rowdy_partners": 2,
    "trickdraw": 4,
    str(ROOT / "examples" / "hearts.hoyle"): 4,
    str(ROOT / "examples" / "canasta.hoyle"): 3,
    str(ROOT / "examples" / "big_two.hoyle"): 4,
}
MOMENTS = 90


def recorded(name: str, players: int) -> dict[str, Any]:
    """A table as the first seat sees it, for a while."""
    game = hoyle.load(name, players=players)
    path = Path(name) if name.endswith(".hoyle") else ROOT / "gamedefs" / f"{name}.hoyle"
    state, rng, states, log = game.start(seed="page"), random.Random(1), list[dict[str, Any]](), 0
    while not state.over and len(states) < MOMENTS:
        news = state.news(0, log)
        log = news[-1]["i"] + 1 if news else log
        states.append({"view": state.view(0, data=True), "ask": state.ask(0), "news": news})
        asked = state.ask(state.player)
        assert asked is not None
        numbers = [choice["n"] for choice in asked["choices"]]
        several = asked["several"]
        if asked["decline"] and (not numbers or rng.random() < 0.2):
            state.reply([])
        else:
            state.reply(rng.sample(numbers, several["least"] if several else 1))
    return {"name": path.stem, "meta": game.meta(), "look": look_of(path, game), "you": 0, "states": states}


def test_modules(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None, "node is needed for the tests of the page"
    for name, players in GAMES.items():
        table = recorded(name, players)
        (tmp_path / f"{table['name']}.json").write_text(json.dumps(table), encoding="utf-8")
    tests = sorted((HERE / "page").glob("*.test.mjs"))
    assert tests
    ran = subprocess.run(
        [node, "--test", "--test-reporter=tap", *map(str, tests)],
        env={**os.environ, "HOYLE_TABLES": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
    counted = re.search(r"^# pass (\d+)$", ran.stdout, re.M)
    assert counted is not None and int(counted[1]) >= 20, ran.stdout[-2000:]


def test_bots_of_the_lobby_are_those_of_the_server() -> None:
    said = re.search(r"export const BOTS = (\[.*\]);", (PAGE / "lobby.js").read_text(encoding="utf-8"))
    assert said is not None
    assert [name for name, _ in json.loads(said[1])] == list(BOTS)


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.js")), ids=lambda path: path.name)
def test_text_never_becomes_markup(path: Path) -> None:
    """Names, titles and labels come from strangers: they are put in as text, and style only as custom properties."""
    text = path.read_text(encoding="utf-8")
    for forbidden in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        '"style"',
    ):
        assert forbidden not in text, f"{path.name} uses {forbidden}"
    assert len(text.splitlines()) <= 400


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.html")), ids=lambda path: path.name)
def test_pages_bring_nothing_inline(path: Path) -> None:
    """What the policy of the server would not let through."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", text)
    assert all("NONCE" in tag for tag in re.findall(r"<script[^>]*>|<link rel=\"stylesheet\"[^>]*>", text))
    for name in re.findall(r"/page/([\w.]+)", text):
        assert (PAGE / name).is_file(), name


def test_everything_that_is_imported_is_there() -> None:
    for path in PAGE.glob("*.js"):
        for name in re.findall(r'from "\./([\w.]+)"', path.read_text(encoding="utf-8")):
            assert (PAGE / name).is_file(), f"{path.name} wants {name}"
