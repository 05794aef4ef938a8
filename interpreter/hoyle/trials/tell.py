"""A play in card terms: what happened, who chose what, and how the table lies where it went wrong."""

from __future__ import annotations

from hoyle.english import counted
from hoyle.run.events import told
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.trials.look import Look
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting
from hoyle.trials.words import unnamed

TOLD = 40
ROUND = 12  # events that may repeat themselves


def look_at(state: State) -> Look:
    """A look at a game whose seats nobody has named."""
    return Look(state, unnamed(state.game.players).seats)


def tell(game: Game, play: Play) -> list[str]:
    """The play from its start, as far as it can be told in a page."""
    state, _ = play.again(game)
    look = look_at(state)
    events, table = [look.words.said(event.say) for event in told(state)], look.table()
    if game.program.stopped_by(state.ending) is not None:  # that it ended is no part of the game
        events.pop()
        table.pop()
    events = _without_rounds(events)
    left_out = [f"    ... and {len(events) - TOLD} before"] if len(events) > TOLD else []
    return [
        f"game: {Setting(play.players, play.options)}, after {counted(len(play.choices), 'choice')}",
        *(["events:", *left_out, *(f"    {text}" for text in events[-TOLD:])] if events else []),
        *table,
    ]


def _without_rounds(events: list[str]) -> list[str]:
    """What goes on and on in the same way is told once."""
    for length in range(1, ROUND + 1):
        end, rounds = len(events) - length, 0
        while end >= length and events[end - length : end] == events[-length:]:
            end, rounds = end - length, rounds + 1
        if rounds > 1:
            return [*events[: end + length], f"... and the same {rounds} times more"]
    return events
