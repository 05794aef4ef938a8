"""What an exploration proves and what it refutes: a verdict on every property and check, with a play to show it."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle import builtins, model
from hoyle.english import counted
from hoyle.explore.sameness import Sameness
from hoyle.explore.search import CHECKS, CHOICES, ENDS, Explored, Limits, Refuted, Search
from hoyle.read import Reading
from hoyle.run.game import Game
from hoyle.run.miniature import miniature_game
from hoyle.trials.course import Key, Wrong
from hoyle.trials.properties import expectation, unkept
from hoyle.trials.record import Play, write
from hoyle.trials.run import FAILS, HOLDS, NOT_HERE, SO_FAR, WAIVED, Result, tried_by_play
from hoyle.trials.words import Look, said, tell


@attrs.define
class Report:
    """All that came of exploring one miniature."""

    miniature: model.Miniature
    game: Game
    explored: Explored
    verdicts: list[Result]

    @property
    def failed(self) -> bool:
        return any(verdict.word == FAILS for verdict in self.verdicts)


def explore(
    reading: Reading,
    miniature: model.Miniature,
    limits: Limits,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    engine: str = "auto",
) -> Report:
    """Explore a miniature. What is broken in the middle of play is left out, and all the rest looked at again."""
    properties = reading.model.properties
    watched = {n for n, made in enumerate(properties) if made.point is not None and made.name not in miniature.waived}
    broken: dict[Key, Result] = {}
    while True:
        game = miniature_game(reading, miniature, watched)
        search = Search(game, Sameness(game, miniature.symmetric), miniature.orders, limits, engine)
        found = search.run(on_progress)
        judge = _Judge(reading, miniature, search)
        if not found.cut:
            return Report(miniature, game, found, judge.all(broken))
        for key, refuted in found.refuted.items():
            if isinstance(key, int) and key in watched:
                broken[key] = judge.failed(key, refuted)
                watched.discard(key)
        if limits.seconds is not None:
            limits = attrs.evolve(limits, seconds=max(0.0, limits.seconds - found.seconds))


class _Judge:
    """Turns what was found into verdicts."""

    def __init__(self, reading: Reading, miniature: model.Miniature, search: Search) -> None:
        self.reading, self.miniature, self.search = reading, miniature, search
        self.game, self.found = search.game, search.found
        header = reading.files[0].header.span
        self.keys = {
            key: attrs.evolve(result, span=header) if isinstance(key, str) else result
            for key, result in tried_by_play(attrs.evolve(reading, source=header.source)).items()
            if isinstance(key, int) or key in CHECKS
        }

    def all(self, broken: dict[Key, Result]) -> list[Result]:
        """A verdict on everything. broken: what is known already."""
        made = []
        for key, result in self.keys.items():
            if result.name in self.miniature.waived:
                result = attrs.evolve(result, word=WAIVED, waived=self.miniature.waived[result.name])
            elif result.word != WAIVED:
                result = broken.get(key) or self._judged(key, result)
            made.append(result)
        return made

    def _judged(self, key: Key, result: Result) -> Result:
        found = self.found
        if key in found.refuted:
            return self.failed(key, found.refuted[key])
        so_far = attrs.evolve(result, word=HOLDS if found.stopped is None else SO_FAR)
        if isinstance(key, str):
            return so_far
        declared, reached = self.game.program.properties[key][0], found.reached.get(key)
        if declared.kind == "eventually" and reached is not None:
            play = self.search.play(Refuted(reached))
            return attrs.evolve(result, more=("reached:", *tell(self.game, play)), play=play)
        needed = declared.kind == "eventually" or declared.point is not None
        if not needed or reached is not None or found.stopped is not None:
            return so_far
        why = "it does not come true in this miniature"
        if declared.about is not None:
            why = f"never put to the test: {said(declared.about)} does not happen in this miniature"
        return attrs.evolve(result, word=NOT_HERE, more=(why,))

    def failed(self, key: Key, refuted: Refuted) -> Result:
        """Something that does not hold, told by the play that shows it."""
        play, result = self.search.play(refuted), self.keys[key]
        plain = miniature_game(self.reading, self.miniature, watched=False)
        replay = write(play, plain, f"{result.kind} {result.name}")
        wrong, more = (self._wrong(key, refuted, play),), tuple(tell(self.game, play))
        return attrs.evolve(result, word=FAILS, wrong=wrong, more=more, replay=replay, play=play)

    def _wrong(self, key: Key, refuted: Refuted, play: Play) -> Wrong:
        state, _ = play.again(self.game)
        if isinstance(key, int):
            if key in {promise.number for promise in self.game.program.promises}:
                return unkept(Look(state), key)
            return expectation(self.game.program.properties[key][0], Look(state))
        actual = "a card is missing, or lies in two places"
        if key == ENDS:
            again = counted(len(refuted.round) - 1, "choice")
            actual = f"{again} before this the table was the same, so it can go round for ever"
        if key == CHOICES:
            actual = refuted.message or f"player_{state.player + 1} is asked and has no choice"
        return Wrong((actual,), (builtins.CHECKS[key],))
