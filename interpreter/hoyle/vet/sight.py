"""What players see and are told, compared: a change may leave every choice as it was and still be no small matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.compare.alongside import Parting, Table
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Script

LONGEST = 60
NESTED = ("zones", "sides", "values")
LEFT_OUT = ("choices", "options", "untold")


def play_in_sight(
    one: Game, other: Game, chances: tuple[Script, Script], pick: Callable[[State], int]
) -> tuple[Parting, list[str]] | None:
    """The first place in a game at which somebody sees something else, and what; None if nobody does.

    Both games go the same way otherwise, as far as that was tried.
    """
    mine, theirs = Table(one, chances[0]), Table(other, chances[1])
    made: list[int] = []
    told: list[str] = []
    while not (mine.error or theirs.error) and len(made) < LONGEST:
        lines = seen_apart(mine, theirs)
        if lines:
            return Parting(mine, theirs, tuple(made), tuple(told)), lines
        state = mine.state
        if state.over or theirs.state.over:
            return None
        made.append(pick(state))
        told.append(f"player_{state.player + 1}: {state.choices[made[-1]].text}")
        mine.choose(made[-1])
        theirs.choose(made[-1])
    return None


def seen_apart(mine: Table, theirs: Table) -> list[str]:
    """What seats see differently, with - and + before it."""
    for seat in range(mine.game.players):
        one, other = (_flat(table.state.view(seat)) for table in (mine, theirs))
        lines = []
        for name in (name for name in one if name in other):
            if one[name] != other[name]:
                lines += [f"- player_{seat + 1} sees {name}: {_said(one[name])}"]
                lines += [f"+ player_{seat + 1} sees {name}: {_said(other[name])}"]
        happened = [table.state.events(seat, since=table.before) for table in (mine, theirs)]
        if happened[0] != happened[1]:
            lines += [f"- player_{seat + 1} is told: {text}" for text in happened[0] if text not in happened[1]]
            lines += [f"+ player_{seat + 1} is told: {text}" for text in happened[1] if text not in happened[0]]
        if lines:
            return lines
    return []


def _flat(view: dict[str, Any]) -> dict[str, Any]:
    """What a view has of each zone and variable, beside everything else. Choices have been compared; how a game is set
    is no part of what is seen in it."""
    found = {name: value for name, value in view.items() if name not in (*NESTED, *LEFT_OUT)}
    for part in NESTED:
        found |= {f"the sides of {name}" if part == "sides" else name: value for name, value in view[part].items()}
    return found


def _said(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_said(item) for item in value)}]"
    return {"True": "yes", "False": "no", "None": "none"}.get(str(value), str(value))
