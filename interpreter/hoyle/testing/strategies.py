"""What Hypothesis can draw of a game: the game with its players and options, a state, a whole playthrough."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from hypothesis.strategies import DrawFn, SearchStrategy, composite, integers, just, sampled_from

from hoyle.read import read_game
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.table.script import Drawn
from hoyle.trials.pool import Pool
from hoyle.trials.record import Play, write
from hoyle.trials.settings import MOST, Setting, possible, setting_of, settings
from hoyle.trials.words import tell

LONGEST = 1_000

GameLike = Game | str | SearchStrategy[Game]


@attrs.frozen(repr=False)
class Playthrough:
    """game: what was played. play: what chance brought and what was chosen. state: where it has led."""

    game: Game
    play: Play
    state: State

    def states(self) -> Iterator[State]:
        """The state at every decision and at the end: the same one, as it goes on."""
        state = self.game.start(chance=self.play.chance)
        yield state
        for number in self.play.choices:
            state.choose(number)
            yield state

    def save(self) -> str:
        """The play as a file that `hoyle play --from` goes on with."""
        return write(self.play, self.game, "a playthrough")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """As Hypothesis shows what fails: told, not as numbers."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        return "\n".join([f"<Playthrough of {self.game.title}", *tell(self.game, self.play), ">"])


def games(
    name: str, *, players: int | None = None, options: dict[str, Any] | None = None, variants: Sequence[str] = ()
) -> SearchStrategy[Game]:
    """A game by its bundled name or by a path, with variants of it.

    Without `players`, for any number it is for; without `options`, also with some of its options set. It shrinks to
    the fewest players and no options.
    """
    reading = read_game(name, variants)
    game = reading.model
    low, high = game.seats if players is None else (players, players)
    tried = settings(game, MOST, 0) if options is None else []
    tried += [Setting(count, options or {}) for count in range(low, high + 1)]
    fitting = {str(s): s for s in tried if s.players in range(low, high + 1) and possible(game, s)}
    if not fitting or players is not None:
        prepare(reading, players=players, options=options)  # says what is wrong
    pool = Pool(reading)
    simplest_first = sorted(fitting.values(), key=lambda s: (s.players, len(s.options), str(s)))
    return sampled_from(simplest_first).map(lambda setting: pool.at(setting).game)


def playthroughs(game: GameLike, *, longest: int = LONGEST) -> SearchStrategy[Playthrough]:
    """A whole game; one that goes on after so many choices is cut there."""
    return _played(drawable(game), just(longest))


def states(game: GameLike, *, longest: int = LONGEST) -> SearchStrategy[State]:
    """A state that play leads to, after at most so many choices: a decision, or the end.

    It shrinks to the first decision. Whoever goes on from there finds chance as ever, and the same in every copy.
    """
    return _played(drawable(game), integers(0, longest)).map(lambda played: played.state)


def drawable(game: GameLike) -> SearchStrategy[Game]:
    """A game, or the games of a name, to be drawn."""
    if isinstance(game, SearchStrategy):
        return game
    return games(game) if isinstance(game, str) else just(game)


@composite
def _played(draw: DrawFn, from_games: SearchStrategy[Game], lengths: SearchStrategy[int]) -> Playthrough:
    game, most = draw(from_games), draw(lengths)
    chance = Drawn(source=lambda limit: draw(integers(0, limit - 1)))
    state = game.start(chance=chance)
    made: list[int] = []
    while not state.over and len(made) < most:
        made.append(draw(integers(0, len(state.choices) - 1)))
        state.choose(made[-1])
    setting = setting_of(game)
    play = Play(setting.players, setting.options, chance.told(), tuple(made))
    chance.source = random.Random(0).randrange  # whoever goes on from here draws no more
    return Playthrough(game, play, state)
