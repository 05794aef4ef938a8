"""A state: one moment of one game, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.run.choices import Choice
from hoyle.run.support import Over, spend
from hoyle.table.remembered import MUCH, MUCH_AT_ONCE, remember_lately
from hoyle.table.script import Script

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.watching import Watching

_new = object.__new__
SOON = 16
FREE = SOON + 2  # blocks that are done without being counted


class State:
    """Where a game stands. It changes in place by `choose`; `copy` makes one that is independent.

    z: the cards of every zone, v: the values of all variables, up and loc: the side and the zone of every card,
    frames: what is under way, each `[point, slots ...]` of the plan; log: the last event, with the one before it;
    counted: up to where it was counted, uncounted: how much work was done (see `remembered.py`).
    watched: what seats have seen up to some point, if somebody asked (see `watching.py`); it is never changed in place.
    fuel: how much work may still be done before somebody is asked (see `program/work.py`); tank: after a choice.
    """

    __slots__ = (
        "__weakref__",
        "answer",
        "choices",
        "counted",
        "draws",
        "ending",
        "frames",
        "fuel",
        "game",
        "legal",
        "loc",
        "log",
        "meant",
        "over",
        "player",
        "result",
        "seed",
        "site",
        "tank",
        "uncounted",
        "up",
        "v",
        "watched",
        "winners",
        "z",
    )  # fmt: skip

    game: Game
    z: list[list[int]]
    v: list[Any]
    up: list[bool]
    loc: list[int]
    frames: list[list[Any]]
    player: int
    choices: tuple[Choice, ...]
    over: bool
    winners: tuple[int, ...]
    ending: str
    seed: bytes | Script
    draws: int
    site: int
    log: Any
    legal: tuple[Any, ...] | None
    meant: list[tuple[Any, ...]] | None
    answer: Choice | None
    result: Any
    fuel: int
    tank: int
    counted: tuple[Any, int]
    uncounted: int
    watched: dict[int, Watching]

    def choose(self, choice: Choice | int) -> None:
        """Make a choice: one of `choices`, or its number."""
        if choice not in self.choices:
            choice = self.legal_choice(choice)
        self.answer = choice
        self.fuel = self.tank
        before = self.log
        frame = self.frames[-1]
        try:
            step = self.game.points[frame[0]](self, frame)
            if step is not None:
                step = step(self, self.frames[-1])
                if step is not None:
                    self.go_on(step)
            work = self.tank - self.fuel
            if work:  # what does not charge anything notes only a little
                self.uncounted += work
                if work > MUCH_AT_ONCE or self.uncounted > MUCH:
                    remember_lately(self, before)
        except Over:
            self.finish()
        except RecursionError:
            raise HoyleError.plain("HYL908", "effects set each other off without end") from None

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
        raise self._illegal(choice)

    def _illegal(self, choice: Any) -> HoyleError:
        if self.over:
            help = "ask `state.over` before choosing, or start a new game"
            return HoyleError.plain("HYL906", "the game is over, so there is nothing to choose", help)
        if isinstance(choice, bool) or not isinstance(choice, (int, Choice)):
            help = "pass one of `state.choices`, or its number"
            return HoyleError.plain("HYL904", f"{quote_value(choice)} is not a choice", help)
        if isinstance(choice, int):
            return HoyleError.plain(
                "HYL904",
                f"there is no choice {quote_value(choice)}",
                f"choices are numbered 0 to {len(self.choices) - 1}",
            )
        if choice.game != self.game:
            help = "pass one of `state.choices`, or its number"
            return HoyleError.plain("HYL904", f"{quote(choice.text)} is a choice of another game", help)
        why = self.why_not(choice)
        return HoyleError.plain(
            "HYL904", f"{quote(choice.text)} is not legal now", str(why or "it is another decision")
        )

    # ------------------------------------------------------------------------------------------ as data

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
        made.legal = None
        made.meant = None
        made.answer = None
        made.result = None
        made.fuel = made.tank = self.tank
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def _data(self) -> tuple[Any, ...]:
        """What makes two states the same: the table, what is under way, and what chance will bring."""
        return (
            self.z,
            self.v,
            self.up,
            self.frames,
            self.player,
            self.over,
            self.winners,
            self.seed,
            self.draws,
            self.site,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._data() == other._data()

    def __hash__(self) -> int:
        frames = tuple(tuple(f) for f in self.frames)
        return hash(
            (tuple(map(tuple, self.z)), tuple(self.v), tuple(self.up), frames, self.player, self.draws, self.over)
        )

    def __repr__(self) -> str:
        where = f"over, won by seats {self.winners}" if self.over else f"seat {self.player} to choose"
        return f"<State of {self.game.title}: {where}>"

    def save(self) -> str:
        """The state as text; `hoyle.restore` makes it a state again, also in another process."""
        from hoyle.run.save import save

        return save(self)

    # ------------------------------------------------------------------------------------------ looking at it

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat has scored, as the game defines it."""
        score = self.game.functions.get("d_score")
        self.fuel = self.tank
        return tuple(score(self, seat) if score else 0 for seat in range(self.game.players))

    @property
    def prompt(self) -> str:
        """What is asked now."""
        return self.game.prompt(self.site) if not self.over else ""

    def value(self, name: str) -> Any:
        """A variable (a list, if it has indices) or a definition without parameters, as plain data."""
        from hoyle.run.views import value

        return value(self, name)

    def table(self) -> dict[str, Any]:
        """Everything on the table, seen by nobody in particular: zone -> names of cards."""
        from hoyle.run.views import table

        return table(self)

    def view(self, seat: int | None, data: bool = False) -> dict[str, Any]:
        """What that seat may see, as plain data. data: with ids and looks of cards, also for nobody in particular."""
        from hoyle.run.views import check_seat, view

        if not data:
            return view(self, seat)  # type: ignore[arg-type]  # what is no seat is refused there
        from hoyle.run.sight import see

        if seat is not None:
            check_seat(self.game, seat)
        return see(self, seat)

    def ask(self, seat: int) -> dict[str, Any] | None:
        """What that seat is asked now, as plain data; None if it is not asked."""
        from hoyle.run.asking import ask
        from hoyle.run.views import check_seat

        check_seat(self.game, seat)
        return ask(self, seat)

    def reply(self, picks: Sequence[int]) -> None:
        """Answer with choices of `ask` by their `n`: one, or of several as many as are wanted; none declines."""
        from hoyle.run.asking import reply

        reply(self, picks)

    def numbered(self, number: int) -> Choice:
        """The choice that has that number among all of the game (see `choice.number`)."""
        from hoyle.run.numbering import numbered

        return numbered(self, number)

    def news(self, seat: int | None, since: Any = None) -> list[dict[str, Any]]:
        """What has happened, as plain data: as that seat was told, or (None) as everybody was.

        since: after that earlier `log`, or from that number of the news on.
        """
        from hoyle.run.news import news
        from hoyle.run.views import check_seat

        if seat is not None:
            check_seat(self.game, seat)
        return news(self, seat, since)

    def events(self, seat: int | None = None, since: Any = None) -> list[str]:
        """What has happened, in words: as that seat was told, or (None) all of it; since: after that earlier `log`."""
        from hoyle.run.events import events
        from hoyle.run.views import check_seat

        if seat is not None:
            check_seat(self.game, seat)
        return events(self, seat, since)

    def why_not(self, candidate: Choice | str) -> Any:
        """Why something cannot be chosen now: the rule, its sentence and its place. None: it can be chosen."""
        from hoyle.run.why import why_not

        return why_not(self, candidate)
