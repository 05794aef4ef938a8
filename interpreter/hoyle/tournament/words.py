"""A tournament in words: who played, what ended it, and how to read the numbers."""

from __future__ import annotations

from itertools import pairwise

from hoyle.compare.statistics import Interval
from hoyle.english import PLAYED, counted, listed
from hoyle.tournament.run import AHEAD, ALIKE, ALIKE_SHARE, CLEAR, ENOUGH, Outcome
from hoyle.values import seat_number

WHY = {CLEAR: "the order is clear", ENOUGH: "that is as many as were asked for"}
STEPS = {AHEAD: "{} is better than {}", ALIKE: "{} and {} are alike"}
UNSURE = "whether {} is better than {} is not clear"


def played(outcome: Outcome) -> str:
    """How much was played, by what, and why no more."""
    bots = len(outcome.tournament.bots)
    deals = f"{counted(len(outcome.deals), 'deal')}, each played {bots} times: {counted(outcome.games, 'game')}"
    engine = PLAYED[outcome.tournament.run.engine]
    why = WHY.get(outcome.why, "stopped by hand")
    return f"{deals}, {engine}, {counted(outcome.decisions, 'decision')} in {outcome.seconds:.0f} s: {why}"


def together(outcome: Outcome) -> list[str]:
    """Which seats are taken by one bot."""
    teams = [place for place in outcome.tournament.places if len(place) > 1]
    return [f"{listed([seat_number(seat) for seat in team])} win together, so one bot plays for them" for team in teams]


def left_out(outcome: Outcome) -> list[str]:
    """What does not count."""
    some = outcome.unfinished
    cap = outcome.tournament.run.cap
    return [f"{counted(some, 'game')} had no end after {cap:,} decisions and do not count"] if some else []


def steps(outcome: Outcome) -> list[str]:
    """Who is better than whom, from the best to the last."""
    found, titles = outcome.standings, outcome.tournament.titles
    if found is None:
        return ["nobody knows: no game came to its end"]
    pairs = zip(found.steps, pairwise(found.order), strict=True)
    return [STEPS.get(step, UNSURE).format(titles[one], titles[other]) for step, (one, other) in pairs]


def notes(outcome: Outcome) -> list[str]:
    """How to read it."""
    tournament, times = outcome.tournament, counted(outcome.of_looks, "look")
    even = 1 / len(tournament.places)
    points = "Whoever has more points is ahead where both have won or neither has. " if tournament.worth.counts else ""
    return [
        f"Deal n has the seed {tournament.run.seed}:n. In its games the bots move on from place to place, so that each "
        "has had the same cards at every place; who sits beside whom changes from deal to deal.",
        f"Ranges are 95 % intervals, at whichever of {times} it stopped; deals are what they count, since games with "
        "the same cards hang together.",
        f"wins: of the places that a bot had, those that won; {even:.1%} is even. ahead: how often the bot of the row "
        f"finished before that of the column, a tie being half. {points}",
        "rating: a difference of 400 points is ten games won for one lost (Bradley and Terry); 0 is the mean. Into it "
        "go two deals more than were played for every two bots, of which each wins one.",
        f"The steps from one bot to the next hold all together with 95 %. Alike are two of whom neither is ahead in "
        f"more than {ALIKE_SHARE:.0%} of games.",
    ]


def points(interval: Interval) -> tuple[str, str]:
    """A rating, and between what it lies."""
    return f"{interval.estimate:+.0f}", _range(interval, "+.0f")


def percent(interval: Interval | None) -> tuple[str, str]:
    """A share, and between what it lies."""
    return ("", "") if interval is None else (f"{interval.estimate:.1%}", _range(interval, ".1%"))


def _range(interval: Interval, form: str) -> str:
    return "" if interval.high == float("inf") else f"{interval.low:{form}} to {interval.high:{form}}"
