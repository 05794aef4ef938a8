"""A play, recorded without a seed: who played what, what chance brought and what was chosen, all as numbers.

The same record gives the same game wherever the rules are the same, and can be cut and changed number by number. As a
file it names its game, or carries the definition with it, like a saved game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs

from hoyle.diagnostics import HoyleError, quote
from hoyle.run.carried import game_of, reference
from hoyle.run.game import Game
from hoyle.run.save import TOO_MUCH, Again, TooMuchWork, numbers, parsed, seal
from hoyle.run.state import State
from hoyle.table.script import Drawn, Script

FORMAT = 1
MARK = "hoyle play"
NUMBERS = ("chance", "choices")


@attrs.frozen
class Play:
    """options: only those that are not left alone. chance: see table/script.py. choices: their numbers, one by one."""

    players: int
    options: dict[str, Any]
    chance: tuple[int, ...]
    choices: tuple[int, ...]

    def again(self, game: Game) -> tuple[State, HoyleError | None]:
        """Where it leads; and what the engine said, if it refused to go on."""
        state = game.blank(0)
        state.seed = Script(self.chance)
        try:
            game.perform(state, "flow", ())
            for number in self.choices:
                state.choose(number)
        except HoyleError as error:
            return state, error
        return state, None


def write(play: Play, game: Game, shows: str) -> str:
    """The text of a file. shows: what the play was recorded for, in words."""
    sealed = json.loads(
        seal(
            {
                MARK: FORMAT,
                "shows": shows,
                "game": reference(game),
                "miniature": game.miniature,
                "rules": game.fingerprint,
                "players": play.players,
                "options": play.options,
                "chance": play.chance,
                "choices": play.choices,
            }
        )
    )
    lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in sealed.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def is_play(text: str) -> bool:
    """Whether a text claims to be a recorded play."""
    return f'"{MARK}"' in text[:200]


def read(text: str) -> tuple[Game, Play]:
    """A play from the text of a file, with its game."""
    data = parsed(text, MARK, FORMAT, _bad)
    game = game_of(data)
    if data["rules"] != game.fingerprint:
        help = "play it with the version and the definition it was recorded with"
        raise HoyleError.plain("HYL905", "the rules have changed since this play was recorded", help)
    chance, choices = (numbers(data, name, _bad) for name in NUMBERS)
    return game, Play(game.players, data["options"], chance, choices)


def table(text: str, source: Callable[[int], int]) -> tuple[State, str]:
    """The table at the end of a recorded play, to go on from, and what to say of it. source: chance from there on.

    If the last choice is one that the engine refuses to do, it is the table before that choice.
    """
    game, play = read(text)
    state, reason = _last(game, play)
    shows = json.loads(text).get("shows")
    remarks = [*([f"this shows: {shows}"] if shows else []), *([reason] if reason else [])]
    told = [*play.chance, *[0] * state.draws][: state.draws]
    state.seed = Drawn(source=source, numbers=told)
    return state, "; ".join(remarks)


def _last(game: Game, play: Play) -> tuple[State, str]:
    """The last table of a play that there is, and what goes wrong there. Whoever sent it sent the work it takes too."""
    try:
        return _played(game, play)
    except TooMuchWork:
        raise _bad(TOO_MUCH) from None
    except HoyleError as error:
        if play.choices:
            raise _bad(f"it cannot be played: {error.diagnostics[0].message}") from None
        message = f"there is no table to sit down at: {error.diagnostics[0].message}"
        help = "it goes wrong before anybody is asked: correct the rules first"
        raise HoyleError.plain("HYL905", message, help) from None


def _played(game: Game, play: Play) -> tuple[State, str]:
    """A play, played again. A last choice that can be made, but not done, is not made."""
    again = Again(game, Script(play.chance))
    for number in play.choices[:-1]:
        again.choose(number)
    before = again.state.copy()
    for number in play.choices[-1:]:
        try:
            again.choose(number)
        except HoyleError as error:
            if number >= len(before.choices):
                raise
            chosen = before.choices[number].text
            return before, f"{quote(chosen)} was chosen here, and then: {error.diagnostics[0].message}"
    return again.state, ""


def _bad(why: str) -> HoyleError:
    return HoyleError.plain("HYL905", f"this is not a recorded play: {why}", "pass a file that `hoyle test` wrote")
