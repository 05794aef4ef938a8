from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

THINK = ("--games", 60, "--players", 2, "--jobs", 1)
FEW = (*THINK, "--bots", "random")


def test_for_people(process: Any, pick_high: Path) -> None:
    shown = process("compare", pick_high.name, pick_high.name, *FEW, "--option-b", "order=low").stdout
    assert shown.startswith("A: Pick High (pick_high.hoyle), 2 players\n   order high, extra 1\nB: Pick High")
    assert "order: high in A, low in B" in shown
    assert "in the game with the seed 0:1, after " in shown
    assert "exception `worth.upside_down` counts in B (pick_high.hoyle:" in shown
    for row in ("turns", "choices per", "seat", "comebacks", "score spread", "player 2 wins"):
        assert re.search(rf"^{row} ", shown, re.MULTILINE), row
    assert "60 games of each, played in Python in" in " ".join(shown.split())  # so few are not worth compiling
    assert "each may be wrong in 5 % / 12 / 1 of comparisons" in " ".join(shown.split())


def test_the_object(hoyle: Any, pick_high: Path) -> None:
    other = pick_high.with_name("other.hoyle")
    other.write_text(pick_high.read_text().replace("    repeat 4 times", "    repeat 3 times"))
    arguments = ("compare", pick_high.name, other.name, *FEW, "--seed", "x", "--json")
    data = json.loads(hoyle(*arguments).stdout)
    (change,) = data["changes"]
    assert (change["what"], change["name"], change["a"], change["b"]) == (
        "changed", "flow", "pick_high.hoyle:35", "other.hoyle:35",
    )  # fmt: skip
    assert change["lines"] == ["-     repeat 4 times", "+     repeat 3 times"]
    assert data["measures"]["decisions"]["difference"] == {"estimate": -2, "low": -2, "high": -2}
    assert data["measures"]["decisions"]["verdict"] == "real"
    assert data["parting"]["choices"] == 6
    assert (data["engine"], data["games"], data["seed"], data["a"]["hand"]) == ("python", 60, "x", "a round")
    again = json.loads(hoyle(*arguments).stdout)
    del data["seconds"], again["seconds"]
    assert again == data


def test_a_single_game_gives_no_intervals(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("compare", pick_high.name, pick_high.name, "--games", 1, "--jobs", 1, "--json").stdout
    data = json.loads(shown, parse_constant=lambda name: None)
    assert "Infinity" not in shown
    assert data["measures"]["turns"]["a"]["high"] is None
    assert data["measures"]["turns"]["verdict"] == "unclear"


def test_other_numbers_of_players(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("compare", pick_high.name, pick_high.name, "--players-b", 3, *FEW).stdout
    assert "players: 2 in A, 3 in B" in shown
    assert "- 2 players" in shown


def test_a_page_that_needs_nothing_else(hoyle: Any, pick_high: Path) -> None:
    other = pick_high.with_name("other.hoyle")
    text = pick_high.read_text().replace('"Pick High"', '"<script>alert(1)</script>"')
    other.write_text(f"{text}\ndefine luck = 1\n")
    shown = hoyle("compare", pick_high.name, other.name, *FEW, "--option", "order=low", "--html", "page.html")
    assert shown.returncode == 0
    page = pick_high.with_name("page.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "<code>define luck</code>" in page and "`" not in page
    assert not re.search(r"(src|href)=|url\((?!#)|https?:", page)
    assert page.count("<figure>") == 12
    assert page.count("<svg") == page.count("</svg>")
    import xml.etree.ElementTree as ET

    for drawn in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ET.fromstring(drawn)  # raises if it is not well-formed


def test_a_page_tells_others_no_folder_and_who_played(hoyle: Any, pick_high: Path) -> None:
    folder = pick_high.parent / "my secret folder"
    folder.mkdir()
    changed = pick_high.read_text() + 'property quiet "nothing" always yes\n'
    (folder / "changed.hoyle").write_text(changed)
    (folder / "same.hoyle").write_text(pick_high.read_text())
    one, other = folder / "same.hoyle", folder / "changed.hoyle"
    shown = hoyle("compare", one, other, *FEW, "--option-b", "order=low", "--html", "page.html")
    page = pick_high.with_name("page.html").read_text(encoding="utf-8")
    assert "secret" in shown.stdout and "secret" not in page and str(pick_high.parent) not in page
    assert "changed.hoyle:" in page
    assert "bots that choose at random" in page and "bots that choose at random" in " ".join(shown.stdout.split())
    assert "1 thing that is only said about the rules" in page and "False" not in page and "True" not in page
    first = hoyle("compare", one, one, *THINK, "--bots", "first", "--html", "page.html").stdout
    assert "at random" not in first and "bots (first)" in first


def test_players_think_and_random_ones_stand_beside(hoyle: Any, pick_high: Path) -> None:
    arguments = ("compare", pick_high.name, pick_high.name, *THINK, "--option-b", "order=low")
    data = json.loads(hoyle(*arguments, "--json").stdout)
    random = json.loads(hoyle(*arguments, "--bots", "random", "--json").stdout)
    assert (data["bots"], data["beside"]["bots"], random["beside"]) == (["normal"], ["random"], None)
    assert data["beside"]["measures"] == random["measures"] != data["measures"]
    assert data["measures"].keys() == data["beside"]["measures"].keys()
    spread = random["measures"]["spread"]["difference"]["estimate"]
    shown = hoyle(*arguments, "--html", "page.html").stdout
    page = pick_high.with_name("page.html").read_text(encoding="utf-8")
    for text in (" ".join(shown.split()), page):
        assert "All players were bots that think (normal), each from what its seat knows" in text
        assert "choose at random: what the rules do by themselves" in text
        assert f"{spread:+.2f}" in text
    assert page.count("<th>B − A, at random</th>") == 1


def test_thinking_players_are_the_same_however_many_work_on_it(process: Any, pick_high: Path) -> None:
    arguments = (
        "compare",
        pick_high.name,
        pick_high.name,
        *THINK,
        "--option-b",
        "order=low",
        "--bots",
        "easy",
        "--json",
    )
    one, two = (json.loads(process(*arguments, "--jobs", jobs).stdout) for jobs in (1, 2))
    assert one["measures"] == two["measures"]


def test_bad_arguments(hoyle: Any, pick_high: Path) -> None:
    name = pick_high.name
    wrong = hoyle("compare", name, name, "--option-b", "order")
    assert wrong.returncode == 2
    assert "--option-b" in wrong.stderr
    assert hoyle("compare", name).returncode == 2
    assert hoyle("compare", name, name, "--games", "0").returncode == 2
    assert hoyle("compare", name, name, "--bots", "clever").returncode == 2
    assert hoyle("compare", name, name, "--html", "no/such/page.html").returncode == 2
    assert hoyle("compare", name, name, "--html", ".", "--games", 1, "--jobs", 1).returncode == 2
    for more in (("--option-a", "order=sideways"), ("--players", 9)):
        shown = hoyle("compare", name, name, *more)
        assert shown.returncode == 1, more
        assert len(shown.stderr.splitlines()) <= 4
        assert "Traceback" not in shown.stderr
    missing = hoyle("compare", name, "no_such_game")
    assert missing.returncode == 1
    assert "no_such_game" in missing.stderr


def test_no_number_of_players_suits_both(hoyle: Any, pick_high: Path) -> None:
    other = pick_high.with_name("other.hoyle")
    text = pick_high.read_text().replace("for 2..3 players", "for 4 players").replace("deal 4", "deal 3")
    other.write_text(text[: text.index("scenario")])
    shown = hoyle("compare", pick_high.name, other.name)
    assert shown.returncode == 1
    assert "no number suits both" in " ".join(shown.stderr.split())
    assert "--players-b" in shown.stderr


def test_what_the_engine_refuses_is_said_with_its_game(process: Any, pick_high: Path) -> None:
    """Also if it happens in another process, after hundreds of games."""
    other = pick_high.with_name("other.hoyle")
    other.write_text(pick_high.read_text().replace("var points[Player] : number = 0", "var points[Player] : 0..3 = 0"))
    for jobs in (1, 2):
        shown = process("compare", pick_high.name, other.name, "--players", 2, "--jobs", jobs)
        assert shown.returncode == 1
        assert shown.stdout == ""
        assert re.search(r"in the game of other\.hoyle with the seed 0:\w+", " ".join(shown.stderr.split()))


def test_variants(hoyle: Any, pick_high: Path) -> None:
    shorter = pick_high.with_name("shorter.hoyle")
    shorter.write_text('variant "Shorter" of pick_high\n\nset extra = 3\n')
    shown = hoyle("compare", pick_high.name, shorter.name, *FEW).stdout
    assert "B: Pick High: Shorter (shorter.hoyle), 2 players" in shown
    assert "extra: 1 in A, 3 in B" in shown
    again = hoyle("compare", pick_high.name, pick_high.name, *FEW, "--with-b", "shorter").stdout
    assert "(pick_high.hoyle with shorter.hoyle), 2 players" in " ".join(again.split())
    rules = [re.search(r"What differs.*What it does", text, re.DOTALL) for text in (shown, again)]
    assert rules[0] is not None and rules[1] is not None
    assert rules[0][0] == rules[1][0]
    both = hoyle("compare", pick_high.name, pick_high.name, *FEW, "--with", "shorter").stdout
    assert "nowhere in 60 games" in both
    assert hoyle("compare", pick_high.name, pick_high.name, "--with-b", "longer").returncode == 1
