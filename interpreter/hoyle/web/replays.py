"""A table looked at again, moment by moment, and taken home as a file.

Before the end everybody sees what they saw; a save, which holds every card, is nobody's then who plays against others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.diagnostics import HoyleError
from hoyle.trials.seeded import scenario_from, scenario_of
from hoyle.web.open_table import all_news, everything
from hoyle.web.people import HOST
from hoyle.web.refusals import Refused
from hoyle.web.store import Entry
from hoyle.web.tables import Table

LOG = 300
ALL = "all"
EARLY = Refused("early", "that is seen when the game is over", "look at what you saw yourself")


def look(table: Table, mine: int | None, rev: Any, seat: Any) -> dict[str, Any]:
    """The table as it was, from a seat. mine: the seat of whoever looks."""
    over = table.state.over
    if seat == ALL and seat.__class__ is str:
        if not over:
            raise EARLY
    elif seat is not None:
        if seat.__class__ is not int or seat not in table.seats:
            raise Refused("seat", "there is no such seat", f"seats are numbered 0 to {len(table.seats) - 1}")
        if seat != mine and not over:
            raise EARLY
    if rev.__class__ is not int:
        raise Refused("rev", "a moment is a number", f"moments are numbered 0 to {table.rev}")
    state = table.at(rev)
    if seat == ALL:
        view, news = everything(state), all_news(state)
    else:
        view, news = state.view(seat, data=True), state.news(seat)
    news = news[-LOG:]
    return {
        "t": "state",
        "rev": rev,
        "revs": table.rev,
        "view": view,
        "ask": None,
        "news": news,
        "from": news[0]["i"] if news else 0,
        "chose": None if rev == table.rev or not over else table.made[rev].key,
    }


def export(table: Table, entry: Entry, form: Any, workshop: bool = False) -> Callable[[], dict[str, Any]]:
    """What writes the game as a file, for whoever may know all of it, as the host of a workshop does."""
    if not (table.state.over or _alone(table, entry) or (workshop and entry.role == HOST)):
        raise Refused("early", "a save tells every hidden card, so it is given away when the game is over", "play on")
    if form not in ("save", "scenario"):
        raise Refused("export", "there is no such form", 'say "save" or "scenario"')
    altered = table.altered
    state, numbers = table.state.copy(), [made.n for made in table.made]

    def write() -> dict[str, Any]:
        name = table.game.name or "game"
        try:
            if form == "save":
                return {"t": "file", "name": f"{name}.save", "text": state.save() + "\n"}
            title = table.game.title
            if altered:
                text = scenario_from(table.game, state, f"{title}, as it was laid out")
            else:
                text = scenario_of(table.game, state, numbers, f"{title}, as it was played")
            return {"t": "file", "name": f"{name}_played_trials.hoyle", "text": text}
        except HoyleError as error:
            raise Refused.of(error, "export") from None

    return write


def _alone(table: Table, entry: Entry) -> bool:
    """Whether somebody has only ever played against bots, or is the host of such a table."""
    people = [seat for seat, person in enumerate(table.people) if person.came or not person.is_bot]
    return len(people) <= 1 and (entry.role == HOST or entry.seat in people)
