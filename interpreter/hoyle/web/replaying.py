"""The same choices under rules that have changed: as far as they are still choices, and where and why they are not.

Choices are found again by their keys, which stay when something is only worded otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.page import file_name
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.run.why import why_not
from hoyle.values import seat_number
from hoyle.web.tables import Made, keys


@attrs.frozen
class Parted:
    """Where two sets of rules part: the first choice that cannot be made any more, of how many, and why."""

    at: int
    of: int
    seat: int
    text: str
    why: str
    rule: str | None = None
    file: str | None = None
    line: int | None = None

    def as_data(self) -> dict[str, Any]:
        said = attrs.asdict(self)
        return {"rev": said.pop("at"), "at": self.at, "revs": self.of, **said}


@attrs.frozen
class Replay:
    """state: as far as it came; made: the choices as they are numbered now; parted: None if all could be made."""

    state: State
    logs: list[Any]
    made: list[Made]
    parted: Parted | None


def replayed(game: Game, seed: str, rows: Sequence[Made], before: Game | None = None) -> Replay:
    """Choices that were made, made again. before: the rules they were made by, if they are at hand."""
    state = game.start(seed)
    logs, made = [state.log], list[Made]()
    for row in rows:
        number = _again(state, row)
        try:
            if number is None:
                return Replay(state, logs, made, _parted(state, seed, rows, len(made), before))
            after = state.copy()
            after.choose(number)
        except HoyleError as error:
            why = error.diagnostics[0].message
            return Replay(state, logs, made, Parted(len(made), len(rows), row.seat, row.key, f"the game stops: {why}"))
        state = after
        made.append(attrs.evolve(row, n=number))
        logs.append(state.log)
    return Replay(state, logs, made, None)


def _again(state: State, row: Made) -> int | None:
    """The number of the same choice now."""
    if state.over or state.player != row.seat:
        return None
    found = keys(state)
    return found.index(row.key) if row.key in found else None


def _parted(state: State, seed: str, rows: Sequence[Made], at: int, before: Game | None) -> Parted:
    row, text = rows[at], rows[at].key
    if before is not None:
        old = before.start(seed)
        dealt = old.table() == game_table(state, seed)
        for made in rows[:at]:
            old.choose(made.n)
        text = old.choices[row.n].text
        if not dealt:
            return Parted(
                at, len(rows), row.seat, text, "the deal differs: what chance brings is not the same any more"
            )
    if state.over:
        return Parted(at, len(rows), row.seat, text, "the game is over here")
    if state.player != row.seat:
        why = f"{seat_number(state.player)} is asked here, not {seat_number(row.seat)}"
        return Parted(at, len(rows), row.seat, text, why)
    asked = state.ask(row.seat) or {"blocked": []}
    found = next((one for one in asked["blocked"] if one["key"] == row.key), None)
    if found is not None:
        return Parted(at, len(rows), row.seat, found["text"], found["why"], found["rule"], *place_of(found["place"]))
    reason = why_not(state, text)
    if reason is None:
        return Parted(at, len(rows), row.seat, text, "this is another choice now")
    return Parted(at, len(rows), row.seat, text, reason.says, reason.rule, *place_of(reason.place))


def game_table(state: State, seed: str) -> dict[str, Any]:
    """What lies on the table before the first choice."""
    return state.game.start(seed).table()


def place_of(place: str | None) -> tuple[str | None, int | None]:
    """A place in a definition as a file without its folders, and a line."""
    file, _, line = (place or "").rpartition(":")
    return (file_name(file), int(line)) if file and line.isdecimal() else (None, None)
