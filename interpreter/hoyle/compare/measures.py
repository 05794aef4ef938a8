"""What is looked at in a game, in words that hold for any game.

A decision is one answer of one player. A turn is all decisions that the same player makes one after the other. A hand
is one pass of what the flow repeats (see `stretch`). Who has the best score, and nobody as good a one, leads; whether
high or low scores are the good ones is read off who wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import attrs

from hoyle.bots.host import Host
from hoyle.bots.names import bots_named
from hoyle.compare.engines import PILOTS, Native
from hoyle.compare.stretch import Counted
from hoyle.native.metering import Measures, metered
from hoyle.run.playouts import naming
from hoyle.run.state import State
from hoyle.run.teams import Teams
from hoyle.table.bots import seated, unthinking

PILOT = 20
ENOUGH = 2_000_000  # choices of games that are played to see which scores are good
AMOUNT, PART, SHARE, SEATS = "amount", "part", "share", "seats"


@attrs.frozen
class Measure:
    """kind: an amount or a part of the whole for each game, a share of all games, or what the seats win.

    more, less: what a change is called.
    """

    key: str
    title: str
    kind: str
    about: str
    more: str = "more"
    less: str = "fewer"


MEASURES = (
    Measure("turns", "turns", AMOUNT, "a turn is all that one player decides before another is asked"),
    Measure("decisions", "decisions", AMOUNT, "a decision is one answer, also where only one is possible"),
    Measure("hands", "hands", AMOUNT, "a hand is one pass of what the flow repeats, as far as somebody is asked in it"),
    Measure("choices", "choices per decision", AMOUNT, "how many answers are possible, on average over a game"),
    Measure(
        "seats", "seat advantage", SEATS, "how much more often the best seat wins than the worst", "larger", "smaller"
    ),
    Measure("ties", "shared wins", SHARE, "games with more than one winner: ties, and partners"),
    Measure("no_winner", "no winner", SHARE, "games that end and nobody wins"),
    Measure("unfinished", "unfinished", SHARE, "games that were cut off; they count as they stood then"),
    Measure(
        "lead_changes",
        "lead changes",
        AMOUNT,
        "how often somebody takes the lead from another; who leads has the best score alone",
    ),
    Measure(
        "comebacks",
        "comebacks",
        PART,
        "at what part of a game's decisions nobody who won had the best score",
        "larger",
        "smaller",
    ),
    Measure(
        "last_hand",
        "last hand decides",
        SHARE,
        "games of several hands that somebody with the best score before the last did not win",
    ),
    Measure("spread", "score spread", AMOUNT, "between the best score and the worst at the end", "larger", "smaller"),
)
ALL_ALONE = ("seats", "ties", "lead_changes", "comebacks", "last_hand", "spread")  # need somebody to play against
OF_HANDS = ("hands", "last_hand")


@attrs.frozen
class Record:
    """One game. values: a number for each measure but the seats; wins: what each seat got of the win."""

    values: dict[str, float]
    wins: tuple[float, ...]


def recorded(game: Measures, teams: Teams | None) -> Record:
    """The numbers of a game, whichever engine noted what happened in it. Those of a side have won as one."""
    parties = len(game.winners) if teams is None else teams.parties(game.winners)
    won, decisions = bool(game.winners), game.decisions
    values: dict[str, float] = {
        "turns": game.turns,
        "decisions": decisions,
        "hands": game.hands,
        "choices": game.options / decisions if decisions else 0.0,
        "ties": parties > 1,
        "no_winner": game.over and not won,
        "unfinished": not game.over,
        "lead_changes": game.lead_changes,
        "comebacks": game.behind / decisions if won and decisions else 0.0,
        "last_hand": won and game.hands > 1 and game.upset,
        "spread": max(game.scores) - min(game.scores),
    }
    share = 1 / parties if won else 0.0
    return Record(values, tuple(share if seat in game.winners else 0.0 for seat in range(len(game.scores))))


@attrs.define
class Meter:
    """Plays games of one side and takes their measures. high: whether high scores are the good ones. native: the side
    in C, where C plays."""

    counted: Counted
    bots: list[str]
    cap: int
    high: bool = True
    native: Native | None = None

    def find_direction(self, seed: int | str) -> None:
        """Which scores are good, from some games of their own, in which nobody thinks; from fewer if they have very
        many choices."""
        better = offered = 0
        pilot = self if unthinking(self.bots) else attrs.evolve(self, bots=["random"])
        for game in pilot._games(f"{seed}{PILOTS}", 0, PILOT):
            better, offered = better + _better(game), offered + game.options
            if offered > ENOUGH:
                break
        self.high = better >= 0

    def lot(self, seed: int | str, first: int, games: int) -> list[Record]:
        """The games from a number on, each the one that `hoyle play --watch` shows for its seed."""
        return [recorded(game, self.counted.game.teams) for game in self._games(f"{seed}:", first, games)]

    def play(self, seed: str) -> Record:
        """One game, in Python."""
        return recorded(self._in_python(seed), self.counted.game.teams)

    def _games(self, text: str, first: int, games: int) -> Iterator[Measures]:
        """Games with the seeds `text` and a number behind it. What something stops in C is played again here, where it
        is said what."""
        if self.native is None or not unthinking(self.bots):
            yield from (self._in_python(f"{text}{number}") for number in range(first, first + games))
            return
        series = self.native.series(text, first, games, self.bots, self.cap)
        for number, found in enumerate(metered(self.native.library, series, self.high), first):
            yield self._in_python(f"{text}{number}") if found is None else found

    def _in_python(self, seed: str) -> Measures:
        with naming(f"the game of {self.counted.game.reading.source.name} with the seed {seed}"):
            if not unthinking(self.bots):
                return self._thought(seed)
            seats = seated(self.bots, self.counted.game.players, seed)
            return self.along(seed, lambda state: seats[state.player](len(state.choices)))

    def along(self, seed: str, pick: Callable[[State], int]) -> Measures:
        """A game in which the numbers of all choices come from elsewhere."""

        def make(state: State) -> int:
            state.choose(state.choices[pick(state)])
            return 0

        before = self.counted.passes
        return self._played(self.counted.game.start(seed), make, before)

    def _thought(self, seed: str) -> Measures:
        """A game of players who think. They may play on in the same game, so that passes are counted that are none of
        its own."""
        game, before = self.counted.game, self.counted.passes
        state = game.start(seed)
        library = None if self.native is None else self.native.library
        host = Host(game, bots_named(self.bots, game.players, seed), seed, state, library=library)

        def make(state: State) -> int:
            passes = self.counted.passes
            choice = host.choose()
            more = self.counted.passes - passes
            host.make(choice)
            return more

        return self._played(state, make, before)

    def _played(self, state: State, make: Callable[[State], int], passes: int) -> Measures:
        """A game that has started, choice by choice. make: makes one; gives the passes that were none of this game.
        passes: how many there were before."""
        counted = self.counted
        game = counted.game
        leads: list[int] = []
        score, seats = game.functions.get("d_score", lambda *_: 0), range(game.players)
        scores: list[int] = []
        leaders = 0
        last, turns, hands, options, began = -1, 0, 0, 0, 0
        while not state.over and len(leads) < self.cap:
            player = state.player
            if counted.passes != passes:
                passes, hands, began = counted.passes, hands + 1, len(leads)
            turns += player != last
            last = player
            options += len(state.choices)
            now = [score(state, seat) for seat in seats]
            if now != scores:
                scores, leaders = now, self._leaders(now)
            leads.append(leaders)
            passes += make(state)
        return _noted(state, leads, turns, hands, options, began)

    def _leaders(self, scores: Sequence[int]) -> int:
        """The seats with the best score, a bit for each."""
        best = max(scores) if self.high else min(scores)
        return sum(1 << seat for seat, score in enumerate(scores) if score == best)


def _noted(state: State, leads: list[int], turns: int, hands: int, options: int, began: int) -> Measures:
    won = sum(1 << seat for seat in state.winners)
    alone = [lead for lead in leads if lead & (lead - 1) == 0]
    return Measures(
        state.over,
        state.winners,
        state.scores,
        len(leads),
        turns,
        hands,
        options,
        sum(one != other for one, other in pairwise(alone)),
        sum(not lead & won for lead in leads),
        bool(leads) and bool(leads[began] & ~won),
    )


def _better(game: Measures) -> int:
    """Whether who won has the higher scores (1) or the lower ones (-1); 0 if there is nothing to tell."""
    won = [score for seat, score in enumerate(game.scores) if seat in game.winners]
    lost = [score for seat, score in enumerate(game.scores) if seat not in game.winners]
    if not won or not lost:
        return 0
    one, other = sum(won) * len(lost), sum(lost) * len(won)
    return (one > other) - (one < other)


def compared(one: Counted, other: Counted) -> tuple[Measure, ...]:
    """What can be said of both games."""
    left_out: set[str] = set()
    if one.stretch is None or other.stretch is None:
        left_out |= set(OF_HANDS)
    if 1 in (one.game.players, other.game.players):
        left_out |= set(ALL_ALONE)
    return tuple(measure for measure in MEASURES if measure.key not in left_out)


def column(records: Sequence[Record], measure: Measure) -> list[Any]:
    """One measure of all games."""
    if measure.kind == SEATS:
        return [record.wins for record in records]
    return [float(record.values[measure.key]) for record in records]
