"""The engine does what the rules say: the reference evaluator plays the same game, and both agree at every decision.

The reference is slow, so it plays along in a few games only.
"""

from __future__ import annotations

from hoyle.core.faults import TooMuch
from hoyle.diagnostics import HoyleError
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Program
from hoyle.reference.legal import judge
from hoyle.reference.perform import Performer, Question
from hoyle.run.choices import DECLINE
from hoyle.run.events import raw
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.run.why import environment
from hoyle.table.board import Board
from hoyle.table.moves import CHOSEN
from hoyle.table.script import Script
from hoyle.table.seen import grouped
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course
from hoyle.trials.words import Words, unnamed

RARELY = 20
PARTS = {"z": "cards lie elsewhere", "up": "cards lie on the other side", "loc": "places differ"}


class Reference(Check):
    name = "reference"
    cost = 10

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.other: Along | None = None

    def decision(self, course: Course) -> str:
        if course.closely or course.number % RARELY == 0:
            if self.other is None:
                self.other = Along(self.game.program, course.chance, self.words, sparing=True)
            return self.other.catch_up(course.state, course.made)
        return ""

    ending = decision


def offers_apart(s: State, words: Words) -> str:
    """The same for a table of which nobody knows how it came about: whether the engine offers what the rules do."""
    if not s.choices:
        return ""
    choose, evaluator = s.game.asked(s.site), Evaluator(s.game.program, s)
    legal = [(c.offer, c.values) for c in judge(evaluator, choose, environment(s)) if c.removed is None]
    mine = {(choice.offer, choice.values) for choice in s.choices if choice.offer != DECLINE}
    theirs = set(grouped(s, s.player, choose.offers, legal))
    if mine == theirs or (choose.amount is not None and mine <= theirs.union(legal)):  # some may be chosen already
        return ""
    texts = ", ".join(words.said(choice.say) for choice in s.choices)
    return f"the engine offers {texts}; the reference offers {sorted(theirs, key=repr)}"


class Along:
    """The reference, on its way through the same game as the engine."""

    def __init__(
        self, program: Program, chance: Script | bytes, words: Words | None = None, sparing: bool = False
    ) -> None:
        self.words = words or unnamed(program.players)
        self.performer = Performer(program, 0, sparing=sparing)
        self.performer.board.seed = chance
        self.play = self.performer.play()
        self.question: Question | None = None
        self.made = -1
        self.behind = False  # whether it takes the reference too long to follow

    @property
    def board(self) -> Board:
        return self.performer.board

    def catch_up(self, s: State, made: list[int]) -> str:
        """Make the choices that were made since, and say where the two differ."""
        if self.behind:
            return ""
        try:
            if self.made < 0:
                self.question = next(self.play)
                self.made = 0
            for number in made[self.made :]:
                self.made += 1
                self.question = self.play.send(number)
        except StopIteration:
            self.question = None
        except TooMuch:
            self.behind = True
            return ""
        except HoyleError as error:
            return f"the reference says: {error.diagnostics[0].message}"
        return self._apart(s)

    def _apart(self, s: State) -> str:
        board = self.board
        if s.over is not (self.question is None):
            return "the game is over in the engine, and not in the reference, or the other way round"
        for part, differ in PARTS.items():
            if getattr(s, part) != getattr(board, part):
                return f"in the engine {differ}: {getattr(s, part)}, in the reference {getattr(board, part)}"
        own = board.game.own_values
        mine, theirs = s.v[:own], board.v[:own]
        if mine != theirs:
            return f"in the engine values are {mine}, in the reference {theirs}"
        if s.draws != board.draws:
            return f"the engine drew {s.draws} times, the reference {board.draws} times"
        return self._ended(s) if self.question is None else self._asked(s, self.question)

    def _asked(self, s: State, question: Question) -> str:
        if s.player != question.seat:
            mine, theirs = self.words.seat(s.player), self.words.seat(question.seat)
            return f"the engine asks {mine}, the reference {theirs}"
        offered = [(choice.offer, choice.values) for choice in s.choices]
        if offered != question.answers:
            texts = ", ".join(self.words.said(choice.say) for choice in s.choices)
            return f"the engine offers {texts}; the reference offers {question.answers}"
        return ""

    def _ended(self, s: State) -> str:
        if (s.winners, s.ending) != (self.board.winners, self.board.ending):
            mine, theirs = s.ending, self.board.ending
            return f"the engine ends with {mine!r}, the reference with {theirs!r}, or others win"
        if [event for event in raw(s) if event[0] != CHOSEN] != raw(self.board):  # type: ignore[arg-type]
            return "the engine and the reference tell of other events"
        return ""
