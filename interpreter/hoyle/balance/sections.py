"""What was counted, as sections of a report: rows of numbers with their intervals, and what stands out among many.

The intervals in a column of a section hold all together with 95 % (Bonferroni): each may be wrong in 5 % divided by how
many rows were looked at, also those that are not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from hoyle.balance.duel import ARMS, FORCED, FREE, OTHER
from hoyle.balance.items import ACTION
from hoyle.balance.run import DUELS, RANDOM, SKILL, TABLE, Balance, Side, sort_of
from hoyle.balance.skill import CHANCE, HALF, STRENGTHS
from hoyle.balance.table import DECISION, EVERYTHING
from hoyle.balance.tally import BETTER, COURSE, DUEL, HELD, RUNAWAY, SEAT, STRONGER, TAKEN, USED, WORTH, Key, Sums
from hoyle.balance.tally import CHANCE as BY_CHANCE
from hoyle.compare.measures import AMOUNT, MEASURES, SHARE, Measure
from hoyle.compare.statistics import Interval, apart, difference, part, ratio

ALPHA = 0.05
FEW = 10  # games: what came up in fewer is not looked at
NEARLY_ALL = 0.9  # what that many seats have in every game tells nobody apart
TWICE = 2.0  # what is taken at most half as often as by chance, or at least twice, stands out

NEVER, SELDOM, ALWAYS, OFTEN, ABOVE, BELOW = "never", "seldom", "always", "often", "above", "below"
CHANGES = "changes"
EQUAL = "equal"  # of what may be as good


@attrs.frozen
class Row:
    """measure: what it is called and how it is written. cells: one for each column, None where nothing is known.

    usual: what it would be by chance; times, games: how often it came up, and in how many games; better: by how much it
    is better than what else could be chosen; note: why it stands out.
    """

    measure: Measure
    cells: tuple[Interval | None, ...]
    usual: float | None = None
    times: int = 0
    games: int = 0
    note: str = ""
    better: Interval | None = None

    @property
    def key(self) -> str:
        return self.measure.key


@attrs.frozen
class Section:
    """key: `seats`, `skill`, `worth`, `choices`, `cards`, `course` or `duels`. usual: what all rows would be by chance.
    few: only rows that stand out are shown. compared: the columns of which it is said how a variant changes them, that
    which matters most first; changes: how many columns, at the end, are differences."""

    key: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    usual: float | None = None
    few: bool = False
    compared: tuple[int, ...] = (0, 1)
    changes: int = 0

    def signed(self, column: int) -> bool:
        """Whether it is a difference that stands there."""
        return column >= len(self.columns) - self.changes

    @property
    def shown(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.note) if self.few else self.rows


Estimate = Callable[[Sums, float], Interval | None]


def share(key: str, title: str) -> Measure:
    return Measure(key, title, SHARE, "")


def amount(key: str, title: str) -> Measure:
    return Measure(key, title, AMOUNT, "")


def sections(balance: Balance, side: Side) -> tuple[Section, ...]:
    """All sections about one side, as far as there is something to say."""
    bots = balance.plan.bots
    if balance.plan.duels:
        return (_duels(balance, side),)
    names = (bots,) if bots == RANDOM else (bots, RANDOM)
    every = _worth(side, names[:1]), _choices(side, names), _course(side, names)
    if side.table.alone:  # there is nobody to win against
        return every
    worth, choices, course = every
    return _seats(side, names), _skill(side), worth, choices, _cards(side, names), course


def beside(one: Section, other: Section) -> Section:
    """Both games in one section: what matters most of each, and by how much that changes, and what else does."""
    mine, theirs = ({row.key: row for row in section.rows} for section in (one, other))
    columns = [number for number in one.compared if number < len(one.columns)]
    rows = []
    for key in dict.fromkeys((*mine, *theirs)):
        pair = [found.get(key) for found in (mine, theirs)]
        cells = [[None if row is None else row.cells[number] for row in pair] for number in columns]
        changes = [apart(*each) for each in cells]
        row = next(row for row in pair if row is not None)
        changed = CHANGES if any(change is not None and change.excludes_zero for change in changes) else ""
        rows.append(attrs.evolve(row, cells=(*cells[0], *changes), usual=None, note=changed))
    names = [one.columns[number] for number in columns]
    titles = (f"{names[0]}, without", f"{names[0]}, with", *(f"{name}, change" for name in names))
    usual = one.usual if one.usual == other.usual else None
    return attrs.evolve(one, columns=titles, rows=tuple(rows), usual=usual, changes=len(columns))


# ---------------------------------------------------------------------------------------------- one section each


def _cells(
    side: Side, names: Sequence[str], key: Key, alpha: float, how: Estimate = part
) -> tuple[Interval | None, ...]:
    return tuple(how(side.of(sort_of(name, TABLE)).get(key, []), alpha) for name in names)


def _played(side: Side, names: Sequence[str]) -> str:
    return sort_of(names[0], TABLE)


def _seats(side: Side, names: Sequence[str]) -> Section:
    table = side.table
    titles = [table.name(seats) for seats in table.sides]
    rows = [
        Row(
            share(title, f"{title} win{'s' * (' and ' not in title)}"),
            _cells(side, names, Key(SEAT, title), ALPHA / len(titles)),
        )
        for title in titles
    ]
    even = 1 / len(titles)
    return Section("seats", tuple(names), tuple(_off(row, even) for row in rows), even)


def _off(row: Row, usual: float) -> Row:
    """What is above or below what it would be by chance, for sure."""
    first = row.cells[0]
    note = "" if first is None else ABOVE if first.low > usual else BELOW if first.high < usual else ""
    return attrs.evolve(row, usual=usual, note=note)


def _skill(side: Side) -> Section:
    found, alpha = side.of(SKILL), ALPHA / len(STRENGTHS)
    rows = []
    for strength in STRENGTHS:
        keys = [Key(STRONGER, against, f"{strength}") for against in (CHANCE, HALF)]
        cells = tuple(part(found.get(key, []), alpha) for key in keys)
        rows.append(Row(share(f"{strength}", f"{strength} playouts"), cells))
    even = 1 / len(side.table.sides)
    return Section(
        "skill", ("against random ones", "against half as many"), tuple(_off(row, even) for row in rows), even
    )


def _worth(side: Side, names: Sequence[str]) -> Section:
    found = side.of(_played(side, names))
    keys = [key for key in found if key.about == WORTH]
    kept = [key for key in keys if key.name == EVERYTHING or len(found[key]) >= FEW]
    order = {EVERYTHING: 0, DECISION: 1, ACTION: 2}
    kept.sort(key=lambda key: (order[key.name], -_of(found[key]), key.more))
    rows = []
    for key in kept:
        title = {EVERYTHING: EVERYTHING, DECISION: f"asked: {key.more}", ACTION: f"chosen: {key.more}"}[key.name]
        sums = found[key]
        row = Row(amount(title, title), (ratio(sums, ALPHA / len(kept)),), 0.0, round(_of(sums)), len(sums))
        rows.append(row)
    return Section("worth", tuple(names), tuple(rows))


def _of(sums: Iterable[tuple[float, float]]) -> float:
    return sum(of for _, of in sums)


def _choices(side: Side, names: Sequence[str]) -> Section:
    found = side.of(_played(side, names))
    kept = [key for key in found if key.about == TAKEN and len(found[key]) >= FEW]
    rows = []
    for key in sorted(kept, key=lambda key: key[1:]):
        sums = found[key]
        usual = sum(much for much, _ in found[Key(BY_CHANCE, *key[1:])]) / _of(sums)
        cells = _cells(side, names, key, ALPHA / len(kept))
        first = cells[0]
        assert first is not None
        title = f"{key.name} {key.more}"
        better = ratio(found.get(Key(BETTER, *key[1:]), []), ALPHA / len(kept))
        note = _dead(first, usual, better)
        rows.append(Row(share(title, title), cells, usual, round(_of(sums)), len(sums), note, better))
    rows.sort(key=lambda row: (row.cells[0].estimate / row.usual if row.cells[0] and row.usual else 0, row.key))
    return Section("choices", tuple(names), tuple(rows), few=True)


def _dead(taken: Interval, usual: float, better: Interval | None) -> str:
    """What surely stands out, and is not taken so rarely or so often by habit alone."""
    if better is None or not better.excludes_zero or (better.low > 0) != (taken.low > usual):
        return EQUAL if _seldom(taken, usual) or _often(taken, usual) else ""
    if taken.high < usual:
        return NEVER if taken.estimate == 0 else SELDOM if _seldom(taken, usual) else ""
    if taken.low > usual:
        return ALWAYS if taken.estimate == 1 else OFTEN if _often(taken, usual) else ""
    return ""


def _seldom(taken: Interval, usual: float) -> bool:
    return taken.high < usual / TWICE


def _often(taken: Interval, usual: float) -> bool:
    """Twice as often as by chance, or left half as often."""
    return taken.low > usual * TWICE or 1 - taken.low < (1 - usual) / TWICE


def _cards(side: Side, names: Sequence[str]) -> Section:
    table, found = side.table, side.of(_played(side, names))
    most = side.games.get(_played(side, names), 0) * table.game.players * NEARLY_ALL
    kept = [key for key in found if key.about in (HELD, USED) and len(found[key]) >= FEW and _of(found[key]) <= most]
    even = 1 / len(table.sides)
    rows = []
    for key in sorted(kept):
        title = f"had {key.name}" if key.about == HELD else f"chose {key.name}"
        cells, sums = _cells(side, names, key, ALPHA / len(kept)), found[key]
        rows.append(_off(Row(share(title, title), cells, even, round(_of(sums)), len(sums)), even))
    rows.sort(key=lambda row: (row.cells[0].estimate if row.cells[0] else 0, row.key))
    return Section("cards", tuple(names), tuple(rows), even, few=True)


RUNS_AWAY = Measure(
    "runaway",
    "leader halfway wins",
    SHARE,
    "what the side wins that has the best score alone after half of the decisions",
)


def _course(side: Side, names: Sequence[str]) -> Section:
    found = side.of(_played(side, names))
    kept = [measure for measure in MEASURES if Key(COURSE, measure.key) in found]
    alpha = ALPHA / (len(kept) + 1)
    rows = []
    for measure in kept:
        how = ratio if measure.kind == AMOUNT else part
        rows.append(Row(measure, _cells(side, names, Key(COURSE, measure.key), alpha, how)))
    rows.append(Row(RUNS_AWAY, _cells(side, names, Key(RUNAWAY), alpha)))
    return Section("course", tuple(names), tuple(rows))


def _duels(balance: Balance, side: Side) -> Section:
    """For each of those who play what is won in each arm, and what being forced changes."""
    plan, rows = balance.plan, []
    names = list(dict.fromkeys((plan.bots, RANDOM)))
    alpha = ALPHA / len(plan.duels)
    for what in plan.duels:
        for name in names:
            found = side.of(sort_of(name, DUELS))
            arms = {arm: found.get(Key(DUEL, what, arm), []) for arm in ARMS}
            cells = [part(arms[arm], alpha) for arm in ARMS]
            apart_ = [_paired(arms[arm], arms[FORCED], alpha) for arm in (OTHER, FREE)]
            title = f"{what}, {name} players"
            row = Row(share(title, title), (*cells, *apart_), None, len(arms[FORCED]), len(arms[FORCED]))
            change = apart_[0]
            stands = change is not None and change.excludes_zero
            rows.append(
                attrs.evolve(row, note="" if not stands or change is None else ABOVE if change.low > 0 else BELOW)
            )
    even = 1 / len(side.table.sides)
    columns = ("chosen", "something else", "left free", "chosen - else", "chosen - free")
    return Section("duels", columns, tuple(rows), even, compared=(3,), changes=2)


def _paired(before: Sums, after: Sums, alpha: float) -> Interval | None:
    """By how much the same deals come out otherwise."""
    mine, theirs = [much for much, _ in before], [much for much, _ in after]
    if not mine:
        return None
    found = difference(mine, theirs, alpha)
    return found if found.low < found.high else apart(part(before, alpha), part(after, alpha))
