"""A comparison in words: numbers, verdicts, and how both came about."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from hoyle.compare.comparison import Comparison
from hoyle.compare.measures import AMOUNT, MEASURES, SEATS, SHARE, Measure
from hoyle.compare.parting import Parted
from hoyle.compare.rules import Setting
from hoyle.compare.run import CLEAR, ENOUGH, MARGIN, NONE, REAL, SAME, SMALL, UNCLEAR, Answer
from hoyle.compare.statistics import Interval, mean
from hoyle.compare.stretch import Counted
from hoyle.diagnostics import quote
from hoyle.english import PLAYED, counted, given, listed
from hoyle.page import file_name
from hoyle.run.game import Game

VERDICTS = {
    SAME: "the same in every game",
    NONE: "no difference that matters",
    SMALL: "real, but small",
    REAL: "real",
    UNCLEAR: "not clear",
}


def sources(game: Game, called: Callable[[str], str] = str) -> str:
    """Where a game was read from: its file, and the variants that were given. called: what a file is called."""
    reading = game.reading
    return " with ".join(called(name) for name in [reading.source.name, *map(str, reading.given)])


def setting_in_words(setting: Setting) -> str:
    """What is set differently, on both sides."""
    one, other = ("not there" if v is None else given(v) for v in (setting.one, setting.other))
    return f"{setting.name}: {one} in A, {other} in B"


def of_words(count: int) -> str:
    """How many declarations differ that change nothing in play."""
    verbs = ("is", "differs") if count == 1 else ("are", "differ")
    what = f"{counted(count, 'thing')} that {verbs[0]} only said"
    return f"{what} about the rules (titles, assumptions, scenarios, properties) {verbs[1]} too"


def played_by(comparison: Comparison) -> str:
    """Who played, and what that means for the numbers."""
    names = list(dict.fromkeys(comparison.plan.bots))
    if comparison.beside is not None:
        return (
            f"All players were bots that think ({listed(names)}), each from what its seat knows: people may play "
            f"differently. Beside it, in {counted(comparison.beside.games, 'game')} of each, what players make of it "
            "who choose at random: what the rules do by themselves."
        )
    if names == ["random"]:
        return (
            "All players were bots that choose at random: what is shown is what the rules do by themselves, not what "
            "clever play makes of them."
        )
    return f"All players were bots ({' and '.join(names)}): people may play differently."


def number(measure: Measure, value: float, signed: bool = False) -> str:
    """A value of a measure; shares in percent."""
    return f"{_digits(measure, value, signed)}{' %' if measure.kind != AMOUNT else ''}"


def _digits(measure: Measure, value: float, signed: bool) -> str:
    sign = "+" if signed else ""
    if measure.kind != AMOUNT:
        return f"{100 * value:{sign}.1f}"
    return f"{value:{sign}.{1 if abs(value) >= 100 else 2}f}"


def bounds(measure: Measure, interval: Interval, signed: bool = False) -> str:
    """From where to where an interval goes."""
    if interval.high == float("inf"):
        return "unknown"
    low, high = (_digits(measure, value, signed) for value in (interval.low, interval.high))
    return f"{low} to {high}"


def with_bounds(measure: Measure, interval: Interval, signed: bool = False) -> tuple[str, str]:
    """An estimate, and its interval."""
    return number(measure, interval.estimate, signed), bounds(measure, interval, signed)


def beside(comparison: Comparison) -> dict[str, tuple[str, str]]:
    """What the difference is if players choose at random, by measure; nothing where nobody thinks."""
    answers = () if comparison.beside is None else comparison.beside.answers
    return {answer.measure.key: with_bounds(answer.measure, answer.difference, True) for answer in answers}


def verdict(answer: Answer) -> str:
    """A plain word on whether the difference is real, and which way it goes."""
    word = VERDICTS[answer.verdict]
    if answer.verdict not in (REAL, SMALL):
        return word
    measure, up = answer.measure, answer.difference.estimate > 0
    if measure.kind == SHARE:
        return f"{word}: {'more' if up else 'less'} often in B"
    return f"{word}: {measure.more if up else measure.less} in B"


def seats(comparison: Comparison) -> list[tuple[Interval | None, Interval | None]]:
    """How often each seat wins, on both sides; a shared win is divided. All intervals of a side hold together."""
    alpha = 0.05 / comparison.measured.of_looks
    sides = []
    for records in comparison.measured.records:
        players = len(records[0].wins)
        found = [mean([r.wins[seat] for r in records], alpha / players) for seat in range(players)]
        sides.append([Interval(one.estimate, max(0.0, one.low), min(1.0, one.high)) for one in found])
    return list(zip_longest(sides[0], sides[1]))


def seat_rows(comparison: Comparison) -> list[tuple[str, tuple[str, str] | None, tuple[str, str] | None]]:
    """The same in words, with the seat in front; None for a seat that only the other game has."""
    seat = next(measure for measure in MEASURES if measure.kind == SEATS)
    rows = []
    for place, sides in enumerate(seats(comparison), 1):
        one, other = (None if side is None else with_bounds(seat, side) for side in sides)
        rows.append((f"player {place} wins", one, other))
    return rows


def ended(comparison: Comparison) -> str:
    """Why no more games were played."""
    measured = comparison.measured
    played = f"{counted(measured.games, 'game')} of each, played {PLAYED[measured.engine]} in {measured.seconds:.0f} s"
    why = {CLEAR: "every answer is clear", ENOUGH: "that is as many as were asked for"}
    return f"{played}: {why.get(measured.why, 'the time is up')}"


def notes(comparison: Comparison) -> list[str]:
    """How it was played, and how to read the numbers."""
    measured = comparison.measured
    margin = f"{100 * MARGIN:.0f}"
    hand, hand_b = _stretch(comparison.one), _stretch(comparison.other)
    good, good_b = ("high" if high else "low" for high in measured.high)
    return [
        f"{ended(comparison)}. Game n of both has the seed {comparison.plan.seed}:n: the same deal, and the same bots.",
        f"The intervals of A and B each hold with 95 %. Those of the {len(measured.answers)} differences hold all "
        f"together with 95 %, at whichever of up to {measured.of_looks} looks it stopped: each may be wrong in 5 % / "
        f"{len(measured.answers)} / {measured.of_looks} of comparisons.",
        "A difference is real if its interval leaves out zero, and small within "
        f"{margin} points of a percentage, {margin} % of an amount or a tenth of its standard deviation. What lies "
        "within that and may be zero does not matter; anything else is not clear yet.",
        f"What counts as a hand: {hand}." if hand == hand_b else f"What counts as a hand: in A {hand}; in B {hand_b}.",
        f"A {good} score is good." if good == good_b else f"A {good} score is good in A, a {good_b} one in B.",
    ]


def _stretch(side: Counted) -> str:
    if side.stretch is None:
        return "nothing, because nothing is repeated"
    span = side.stretch.loop.span
    title = quote(side.stretch.title)
    return title if span is None else f"{title} ({file_name(span.source.name)}:{span.line})"


def definitions(comparison: Comparison) -> list[tuple[str, str]]:
    """What each measure means."""
    return [(answer.measure.title, answer.measure.about) for answer in comparison.measured.answers]


def parting_in_words(parted: Parted, called: Callable[[str], str] = str) -> list[str]:
    """What happened, what differs and why. called: what a place is called."""
    if parted.seed is None:
        return ["from the start:", *(f"    {line}" for line in parted.apart)]
    lines = [f"in the game with the seed {parted.seed}, after {counted(parted.choices, 'choice')}"]
    lines += [f"    {text}" for text in parted.events]
    for letter, events in zip("AB", parted.then, strict=True):
        lines += [f"then in {letter}", *(f"    {text}" for text in events)] if events else []
    lines += ["what differs (- A, + B)", *(f"    {text}" for text in parted.apart)]
    return lines + (["why", *(f"    {cause.told(called)}" for cause in parted.why)] if parted.why else [])
