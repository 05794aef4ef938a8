"""One game at a table of bots, and what is counted in it.

Game number n of a run with the seed S has the seed `S:n`: the one that `hoyle simulate` plays with the same bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.balance.items import ACTION, CARD, WORD, Items, action_of
from hoyle.balance.tally import COURSE, HELD, RUNAWAY, SEAT, USED, WORTH, Key, Tally, add
from hoyle.bots.host import Host
from hoyle.bots.names import Thinking, bots_named
from hoyle.bots.worth import Worth, worth_of
from hoyle.compare.measures import Meter, recorded
from hoyle.compare.stretch import Counted, counted
from hoyle.english import plain
from hoyle.native.thinking import Verdict
from hoyle.run.choices import Made
from hoyle.run.playouts import naming
from hoyle.table.bots import STEP, mixed

if TYPE_CHECKING:
    from hoyle.bots.seat import Seat
    from hoyle.read import Reading
    from hoyle.run.choices import Choice
    from hoyle.run.game import Game
    from hoyle.run.state import State

ONE_IN = 4  # decisions in which somebody who thinks is asked a second time
EVERYTHING, DECISION = "all decisions", "decision"
OFTEN = 1_000  # decisions, after which what was noted of a game is let go of
Pick = Callable[["Host"], "Choice"]


@attrs.frozen
class Telling(Thinking):
    """One who thinks, and tells what of. again: a second opinion, of now and then a decision.

    The first opinion of what was chosen is too good, because it was chosen for that. The second knows nothing of the
    first one, and draws nothing of what the seat will draw: the game is the same as without it.
    """

    told: list[Verdict] = attrs.field(factory=list, eq=False)
    again: list[Verdict] = attrs.field(factory=list, eq=False)

    def choose(self, seat: Seat) -> int:
        verdict = self.verdict(seat)
        self.told[:], self.again[:] = [verdict], []
        kept = seat.draws.state
        other = mixed(kept ^ STEP)
        if other % ONE_IN == 0:
            seat.draws.state = other
            self.again.append(self.verdict(seat))
            seat.draws.state = kept
        return verdict.choice


def telling(bot: Any) -> Any:
    return Telling(bot.playouts) if isinstance(bot, Thinking) else bot


class Table:
    """A game that is played again and again. reading: None where its passes need not be counted."""

    def __init__(self, game: Game, reading: Reading | None, cap: int) -> None:
        self.game, self.cap = game, cap
        self.worth: Worth = worth_of(game)
        self.items, self.decisions = Items(game), Made(self._decision)
        made: Counted | None = None if reading is None else counted(reading, game.players, game.options)
        self.meter = None if made is None else Meter(made, [], cap, self.worth.rising)
        self.hands = [
            [z.number for z in game.zones if z.owner == seat and z.facing != "up" and seat in z.seen]
            for seat in range(game.players)
        ]

    @property
    def sides(self) -> list[int]:
        """Those that win together, as bits."""
        return list(dict.fromkeys(self.worth.sides))

    @property
    def alone(self) -> bool:
        """Whether all win together, or there is only one."""
        return len(self.sides) == 1

    def name(self, side: int) -> str:
        seats = [f"{seat + 1}" for seat in range(self.game.players) if side >> seat & 1]
        words = f"player {seats[0]}" if len(seats) == 1 else f"players {' and '.join(seats)}"
        teams = self.game.teams
        if teams is None or teams.fixed is None:
            return words
        return f"{teams.word(teams.fixed[self.seats(side)[0]])} ({words})"

    def seats(self, side: int) -> list[int]:
        return [seat for seat in range(self.game.players) if side >> seat & 1]

    def won(self, s: State, side: int) -> float:
        """What a side got of the win. Where the game says who is on which, those of one have won as one."""
        if self.game.teams is not None and s.winners:
            some = any(seat in s.winners for seat in self.seats(side))
            return some / self.game.teams.parties(s.winners)
        return sum(seat in s.winners for seat in self.seats(side)) / len(s.winners) if s.winners else 0.0

    def play(self, seed: str, names: Sequence[str], pick: Pick = Host.choose) -> State:
        """A game to its end, of which nothing is counted. pick: who is asked for each choice."""
        with naming(f"the game with the seed {seed}"):
            host = self._host(seed, names)
            for _ in self._through(host):
                host.make(pick(host))
            return host.state

    def counted(self, seed: str, names: Sequence[str]) -> Tally:
        """A game to its end, and what is counted in it."""
        with naming(f"the game with the seed {seed}"):
            return self._counted(seed, names)

    def _host(self, seed: str, names: Sequence[str]) -> Host:
        bots = [telling(bot) for bot in bots_named(names, self.game.players, seed)]
        return Host(self.game, bots, seed, self.game.start(seed))

    def _through(self, host: Host) -> Any:
        for number in range(self.cap):
            if host.state.over:
                return
            yield number
            if number % OFTEN == OFTEN - 1:
                host.forget()

    def _counted(self, seed: str, names: Sequence[str]) -> Tally:
        host = self._host(seed, names)
        s, tally, path, scores = host.state, Tally(), [], []
        held: list[set[str]] = [set() for _ in self.hands]
        used: list[set[str]] = [set() for _ in self.hands]
        for _ in self._through(host):
            seat = s.player
            held[seat].update(self.game.cards[card].text for zone in self.hands[seat] for card in s.z[zone])
            scores.append(s.scores)
            choice = host.choose()
            path.append(s.choices.index(choice))
            self.items.note(s, choice, tally)
            self._value(host, choice, tally)
            used[seat].update(name for kind, name in self.items.of(choice) if kind in (CARD, WORD))
            host.make(choice)
        for side in self.sides:
            add(tally, Key(SEAT, self.name(side)), self.won(s, side))
        for seat, side in enumerate(self.worth.sides):
            for about, cards in ((HELD, held[seat]), (USED, used[seat])):
                for card in cards:
                    add(tally, Key(about, card), self.won(s, side))
        self._course(seed, s, path, scores, tally)
        return tally

    def _value(self, host: Host, choice: Choice, tally: Tally) -> None:
        """By how much what was chosen is better than what could be, on average, in the second opinion."""
        s = host.state
        bot = host.bots[s.player]
        if len(s.choices) < 2 or not isinstance(bot, Telling) or not bot.again:
            return
        opinions = bot.again[0].opinions
        self.items.value(s, opinions, tally)
        tried = [opinion.mean for opinion in opinions if opinion.tried]
        mine = opinions[s.choices.index(choice)]
        if mine.tried:
            better = mine.mean - sum(tried) / len(tried)
            add(tally, Key(WORTH, EVERYTHING), better)
            add(tally, Key(WORTH, DECISION, self.decisions[s.site]), better)
            add(tally, Key(WORTH, ACTION, action_of(choice)), better)

    def _decision(self, site: int) -> str:
        """What is asked, and in what that stands."""
        asked = self.game.asked(site)
        around = [p for p in self.game.model.procedures.values() if asked.span is not None and asked.span in p.span]
        inside = min(around, key=lambda p: p.span.end - p.span.start, default=None)
        prompt = self.game.prompt(site)
        if inside is None:
            return prompt
        where = ", ".join(inside.ability) if inside.ability is not None else inside.title or inside.name
        return f"{prompt} ({plain(where)})"

    def _course(self, seed: str, s: State, path: list[int], scores: list[Any], tally: Tally) -> None:
        if self.meter is not None:
            numbers = iter(path)
            found = recorded(self.meter.along(seed, lambda state: next(numbers)), self.game.teams)
            for key, value in found.values.items():
                add(tally, Key(COURSE, key), float(value))
        ahead = self._ahead(scores[len(scores) // 2]) if scores else None
        if ahead is not None:
            add(tally, Key(RUNAWAY), self.won(s, ahead))

    def _ahead(self, scores: Sequence[int]) -> int | None:
        """The side that leads alone."""
        means = {side: sum(scores[seat] for seat in self.seats(side)) / side.bit_count() for side in self.sides}
        best = max(means.values()) if self.worth.rising else min(means.values())
        leaders = [side for side, mean in means.items() if mean == best]
        return leaders[0] if len(leaders) == 1 else None
