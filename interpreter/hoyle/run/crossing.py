"""States in C, and the way there and back.

A state in C is its bytes: it can be chosen in and copied, and that is quick. Everything else is Python's: what a seat
sees, why something cannot be chosen, what has happened, saving. So it also keeps what leads to it, its seed and the
number of every choice, and becomes a state in Python by being played again; a state in Python becomes one in C in the
same way. Nothing is translated from one form into the other, so nothing can be lost between them: that both engines
play the same game is what they are tested for anyway.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hoyle.diagnostics import HoyleError, quote_value
from hoyle.native.library import FAILED, OVER, Library, Outcome, Packed
from hoyle.run.playouts import refused
from hoyle.run.save import TOO_MUCH, NotPlayed, TooMuchWork, answers

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

STAY = "go on with the state in Python"


class NativeState:
    """A state in C. It changes by `choose`; `copy` makes one that is independent.

    library: the game in C; seed, answers: what leads to it. player: who is asked, -1 if nobody; choices: how many there
    are, numbered as `state.choices` of the same state in Python.
    """

    __slots__ = ("_packed", "answers", "game", "library", "seed")

    def __init__(
        self, game: Game, seed: bytes, answers: array[int], packed: Packed | None = None, own: Library | None = None
    ) -> None:
        self.game, self.seed, self.answers = game, seed, answers
        self.library = own or library(game)
        self._packed = self.library.replayed(seed, answers) if packed is None else packed
        if self._packed.status == FAILED:
            self.python()
            raise no_room()

    @property
    def player(self) -> int:
        return self._packed.player

    @property
    def choices(self) -> int:
        return self._packed.choices

    @property
    def data(self) -> bytes:
        """The state as C packs it."""
        return self._packed.data

    @property
    def over(self) -> bool:
        return self._packed.status == OVER

    @property
    def decisions(self) -> int:
        """How many choices were made."""
        return len(self.answers)

    @property
    def winners(self) -> tuple[int, ...]:
        return self._outcome.winners

    @property
    def ending(self) -> str:
        return self._outcome.ending if self.over else ""

    @property
    def scores(self) -> tuple[int, ...]:
        scores = self._outcome.scores
        return self.python().scores if scores is None else scores

    @property
    def _outcome(self) -> Outcome:
        return self.library.outcome(self._packed.data)

    def choose(self, number: int) -> None:
        """Make a choice, by its number. Where that stops the game, the error is Python's, and the state stays."""
        if number.__class__ is not int or not 0 <= number < self.choices:
            raise no_choice(number, self.choices)
        moved = self.library.stepped(self._packed.data, number)
        if moved.status == FAILED:
            self.python().choose(number)
            raise no_room()
        self._packed = moved
        self.answers.append(number)

    def copy(self) -> NativeState:
        """An independent state that goes on in the same way."""
        return NativeState(self.game, self.seed, self.answers[:], self._packed, self.library)

    __copy__ = copy

    def python(self) -> State:
        """The same state in Python, with all that has happened."""
        return played(self.game, self.seed, self.answers)

    def __repr__(self) -> str:
        where = "over" if self.over else f"seat {self.player} to choose"
        return f"<NativeState of {self.game.title}: {where}>"


def played(game: Game, seed: bytes, answers: array[int]) -> State:
    """A game from its start, answer by answer."""
    state = game.again(seed)
    for number in answers:
        state.choose(state.choices[number])
    return state


def native(s: State, own: Library | None = None) -> NativeState:
    """The same state in C, where games are played without words. Raises HoyleError for one that has no twin there.

    own: the game in C, where it is at hand.
    """
    own = own or library(s.game)
    if not isinstance(s.seed, bytes):
        raise refused("chance is told by a script here, and C draws it from a seed", "start the game with a seed")
    try:
        found = answers(s)
    except TooMuchWork:
        raise refused(f"this state cannot be had in C: {TOO_MUCH}", STAY) from None
    except NotPlayed:
        raise refused("this state cannot be had in C: the rules do not lead to it", STAY) from None
    return NativeState(s.game, s.seed, array("I", found), own=own)


def library(game: Game) -> Library:
    """The game in C, if there is one."""
    if game.native is None:
        raise refused(f"{game.title} cannot be played in C: {game.why_not_native}", "play it in Python: `game.start`")
    return game.native


def no_choice(number: object, choices: int) -> HoyleError:
    """Why something is none of so many choices."""
    if not choices:
        help = "ask `state.over` before choosing, or start a new game"
        return HoyleError.plain("HYL906", "the game is over, so there is nothing to choose", help)
    if number.__class__ is not int:
        return HoyleError.plain("HYL904", f"{quote_value(number)} is not a choice", "pass the number of a choice")
    help = f"choices are numbered 0 to {choices - 1}"
    return HoyleError.plain("HYL904", f"there is no choice {quote_value(number)}", help)


def no_room() -> HoyleError:
    """C has less room than Python, for lists above all."""
    return refused("C has no room for what comes here", f"{STAY}: `state.python()`")
