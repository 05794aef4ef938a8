"""Saving: a state as text, and back, in another process or on another day.

A save names its game (see carried.py), the fingerprint of the rules it was played by, what chance brings, and the
number of every choice that was made. To restore it, the game is played again: there is nothing in the text that could
be damaged and still become part of a table. A mark of the table tells whether it has become the same one.

Whoever sends a saved game also sends what is to be done to restore it. That is limited by count, as `program/work.py`
counts, and never by the clock: what can be saved on one machine can be restored on every other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.program.work import FUEL
from hoyle.run.carried import game_of, named
from hoyle.run.moment import chosen
from hoyle.run.support import FREE, spend, too_deep
from hoyle.table.board import Over
from hoyle.table.script import Script

if TYPE_CHECKING:
    from hoyle.run.choices import Choice
    from hoyle.run.game import Game
    from hoyle.run.state import State

FORMAT = 2
MARK = "hoyle"
TOO_MUCH = "to play it again takes too much work"
EACH = 150_000  # what every choice adds to the work that may be done, which at first is that of a single choice
ALTOGETHER = 250_000_000  # and no more than this, however many choices there are
_rest = attrgetter("up", "frames", "player", "over", "winners", "ending", "draws", "site")


class TooMuchWork(Exception):
    """To play this game again takes more work than anybody should be made to do."""


class NotPlayed(Exception):
    """The rules of its game do not lead to a state."""


class Again:
    """A game that is played again. state: where it stands; left: how much work may still be done, without what further
    choices add, which is `more` at most."""

    def __init__(self, game: Game, seed: bytes | Script) -> None:
        self.state: State = game.again(seed)
        self.left = FUEL - (self.state.tank - self.state.fuel)
        self.more = ALTOGETHER - FUEL

    def choose(self, choice: Choice | int) -> None:
        """Make a choice as `State.choose` does, but count all of it: also the blocks that are free at first."""
        state, game = self.state, self.state.game
        state.answer = state.legal_choice(choice)
        added = min(EACH, self.more)
        self.left, self.more = self.left + added, self.more - added
        given = state.fuel = min(state.tank, self.left)
        step, done = game.points[state.frames[-1][0]], 0
        try:
            while step is not None:
                cost, line = game.code.cost(step)
                if done < FREE:
                    self.left -= cost
                    if self.left < given - state.fuel:
                        raise TooMuchWork
                else:
                    spend(state, cost, line)
                done += 1
                step = step(state, state.frames[-1])
        except Over:
            state.finish()
        except RecursionError:
            raise too_deep() from None
        except HoyleError:
            if state.fuel < 0 and given < state.tank:
                raise TooMuchWork from None
            raise
        self.left -= given - state.fuel


def save(s: State) -> str:
    """The state as text, one line of JSON; `hoyle.restore` makes it a state again, also in another process.

    Raises HoyleError if it is none that a game comes to by its rules.
    """
    seed = s.seed.hex() if isinstance(s.seed, bytes) else s.seed.told()
    return seal({MARK: FORMAT, **named(s.game), "seed": seed, "choices": _numbers(s), "table": mark(s)})


def seal(data: dict[str, Any]) -> str:
    """The text of a save, with a sum that tells whether it has come through whole."""
    kept = {key: value for key, value in data.items() if key != "sum"}
    digest = hashlib.sha256(json.dumps(kept, separators=(",", ":")).encode()).hexdigest()[:16]
    return json.dumps({**kept, "sum": digest}, separators=(",", ":"))


def _numbers(s: State) -> list[int]:
    """The choices that lead to a state, by their numbers, if it can be saved."""
    try:
        return answers(s)
    except TooMuchWork:
        help = "save it earlier, or let the rules do with less work at every decision"
        raise HoyleError.plain("HYL905", f"this state cannot be saved: {TOO_MUCH}", help) from None
    except NotPlayed:
        help = "save a game at a decision, or when it is over; after an error go on from a copy made before it"
        raise HoyleError.plain("HYL905", "this state cannot be saved: the rules do not lead to it", help) from None


def answers(s: State) -> list[int]:
    """The choices that lead to a state, by their numbers: found by making them again.

    Raises TooMuchWork or NotPlayed.
    """
    numbers: list[int] = []
    try:
        again = Again(s.game, s.seed)
        for choice in chosen(s.log):
            numbers.append(next(n for n, other in enumerate(again.state.choices) if other.same(choice)))
            again.choose(numbers[-1])
    except (HoyleError, StopIteration):
        raise NotPlayed from None
    if mark(again.state) != mark(s):
        raise NotPlayed
    return numbers


def mark(s: State) -> str:
    """What two equal tables have in common, and hardly any two others."""
    table = (s.z, s.v[: s.game.program.own_values], *_rest(s))
    return hashlib.sha256(_written(table).encode()).hexdigest()[:16]


def _written(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{' '.join(map(_written, value))}]"
    # a number may be longer than Python writes with decimals
    return format(value, "x") if isinstance(value, int) else repr(value)


def restore(text: str, game: Game | None = None) -> State:
    """A saved state, to go on with. game: the one it is of, if that is at hand.

    Raises HoyleError, and says why, for a text that is no save.
    """
    from hoyle.run.game import Game

    data = parsed(text, MARK, FORMAT, _bad)
    if game is not None and not isinstance(game, Game):
        raise HoyleError.plain("HYL905", f"{quote_value(game)} is not a game", "pass what `hoyle.load` returned")
    game = game or game_of(data)
    if data.get("rules") != game.fingerprint:
        help = "load it with the version and the definition it was saved with"
        raise HoyleError.plain("HYL905", "the rules have changed since this game was saved", help)
    seed, choices = _seed(data), numbers(data, "choices", _bad)
    try:
        again = Again(game, seed)
        for number in choices:
            again.choose(number)
    except TooMuchWork:
        raise _bad(TOO_MUCH) from None
    except HoyleError as error:
        raise _bad(f"it cannot be played again: {error.diagnostics[0].message}") from None
    if mark(again.state) != data.get("table"):
        raise _bad("played again, it comes to another table than the one that was saved")
    return again.state


def parsed(text: Any, mark: str, format: int, bad: Callable[[str], HoyleError]) -> dict[str, Any]:
    """The data in a sealed text that says what it is."""
    if not isinstance(text, str):
        raise bad("it is not text")
    try:
        data = json.loads(text)
        if not isinstance(data, dict) or mark not in data:
            raise bad(f"it does not say {quote(f'{mark}: {format}')}")
        whole = json.loads(seal(data))["sum"] == data.get("sum")
    except (ValueError, RecursionError):
        raise bad("it is not JSON") from None
    if not whole:
        raise bad("it was changed or cut on its way")
    if data[mark] != format:
        raise bad(f"it was written by another version of Hoyle, which says {quote(f'{mark}: {data[mark]}')}")
    return data


def numbers(data: dict[str, Any], name: str, bad: Callable[[str], HoyleError]) -> tuple[int, ...]:
    """A list of numbers from 0 on in the data."""
    row = data.get(name)
    if not isinstance(row, list) or any(number.__class__ is not int or number < 0 for number in row):
        raise bad(f"`{name}` is not a list of numbers")
    return tuple(row)


def _seed(data: dict[str, Any]) -> bytes | Script:
    """A seed is kept as a text, a script as the numbers it has told."""
    kept = data.get("seed")
    if not isinstance(kept, str):
        return Script(numbers(data, "seed", _bad))
    try:
        return bytes.fromhex(kept)
    except ValueError:
        raise _bad("`seed` is not a seed") from None


def _bad(why: str) -> HoyleError:
    return HoyleError.plain("HYL905", f"this is not a saved game: {why}", "pass the text that `state.save()` returned")
