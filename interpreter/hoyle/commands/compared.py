"""What `hoyle compare` found, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console

from hoyle.commands.terminal import changed, head, print_wrapped, say, table
from hoyle.compare import words
from hoyle.compare.comparison import Comparison
from hoyle.compare.rules import Change, place
from hoyle.compare.run import Answer
from hoyle.compare.statistics import Interval
from hoyle.english import options_in_words
from hoyle.model import table_of

LINES = 12
CHANGES = 20
WIDE = 110


def as_json(comparison: Comparison) -> str:
    """Everything as one object; apart from `engine`, `seconds` (and `games`, if the time was up) always the same."""
    measured, plan = comparison.measured, comparison.plan
    data: dict[str, Any] = {
        "a": _side(comparison, 0),
        "b": _side(comparison, 1),
        "seed": plan.seed,
        "bots": plan.bots,
        "settings": [{"name": s.name, "a": s.one, "b": s.other} for s in comparison.settings],
        "changes": [_change(change) for change in comparison.changes],
        "parting": _parting(comparison),
        "engine": measured.engine,
        "games": measured.games,
        "looks": measured.looks,
        "of_looks": measured.of_looks,
        "ended_by": measured.why,
        "seconds": round(measured.seconds, 3),
        "measures": {answer.measure.key: _answer(answer) for answer in measured.answers},
        "seats": [{"a": _interval(one), "b": _interval(other)} for one, other in words.seats(comparison)],
        "definitions": dict(words.definitions(comparison)),
        "beside": _beside(comparison),
    }
    return json.dumps(data, indent=2)


def _beside(comparison: Comparison) -> dict[str, Any] | None:
    """What random players do, where others think."""
    found = comparison.beside
    if found is None:
        return None
    measures = {answer.measure.key: _answer(answer) for answer in found.answers}
    return {"bots": comparison.plan.beside.bots, "games": found.games, "engine": found.engine, "measures": measures}


def _side(comparison: Comparison, number: int) -> dict[str, Any]:
    side = (comparison.one, comparison.other)[number]
    return {
        "game": side.game.name,
        "title": side.game.title,
        "players": side.game.players,
        "options": side.game.options,
        "hand": side.stretch.title if side.stretch is not None else None,
        "good_score": "high" if comparison.measured.high[number] else "low",
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "what": change.what,
        "name": change.name,
        "parts": change.parts,
        "a": place(change.one),
        "b": place(change.other),
        "lines": change.lines,
        "matters_in_play": change.plays,
    }


def _parting(comparison: Comparison) -> dict[str, Any]:
    search = comparison.search
    data: dict[str, Any] = {"games": search.games, "parted": search.parted is not None}
    if search.parted is not None:
        found = search.parted
        data |= {"seed": found.seed, "choices": found.choices, "events": found.events, "difference": found.apart}
        data |= {"then_a": found.then[0], "then_b": found.then[1], "why": [cause.told() for cause in found.why]}
    return data


def _answer(answer: Answer) -> dict[str, Any]:
    sides = {"a": answer.one, "b": answer.other, "difference": answer.difference}
    return {name: _interval(side) for name, side in sides.items()} | {"verdict": answer.verdict}


def _interval(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    low, high = (interval.low, interval.high) if interval.high != float("inf") else (None, None)
    return {"estimate": interval.estimate, "low": low, "high": high}


# ---------------------------------------------------------------------------------------------- for people


def show(out: Console, comparison: Comparison) -> None:
    """For people."""
    for letter, side in zip("AB", (comparison.one, comparison.other), strict=True):
        game = side.game
        print_wrapped(out, f"{letter}: {game.title} ({words.sources(game)}), {table_of(game.players)}", 0)
        if game.options:
            print_wrapped(out, options_in_words(game.options), 3, "dim")
    head(out, "What differs in the rules", "bold")
    _show_rules(out, comparison)
    head(out, "Where they part", "bold")
    _show_parting(out, comparison)
    head(out, "What it does to the game", "bold")
    _show_measures(out, comparison)


def _show_rules(out: Console, comparison: Comparison) -> None:
    for setting in comparison.settings:
        print_wrapped(out, words.setting_in_words(setting), 2)
    matter = [change for change in comparison.changes if change.plays]
    for change in matter[:CHANGES]:
        print_wrapped(out, change.sentence, 2)
        places = {"A": place(change.one), "B": place(change.other)}
        print_wrapped(out, ", ".join(f"{side} {spot}" for side, spot in places.items() if spot), 6, "place")
        for line in change.lines[:LINES]:
            say(out, line, changed(line), 6)
        if len(change.lines) > LINES:
            out.print(f"      ... and {len(change.lines) - LINES} more lines")
    if len(matter) > CHANGES:
        out.print(f"  ... and {len(matter) - CHANGES} more; --json and --html have all")
    said = len(comparison.changes) - len(matter)
    if said:
        out.print(f"  {words.of_words(said)}")
    if not comparison.settings and not comparison.changes:
        out.print("  nothing")


def _show_parting(out: Console, comparison: Comparison) -> None:
    games, parted = comparison.search.games, comparison.search.parted
    nowhere = [f"nowhere in {games} games with the same deals and the same choices"]
    for line in words.parting_in_words(parted) if parted is not None else nowhere:
        print_wrapped(out, line.lstrip(), 2 + len(line) - len(line.lstrip()), changed(line))


def _cell(found: tuple[str, str] | None, stacked: bool) -> str:
    """An estimate with its interval, behind it or below it."""
    return "" if found is None else "{}\n{}".format(*found) if stacked else "{} ({})".format(*found)


def _show_measures(out: Console, comparison: Comparison) -> None:
    stacked = out.width < WIDE
    rows = table()
    beside = words.beside(comparison)
    wide = ["B - A at random"] if beside and not stacked else []
    for title in ("", "A", "B", "B - A", "", *wide):
        rows.add_column(title, no_wrap=bool(title))
    for answer in comparison.measured.answers:
        sides = ((answer.one, False), (answer.other, False), (answer.difference, True))
        cells = [_cell(words.with_bounds(answer.measure, side, signed), stacked) for side, signed in sides]
        random = beside.get(answer.measure.key)
        if random and stacked:
            cells[-1] += f"\n{random[0]} at random"
        more = [_cell(random, stacked)] if random and wide else []
        rows.add_row(answer.measure.title, *cells, words.verdict(answer), *more)
    for title, *found in words.seat_rows(comparison):
        rows.add_row(title, *(_cell(each, stacked) for each in found), *[""] * (2 + len(wide)))
    out.print(rows)
    out.print()
    for note in [words.played_by(comparison), *words.notes(comparison)]:
        print_wrapped(out, note, 0)
    for title, about in words.definitions(comparison):
        print_wrapped(out, f"{title}: {about}", 2, "dim")
