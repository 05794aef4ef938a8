"""How fast games written in Hoyle are played, next to the same games written by hand.

All figures are taken in one process. Those that are compared are measured round by round: in each round every one of
them once, so that whatever else the machine does falls on all of them alike. Times are the processor's, and rounds are
short and many. A row is the median over the rounds, and a ratio is taken within each round. One decision is: list the
legal choices, pick one at random, apply it.

Exits with 1 if a row misses its floor.
"""

from __future__ import annotations

import gc
import json
import platform
import random
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from rows import MEASURES, ONCE, ROWS, Round, Row, groups


def take_rounds(count: int, seconds: float) -> list[list[Round]]:
    """For each group, measure everything `count` times, in turns, the order reversed in every other round."""
    taken = []
    for group in groups():
        rounds = []
        for number in range(1 if group is ONCE else count):
            figures = {}
            for name in group if number % 2 == 0 else reversed(group):
                gc.collect()  # so that nobody's garbage is collected on another's time
                figures[name] = MEASURES[name](random.Random(number), seconds)
            rounds.append(figures)
        taken.append(rounds)
    return taken


def measured(row: Row, value: float) -> str:
    return f"{value:,.0f} {row.unit}" if value >= 1000 else f"{value:.3g} {row.unit}"


def bound(row: Row, value: float | None) -> str:
    if value is None:
        return ""
    return f"{'≤' if row.less_is_better else '≥'} {value:g}"


def as_table(taken: list[list[Round]]) -> Table:
    table = Table(title=f"median of {len(taken[0])} rounds, Python {platform.python_version()}")
    for heading in ("what", "measured", "floor", "aim"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in ROWS:
        value = row.value(taken)
        if row.floor is None and row.aim is None:
            style = "dim"
        elif not row.reaches(value, row.floor):
            style = "red"
        else:
            style = "green" if row.reaches(value, row.aim) else "yellow"
        table.add_row(row.name, measured(row, value), bound(row, row.floor), bound(row, row.aim), style=style)
    return table


def as_data(taken: list[list[Round]]) -> dict[str, object]:
    rows = []
    for row in ROWS:
        value = row.value(taken)
        passed = row.reaches(value, row.floor)
        rows.append(
            {"name": row.name, "unit": row.unit, "value": value, "floor": row.floor, "aim": row.aim, "passed": passed}
        )
    return {"python": platform.python_version(), "rounds": len(taken[0]), "rows": rows}


def main(
    rounds: Annotated[int, typer.Option(min=7, help="How many rounds to take the median of.")] = 41,
    quick: Annotated[bool, typer.Option("--quick", help="Measure each figure in an eighth of the time.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Measure, print, and exit with 1 if a row misses its floor."""
    taken = take_rounds(rounds, seconds=0.01 if quick else 0.08)
    if as_json:
        print(json.dumps(as_data(taken), indent=2))
    else:
        Console().print(as_table(taken))
    missed = [row.name for row in ROWS if not row.reaches(row.value(taken), row.floor)]
    if missed:
        print(f"below the floor: {'; '.join(missed)}", file=sys.stderr)
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
