"""One row a game, as text: CSV, or a JSON object in every line. Nothing is written of what played, or how.

Lists are in CSV as words with spaces between them, options as a JSON object. A game that was cut off has no ending.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from hoyle.run.columns import CUT_OFF, FLOW, Columns, in_order
from hoyle.run.playouts import Run
from hoyle.source import Source

COLUMNS = (
    *("number", "seed", "players", "options", "variants", "bots", "teams"),
    *("winners", "scores", "decisions", "turns", "ending"),
)


def same(run: Run) -> dict[str, Any]:
    """What all rows of a run have in common."""
    game = run.game
    return {
        "players": game.players,
        "options": game.options,
        "variants": [_stem(file.span.source) for file in game.reading.variants],
        "bots": [run.bots[seat % len(run.bots)] for seat in range(game.players)],
        "teams": [] if game.teams is None else game.teams.by_seat,
    }


def _stem(source: Source) -> str:
    return (source.path or Path(source.name)).stem


@attrs.frozen
class Form:
    """How rows are written: the line before them, what a value is in a row, what stands between and around them."""

    head: bytes
    value: Callable[[Any], str]
    row: Callable[[list[str]], str]

    def rows(self, run: Run, lot: Columns) -> bytes:
        """Rows, one for each game."""
        number, text = range(lot.first, lot.first + len(lot)), self.value
        winners = _Texts(lambda places: text(list(in_order(places))))
        endings = {n: text(name or FLOW) for n, name in enumerate(lot.names)} | {CUT_OFF: text(None)}
        columns = (
            number,
            number,
            map(winners.__getitem__, zip(*(lot.won[seat :: lot.players] for seat in range(lot.players)), strict=True)),
            *(lot.scores[seat :: lot.players] for seat in range(lot.players)),
            *(lot.decisions, lot.turns, map(endings.__getitem__, lot.ending)),
        )
        line = self._line(run)
        return "".join([line % row for row in zip(*columns, strict=True)]).encode("utf-8", "backslashreplace")

    def _line(self, run: Run) -> str:
        """A row in which places are left for what differs from game to game."""
        kept = [_kept(self.value(value)) for value in same(run).values()]
        seed, _, end = self.value(f"{run.seed}:0").rpartition("0")
        scores = self.value([0] * run.game.players).replace("0", "%d")
        return self.row(["%d", f"{_kept(seed)}%d{_kept(end)}", *kept, "%s", scores, "%d", "%d", "%s"])


class _Texts(dict[Any, str]):
    """Texts that are made once."""

    def __init__(self, made: Callable[[Any], str]) -> None:
        super().__init__()
        self.made = made

    def __missing__(self, key: Any) -> str:
        text = self[key] = self.made(key)
        return text


def _kept(text: str) -> str:
    return text.replace("%", "%%")


def _csv(values: list[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(values)
    return line.getvalue()


def _field(value: Any) -> str:
    """A value as one field of CSV."""
    match value:
        case None:
            return ""
        case list():
            value = " ".join(map(str, value))
        case dict():
            value = _object(value)
    return _csv([value, ""])[:-1]  # alone an empty field would be quoted


def _object(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _line_of_json(values: list[str]) -> str:
    return "{" + ", ".join(f'"{name}": {value}' for name, value in zip(COLUMNS, values, strict=True)) + "}\n"


CSV = Form(f"{_csv(list(COLUMNS))}\n".encode(), _field, lambda values: ",".join(values) + "\n")
JSONL = Form(b"", _object, _line_of_json)
