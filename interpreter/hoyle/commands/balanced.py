"""What `hoyle balance` found, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console

from hoyle.balance import words
from hoyle.balance.run import Balance
from hoyle.balance.sections import Section, sections
from hoyle.commands.terminal import head, print_wrapped, table
from hoyle.compare.statistics import Interval
from hoyle.english import options_in_words
from hoyle.model import table_of

WIDE = 110


def as_json(balance: Balance) -> str:
    """Everything as one object, the same however many worked on it."""
    plan, first = balance.plan, balance.sides[0].table
    data: dict[str, Any] = {
        "game": first.game.name,
        "title": first.game.title,
        "players": first.game.players,
        "options": first.game.options,
        "variants": plan.variants,
        "sides": [[seat + 1 for seat in first.seats(side)] for side in first.sides],
        "seed": plan.seed,
        "bots": plan.bots,
        "games": [side.games for side in balance.sides],
        "complete": balance.complete,
        "unit": words.unit(balance.sides[0]),
        "level": 0.95,
        "sections": [_section(section) for section in sections(balance, balance.sides[0])],
    }
    if plan.variants:
        data["with"] = [_section(section) for section in sections(balance, balance.sides[1])]
        data["side_by_side"] = [_section(section) for section in words.all_sections(balance)]
    return json.dumps(data, indent=2)


def _section(section: Section) -> dict[str, Any]:
    return {
        "key": section.key,
        "columns": section.columns,
        "even": section.usual,
        "rows": [
            {
                "key": row.key,
                "title": row.measure.title,
                "kind": row.measure.kind,
                "cells": [_interval(cell) for cell in row.cells],
                "by_chance": row.usual,
                "times": row.times or None,
                "games": row.games or None,
                "better": _interval(row.better),
                "note": words.note(section, row) or None,
            }
            for row in section.rows
        ],
    }


def _interval(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    low, high = (interval.low, interval.high) if words.known(interval) else (None, None)
    return {"estimate": interval.estimate, "low": low, "high": high}


# ---------------------------------------------------------------------------------------------- for people


def show(out: Console, balance: Balance) -> None:
    """For people."""
    game = balance.sides[0].table.game
    print_wrapped(out, f"{words.heading(balance)}, {table_of(game.players)}", 0)
    if game.options:
        print_wrapped(out, options_in_words(game.options), 0, "dim")
    for line in words.played_by(balance):
        print_wrapped(out, line, 0, "" if balance.complete else "doubt")
    for section in words.all_sections(balance):
        head(out, words.TITLES[section.key], "bold")
        for line in words.about(balance, section):
            print_wrapped(out, line, 2, "dim")
        if section.shown:
            _rows(out, section)
    out.print()
    for line in words.notes(balance):
        print_wrapped(out, line, 0, "dim")


def _cell(found: tuple[str, str] | None, stacked: bool) -> str:
    """An estimate, and its interval behind it or below it."""
    if found is None:
        return ""
    estimate, inside = found
    return estimate if not inside else f"{estimate}\n{inside}" if stacked else f"{estimate} ({inside})"


def _rows(out: Console, section: Section) -> None:
    stacked = out.width < WIDE
    rows = table("")
    for title in (*section.columns, *words.more_columns(section), "", ""):
        rows.add_column(title)
    for row in section.shown:
        cells = [words.cell(section, row, number) for number in range(len(row.cells))]
        said = [_cell(each, stacked) for each in (*cells, *words.more_cells(section, row))]
        rows.add_row(row.measure.title, *said, words.note(section, row), words.times(section, row))
    out.print(rows)
