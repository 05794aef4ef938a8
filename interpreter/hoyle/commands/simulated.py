"""What `hoyle simulate` found, for people and for programs."""

from __future__ import annotations

import json
from math import inf, sqrt
from typing import Any

import attrs
from rich.console import Console
from rich.table import Table

from hoyle.bulk.simulate import Outcome
from hoyle.bulk.tally import Tally
from hoyle.bulk.ties import several
from hoyle.commands.terminal import print_wrapped, say, table
from hoyle.compare.statistics import Interval, share, t
from hoyle.english import PLAYED, counted, listed, options_in_words
from hoyle.run.playouts import Run
from hoyle.run.teams import Teams, seats_of
from hoyle.values import seat_number

ALPHA = 0.05
SURE = "ranges: 95 % intervals, each by itself (shares: Wilson, means: Student's t)"


def mean(total: int, squares: int, count: int) -> Interval:
    """A mean, from a sum and a sum of squares, which are exact."""
    middle = total / count
    apart = count * squares - total * total
    half = t(ALPHA, count - 1) * sqrt(apart / (count - 1)) / count if count > 1 else inf
    return Interval(middle, middle - half, middle + half) if apart or count == 1 else Interval(middle, middle, middle)


@attrs.frozen
class Found:
    """What a tally comes to. Nothing is said of games that were cut off."""

    tally: Tally

    @property
    def length(self) -> Interval | None:
        tally = self.tally
        return mean(tally.lengths, tally.length_squares, tally.finished) if tally.finished else None

    @property
    def scores(self) -> list[Interval] | None:
        tally, count = self.tally, self.tally.finished
        pairs = zip(tally.scores, tally.score_squares, strict=True)
        return [mean(*pair, count) for pair in pairs] if count else None

    @property
    def shares(self) -> list[Interval] | None:
        count = self.tally.finished
        return [share(wins, count, ALPHA) for wins in self.tally.wins] if count else None


# ---------------------------------------------------------------------------------------------- for programs


def as_json(run: Run, seed: str, outcome: Outcome) -> str:
    """The outcome as one object; apart from `engine`, `seconds` and `decisions_per_second` the same in every run."""
    game, tally, found = run.game, outcome.tally, Found(outcome.tally)
    tied, shared = several(game, tally)
    data: dict[str, Any] = {
        "game": game.name,
        "title": game.title,
        "players": game.players,
        "options": game.options,
        "seed": seed,
        "bots": list(run.bots),
        "engine": _engine(run, outcome),
        "games": tally.games,
        "finished": tally.finished,
        "unfinished": tally.unfinished,
        "decisions": tally.decisions,
        "seconds": round(outcome.seconds, 3),
        "decisions_per_second": round(outcome.speed),
        "mean_length": found.length and found.length.estimate,
        "wins": tally.wins,
        "ties": tied,
        "shared_wins": shared,
        "together": tally.together(),
        **_teams(run),
        "no_winner": tally.no_winner,
        "mean_scores": found.scores and [score.estimate for score in found.scores],
        "endings": dict(sorted(tally.endings.items())),
        "intervals": {
            "level": 1 - ALPHA,
            "mean_length": _ends(found.length),
            "win_shares": found.shares and list(map(_ends, found.shares)),
            "mean_scores": found.scores and list(map(_ends, found.scores)),
        },
        "complete": outcome.complete,
    }
    return json.dumps(data, indent=2)


def _engine(run: Run, outcome: Outcome) -> str:
    """What played; a cluster may have both."""
    return " ".join(sorted(outcome.engines)) or run.engine


def _ends(interval: Interval | None) -> list[float] | None:
    """From where to where; None where nothing is known."""
    return None if interval is None or interval.high == inf else [interval.low, interval.high]


# ---------------------------------------------------------------------------------------------- for people


def show(out: Console, run: Run, seed: str, games: int, outcome: Outcome) -> None:
    """The outcome, as a table and a few lines above it."""
    game, tally = run.game, outcome.tally
    print_wrapped(out, f"{game.title}, {counted(game.players, 'player')}, seed {seed}, bots {', '.join(run.bots)}", 0)
    if game.options:
        print_wrapped(out, options_in_words(game.options), 0, "dim")
    if not outcome.complete:
        say(out, f"stopped after {tally.games:,} of {games:,} games", "doubt")
    if outcome.found:
        say(out, f"{outcome.found:,} games were there already")
    out.print()
    facts = _facts(run, outcome)
    width = max(len(amount) for amount, _ in facts)
    for amount, what in facts:
        say(out, f"{amount:>{width}}  {what}")
    if tally.finished:
        out.print()
        out.print(_seats(tally))
        print_wrapped(out, SURE, 0, "dim")


def _facts(run: Run, outcome: Outcome) -> list[tuple[str, str]]:
    """What is said of all games, and what of the few to which it happened."""
    tally, length = outcome.tally, Found(outcome.tally).length
    facts = [(f"{tally.games}", "game" if tally.games == 1 else "games"), (f"{tally.decisions}", _decisions(outcome))]
    if length is not None:
        facts.append((f"{length.estimate:.1f}", f"decisions in a game{_range(length, '.1f')}"))
    facts += [(f"{n}", f"ended by {ending.replace('_', ' ')}") for ending, n in sorted(tally.endings.items())]
    tied, shared = several(run.game, tally)
    rare = [(tied, "ties"), (shared, "wins that several share")]
    rare += [(tally.no_winner, "without a winner"), (tally.unfinished, "unfinished")]
    facts += [(f"{n}", what) for n, what in rare if n]
    if run.game.teams is not None:
        return facts + [("", f"{side}: {_names(seats)}") for side, seats in _sides(run.game.teams) if len(seats) > 1]
    return facts + [("", f"{_names(seats)} always won together") for seats in tally.together() if tally.finished > 1]


def _sides(teams: Teams) -> list[tuple[str, tuple[int, ...]]]:
    """The sides that are the same in every game, by their names."""
    return [] if teams.fixed is None else [(teams.word(side), seats) for side, seats in seats_of(teams.fixed).items()]


def _teams(run: Run) -> dict[str, Any]:
    """Who plays with whom, in a game that has teams; None if play decides that."""
    teams = run.game.teams
    return {} if teams is None else {"teams": teams.by_seat or None}


def _decisions(outcome: Outcome) -> str:
    if not outcome.decisions:
        return "decisions"
    engines = listed([PLAYED[engine] for engine in sorted(outcome.engines)])
    return f"decisions, {outcome.speed:.0f} a second, {engines}"


def _names(seats: tuple[int, ...]) -> str:
    return listed([seat_number(seat) for seat in seats])


def _range(interval: Interval, form: str) -> str:
    return "" if interval.high == inf else f" ({interval.low:{form}} to {interval.high:{form}})"


def _seats(tally: Tally) -> Table:
    rows = table("seat")
    for title in ("wins", "share", "", "mean score", ""):
        rows.add_column(title, justify="right")
    found = Found(tally)
    cells = zip(tally.wins, found.shares or [], found.scores or [], strict=True)
    for seat, (wins, part, score) in enumerate(cells):
        told = ((part, ".1%"), (score, ".2f"))
        words = [word for each, form in told for word in (f"{each.estimate:{form}}", _range(each, form).strip())]
        rows.add_row(seat_number(seat), f"{wins}", *words)
    return rows
