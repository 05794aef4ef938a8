"""What an exploration proves and what it refutes: a verdict on every property and check, with a play to show it."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle import builtins, model
from hoyle.explore.sameness import sameness
from hoyle.explore.search import CHECKS, CHOICES, ENDS, Explored, Limits, Refuted, Search
from hoyle.read import Reading
from hoyle.run.game import Game
from hoyle.run.miniature import miniature_game
from hoyle.source import Span
from hoyle.trials.course import Key
from hoyle.trials.properties import expectation, unkept
from hoyle.trials.record import Play, write
from hoyle.trials.tell import look_at, tell
from hoyle.trials.words import said

HOLDS, FAILS, SO_FAR, NOT_HERE, WAIVED = "holds", "FAILS", "so far", "not here", "waived"


@attrs.frozen
class Verdict:
    """kind: property or check. word: HOLDS, FAILS, SO_FAR (not all was visited), NOT_HERE (the game may come to it, but
    its miniature does not) or WAIVED. replay: the text of a file with the play that shows it."""

    kind: str
    name: str
    word: str
    span: Span
    detail: str = ""
    play: Play | None = None
    replay: str = ""


@attrs.define
class Report:
    """All that came of exploring one miniature."""

    miniature: model.Miniature
    game: Game
    explored: Explored
    verdicts: list[Verdict]

    @property
    def failed(self) -> bool:
        return any(verdict.word == FAILS for verdict in self.verdicts)


def explore(
    reading: Reading,
    miniature: model.Miniature,
    limits: Limits,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Explore a miniature. What is broken in the middle of play is left out, and all the rest looked at again."""
    assert reading.world is not None
    properties = reading.world.model.properties
    watched = {n for n, made in enumerate(properties) if made.point is not None and made.name not in miniature.waived}
    broken: dict[Key, Verdict] = {}
    while True:
        game = miniature_game(reading, miniature, watched)
        search = Search(game, sameness(game, miniature), miniature.orders, limits)
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
        self.place = reading.files[0].header.span

    def all(self, broken: dict[Key, Verdict]) -> list[Verdict]:
        """A verdict on everything. broken: what is known already."""
        made = []
        for number, (declared, _) in enumerate(self.game.program.properties):
            if declared.name in self.miniature.waived:
                reason = self.miniature.waived[declared.name]
                made.append(Verdict("property", declared.name, WAIVED, declared.span, reason))
            else:
                made.append(broken.get(number) or self._property(number, declared))
        assert self.reading.world is not None
        waived = {name: told.reason for name, told in self.reading.world.model.waived.items()} | self.miniature.waived
        for name in CHECKS:
            if name in waived:
                made.append(Verdict("check", name, WAIVED, self.place, waived[name]))
            elif name in self.found.refuted:
                made.append(self.failed(name, self.found.refuted[name]))
            else:
                made.append(Verdict("check", name, self._so_far, self.place))
        return made

    @property
    def _so_far(self) -> str:
        return HOLDS if self.found.stopped is None else SO_FAR

    def _property(self, number: int, declared: model.Property) -> Verdict:
        found = self.found
        if number in found.refuted:
            return self.failed(number, found.refuted[number])
        reached = found.reached.get(number)
        if declared.kind == "eventually" and reached is not None:
            play = self.search.reach(reached)
            detail = "\n".join(["reached:", *tell(self.game, play)])
            return Verdict("property", declared.name, HOLDS, declared.span, detail, play)
        needed = declared.kind == "eventually" or declared.point is not None
        if not needed or reached is not None or found.stopped is not None:
            return Verdict("property", declared.name, self._so_far, declared.span)
        detail = "it does not come true in this miniature"
        if declared.about is not None:
            detail = f"never put to the test: {said(declared.about)} does not happen in this miniature"
        return Verdict("property", declared.name, NOT_HERE, declared.span, detail)

    def failed(self, key: Key, refuted: Refuted) -> Verdict:
        """Something that does not hold, told by the play that shows it."""
        play = self.search.play(refuted)
        lines = [*self._lines(key, refuted, play), *tell(self.game, play)]
        if isinstance(key, str):
            kind, name, span = "check", key, self.place
        else:
            declared = self.game.program.properties[key][0]
            kind, name, span = "property", declared.name, declared.span
        plain = miniature_game(self.reading, self.miniature, watched=False)
        replay = write(play, plain, f"{kind} {name}")
        return Verdict(kind, name, FAILS, span, "\n".join(lines), play, replay)

    def _lines(self, key: Key, refuted: Refuted, play: Play) -> list[str]:
        state, _ = play.again(self.game)
        if isinstance(key, int):
            if key in {promise.number for promise in self.game.program.promises}:
                return unkept(state, key)
            return expectation(self.game.program.properties[key][0], look_at(state))
        lines = [f"expected: {builtins.CHECKS[key]}"]
        if key == ENDS:
            count = len(refuted.round) - 1
            again = "1 choice" if count == 1 else f"{count} choices"
            return [*lines, f"actual: {again} before this the table was the same, so it can go round for ever"]
        if key == CHOICES:
            asked = f"player_{state.player + 1} is asked and has no choice"
            return [*lines, f"actual: {refuted.message or asked}"]
        return [*lines, "actual: a card is missing, or lies in two places"]
