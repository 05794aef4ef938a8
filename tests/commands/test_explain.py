from __future__ import annotations

from pathlib import Path
from typing import Any

from explained import page_of


def test_a_code(hoyle: Any) -> None:
    shown = hoyle("explain", "hyl002")
    assert shown.returncode == 0
    assert shown.stdout.startswith(f"# HYL002: {page_of('HYL002').title}\n")
    assert "## Right" in shown.stdout


def test_a_code_in_a_terminal(terminal: Any) -> None:
    screen = terminal("explain", "HYL002")
    screen.until("HYL002", "Right")
    assert screen.end() == 0


def test_a_code_that_is_not_there(process: Any) -> None:
    shown = process("explain", "HYL0022")
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "there is no code `HYL0022`" in shown.stderr
    assert "did you mean `HYL002`?" in shown.stderr


def test_a_definition_with_its_clauses(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("explain", "worth", "--game", pick_high.name).stdout
    assert shown == (
        "definition worth\n"
        "    define worth(card : Tile) = card.rank    cites PH-1\n"
        "    pick_high.hoyle:23\n"
        "\n"
        "exception upside_down\n"
        "    except worth(card) as upside_down when order is low gives 7 - card.rank    cites PH-3\n"
        "    pick_high.hoyle:24\n"
        "\n"
        "adjustment moonlight\n"
        "    adjust worth(card) as moonlight by extra when card.suit is moon\n"
        "    pick_high.hoyle:25\n"
        "\n"
        "assumption\n"
        '    assume worth "the book does not say what a moon is worth"    cites PH-2\n'
        "    pick_high.hoyle:26\n"
    )


def test_what_is_in_force(hoyle: Any, pick_high: Path) -> None:
    high = hoyle("explain", "worth", "--game", pick_high.name, "--players", 2).stdout
    assert "exception upside_down: never in force\n" in high
    assert "adjustment moonlight: in force when card.suit is moon\n" in high
    low = hoyle("explain", "worth.upside_down", "--game", pick_high.name, "--option", "order=low").stdout
    assert low.startswith("exception upside_down: always in force\n")
    assert "moonlight" not in low


def test_clauses_of_clauses(hoyle: Any, pick_high: Path) -> None:
    more = (
        "\nexcept worth.upside_down as not_ones when card.rank is 1 waive"
        "\nexcept worth(card) as flat over upside_down when extra is 0 gives 3"
        "\nexcept keep_ones as short when extra is 0 waive"
        "\nafter win(p) as again when players is 3"
        "\n    points[p] += 1\n"
    )
    pick_high.write_text(pick_high.read_text() + more)
    given = ("--game", pick_high.name, "--players", 2, "--option", "extra=0", "--option", "order=low")
    worth = hoyle("explain", "worth", *given).stdout
    assert "exception upside_down: beaten by flat\n" in worth
    assert "\n    exception not_ones: in force when card.rank is 1\n" in worth
    assert "exception short: always in force\n" in hoyle("explain", "keep_ones", *given).stdout
    assert "after it again: never in force\n" in hoyle("explain", "win", *given).stdout


def test_rules_are_shown_with_what_they_are_about(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("explain", "play", "--game", pick_high.name).stdout
    assert shown.startswith("action play\n")
    assert "rule keep_ones\n" in shown
    assert "        must card.rank is not 1 if able\n" in shown


def test_a_name_that_is_not_there(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("explain", "wroth", "--game", pick_high.name)
    assert shown.returncode == 1
    assert "did you mean `worth`?" in shown.stderr
    assert hoyle("explain", "worth", "--players", "3").returncode == 2
