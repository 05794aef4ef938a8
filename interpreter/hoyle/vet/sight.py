"""What players see and are told, compared: a change may leave every choice as it was and still be no small matter."""

from __future__ import annotations

from typing import Any

from hoyle.compare.alongside import Chance, Parting, Pick, Table, play_alongside
from hoyle.english import given
from hoyle.run.game import Game

LONGEST = 60
NESTED = ("zones", "sides", "values")
LEFT_OUT = ("choices", "options", "untold")


def play_in_sight(one: Game, other: Game, chances: tuple[Chance, Chance], pick: Pick) -> Parting | None:
    """The first place in a game at which somebody sees something else; None if nobody does.

    Both games go the same way otherwise, as far as that was tried.
    """

    def apart(mine: Table, theirs: Table) -> bool:
        return not (mine.error or theirs.error) and bool(seen_apart(mine, theirs))

    return play_alongside(one, other, chances, pick, LONGEST, apart)


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
    return given(value)
