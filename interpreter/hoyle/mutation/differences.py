"""The first play in which two definitions go different ways: the same chance and the same choices, step by step."""

from __future__ import annotations

import random

from hoyle.diagnostics import HoyleError
from hoyle.mutation.plays import LONGEST, Tables, chance
from hoyle.run.game import Game
from hoyle.trials.tell import look_at

TOLD = 4


class _Side:
    """One of two games that are played alongside. error: what the engine said when it refused to go on."""

    def __init__(self, game: Game, seed: int, number: int) -> None:
        self.game = game
        self.state = game.blank(0)
        self.state.seed = chance(seed, number)
        self.error = ""
        try:
            game.perform(self.state, "flow", ())
        except HoyleError as error:
            self.error = error.diagnostics[0].message

    def choose(self, number: int) -> None:
        try:
            self.state.choose(number)
        except HoyleError as error:
            self.error = error.diagnostics[0].message

    @property
    def stands(self) -> tuple[object, ...]:
        """Everything by which it can be told from another."""
        s = self.state
        texts = tuple(choice.text for choice in s.choices) if not s.over else ()
        return self.error, s.over, s.winners, s.over or s.player, texts, s.z, s.v, s.up

    def lines(self) -> list[str]:
        """The table in words, and who is asked what."""
        return [f"the engine stops: {self.error}"] if self.error else look_at(self.state).words.table(self.state)


def first_difference(one: Tables, other: Tables, games: int, seed: int) -> list[str] | None:
    """Where two definitions first do not play alike, in words; None if they do in so many games."""
    for number in range(games):
        mine, theirs = one[number], other[number]
        if mine.game is None or theirs.game is None:
            if mine.refused != theirs.refused:
                return [f"game: {mine.setting}", f"it cannot be played any more: {theirs.refused or mine.refused}"]
            continue
        found = _compare(mine.game, theirs.game, seed, number)
        if found is not None:
            return [f"game: {mine.setting}", *found]
    return None


def _compare(one: Game, other: Game, seed: int, number: int) -> list[str] | None:
    if [c.text for c in one.cards] != [c.text for c in other.cards]:
        return ["other cards take part"]
    mine, theirs = _Side(one, seed, number), _Side(other, seed, number)
    draw = random.Random(f"{seed}:{number}").random
    made: list[str] = []
    while len(made) < LONGEST:
        if mine.stands != theirs.stands:
            return _told(mine, theirs, made)
        if mine.error or mine.state.over:
            return None
        state = mine.state
        place = int(draw() * len(state.choices))
        made.append(f"player_{state.player + 1}: {state.choices[place].text}")
        mine.choose(place)
        theirs.choose(place)
    return None


def _told(mine: _Side, theirs: _Side, made: list[str]) -> list[str]:
    before, after = mine.lines(), theirs.lines()
    lines = [f"after {len(made)} choices" + (", the last of them" if made else "")]
    lines += [f"    {text}" for text in made[-TOLD:]]
    apart = [f"- {line}" for line in before if line not in after] + [
        f"+ {line}" for line in after if line not in before
    ]
    return [*lines, *(apart or ["the tables differ in more than is shown here"])]
