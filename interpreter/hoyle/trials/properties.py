"""Properties, tried by play: what a definition says of every game, and what every game must keep.

Games are played at random on the emitted engine and judged at every decision and at the end, by emitted conditions too;
the reference evaluator looks at a sample, and says why when one does not hold. A game is the same whenever it is tried
again: its seed deals the cards and draws the choices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.program import Define
from hoyle.diagnostics import HoyleError
from hoyle.emit.module import Emitter
from hoyle.read import Reading
from hoyle.reference.evaluate import Evaluator
from hoyle.run.choices import Choice
from hoyle.run.game import Game, prepare
from hoyle.run.save import restore
from hoyle.run.state import State
from hoyle.trials.look import Look
from hoyle.trials.settings import Setting, settings
from hoyle.trials.words import said

Condition = Callable[[State], bool]

LONGEST = 10_000
SAMPLED = 5
RESTORED = 2
TOLD = 6

CONSERVED = "every card is in exactly one zone"
STUCK = "whoever is asked has a choice"
ENDS = "every game ends"
COPIES = "copies and saves go on alike"
CHECKS = (CONSERVED, STUCK, ENDS, COPIES)


@attrs.define
class Finding:
    """Where something did not hold: the shortest game that was found. choices: how many were made before."""

    choices: int
    lines: list[str]


class Failings:
    """What has failed so far, by the name of a check or the place of a property."""

    def __init__(self) -> None:
        self.found: dict[str | int, Finding] = {}

    def add(self, name: str | int, choices: int, lines: Callable[[], list[str]]) -> None:
        """Keep a failure, unless a shorter game has shown it."""
        known = self.found.get(name)
        if known is None or choices < known.choices:
            self.found[name] = Finding(choices, lines())


def try_games(reading: Reading, games: int, seed: int, on_game: Callable[[], None]) -> Failings:
    """Play that many games; hands back what did not hold in any of them."""
    assert reading.world is not None
    failings = Failings()
    tried = settings(reading.world.model, games, seed)
    prepared: dict[int, tuple[Game, list[Condition]]] = {}
    for number in range(games):
        place = number % len(tried)
        if place not in prepared:
            game = prepare(reading, players=tried[place].players, options=tried[place].options)
            prepared[place] = game, conditions(game)
        _Trial(*prepared[place], tried[place], seed + number, failings, number < RESTORED).play()
        on_game()
    return failings


def conditions(game: Game) -> list[Condition]:
    """The properties of a game as functions of its states."""
    names = [f"property'{number}" for number in range(len(game.program.properties))]
    made = {n: Define(n, (), test, t.YES_NO) for n, (_, test) in zip(names, game.program.properties, strict=True)}
    emitter = Emitter(attrs.evolve(game.program, defines={**game.program.defines, **made}))
    functions = emitter.asked(names).functions(game.functions)
    return [functions[emitter.defines[name]] for name in names]


class _Trial:
    """One game."""

    def __init__(
        self, game: Game, tests: list[Condition], setting: Setting, seed: int, failings: Failings, restores: bool
    ) -> None:
        self.game, self.setting, self.seed, self.failings = game, setting, seed, failings
        self.tests = tests
        self.restores = restores and game.reading.source.path is not None
        self.choices = 0
        self.rng = random.Random(seed)

    def play(self) -> None:
        state = self.game.blank(self.seed)
        try:
            self.game.perform(state, "flow", ())
            while not state.over:
                self._judge(state, ("always", "never"))
                if not state.choices:
                    self._fail(STUCK, state, [f"actual: player_{state.player + 1} is asked and has no choice"])
                    return
                if self.choices >= LONGEST:
                    self._fail(ENDS, state, [f"actual: it still goes on after {LONGEST} choices"])
                    return
                if self._sampled() and not self._copied(state):
                    return
                state.choose(self.rng.randrange(len(state.choices)))
                self.choices += 1
            self._judge(state, ("always", "never", "at end"))
        except HoyleError as error:
            message = error.diagnostics[0].message
            self._fail(STUCK, state, [f"actual: {message}"])

    # ------------------------------------------------------------------------------------------ judging

    def _sampled(self) -> bool:
        """Whether this is one of the decisions that are looked at more closely: others in every game."""
        return (self.choices + self.seed) % SAMPLED == 0

    def _judge(self, state: State, kinds: tuple[str, ...]) -> None:
        self._conserved(state)
        sampled = state.over or self._sampled()
        for number, (declared, test) in enumerate(self.game.program.properties):
            if declared.kind in kinds:
                wanted = declared.kind != "never"
                found = bool(self.tests[number](state))
                if sampled and found is wanted:
                    found = bool(Evaluator(self.game.program, state).expr(test, {}))
                if found is not wanted:
                    self._fail(number, state, _expectation(declared, self._look(state)))

    def _conserved(self, state: State) -> None:
        cards = len(self.game.cards)
        if sorted(card for zone in state.z for card in zone) != list(range(cards)):
            self._fail(CONSERVED, state, ["actual: a card is missing, or lies in two zones"])
        elif any(state.loc[card] != number for number, zone in enumerate(state.z) for card in zone):
            self._fail(CONSERVED, state, ["actual: a card lies in one zone and is remembered in another"])

    def _copied(self, state: State) -> bool:
        """Whether copies are equal and independent; if not, the original is of no use any more."""
        written, first, second = _written(state), state.copy(), state.copy()
        equal = first == state and hash(first) == hash(state)
        number = self.choices % len(state.choices)
        first.choose(number)
        if not equal or _written(state) != written:
            self._fail(COPIES, state, ["actual: a copy is not equal, or changes the original"])
            return False
        second.choose(second.choices[number])
        if first != second or not _alike(first.choices, second.choices):
            self._fail(COPIES, state, ["actual: two copies that make the same choice differ"])
        elif self.restores:
            self.restores = False
            self._restored(state)
        return True

    def _restored(self, state: State) -> None:
        try:
            saved = restore(state.save())
        except HoyleError as error:
            self._fail(COPIES, state, [f"actual: it cannot be restored: {error.diagnostics[0].message}"])
            return
        if saved != state or [c.text for c in saved.choices] != [c.text for c in state.choices]:
            self._fail(COPIES, state, ["actual: what was saved and restored differs"])

    # ------------------------------------------------------------------------------------------ telling

    def _look(self, state: State) -> Look:
        return Look(state, tuple(f"player_{n}" for n in range(1, self.game.players + 1)))

    def _fail(self, name: str | int, state: State, lines: list[str]) -> None:
        self.failings.add(name, self.choices, lambda: [*lines, *self._circumstances(state)])

    def _circumstances(self, state: State) -> list[str]:
        look = self._look(state)
        told = [f"    {look.words.named(text)}" for text in state.events()[-TOLD:]]
        return [
            f"game: {self.setting}, seed {self.seed}, after {self.choices} choices",
            *(["events:", *told] if told else []),
            *look.table(),
        ]


def _written(state: State) -> str:
    """The table and what is under way, out of reach of any change."""
    return repr((state.z, state.v, state.up, state.loc, state.frames, state.player, state.draws))


def _expectation(declared: model.Property, look: Look) -> list[str]:
    """What a property says, and why it does not hold here."""
    test: core.Expr = declared.test
    text = said(test.span) if test.span else f"`{declared.name}`"
    actual: list[Any] = look.why(test, declared.kind == "never")
    return [f"expected: {declared.kind} {text}", *(f"actual: {line}" for line in actual)]


def _alike(some: Sequence[Choice], others: Sequence[Choice]) -> bool:
    return len(some) == len(others) and all(one.same(other) for one, other in zip(some, others, strict=True))
