from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from hoyle.read import bundled_games


def test_tree(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("dump", "--stage", "tree", pick_high.name).stdout
    assert shown.startswith("File\n    header: Header(kind='game', title='Pick High', seats=[2, 3])\n")
    assert "span" not in shown


def test_model(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("dump", "--stage", "model", pick_high.name).stdout
    assert shown.startswith("Model\n    title: 'Pick High'\n")
    assert "upside_down" in shown


def test_core_is_specialised(process: Any, pick_high: Path) -> None:
    shown = process("dump", "--stage", "core", pick_high.name, "--players", 2, "--option", "order=low").stdout
    assert shown.startswith('program "Pick High" for 2 players\noption order = low\noption extra = 1\n')
    assert "zone hand[0..1] at 2: set, face down, seen by owner\n" in shown
    assert "define worth(card : Tile) : number = (7 - card.rank) + (if (card.suit is moon) then 1 otherwise 0)" in shown
    assert "rule keep_ones must p.play.card.rank is not 1 if able\n" in shown.replace("decider'1", "p")


def test_the_plan_says_what_is_kept_and_where_a_frame_waits(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("dump", "--stage", "plan", pick_high.name).stdout
    assert shown.startswith("frame flow\n    slot 1: ")
    assert ", from point 0" in shown and "and wait at point 0; if there is nothing to choose" in shown


def test_python_is_python(hoyle: Any, pick_high: Path) -> None:
    ast.parse(hoyle("dump", "--stage", "python", pick_high.name).stdout)


@pytest.mark.parametrize("name", bundled_games())
def test_the_core_of_every_good_game_can_be_shown(name: str) -> None:
    import hoyle as package
    from hoyle.program.show import show_program

    program = package.load(name).program
    shown = show_program(program)
    assert all(f" {name}" in shown for name in (*program.defines, *program.procedures, *program.zone_families))
    assert "object at 0x" not in shown
