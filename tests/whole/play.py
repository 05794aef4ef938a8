"""A definition through everything: read, loaded and played on both engines side by side.

What is refused has diagnostics that can be shown. What passes can be loaded and played: the engine and the reference
ask the same players, offer the same choices, tell of the same events and end alike, with the same faults of the rules.
On the way states are copied, saved and looked at from every seat; what a seat does not see changes places; values stay
in their ranges and cards in their zones.
"""

from __future__ import annotations

import json
import random
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
from outcome import outcome
from whole.game import Written

import hoyle
from hoyle import types as t
from hoyle.diagnostics import HoyleError, Severity
from hoyle.diagnostics.render import for_people
from hoyle.program.evaluate import Evaluator
from hoyle.read import Reading, read_path
from hoyle.reference.perform import Performer
from hoyle.rulebook.book import rulebook
from hoyle.run.events import raw
from hoyle.run.game import Game, prepare
from hoyle.run.why import judged
from hoyle.source import Source
from hoyle.syntax.format import format_text
from hoyle.table.moves import CHOSEN
from hoyle.trials.checks.conservation import Deals
from hoyle.trials.checks.secrets import gives_away
from hoyle.trials.settings import mixed

CAP = 40  # decisions of one game
FUEL = 2_000_000  # work between two decisions, so that what does not end is soon known
PATIENCE = 60.0  # seconds of this process, for all that is done with one definition
TIRED = "HYL908"
MANY = 200  # choices


@attrs.frozen
class Fault(Exception):
    """Something went wrong. sort: the same for the same mistake, also in a smaller definition."""

    sort: str
    words: str

    def __str__(self) -> str:
        return f"{self.sort}: {self.words}"


@attrs.frozen
class Outcome:
    """What became of a definition. refused: the codes of its errors; decisions: how many were made; ended: how."""

    refused: tuple[str, ...] = ()
    decisions: int = 0
    ended: str = ""


def tried(written: Written, seed: int | str, folder: Path) -> Outcome:
    """Try a definition, in a folder of its own. Raises a Fault for what should not be."""
    for old in folder.iterdir():
        old.unlink()
    for name, text in written.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    rng = random.Random(f"play {seed}")
    try:
        with patience():
            return _tried(folder / written.main, rng)
    except Fault:
        raise
    except Exception as error:
        raise Fault(_sort(error), "".join(traceback.format_exception(error)[-6:])) from error


def _sort(error: Exception) -> str:
    """The sort of exception and the innermost function of ours that it came through."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "hoyle" in f.filename]
    place = f"{Path(frames[-1].filename).stem}.{frames[-1].name}" if frames else "?"
    code = f" {error.diagnostics[0].code}" if isinstance(error, HoyleError) else ""
    return f"{type(error).__name__}{code} in {place}"


@contextmanager
def patience() -> Iterator[None]:
    def give_up(*_: Any) -> None:
        raise Fault("hang", f"more than {PATIENCE} seconds")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def same(sort: str, one: Any, other: Any) -> None:
    if one != other:
        raise Fault(sort, f"{one!r} and {other!r}")


def _tried(path: Path, rng: random.Random) -> Outcome:
    reading = read_path(path)
    for_people(reading.diagnostics, color=False, width=100)
    errors = [d.code for d in reading.diagnostics if d.severity is Severity.ERROR]
    same("failed without an error, or the other way round", reading.failed, bool(errors))
    if errors:
        return Outcome(refused=tuple(sorted(set(errors))))
    if rng.random() < 0.2:
        _written_again(reading)
    assert reading.world is not None
    setting = mixed(reading.world.model, rng)
    watched = rng.choice([(), (), (Deals.name,)])
    game = prepare(reading, players=setting.players, options=setting.options, watched=watched)
    return Table(game, rng).play()


def _written_again(reading: Reading) -> None:
    """The other uses of a text: laid out it says the same, and it can be told as a rulebook."""
    laid_out = format_text(reading.source)
    same("laid out twice", format_text(Source(reading.source.name, laid_out)), laid_out)
    rulebook(reading, reading.trials)


class Table:
    """One game, on both engines."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        seed = rng.randrange(1000)
        self.state = game.blank(seed)
        self.state.tank = FUEL
        self.performer = Performer(game.program, seed)
        self.reference = self.performer.play()
        self.left: list[tuple[hoyle.State, Any]] = []
        self.texts: list[tuple[tuple[Any, ...], list[str]]] = []

    def play(self) -> Outcome:
        found = outcome(self.game.perform, self.state, "flow", ())
        if found == TIRED:
            return Outcome(ended=TIRED)
        question = outcome(next, self.reference)
        for number in range(CAP):
            wrong = found if isinstance(found, str) else None
            same("fault of the rules in one engine", wrong, question if isinstance(question, str) else None)
            if wrong:
                return self._done(number, wrong)
            self._compare()
            if question is None:
                board = self.performer.board
                same(
                    "end",
                    (self.state.over, self.state.winners, self.state.ending),
                    (board.over, board.winners, board.ending),
                )
                self._look()
                return self._done(number, "end")
            state = self.state
            same("who is asked", state.player, question.seat)
            same("what is offered", [(c.offer, c.values) for c in state.choices], question.answers)
            self._keeps_promises()
            if self.rng.random() < 0.4:
                self._look()
            self._go_on_elsewhere()
            answer = self.rng.randrange(len(state.choices))
            found = outcome(self.state.choose, answer)
            if found == TIRED:
                return self._done(number, TIRED)
            question = outcome(self.reference.send, answer)
        return self._done(CAP, "")

    def _done(self, decisions: int, ended: str) -> Outcome:
        """What was left behind is as it was."""
        for state, before in self.left:
            same("a state changed by its copy", frozen(state), before)
        for choices, texts in self.texts:
            same("texts asked later", [c.text for c in choices], texts)
        return Outcome(decisions=decisions, ended=ended)

    def _compare(self) -> None:
        state, board = self.state, self.performer.board
        for part in ("over", "z", "up", "loc", "draws"):
            same(f"`{part}` of both engines", getattr(state, part), getattr(board, part))
        same("values of both engines", state.v, board.v)  # also what is noted of deals that fall short
        mine = [event for event in raw(state) if event[0] != CHOSEN]
        same("events of both engines", mine, raw(board))  # type: ignore[arg-type]

    def _go_on_elsewhere(self) -> None:
        """Sometimes the game goes on as a copy, or as a save that was restored."""
        draw = self.rng.random()
        if draw > 0.5:
            return
        state = self.state
        self.left.append((state, frozen(state)))
        if draw < 0.25:
            self.state = state.copy()
        else:
            text = state.save()
            whole = draw > 0.48
            self.state = hoyle.restore(text, None if whole else self.game)  # the definition is seldom read again
            same("saved again", self.state.save(), text)
            self.state.tank = FUEL
            if not whole:
                self.texts.append((state.choices, self._texts()))
            self.state.game = state.game
        same("copied or restored", self.state == state, True)

    def _keeps_promises(self) -> None:
        """Values are what their types say, cards lie in one zone, and zones are not too full."""
        state, model = self.state, self.game.model
        same("cards lost or doubled", sorted(c for z in state.z for c in z), list(range(len(self.game.cards))))
        for name, family in self.game.program.var_families.items():
            if name in model.vars:
                for index in family.indices():
                    value = state.v[family.number(index)]
                    if not fits(self.game, model.vars[name].type, value):
                        raise Fault("value outside its type", f"{name}{index} is {value!r}")
        for name, family in self.game.program.zone_families.items():
            holds = model.zones[name].capacity
            for number in range(family.base, family.base + family.size):
                if holds is not None and len(state.z[number]) > holds:
                    raise Fault("zone too full", name)

    def _look(self) -> None:
        """From every seat: what it sees is plain data, and nothing it does not see makes a difference."""
        state = self.state
        scores = outcome(self._scores)
        same("scores of both engines", outcome(lambda: state.scores), scores)
        if isinstance(scores, str):
            return  # the score asks for what is not there, and so does every view that shows it
        before = frozen(state)
        for seat in range(self.game.players):
            view = state.view(seat)
            same("a view as JSON", json.loads(json.dumps(view)), view)
            mine = self._texts() if seat == state.player else []
            same("choices in a view", view["choices"], mine)
            state.events(seat)
        state.events()
        state.table()
        if not state.over:
            texts = self._texts()
            same("two choices with one text", len(set(texts)), len(texts))
            few = 20 if len(state.choices) < MANY else 2  # each asks about all that could be thought of
            for choice in state.choices[:: 1 + len(state.choices) // few]:
                same("why not what can be chosen", state.why_not(choice), None)
            for choice, _ in judged(state)[:few]:
                state.why_not(choice.text)
            found = gives_away(state, self.rng.randrange(self.game.players))
            if found:
                raise Fault("secrets", found)
        same("a state changed by looking", frozen(state), before)

    def _texts(self) -> list[str]:
        return [choice.text for choice in self.state.choices]

    def _scores(self) -> tuple[int, ...]:
        """What each seat has scored, as the reference works it out."""
        score = self.game.program.defines.get("score")
        evaluator = Evaluator(self.game.program, self.performer.board)
        seats = range(self.game.players)
        return tuple(evaluator.expr(score.body, {score.params[0][0]: s}) if score else 0 for s in seats)


def frozen(state: hoyle.State) -> str:
    return repr((state.z, state.v, state.up, state.loc, state.frames, state.draws, state.player, state.choices))


def fits(game: Game, type_: t.Type, value: Any) -> bool:
    """Whether a value is one of a type."""
    if value is None:
        return isinstance(type_, t.Maybe)
    match t.settled(type_):
        case t.Numbers(low, high):
            return type(value) is int and (low is None or value >= low) and (high is None or value <= high)
        case t.YesNo():
            return type(value) is bool
        case t.Seat():
            return value in range(game.players)
        case t.Kind(name):
            return value in game.model.kinds[name].numbers
        case t.CardOf(name):
            known = {card.number for card in game.program.all_cards}
            return value in known and name in (None, game.program.card(value).cards)
        case t.ListOf(of):
            return isinstance(value, tuple) and all(fits(game, of, v) for v in value)
    return True
