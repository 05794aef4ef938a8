"""A state: one moment of one game, as plain data."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.program.work import FUEL
from hoyle.run import asking, numbering, views, why
from hoyle.run.acting import acting
from hoyle.run.choices import Choice
from hoyle.run.events import events as events_in_words
from hoyle.run.news import news as news_as_data
from hoyle.run.save import save as saved
from hoyle.run.support import SOON, spend, too_deep
from hoyle.run.teams import teams
from hoyle.table.board import Board, Over
from hoyle.table.remembered import MUCH, MUCH_AT_ONCE, remember_lately
from hoyle.values import seat_number

if TYPE_CHECKING:
    from hoyle.run.crossing import NativeState
    from hoyle.run.game import Game
    from hoyle.run.ids import Watching

_new = object.__new__
# what makes two states the same: the table, what is under way, and what chance will bring
_data = attrgetter("z", "v", "up", "frames", "player", "over", "winners", "seed", "draws", "site")
PASS_ON = "pass one of `state.choices`, or its number"


@attrs.define(eq=False, repr=False)
class State(Board):
    """Where a game stands. It changes in place by `choose`; `copy` makes one that is independent.

    frames: what is under way, each `[point, slots ...]` of the plan; uncounted: how much work was done (see
    `remembered.py`).
    watched: what seats have seen up to some point, if somebody asked (see `ids.py`); it is never changed in place.
    fuel: how much work may still be done before somebody is asked (see `program/work.py`); tank: after a choice.
    """

    game: Game = attrs.field(kw_only=True)
    frames: list[list[Any]] = attrs.field(factory=list)
    player: int = -1
    choices: tuple[Choice, ...] = ()
    site: int = 0
    legal: tuple[Any, ...] | None = None
    meant: list[tuple[Any, ...]] | None = None
    answer: Choice | None = None
    result: Any = None
    fuel: int = FUEL
    tank: int = FUEL
    uncounted: int = 0
    watched: dict[int, Watching] = attrs.field(factory=dict)

    def choose(self, choice: Choice | int) -> None:
        """Make a choice: one of `choices`, or its number."""
        if choice not in self.choices:
            choice = self.legal_choice(choice)
        self.answer = choice
        tank = self.fuel = self.tank
        before = self.log
        frame = self.frames[-1]
        try:
            step = self.game.points[frame[0]](self, frame)
            if step is not None:
                step = step(self, self.frames[-1])
                if step is not None:
                    self.go_on(step)
            work = tank - self.fuel
            if work:  # what does not charge anything notes only a little
                self.uncounted += work
                if work > MUCH_AT_ONCE or self.uncounted > MUCH:
                    remember_lately(self, before)
        except Over:
            self.finish()
        except RecursionError:
            raise too_deep() from None

    def go_on(self, step: Any) -> None:
        """Do block after block until somebody is asked."""
        frames = self.frames
        for _ in range(SOON):
            step = step(self, frames[-1])
            if step is None:
                return
        cost = self.game.code.cost
        while step is not None:
            spend(self, *cost(step))
            step = step(self, frames[-1])

    def finish(self) -> None:
        """The game has ended: nothing is under way, nobody is asked."""
        self.frames.clear()
        self.choices = ()
        self.player = -1
        self.legal = self.meant = None

    def legal_choice(self, choice: Any) -> Choice:
        """The choice that is meant by its number, or by one of another copy of the game."""
        if choice.__class__ is int and 0 <= choice < len(self.choices):
            return self.choices[choice]
        if isinstance(choice, Choice):
            for mine in self.choices:
                if mine.same(choice):
                    return mine
        if self.over:
            help = "ask `state.over` before choosing, or start a new game"
            raise HoyleError.plain("HYL906", "the game is over, so there is nothing to choose", help)
        if isinstance(choice, bool) or not isinstance(choice, (int, Choice)):
            message, help = f"{quote_value(choice)} is not a choice", PASS_ON
        elif isinstance(choice, int):
            message = f"there is no choice {quote_value(choice)}"
            help = f"choices are numbered 0 to {len(self.choices) - 1}"
        elif choice.game != self.game:
            message, help = f"{quote(choice.text)} is a choice of another game", PASS_ON
        else:
            message = f"{quote(choice.text)} is not legal now"
            help = str(self.why_not(choice) or "it is another decision")
        raise HoyleError.plain("HYL904", message, help)

    def copy(self) -> State:
        """An independent state that goes on in the same way."""
        made = _new(State)
        made.game = self.game
        made.z = [zone[:] for zone in self.z]
        made.v = self.v[:]
        made.up = self.up[:]
        made.loc = self.loc[:]
        made.frames = [frame[:] for frame in self.frames]
        made.player = self.player
        made.choices = self.choices
        made.over = self.over
        made.winners = self.winners
        made.ending = self.ending
        made.seed = self.seed
        made.draws = self.draws
        made.site = self.site
        made.log = self.log
        made.watched = self.watched
        made.counted = self.counted
        made.uncounted = self.uncounted
        made.legal = made.meant = made.answer = made.result = None
        made.fuel = made.tank = self.tank
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and bool(_data(self) == _data(other))

    def __hash__(self) -> int:
        rows = [tuple(map(tuple, rows)) for rows in (self.z, self.frames)]
        return hash((*rows, tuple(self.v), tuple(self.up), self.player, self.draws, self.over))

    def __repr__(self) -> str:
        where = f"over, won by seats {self.winners}" if self.over else f"seat {self.player} to choose"
        return f"<State of {self.game.title}: {where}>"

    def native(self) -> NativeState:
        """The same state in C, to go on with quickly. Raises HoyleError for one that has no twin there."""
        from hoyle.run.crossing import native

        return native(self)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat has scored, as the game defines it."""
        score = self.game.functions.get("d_score")
        self.fuel = self.tank
        return tuple(score(self, seat) if score else 0 for seat in range(self.game.players))

    @property
    def prompt(self) -> str:
        """What is asked now, and for whom, if not for whoever is asked."""
        if self.over:
            return ""
        of = acting(self)
        return f"{self.game.prompt(self.site)}{'' if of is None else f' for {seat_number(of)}'}"

    value = views.value
    table = views.table
    view = views.view
    ask = asking.ask
    reply = asking.reply
    numbered = numbering.numbered
    news = news_as_data
    events = events_in_words
    acting = property(acting)
    teams = property(teams)
    why_not = why.why_not
    save = saved
