from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-m", "hoyle.commands.app"]
FEW = ("--bots", "random,first", "--games", 60)


def test_for_people(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("tournament", pick_high.name, *FEW).stdout
    assert shown.startswith("Pick High, 3 players, seed 0\norder high, extra 1\n")
    flat = " ".join(shown.split())
    assert re.search(r"\d+ deals, each played 2 times: \d+ games, in (C|Python), \d+ decisions in \d+ s: ", flat)
    assert re.search(r"^first +[+-]\d+ +[+-]\d+ to [+-]\d+ +\d+\.\d% +\d+\.\d% to \d+\.\d%", shown, re.MULTILINE)
    assert "Deal n has the seed 0:n." in flat and "33.3% is even" in flat


def test_the_object(hoyle: Any, pick_high: Path) -> None:
    arguments = ("tournament", pick_high.name, *FEW, "--players", 3, "--seed", "x", "--option", "order=low", "--json")
    data = json.loads(hoyle(*arguments).stdout)
    assert list(data) == [
        *("game", "title", "players", "options", "seed", "bots", "places", "engine", "deals", "games", "unfinished"),
        *("decisions", "seconds", "looks", "of_looks", "ended_by", "complete", "even_share", "standings"),
    ]
    assert (data["players"], data["options"]["order"], data["seed"]) == (3, "low", "x")
    assert (data["places"], data["complete"], data["games"]) == ([[1], [2], [3]], True, 2 * data["deals"])
    found = data["standings"]
    assert sorted(found["order"]) == ["first", "random"]
    assert found["steps"][0]["verdict"] in ("ahead", "alike", "unclear")
    ratings = [found["ratings"][bot] for bot in data["bots"]]
    assert sum(each["estimate"] for each in ratings) == pytest.approx(0)
    assert all(each["low"] < each["estimate"] < each["high"] for each in ratings)
    both = found["ahead"]["first"]["random"]["estimate"] + found["ahead"]["random"]["first"]["estimate"]
    assert both == pytest.approx(1)
    again = json.loads(hoyle(*arguments, "--workers", 2).stdout)
    del data["seconds"], again["seconds"]
    assert again == data


def test_a_single_deal_has_no_intervals(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("tournament", pick_high.name, "--bots", "random,first", "--games", 2, "--json").stdout
    assert "Infinity" not in shown
    assert json.loads(shown)["standings"]["ratings"]["first"]["high"] is None
    assert (
        hoyle("tournament", pick_high.name, "--bots", "random,first", "--games", 2, "--html", "p.html").returncode == 0
    )


def test_a_page_that_needs_nothing_else(hoyle: Any, pick_high: Path) -> None:
    text = pick_high.read_text().replace('"Pick High"', '"<script>alert(1)</script>"')
    pick_high.write_text(text)
    assert hoyle("tournament", pick_high.name, *FEW, "--html", "page.html").returncode == 0
    page = pick_high.with_name("page.html").read_text(encoding="utf-8")
    assert "<script" not in page and str(pick_high.parent) not in page
    assert not re.search(r"(src|href)=|url\((?!#)|https?:", page)
    (drawn,) = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(ET.fromstring(drawn).findall(".//{*}circle")) == 2
    assert "each played 2 times" in page and "ahead of random" in page


def test_a_variant(hoyle: Any, pick_high: Path) -> None:
    pick_high.with_name("shorter.hoyle").write_text('variant "Shorter" of pick_high\n\nset extra = 3\n')
    shown = hoyle("tournament", pick_high.name, *FEW, "--with", "shorter").stdout
    assert shown.startswith("Pick High: Shorter") and "extra 3" in shown


def test_bad_arguments(hoyle: Any, pick_high: Path) -> None:
    name = pick_high.name
    for wrong in (("--bots", "clever,random"), ("--games", 0), ("--html", "no/such/page.html"), ("--workers", 0)):
        assert hoyle("tournament", name, *wrong).returncode == 2, wrong
    for wrong in (("--bots", "random"), ("--bots", ",".join(["first"] * 40)), ("--games", 1), ("--players", 9)):
        shown = hoyle("tournament", name, *wrong)
        assert shown.returncode == 1, wrong
        assert shown.stdout == "" and "Traceback" not in shown.stderr and len(shown.stderr.splitlines()) <= 4
    assert "clever" in hoyle("tournament", name, "--bots", "clever,random").stderr


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_says_what_is_known(pick_high: Path, workers: int) -> None:
    arguments = ("tournament", pick_high.name, "--bots", "random,random", "--games", "2000000", "--json")
    with subprocess.Popen(
        [*COMMAND, *arguments, "--workers", str(workers)],
        cwd=pick_high.parent,
        stdout=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        time.sleep(2.5)
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    data = json.loads(out)
    if data["ended_by"] == "clear":  # it was quicker
        return
    assert process.returncode == 130
    assert (data["ended_by"], data["complete"]) == ("stopped", False)
    assert data["games"] > 0 and data["standings"]["order"]
