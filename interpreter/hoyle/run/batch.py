"""Many games at once, for tools that learn: a row of answers goes in, rows of what has become of the games come out.

The rows are plain memory that stays in its place: `numpy.asarray(batch.player)` looks into it without copying. Games
are played in C where that can be, and there no object is made for any of them; elsewhere the same is done in Python.

A batch has a seed S, and the games of a run: game number n has the seed `S:n`, as in `game.playouts`. Place number k
begins with game k + 1, and goes on with every so many-th game after it, as many as there are places, however many work
on it.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.native.places import Numbers, Observing, Places, Shown, shown
from hoyle.run.crossing import library, no_choice, no_room, played
from hoyle.run.game import seed_of
from hoyle.run.moment import chosen
from hoyle.run.numbers import in_rows
from hoyle.run.observed import Layout, layout
from hoyle.run.playouts import ENGINES, LONGEST_SEED, naming, refused

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

Seed = int | str
Row = Any  # whatever has whole numbers one behind the other: a list, an array, numpy's
MOST_PLACES = 1_000_000
SIGNED, WHOLE = "ilq", "bBhHIL"  # the formats of whole numbers in memory: as C takes them, and others


class Engine(Protocol):
    """Games in places."""

    def start(self, seed: Seed, seeds: Sequence[bytes] | None) -> None: ...
    def step(self, answers: array[int]) -> None: ...
    def legal(self, out: Any) -> None: ...
    def find(self, numbers: array[int]) -> array[int]: ...
    def observe(self, columns: Layout, out: Any) -> None: ...
    def state(self, place: int) -> State: ...


class Batch:
    """Games in places, counted from 0. One caller at a time.

    For each place, as rows of numbers: `player` is who is asked, -1 if nobody; `choices` how many choices there are;
    `over` whether its game ended with the last step; `decisions` how many were made in the game under way, or in the
    one that has ended. Of the last game that ended there: `scores` and `won` have a number for each seat, which is 0 in
    `won` for who did not win, else in which place it is named among the winners; `ending` is a number in `endings`.
    """

    def __init__(self, game: Game, places: int, seed: Seed, again: bool, workers: int, engine: str) -> None:
        self.game, self.places, self.again = game, places, again
        self.endings = ("", *dict.fromkeys(ending.name for ending in game.model.endings if ending.name))
        self.engine = engine
        rows = shown(places, game.players)
        self.player, self.choices, self.over = rows.player, rows.choices, rows.over
        self.decisions, self.scores, self.won, self.ending = rows.decisions, rows.scores, rows.won, rows.ending
        kind = _InC if engine == "native" else _InPython
        self._games: Engine = kind(self, rows, workers)
        self._seed = seed
        self.reset()

    def reset(self, seeds: Seed | Sequence[Seed] | None = None) -> None:
        """All games from their starts: those of the same seed, of another one, or one seed for each place."""
        self._stale = {"legal", "observations"}
        if isinstance(seeds, (list, tuple)):
            self._each_wanted(len(seeds), "seed")
            self._games.start(self._seed, [seed_of(seed) for seed in seeds])
        else:
            self._seed = self._seed if seeds is None else _fitting(seeds, self.engine)
            self._games.start(self._seed, None)

    def step(self, answers: Row) -> None:
        """One answer for each place: the number of a choice, below `choices`. Where nobody is asked it is ignored.

        What has ended starts again with the next game of its place, or stays, as the batch was told. If an answer is no
        choice, nothing happens. Where a choice stops a game (HYL9xx), that place stays as it was, others go on.
        """
        given = self._numbers(answers)
        self._stale = {"legal", "observations"}
        self._games.step(given)

    def step_actions(self, numbers: Row) -> None:
        """The same with the numbers that choices have in the whole game (see `choice.number`)."""
        given = self._numbers(numbers)
        self._numbered()
        answers = self._games.find(given)
        if -1 in answers:
            at = answers.index(-1)
            number, help = quote_value(given[at]), "`batch.legal` has those that can be chosen"
            raise HoyleError.plain("HYL904", f"no choice has the number {number} now, in place {at}", help)
        self._stale = {"legal", "observations"}
        self._games.step(answers)

    @property
    def legal(self) -> Any:
        """For each place a row of `game.action_count` marks: which numbers can be chosen. It is filled when it is asked
        for; a row that was had before is the same memory."""
        if "legal" in self._stale:
            self._numbered()
            self._games.legal(self._legal)
            self._stale.remove("legal")
        return self._legal

    @cached_property
    def _legal(self) -> Any:
        return (ctypes.c_uint8 * self.game.action_count * self.places)()

    @property
    def observations(self) -> Any:
        """For each place a row of what the one who is asked there sees: `layout` names its columns (see `observed.py`).
        It is filled as `legal` is."""
        if "observations" in self._stale:
            self._games.observe(self._columns, self._observations)
            self._stale.remove("observations")
        return self._observations

    @cached_property
    def _observations(self) -> Any:
        return (ctypes.c_int64 * len(self.layout) * self.places)()

    @property
    def layout(self) -> tuple[str, ...]:
        """What the columns of `observations` are."""
        return self._columns.names

    @cached_property
    def _columns(self) -> Layout:
        return layout(self.game)

    def state(self, place: int) -> State:
        """The game in a place as a state in Python, with all that has happened; a copy."""
        if place.__class__ is not int or not 0 <= place < self.places:
            help = f"places are numbered 0 to {self.places - 1}"
            raise HoyleError.plain("HYL904", f"there is no place {quote_value(place)}", help)
        return self._games.state(place)

    def __len__(self) -> int:
        return self.places

    def _numbered(self) -> None:
        """Refuse marks for all that can be chosen where that is beyond counting."""
        if self.game.numbering.groups:
            message = f"in {self.game.title} groups are chosen, of which there are too many for a mark each"
            raise refused(message, "answer with the numbers that choices have now: `batch.step`")

    def _numbers(self, row: Row) -> array[int]:
        found = whole_numbers(row)
        self._each_wanted(None if found is None else len(found), "answer")
        assert found is not None
        return found

    def _each_wanted(self, given: int | None, what: str) -> None:
        if given != self.places:
            many = "something else" if given is None else f"{given:,}"
            help = f"give a whole number for each of the {self.places:,} places, in a list or a row of numbers"
            raise HoyleError.plain("HYL904", f"one {what} for each place is wanted, not {many}", help)


def whole_numbers(row: Row) -> array[int] | None:
    """Numbers of 4 or 8 bytes; None if it is no row of whole numbers."""
    try:
        if isinstance(row, (list, tuple)):
            return None if bool in map(type, row) else array("q", row)
        view = memoryview(row)
        if view.ndim == 1 and view.format in SIGNED:
            return array("i" if view.itemsize == 4 else "q", view.tobytes())
        return array("q", view.tolist()) if view.ndim == 1 and view.format in WHOLE else None
    except (TypeError, ValueError, OverflowError, NotImplementedError):
        return None


# ---------------------------------------------------------------------------------------------- in C


class _InC:
    def __init__(self, batch: Batch, rows: Shown, workers: int) -> None:
        self.game, self.rows = batch.game, rows
        self.library = library(batch.game)
        endings = [batch.endings.index(name) for name in self.library.endings]
        self.places = Places(self.library, rows, batch.again, endings, workers)
        self._observing: Observing | None = None

    def start(self, seed: Seed, seeds: Sequence[bytes] | None) -> None:
        self.places.seeded(f"{seed}:")
        if not self.places.start(None if seeds is None else b"".join(seeds)):
            self._tell(bytes(self.places.failed).index(1), None)

    def step(self, answers: array[int]) -> None:
        row, width = answers.buffer_info()[0], answers.itemsize
        at = self.places.wrong(ctypes.c_void_p(row), width)
        if at is not None:
            with naming(f"place {at}"):
                raise no_choice(answers[at], self.rows.choices[at])
        if not self.places.step(ctypes.c_void_p(row), width):
            at = bytes(self.places.failed).index(1)
            self._tell(at, answers[at])

    def _tell(self, at: int, answer: int | None) -> None:
        """What stops the game in a place, by playing it again."""
        with naming(f"place {at}"):
            state = self.state(at)
            if answer is not None and not state.over:
                state.choose(answer)
            if state.over:
                _ = state.scores
            raise no_room()

    @cached_property
    def _numbers(self) -> Numbers:
        return in_rows(self.game.numbering, self.library)

    def legal(self, out: Any) -> None:
        self.places.legal(self._numbers, out)

    def find(self, numbers: array[int]) -> array[int]:
        found = array("q", bytes(8 * len(numbers)))
        row, out = (ctypes.c_void_p(each.buffer_info()[0]) for each in (numbers, found))
        self.places.find(self._numbers, row, numbers.itemsize, out)
        return found

    def observe(self, columns: Layout, out: Any) -> None:
        if self._observing is None:
            self._observing = columns.in_c()
        self.places.observe(self._observing, out)

    def state(self, place: int) -> State:
        return played(self.game, *self.places.led_to(place))


# ---------------------------------------------------------------------------------------------- in Python


class _InPython:
    def __init__(self, batch: Batch, rows: Shown, workers: int) -> None:
        self.game, self.again, self.rows = batch.game, batch.again, rows
        self.endings = {name: number for number, name in enumerate(batch.endings)}
        self.states: list[State] = []

    def start(self, seed: Seed, seeds: Sequence[bytes] | None) -> None:
        count = len(self.rows.player)
        self.seed, self.games, self.made = seed, list(range(1, count + 1)), [0] * count
        own = seeds or [seed_of(f"{seed}:{number}") for number in self.games]
        self.states = [self._started(at, each) for at, each in enumerate(own)]
        for at, state in enumerate(self.states):
            self.rows.decisions[at] = 0
            self._show(at, state)

    def _started(self, at: int, seed: bytes) -> State:
        with naming(f"place {at}"):
            return self.game.again(seed)

    def step(self, answers: array[int]) -> None:
        for at, state in enumerate(self.states):
            if not (state.over or 0 <= answers[at] < len(state.choices)):
                with naming(f"place {at}"):
                    raise no_choice(answers[at], len(state.choices))
        stopped = [error for at, answer in enumerate(answers) for error in self._step(at, answer)]
        if stopped:
            raise stopped[0]

    def _step(self, at: int, answer: int) -> Iterator[HoyleError]:
        """One answer; gives what stops the game, which stays where it was."""
        state = self.states[at]
        before = state.log
        try:
            with naming(f"place {at}"):
                if not state.over:
                    state.choose(state.choices[answer])
                    self.rows.decisions[at] = self.made[at] = self.made[at] + 1
                    self._show(at, state)
                    if state.over and self.again:
                        self._next(at)
                elif self.again:
                    self._next(at)
        except HoyleError as error:
            made = chosen(before)
            self.states[at] = state = self.game.again(state.seed)
            for choice in made:
                state.choose(choice)
            self.rows.decisions[at] = self.made[at] = len(made)
            yield error

    def _next(self, at: int) -> None:
        self.games[at] += len(self.states)
        self.made[at] = 0
        self.states[at] = self.game.again(seed_of(f"{self.seed}:{self.games[at]}"))
        self._show(at, self.states[at])
        self.rows.over[at] = 1

    def _show(self, at: int, state: State) -> None:
        rows = self.rows
        if state.over:
            for seat, score in enumerate(state.scores):
                won = state.winners.index(seat) + 1 if seat in state.winners else 0
                rows.scores[at][seat], rows.won[at][seat] = score, won
            rows.ending[at] = self.endings[state.ending]
        rows.player[at], rows.choices[at], rows.over[at] = state.player, len(state.choices), state.over

    def legal(self, out: Any) -> None:
        ctypes.memset(out, 0, ctypes.sizeof(out))
        for row, state in zip(out, self.states, strict=True):
            for choice in state.choices:
                row[choice.number] = 1

    def find(self, numbers: array[int]) -> array[int]:
        found = array("q")
        for number, state in zip(numbers, self.states, strict=True):
            here = (n for n, choice in enumerate(state.choices) if choice.number == number)
            found.append(0 if state.over else next(here, -1))
        return found

    def observe(self, columns: Layout, out: Any) -> None:
        for at, state in enumerate(self.states):
            out[at][:] = columns.row(state)

    def state(self, place: int) -> State:
        return self.states[place].copy()


# ---------------------------------------------------------------------------------------------- beginning


def batch(game: Game, places: int, seed: Seed, again: bool, workers: int, engine: str) -> Batch:
    """A batch, if there can be such a one. engine: auto takes C where it can be had."""
    for number, what in ((places, "place"), (workers, "worker")):
        if number.__class__ is not int or number < 1:
            raise refused(f"a batch has at least one {what}", "give a whole number from 1 on")
    if places > MOST_PLACES:
        raise refused(f"a batch has at most {MOST_PLACES:,} places", "make several batches")
    if engine not in ENGINES:
        word = quote(engine) if isinstance(engine, str) else quote_value(engine)
        raise refused(f"there is no engine {word}", f"there are: {', '.join(ENGINES)}")
    chosen_engine = (game.engine if _short(seed) else "python") if engine == "auto" else engine
    return Batch(game, places, _fitting(seed, chosen_engine), again, workers, chosen_engine)


def _short(seed: Any) -> bool:
    """Whether C has room for a seed, if it is one."""
    seed_of(seed)
    return len(f"{seed}".encode("utf-8", "surrogatepass")) <= LONGEST_SEED


def _fitting(seed: Any, engine: str) -> int | str:
    """A seed, if that engine has room for it."""
    if not _short(seed) and engine == "native":
        raise refused(f"this seed has more than {LONGEST_SEED:,} bytes", "leave the engine to `auto`")
    assert isinstance(seed, (int, str))
    return seed
