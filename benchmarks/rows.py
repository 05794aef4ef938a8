"""The rows of the report: which figures are taken of which games, and what is asked of them."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from pathlib import Path

import hearts_openspiel
import hearts_tight
import hoyle
import texas_oo
import texas_tight
import thinking
from hoyle.resources import gamedefs
from measures import (
    Measure,
    as_one_file,
    asking,
    by_hand_in_c,
    checking,
    command,
    compiling,
    copying,
    copying_in_c,
    drawing,
    engine_playout,
    exploring,
    in_c,
    shrinking,
    speed,
    stepping,
    working,
)

HERE = Path(__file__).parent
HEARTS = HERE.parent / "examples" / "hearts.hoyle"
TEXAS = gamedefs() / "texas_showdown.hoyle"
HOUSE_RULES = HEARTS.parent / "house_rules"
NO_SHERIFFS = "texas_showdown", str(HOUSE_RULES / "no_sheriffs.hoyle")

Round = dict[str, float]
"""One figure of each kind, by name."""

TEXAS_GAME = hoyle.load("texas_showdown", players=4)
HEARTS_GAME = hoyle.load(str(HEARTS), players=4)
LIMITS = "    | 3..4 | 15     |\n    | 5    | 12     |\n    | 6    | 10     |\n"
VARIED = hoyle.load(str(HOUSE_RULES / "lower_limit.hoyle"), players=4)
WRITTEN_OUT = as_one_file(TEXAS, LIMITS, "    | 3..5 | 10 |\n    | 6    | 8  |\n")
BOOK_IT = hoyle.load("book_it", players=3)
OTHERS = {game.title: game for game in map(hoyle.load, ("trickdraw", "dwyn", "rowdy_partners", "book_it"))}

ASKED = {"fifteens": "fifteens of five cards", "melds": "best melds of 11 cards", "leads": "all leads from 20 cards"}
GROUPS = {title: hoyle.load(str(HERE / "groups.hoyle"), options={"asked": word}) for word, title in ASKED.items()}
AT_ONCE = 200  # values that a game of groups works out

IN_C = {"Texas Showdown": TEXAS_GAME, "Hearts": HEARTS_GAME, **OTHERS}
QUICKER = {
    "Texas Showdown": 55, "Hearts": 70, "DWYN": 50, "Book It!": 40, "Trickdraw": 32, "Rowdy Partners": 32
}  # fmt: skip

MEASURES: dict[str, Measure] = {
    **{f"{title}, C": in_c(game, quick=False) for title, game in IN_C.items()},
    **{f"{title}, C, quick chance": in_c(game, quick=True) for title, game in IN_C.items()},
    **{f"{title}, C, step by step": stepping(OTHERS[title]) for title in ("Trickdraw", "Book It!")},
    "Texas Showdown, C by hand": by_hand_in_c(HERE / "texas_by_hand.c", TEXAS_GAME),
    **{f"{workers} at work": working(TEXAS_GAME, workers) for workers in (1, 2)},
    **{title: asking(game, AT_ONCE, native=False) for title, game in GROUPS.items()},
    **{f"{title} in C": asking(game, AT_ONCE, native=True) for title, game in GROUPS.items()},
    "Hearts, OpenSpiel, in C++": hearts_openspiel.rollouts,
    "copy in C, Texas Showdown": copying_in_c(TEXAS_GAME),
    "copy in C, Book It!": copying_in_c(OTHERS["Book It!"]),
    "compiling": compiling(OTHERS["Book It!"], kept=False),
    "loading": compiling(OTHERS["Book It!"], kept=True),
    "Texas Showdown, Hoyle": speed(engine_playout(TEXAS_GAME)),
    "Texas Showdown, OO": speed(texas_oo.playout),
    "Texas Showdown, TIGHT": speed(texas_tight.playout),
    "Hearts, Hoyle": speed(engine_playout(HEARTS_GAME)),
    "Hearts, OpenSpiel": speed(hearts_openspiel.playout),
    "Hearts, OpenSpiel, chance at its cheapest": speed(hearts_openspiel.playout_uniform),
    "Hearts, TIGHT": speed(hearts_tight.playout),
    **{f"{title}, Hoyle": speed(engine_playout(game)) for title, game in OTHERS.items()},
    "variant, Hoyle": speed(engine_playout(VARIED)),
    "one file, Hoyle": speed(engine_playout(WRITTEN_OUT)),
    "state.copy()": copying(TEXAS_GAME),
    "hoyle check": checking(TEXAS),
    "hypothesis": drawing(TEXAS_GAME),
    "shrinking": shrinking(TEXAS, "never sum(tricks) > 1"),
    "exploring": exploring("trickdraw"),
    "vetting": command("vet", str(HOUSE_RULES / "no_sheriffs.hoyle")),
    "comparing": command("compare", *NO_SHERIFFS, "--bots", "random"),
    "comparing, thinking": command("compare", *NO_SHERIFFS),
    "a move, Texas Showdown": thinking.moving(TEXAS_GAME, 100, 10),
    "a move, Book It!": thinking.moving(BOOK_IT, 100, 2),
    "won, Texas Showdown": thinking.winning(TEXAS_GAME, 100, 100),
    "won, Book It!": thinking.winning(BOOK_IT, 100, 10),
}
BY_THINKING = [f"{what}, {title}" for what in ("a move", "won") for title in ("Texas Showdown", "Book It!")]
ONCE = ["vetting", "comparing", "comparing, thinking", *BY_THINKING]  # they take so long that once is enough
NO_SPEEDS = ("copy", "comparing", *BY_THINKING)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the report: a figure, or the ratio of two, and what it has to reach.

    For times less is better, so there the floor is the most it may be. A row without a floor only informs.
    """

    name: str
    unit: str
    figure: str
    over: str | None = None
    floor: float | None = None
    aim: float | None = None

    def value(self, taken: list[list[Round]]) -> float:
        rounds = next(rounds for rounds in taken if self.figure in rounds[0])
        if self.over is None:
            return statistics.median(round_[self.figure] for round_ in rounds)
        return statistics.median(round_[self.figure] / round_[self.over] for round_ in rounds)

    @property
    def less_is_better(self) -> bool:
        return self.unit in ("µs", "ms", "s")

    def reaches(self, value: float, bound: float | None) -> bool:
        if bound is None:
            return True
        return value <= bound if self.less_is_better else value >= bound


ROWS = (
    *(
        Row(f"{title}, C, quick chance / Python", "x", f"{title}, C, quick chance", f"{title}, Hoyle", floor=floor)
        for title, floor in QUICKER.items()
    ),
    Row("Texas Showdown, C / quick chance", "x", "Texas Showdown, C", "Texas Showdown, C, quick chance", floor=0.4),
    Row("Trickdraw, C / quick chance", "x", "Trickdraw, C", "Trickdraw, C, quick chance", floor=0.85),
    Row(
        "Texas Showdown, C, quick chance / C by hand",
        "x",
        "Texas Showdown, C, quick chance",
        "Texas Showdown, C by hand",
        floor=0.35,
    ),
    Row("Texas Showdown, C, two workers / one", "x", "2 at work", "1 at work", floor=1.8),
    Row(
        "Hearts, C, quick chance / OpenSpiel in C++",
        "x",
        "Hearts, C, quick chance",
        "Hearts, OpenSpiel, in C++",
        floor=4.5,
        aim=6,
    ),
    *(
        Row(f"{title}, C, step by step / Python", "x", f"{title}, C, step by step", f"{title}, Hoyle", floor=8)
        for title in ("Trickdraw", "Book It!")
    ),
    Row("a copy in C, Texas Showdown", "µs", "copy in C, Texas Showdown", floor=0.1),
    Row("a copy in C, Book It!", "µs", "copy in C, Book It!", floor=0.5),
    Row("Book It! written, compiled and loaded in C", "s", "compiling", floor=2),
    Row("the same when it was compiled before", "ms", "loading", floor=50),
    Row("Texas Showdown, Hoyle / OO", "x", "Texas Showdown, Hoyle", "Texas Showdown, OO", floor=0.8, aim=2.0),
    Row("Texas Showdown, Hoyle / TIGHT", "x", "Texas Showdown, Hoyle", "Texas Showdown, TIGHT", floor=0.3, aim=0.7),
    Row("Hearts, Hoyle / OpenSpiel", "x", "Hearts, Hoyle", "Hearts, OpenSpiel", floor=1.0, aim=2.0),
    Row("Hearts, the same, chance at its cheapest", "x", "Hearts, Hoyle", "Hearts, OpenSpiel, chance at its cheapest"),
    # far larger games than the yardstick's: a fifth of its rate is what is asked of them
    *(
        Row(f"{title}, Hoyle / Texas Showdown, OO", "x", f"{title}, Hoyle", "Texas Showdown, OO", floor=0.2, aim=0.5)
        for title in OTHERS
    ),
    Row("fifteens of five cards, with dealing them", "µs", "fifteens of five cards", floor=15, aim=9),
    Row("best melds of 11 cards", "µs", "best melds of 11 cards", floor=80, aim=60),
    Row("all leads from 20 cards", "µs", "all leads from 20 cards", floor=200, aim=150),
    *(Row(f"{title}, in C", "µs", f"{title} in C", floor=5, aim=2) for title in GROUPS),
    Row("a variant / the same rules as one file", "x", "variant, Hoyle", "one file, Hoyle", floor=0.97),
    Row("hoyle vet, Texas Showdown, No sheriffs", "s", "vetting", floor=30),
    Row("hoyle compare, Texas Showdown, No sheriffs, at random", "s", "comparing", floor=60),
    Row("hoyle compare, the same, by players who think", "s", "comparing, thinking", floor=120),
    Row("a thinking move, Texas Showdown", "ms", "a move, Texas Showdown", floor=1),
    Row("a thinking move, Book It!", "ms", "a move, Book It!", floor=15),
    # few games, so the floors are far below what `make strength` asks for
    Row("won by one seat that thinks, Texas Showdown", "of 1", "won, Texas Showdown", floor=0.65),
    Row("won by one seat that thinks, Book It!", "of 1", "won, Book It!", floor=0.6),
    Row("state.copy(), Texas Showdown", "µs", "state.copy()", floor=10, aim=3),
    Row("hoyle check, Texas Showdown, warm", "ms", "hoyle check", floor=300),
    Row("playthroughs of Texas Showdown drawn by Hypothesis", "games/s", "hypothesis"),
    Row("shrinking a play of Texas Showdown", "ms", "shrinking"),
    Row("exploring the miniature of Trickdraw", "tables/s", "exploring"),
    *(Row(name, "decisions/s", name) for name in MEASURES if ", " in name and not name.startswith(NO_SPEEDS)),
)


def groups() -> list[list[str]]:
    """The figures that are compared with each other: each group is measured on its own, as a program would use it."""
    starts = ("Texas", "Hearts", ("variant", "one file"))
    found = [[name for name in MEASURES if name.startswith(start)] for start in starts]
    rest = [name for name in MEASURES if not any(name in group for group in (*found, ONCE))]
    return [*found, ["Texas Showdown, OO", *rest], ONCE]
