"""A report in words: who played, what each section is about, and how to read it."""

from __future__ import annotations

from collections.abc import Callable

from hoyle.balance.run import DUELS, RANDOM, SKILL, TABLE, Balance, Side, sort_of
from hoyle.balance.sections import Row, Section, beside, sections
from hoyle.balance.skill import STEPS
from hoyle.balance.table import ONE_IN
from hoyle.bots.worth import SCORES
from hoyle.compare.measures import AMOUNT, Measure
from hoyle.compare.statistics import Interval
from hoyle.compare.words import with_bounds
from hoyle.english import counted, listed
from hoyle.table.bots import LEVELS

TITLES = {
    "seats": "Seats",
    "skill": "Skill or luck",
    "worth": "Do choices matter",
    "choices": "Dead choices",
    "cards": "Cards and winning",
    "course": "How it goes",
    "duels": "Forced duels",
}
NOTES = {
    "never": "never taken",
    "seldom": "seldom taken",
    "always": "always taken",
    "often": "often taken",
    "equal": "maybe as good",
    "above": "more than even",
    "below": "less than even",
    "changes": "changes",
    "": "",
}
BETTER = Measure("better", "better", AMOUNT, "")
WARNING = (
    "This is no proof: who has or chooses something may have been ahead before. Whether it is too good only "
    "`--duel` answers."
)


def all_sections(balance: Balance) -> list[Section]:
    """What is shown: of one game, or of both side by side."""
    first, *rest = [{section.key: section for section in sections(balance, side)} for side in balance.sides]
    if not rest:
        return list(first.values())
    return [beside(section, rest[0][key]) for key, section in first.items() if key in rest[0]]


def variant(balance: Balance, called: Callable[[str], str] = str) -> str:
    """The variants that are played with on one of two sides."""
    return listed([called(name) for name in balance.plan.variants])


def bot(name: str) -> str:
    """A bot by its name, with how far it thinks."""
    return f"{name} ({LEVELS[name]} playouts a decision)" if name in LEVELS else name


def played_by(balance: Balance) -> list[str]:
    """Who played, how many games, and with which seed."""
    plan = balance.plan
    lines = []
    for number, side in enumerate(balance.sides):
        of = "" if len(balance.sides) == 1 else "With it: " if number else "Without: "
        lines.append(of + listed(_played(balance, side)) + ".")
    lines.append(
        f"Seed {plan.seed}. All players were bots: people may play differently"
        + (", and random ones show what the rules do by themselves." if plan.bots != RANDOM else ".")
    )
    if not balance.complete:
        lines.insert(0, "It was stopped: this is what is known so far.")
    return lines


def _played(balance: Balance, side: Side) -> list[str]:
    games, plan = side.games, balance.plan
    if plan.duels:
        sorts = {name: sort_of(name, DUELS) for name in (plan.bots, RANDOM)}
        deals = {name: counted(games.get(sort, 0) // len(plan.duels), "deal") for name, sort in sorts.items()}
        return [f"{deal} for each duel, three games each, by {bot(name)} players" for name, deal in deals.items()]
    said = [f"{counted(games.get(RANDOM, 0), 'game')} by random players"]
    if plan.bots != RANDOM:
        said.insert(0, f"{counted(games.get(TABLE, 0), 'game')} by {bot(plan.bots)} players at all seats")
    if not side.table.alone:
        rows, each = counted(games.get(SKILL, 0) // len(STEPS), "deal"), counted(len(side.table.sides), "game")
        said.append(f"{rows} at each step of skill, {each} each: the stronger side at each place")
    return said


def about(balance: Balance, section: Section) -> list[str]:
    """What a section tells, and how to read it."""
    side = balance.sides[0]
    even = "" if section.usual is None else f" Even is {100 * section.usual:.1f} %."
    match section.key:
        case "seats":
            return [f"How often each seat wins among equals; a shared win is divided.{even}"]
        case "skill":
            return [
                "How often one wins who thinks so far, against random players, and against such as think half as far. "
                f"It sits at each place once with the same deal. A flat line is luck.{even}"
            ]
        case "worth":
            return [
                f"By how much the choice that is taken is better than all that could be, on average, in {unit(side)}. "
                f"It is judged by a second search that has not made the choice, in one of {ONE_IN} decisions. "
                "It is an opinion of the bots: games that are played on at random.",
                *(["The unit is another one with the variant."] if len(set(map(unit, balance.sides))) > 1 else []),
                *([] if section.rows else ["Nothing is known: these bots do not say what they think."]),
            ]
        case "choices":
            return [
                f"How often something is taken when it can be and something else can, too. {_dead(section)}"
                f"{_off_chance(section)} Better: than what else can be chosen, on average, in {unit(side)}. What "
                "is not surely better or worse may be as good."
            ]
        case "cards":
            which = "what surely changes" if section.changes else "what is surely off even"
            return [
                "What those win who had a card in hand when they were asked, or chose something. Shown is "
                f"{which}: {_of_many(section)}.{even}",
                WARNING,
            ]
        case "duels":
            return [
                "Equal players play the same deal three times: one seat is made to choose it where it first can, or "
                f"something else by chance, or is left free; what that seat's side wins.{even}"
            ]
    return ["The measures of `hoyle compare`, and how often who leads alone halfway wins."]


def _dead(section: Section) -> str:
    if section.changes:
        return f"Shown is what surely changes: {_of_many(section)}."
    return (
        "Shown is what is surely taken at most half as often as by chance, at least twice, or left at most half as "
        f"often: {_of_many(section)}."
    )


def _of_many(section: Section) -> str:
    shown = len(section.shown)
    return f"{shown or 'none'} of {len(section.rows)} that were looked at"


def _off_chance(section: Section) -> str:
    """How many more are taken otherwise than by chance, which is what thinking does."""
    sure = [row for row in section.rows if not row.note and row.usual is not None and off(row.cells[0], row.usual)]
    return f" Surely off chance, but by less: {len(sure)}, which `--json` has." if sure else ""


def off(found: Interval | None, usual: float) -> bool:
    return found is not None and not found.low <= usual <= found.high


def unit(side: Side) -> str:
    """What choices are valued in."""
    worth = side.table.worth
    if worth.deals and worth.counts:
        return "points ahead of the others at the next deal"
    if worth.counts:
        return f"shares of a win ({SCORES} of a hundred are for how far ahead it ends)"
    return "shares of a win"


def cell(section: Section, row: Row, column: int) -> tuple[str, str] | None:
    """An estimate and its interval."""
    found = row.cells[column]
    return None if found is None else with_bounds(row.measure, found, section.signed(column) or section.key == "worth")


def times(section: Section, row: Row) -> str:
    """How often it came up."""
    if section.key == "duels":
        return f"{row.games:,} deals"
    return f"{row.times:,} in {row.games:,} games" if section.few or section.key == "worth" else ""


def more_columns(section: Section) -> list[str]:
    """What is said of each row beside its cells."""
    return ["by chance", "better"] if section.key == "choices" and not section.changes else []


def more_cells(section: Section, row: Row) -> list[tuple[str, str] | None]:
    if not more_columns(section):
        return []
    usual = None if row.usual is None else (f"{100 * row.usual:.1f} %", "")
    return [usual, None if row.better is None else with_bounds(BETTER, row.better, True)]


def note(section: Section, row: Row) -> str:
    return (
        NOTES[row.note]
        if section.key != "duels" or not row.note
        else {"above": "stronger", "below": "weaker"}.get(row.note, row.note)
    )


def known(interval: Interval | None) -> bool:
    return interval is not None and interval.high != float("inf")


HOW = (
    "Intervals of a column and of one kind of players hold all together with 95 % in each section, however many rows "
    "were looked at (Bonferroni; shares: Wilson, amounts: Student's t, counted in games). Whoever looks at all "
    "sections looks at more than one: what is to be relied on is confirmed with another `--seed`."
)
CHANGE = (
    "A change is judged as if both runs had nothing in common, which makes its interval rather too wide: the same "
    "seeds deal the same cards as long as the rules agree."
)


def notes(balance: Balance) -> list[str]:
    """How to read the numbers."""
    return [HOW, CHANGE] if len(balance.sides) > 1 else [HOW]


def heading(balance: Balance, called: Callable[[str], str] = str) -> str:
    game = balance.sides[0].table.game
    return f"{game.title}, without and with {variant(balance, called)}" if balance.plan.variants else game.title
