"""Texts of choices that depend on the table, worked out when somebody asks for them.

Most players are programs and read no texts. A choice whose text tells of the table, or is told apart from others by
where its card lies, remembers the moment it was offered. Asked for its text it looks at the state, or, if that has
moved on, plays the same game up to that moment again.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from hoyle.run.choices import Choice, told_apart
from hoyle.run.parts import Said, in_words
from hoyle.run.wording import bare
from hoyle.table import moves

if TYPE_CHECKING:
    from hoyle.run.state import State

Texts = dict[tuple[int, Any], Said]


class Moment:
    """One decision of one game: how to get there again, and the texts once they are known."""

    __slots__ = ("found", "game", "log", "seed", "state")

    def __init__(self, s: State) -> None:
        self.state = weakref.ref(s)
        self.game, self.seed, self.log = s.game, s.seed, s.log
        self.found: Texts | None = None

    def say(self, choice: Choice) -> Said:
        if self.found is None:
            state = self.state()
            if state is None or state.log is not self.log or not state.choices:
                state = self._again()
            self.found = texts(state)
        return self.found[choice.offer, choice.key]

    def _again(self) -> State:
        """The same game, played up to this moment."""
        state, made = beginning(self)
        for choice in made:
            state.choose(choice)
        return state


def beginning(of: Moment | State) -> tuple[State, list[Choice]]:
    """The game as it began, and the choices that lead from there to a moment."""
    return of.game.again(of.seed), chosen(of.log)


def chosen(log: Any, since: Any = None) -> list[Choice]:
    """The choices that were made up to a point of a log, in order. since: an earlier point, to begin behind it."""
    found = []
    while log is not None and log is not since:
        if log[1] in (moves.CHOSEN, moves.PLAYED):
            found.append(log[3])
        log = log[0]
    found.reverse()
    return found


def texts(s: State) -> Texts:
    """What each pending choice says now."""
    found = [choice.say if choice.moment is None else bare(s, choice) for choice in s.choices]
    if len(set(map(in_words, found))) < len(found):
        found = told_apart(s, s.choices, found)
    return {(choice.offer, choice.key): said for choice, said in zip(s.choices, found, strict=True)}


def tell_now(s: State) -> None:
    """Work out the texts of all pending choices, because this moment cannot be reached again in the same way."""
    for choice in s.choices:
        choice.become(choice.say)


def tell_all(s: State, since: Any = None) -> None:
    """Work out the texts of all choices that were made, in one go, before the log is read from some point on."""
    if all(choice.known for choice in chosen(s.log, since)):
        return
    state, made = beginning(s)
    for choice in made:
        mine = next(c for c in state.choices if c.same(choice))
        choice.become(mine.say)
        state.choose(mine)
