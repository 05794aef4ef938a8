"""People at the terminal play some seats, or one person all of them; bots play the rest."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from hoyle.bots.host import Host
from hoyle.commands import asides
from hoyle.commands.asides import WhyNot, complaint
from hoyle.commands.kept import Left, forget, keep
from hoyle.commands.news import news
from hoyle.commands.passages import rules
from hoyle.commands.question import MANY, Question
from hoyle.commands.screen import Screen, meanwhile
from hoyle.commands.speech import Speech
from hoyle.commands.table import draw_table, in_lines
from hoyle.commands.terminal import console, print_wrapped, safe
from hoyle.commands.told import play_one, tell_result
from hoyle.diagnostics import HoyleError, quote
from hoyle.english import listed
from hoyle.opening import read_bytes
from hoyle.run.carried import LARGEST
from hoyle.run.choices import Choice
from hoyle.run.events import told
from hoyle.run.moment import beginning
from hoyle.run.save import restore
from hoyle.run.several import several
from hoyle.run.state import State
from hoyle.run.why import chosen_of_several
from hoyle.table import moves
from hoyle.trials.record import is_play, table

HELP = (
    ("a number", "make that choice"),
    ("part of a text", "make the choice that says so"),
    ("Enter", "make the only choice there is"),
    ("undo", "take back what you chose last"),
    ("hint", "what the bot `hard` would do here, if it knew what you know"),
    ("why TEXT", "why something is not allowed: the rule, and where it stands; a number will do too"),
    ("card TEXT", "what is printed on a card; a part of its name is enough"),
    ("rules TEXT", "what the rulebook says of that; without a text all of it"),
    ("table", "the table once more, with what happened last"),
    ("details", "what you were told last, with its small print"),
    ("log", "everything you were told"),
    ("save FILE", "keep the game in a file, to go on with it anywhere"),
    ("q", "leave; the game is kept, and `hoyle play` goes on with it"),
)

NAMED = 12
"""Cards that are named when something is taken back."""


class Leaves(Exception):
    """Whoever plays wants to leave."""


class TakenBack(Exception):
    """The table is another one now."""


@attrs.frozen
class Before:
    """The table before somebody chose: what each had been told by then, and what was chosen, in words."""

    state: State
    told: dict[int, Any]
    latest: dict[int, Any]
    seat: int
    chose: str


@attrs.define
class Sitting:
    """seats: those that are played from the terminal; people: whether by more than one person. details: whether they
    are told the small print. again: makes bots and their host for a table.

    told, latest: the log up to where each of them has been told, and had been before. looks: whose cards are on the
    screen.
    """

    host: Host
    seats: frozenset[int]
    screen: Screen
    speech: Speech
    kept: Left
    again: Callable[[State], Host]
    people: bool = False
    details: bool = False
    told: dict[int, Any] = attrs.field(factory=dict)
    latest: dict[int, Any] = attrs.field(factory=dict)
    before: list[Before] = attrs.field(factory=list)
    looks: int | None = None
    unkept: str = ""

    @property
    def state(self) -> State:
        return self.host.state

    @property
    def out(self) -> Console:
        return self.screen.out

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        self.told = {seat: _when_last_chosen(self.state, seat) for seat in self.seats}
        try:
            while not self.state.over:
                with contextlib.suppress(TakenBack):
                    self._step()
            self._end()
        except (Leaves, EOFError, KeyboardInterrupt) as end:
            self.out.print("" if isinstance(end, Leaves) else "\n", end="")
            self.out.print("You leave the table.")
            if not self.state.over and not self.unkept and self.kept.save:
                self.out.print("The game is kept: `hoyle play` goes on with it.", style="dim")

    def _end(self) -> None:
        seat = self.looks if self.looks is not None else min(self.seats)
        self.screen.show(self._line(""), *self._news(seat))
        self.screen.show(Text(), draw_table(self.out, self.state, seat, self.speech))
        tell_result(self.out, self.state, self.seats, self.speech)
        forget(self.kept)

    def _step(self) -> None:
        state = self.state
        seat = state.player
        if seat not in self.seats:
            with meanwhile(f"{self.speech.name(seat)} is thinking"):
                play_one(self.host)
            for note in self.host.notes:
                self.screen.show(complaint(self.speech.renamed(note)))
            self.host.notes.clear()
            return
        if self.before or self.kept.save:  # what nobody has done anything at is not kept
            self._keep()
        if self.people and self.looks not in (None, seat):
            self.screen.curtain(safe(f"{self.speech.name(seat)} is asked now: everybody else looks away.", "bold"))
        self.looks = seat
        question = Question(state, self.speech, several(state))
        self._show(seat, question, self._news(seat))
        choice = self._answer(seat, question)
        if question.row is None:
            self._remember(seat, question.words(choice))
            self.host.make(choice)
        else:
            self._several(seat, question, choice)
        self._keep()

    def _several(self, seat: int, question: Question, choice: Choice) -> None:
        """One after the other until there are enough; then all of them are chosen at once."""
        row = question.row
        assert row is not None
        while choice is not row.stop:
            row.chosen.append(choice)
            if row.full:
                break
            question.settle()
            self.screen.show(question.shown(self.screen, self.screen.room), all_of_it=True)
            choice = self._answer(seat, question)
        self._remember(seat, listed([question.words(one) for one in row.chosen or [choice]]))
        row.hand_over(self.state, self.host.make)

    def _answer(self, seat: int, question: Question) -> Choice:
        while (choice := self._ask(seat, question)) is None:
            pass
        return choice

    # ------------------------------------------------------------------------------------------ what is shown

    def _line(self, words: str) -> Rule:
        line = "─" if self.out.encoding.startswith("utf") else "-"
        return Rule(safe(words), style="dim", characters=line)

    def _news(self, seat: int) -> list[RenderableType]:
        self.latest[seat] = self.told.get(seat)
        self.told[seat] = self.state.log
        return self._last(seat)

    def _last(self, seat: int, details: bool | None = None) -> list[RenderableType]:
        """What a seat was told last, in blocks that fit on a screen."""
        events = told(self.state, seat, self.latest.get(seat))
        return [*news(self.out, self.state.game, events, self.speech, self.details if details is None else details)]

    def _show(self, seat: int, question: Question, last: list[RenderableType]) -> None:
        """What happened, the table and the question: all at once if there is room for it."""
        screen = self.screen
        screen.show(self._line(self.speech.name(seat)), *last)
        for tight in (False, True):
            drawn = draw_table(self.out, self.state, seat, self.speech, tight)
            free = screen.room - screen.lines(drawn)
            asked = question.shown(screen, free)
            free -= screen.lines(asked)
            if free >= 0:
                above = [Text()] if last and free > 1 else []
                screen.show(Group(*above, drawn, *([Text()] if free else []), asked), all_of_it=True)
                return
        # the table first, and then what is asked
        screen.show(drawn, question.shown(screen, screen.room), all_of_it=True)

    # ------------------------------------------------------------------------------------------ what somebody types

    def _ask(self, seat: int, question: Question) -> Choice | None:
        """One line of input; the choice it makes, if it makes one."""
        line = self.screen.ask(f"{self.speech.name(seat)}> ")
        if (choice := question.called(line)) is not None:
            return choice
        command, _, rest = line.partition(" ")
        show = self.screen.show
        match command.casefold(), rest.strip():
            case "", _ if len(question.offered) == 1:
                return question.offered[0]
            case "", _:
                show(complaint(f"choose by a number from 1 to {len(question.offered)}, or ? for help"))
            case (("?" | "help"), ""):
                show(in_lines((command, safe(says), "") for command, says in HELP))
            case (("q" | "quit" | "exit"), ""):
                raise Leaves
            case "log", "":
                events = told(self.state, seat)
                show(*news(self.out, self.state.game, events, self.speech, self.details))
            case "details", "":
                show(*self._last(seat, details=True))
            case "table", "":
                self._show(seat, question, self._last(seat))
            case "undo", "":
                self._undo(question)
            case "card", name:
                show(*asides.card(self.state.game, name))
            case "rules", words:
                show(*(rules(self.state.game, words) or [complaint(f"the rulebook does not say {quote(words)}")]))
            case "why", text:
                show(*WhyNot(question, self.screen).says(text))
            case "hint", "":
                show(asides.hint(self.host, question))
            case "save", name:
                show(asides.save(self.state, name))
            case _:
                return self._meant(question, line)
        return None

    def _meant(self, question: Question, line: str) -> Choice | None:
        found = question.meant(line)
        if len(found) == 1:
            return found[0]
        if found:
            few = len(found) <= MANY
            self.screen.show(
                complaint("that could be any of these" if few else f"that could be {len(found)}; the first of them"),
                question.listed(self.screen, found[:MANY]),
            )
        else:
            self.screen.show(*WhyNot(question, self.screen).says(line))
        return None

    # ------------------------------------------------------------------------------------------ taking back

    def _remember(self, seat: int, chose: str) -> None:
        self.before.append(Before(self.state.copy(), {**self.told}, {**self.latest}, seat, chose))

    def _undo(self, question: Question) -> None:
        """Take back the last of several, or what was chosen before; bots take back what they did since."""
        if question.row is not None and question.row.chosen:
            question.row.chosen.pop()
            question.settle()
            self.screen.show(question.shown(self.screen, self.screen.room), all_of_it=True)
            return
        self.before = self.before or self._played()
        if not self.before:
            self.screen.show(complaint("there is nothing to take back: you have chosen nothing yet"))
            return
        last = self.before.pop()
        seen = self._seen_since(last)
        self.host = self.again(last.state)
        self.told, self.latest = {**last.told}, {**last.latest}
        self.told[last.seat] = last.latest.get(last.seat)
        said = f"taken back: {quote(last.chose)}"
        self.screen.show(complaint(f"{said}; what was seen since stays seen: {seen}" if seen else said))
        raise TakenBack

    def _played(self) -> list[Before]:
        """What was chosen before this sitting, by those who sit here: found by playing it once more."""
        state, made = beginning(self.state)
        found: list[Before] = []
        for chosen in made:
            choice = next(choice for choice in state.choices if choice.same(chosen))
            if state.player in self.seats and not chosen_of_several(state):
                when = {seat: _when_last_chosen(state, seat) for seat in self.seats}
                found.append(Before(state.copy(), when, when, state.player, self.speech.words(choice.say)))
            state.choose(choice)
        return found

    def _seen_since(self, last: Before) -> str:
        """The cards that have come into sight since."""
        faces = self.state.game.faces.catalogue
        found: dict[str, None] = {}
        whose = None if self.people else last.seat  # what one of several has seen is not for all of them
        for event in self.state.news(whose, last.state.log):
            if event["t"] in ("move", "turn", "gather", "used"):
                came = [c for c in event["cards"] if "look" in c and ("was" not in c or event.get("up"))]
                found |= dict.fromkeys(faces[card["look"]].text for card in came)
        names = [*found]
        more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
        return listed([*names[:NAMED], *more])

    # ------------------------------------------------------------------------------------------ keeping

    def _keep(self) -> None:
        """Keep the table as it is; that it cannot be kept is said once."""
        if self.state.over:
            return
        try:
            wrong = keep(self.kept, self.state)
        except HoyleError as error:
            wrong = error.diagnostics[0].message
        if wrong and not self.unkept:
            self.screen.show(complaint(f"this game is not kept if you leave: {wrong}"))
        self.unkept = wrong


def _when_last_chosen(state: State, seat: int) -> Any:
    """The log before somebody chose last: of a table that was left nobody wants to hear it all again."""
    entry = state.log
    while entry is not None:
        if entry[1] in (moves.CHOSEN, moves.PLAYED) and entry[2] % state.game.players == seat:
            return entry[0]
        entry = entry[0]
    return None


def resumed(saved: Path, seed: str) -> tuple[State, int]:
    """A table to go on from, and the seat to take there."""
    try:
        text = read_bytes(saved, LARGEST).decode("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not text"
        raise HoyleError.plain("HYL905", f"{quote(str(saved))} cannot be read: {reason.lower()}") from None
    if not is_play(text):
        return restore(text), 0
    state, remark = table(text, random.Random(seed).randrange)
    if remark:
        print_wrapped(console(), remark, 0, "doubt")
    return state, max(state.player, 0)
