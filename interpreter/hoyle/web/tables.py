"""One table, without any network: a game, a seed, the choices that were made, and who sits there.

A table is its game, its seed and its choices; where it stands is found by making them again. `rev` is how many of them
there are. Nothing is told before it is kept: whoever makes a choice has it written down before the table changes.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.run.asking import key
from hoyle.run.choices import DECLINE
from hoyle.run.game import Game
from hoyle.run.moment import chosen, tell_now
from hoyle.run.state import State
from hoyle.web.altering import alter
from hoyle.web.people import Person
from hoyle.web.refusals import Refused
from hoyle.web.revealed import revealed

PATIENCE = 60.0  # seconds after which others may let a bot answer
ALTERED = -1  # the number of what is no choice but a change of the table
STOPPED = "take something back, or save the game and report this: nothing of it was done"


@attrs.frozen
class Made:
    """A choice that was made: by whom, its number among those there were, and its key, which lasts when rules are
    worded otherwise. cid: what whoever made it called it, of several the first. by: a person, or what else chose."""

    seat: int
    n: int
    key: str
    cid: str | None = None
    by: str = "person"


@attrs.define
class Undo:
    """Somebody wants to take back all choices from `to` on. wait: the seats that have not agreed yet."""

    by: int
    to: int
    wait: list[int]


@attrs.define
class Kept:
    """Where choices go before anything is told. Whoever keeps nothing leaves both as they are."""

    made: Callable[[int, Sequence[Made]], None] = lambda rev, rows: None
    taken_back: Callable[[int], None] = lambda to: None
    knows: Callable[[str], bool] = lambda cid: False


@attrs.define(eq=False)
class Table:
    """seed: what chance starts from; secret: what bots start from: nobody is ever told either.

    logs: the log of the state at every rev, to tell what has happened since. asked: when somebody was asked, by the
    clock of whoever plays (`now`).
    """

    id: str
    game: Game
    seed: str
    secret: str
    people: list[Person]
    kept: Kept = attrs.field(factory=Kept)
    now: Callable[[], float] = lambda: 0.0
    made: list[Made] = attrs.field(factory=list)
    logs: list[Any] = attrs.field(factory=list)
    undo: Undo | None = None
    asked: float = 0.0
    state: State = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.state = self.game.start(self.seed)
        self.logs = [self.state.log]
        self.asked = self.now()

    # ------------------------------------------------------------------------------------------ where it stands

    @property
    def rev(self) -> int:
        return len(self.made)

    @property
    def seats(self) -> range:
        return range(self.game.players)

    def at(self, rev: int) -> State:
        """The table as it was."""
        if not 0 <= rev <= self.rev:
            raise Refused("rev", "there was no such moment", f"moments are numbered 0 to {self.rev}")
        return self._again(rev)[0]

    def _again(self, rev: int) -> tuple[State, list[Any]]:
        """The table as it was, and its log at every moment up to then."""
        state = self.game.start(self.seed)
        logs = [state.log]
        for made in self.made[:rev]:
            step(state, made)
            logs.append(state.log)
        return state, logs

    def play_again(self, rows: Sequence[Made]) -> None:
        """Go on by choices that are kept already. Raises HoyleError where they are none of this game."""
        for made in rows:
            step(self.state, made)
            self.made.append(made)
            self.logs.append(self.state.log)
        self.asked = self.now()

    def adopt(self, state: State, logs: list[Any], made: list[Made]) -> None:
        """Stand where choices have led that were made again, perhaps by other rules."""
        self.game, self.state, self.logs, self.made, self.undo = state.game, state, logs, made, None
        self.asked = self.now()

    def waits(self) -> dict[str, Any]:
        """Whom the table waits for, and for how long."""
        seats = [] if self.state.over else [self.state.player]
        return {"seats": seats, "since": round(max(self.now() - self.asked, 0.0), 1)}

    # ------------------------------------------------------------------------------------------ choosing

    def choose(self, seat: int, rev: Any, cid: Any, picks: Any) -> bool:
        """Somebody answers. Said twice it is done once; whether anything was done. Raises Refused."""
        cid = called(cid)
        if self.kept.knows(cid):
            return False
        self._may_be_chosen()
        if rev.__class__ is not int or rev != self.rev:
            raise Refused("stale", "the table has moved on since that was asked", "look again, then choose")
        if self.state.player != seat:
            raise Refused("turn", "somebody else is asked now", "wait until you are asked")
        if not isinstance(picks, list) or any(n.__class__ is not int for n in picks):
            raise Refused(
                "illegal", "an answer is a list of numbers", "send the numbers of choices, or none to decline"
            )
        self._answer(picks, cid, "person")
        return True

    def _may_be_chosen(self) -> None:
        if self.state.over:
            raise Refused("over", "the game is over", "start a new one")
        if self.undo is not None:
            raise Refused("undo", "somebody wants to take something back", "agree to it or not, then go on")

    def _answer(self, picks: list[int], cid: str | None, by: str) -> None:
        """Answer for whoever is asked, on a copy: what goes wrong has not happened."""
        state = self.state.copy()
        if not picks and not any(choice.offer == DECLINE for choice in state.choices):
            raise Refused("illegal", "something has to be chosen here", "choose one of the answers")
        try:
            state.reply(picks)
        except HoyleError as error:
            code = error.diagnostics[0].code
            if code == "HYL904":
                raise Refused.of(error, "illegal") from None
            raise Refused("stopped", error.diagnostics[0].message, STOPPED) from None
        self._gone_on(state, cid, by)

    def answer_by_number(self, number: int, by: str) -> None:
        """Make the choice with that number for whoever is asked: a bot's, or a forced one."""
        self._may_be_chosen()
        state = self.state.copy()
        try:
            state.choose(number)
        except HoyleError as error:
            raise Refused("stopped", error.diagnostics[0].message, STOPPED) from None
        self._gone_on(state, None, by)

    def _gone_on(self, state: State, cid: str | None, by: str) -> None:
        """Choices were made on a copy, which becomes the table once they are kept."""
        rows, logs, step = list[Made](), list[Any](), self.state
        steps = chosen(state.log, self.state.log)
        for choice in steps:
            number = next(n for n, other in enumerate(step.choices) if other.same(choice))
            rows.append(Made(step.player, number, keys(step)[number], cid if not rows else None, by))
            if len(steps) > 1:
                step = step.copy()
                step.choose(number)
                logs.append(step.log)
        if self.altered:
            tell_now(state)
        self.kept.made(self.rev, rows)
        # of several steps those that were made one by one are the same table, with logs that are one chain
        self.state = step if len(steps) > 1 else state
        self.made += rows
        self.logs += logs or [state.log]
        self.asked = self.now()

    def alter(self, change: Any) -> None:
        """Change a card or a value, and play on from there: for whoever writes the game."""
        self._may_be_chosen()
        made = Made(self.state.player, ALTERED, json.dumps(change, sort_keys=True), by="author")
        state = self.state.copy()
        step(state, made)
        self.kept.made(self.rev, [made])
        self.state = state
        self.made.append(made)
        self.logs.append(state.log)
        self.asked = self.now()

    @property
    def altered(self) -> bool:
        """Whether the rules alone do not lead to this table."""
        return any(made.n == ALTERED for made in self.made)

    # ------------------------------------------------------------------------------------------ forced and automatic

    def forced(self) -> bool:
        """Whether there is only one answer."""
        return len(self.state.choices) == 1

    def drawn(self, count: int) -> int:
        """What a bot that plays anything takes of so many: the same at the same moment, and nobody can guess it."""
        text = f"{self.secret}:{self.state.player}:{self.rev}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") * count >> 64

    # ------------------------------------------------------------------------------------------ taking back

    def ask_undo(self, seat: int, to: Any = None) -> None:
        """Somebody wants to take back their last answer and all that came of it, or all from `to` on."""
        if self.undo is not None:
            raise Refused("undo", "somebody wants to take something back already", "agree to it or not first")
        if to is None:
            own = [rev for rev, made in enumerate(self.made) if made.seat == seat and made.cid is not None]
            if not own:
                raise Refused("undo", "you have chosen nothing yet", "there is nothing to take back")
            to = own[-1]
        if to.__class__ is not int or not 0 <= to < self.rev:
            raise Refused(
                "undo", "there is nothing to take back from there on", f"name a moment from 0 to {self.rev - 1}"
            )
        while to and self.made[to].by == "person" and self.made[to].cid is None:
            to -= 1  # several that were chosen at once are taken back at once
        others = [n for n, person in enumerate(self.people) if n != seat and not person.is_bot and person.came]
        self.undo = Undo(seat, to, others)
        self._settle()

    def agree(self, seat: int, yes: Any) -> None:
        """Somebody agrees, or does not; whoever asked may say no, too."""
        if self.undo is None or (seat not in self.undo.wait and not (seat == self.undo.by and yes is False)):
            raise Refused("undo", "nobody has asked you to agree to anything", "go on")
        if yes is True:
            self.undo.wait.remove(seat)
            self._settle()
        else:
            self.undo = None

    def left(self, seat: int) -> None:
        """A seat has become a bot's, which agrees to everything."""
        if self.undo is not None and seat in self.undo.wait:
            self.undo.wait.remove(seat)
            self._settle()

    def _settle(self) -> None:
        if self.undo is not None and not self.undo.wait:
            to, self.undo = self.undo.to, None
            self.back_to(to)

    def back_to(self, rev: int) -> None:
        """Take back all choices from there on."""
        state, logs = self._again(rev)
        self.kept.taken_back(rev)
        del self.made[rev:]
        self.state, self.logs = state, logs
        self.asked = self.now()

    def undo_as_data(self, seat: int | None) -> dict[str, Any] | None:
        """What is to be taken back, and what has been revealed since, as that seat was told of it."""
        if self.undo is None:
            return None
        seen = revealed(self.state, seat, self.logs[self.undo.to], lambda n: self.people[n].name)
        return {"by": self.undo.by, "to": self.undo.to, "seen": seen, "wait": list(self.undo.wait)}


def step(state: State, made: Made) -> None:
    """Make a choice again, or change again what was changed."""
    if made.n != ALTERED:
        state.choose(made.n)
    else:
        alter(state, json.loads(made.key))


def called(cid: Any) -> str:
    """What somebody calls what they say, so that it is not done twice."""
    if not isinstance(cid, str) or not 1 <= len(cid) <= 64 or not cid.isascii() or not cid.isprintable():
        raise Refused("cid", "a message has a name of its own", "send a `cid` of up to 64 plain characters")
    return cid


def keys(state: State) -> list[str]:
    """For every choice what programs call it, each another one."""
    met: Counter[str] = Counter()
    found = []
    for choice in state.choices:
        name = key(choice)
        met[name] += 1
        found.append(name if met[name] == 1 else f"{name} {met[name]}")
    return found
