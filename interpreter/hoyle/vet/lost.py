"""Rules of a game that were reached before and are not reached any more with its variants.

What is certain is worked out from the rules. Otherwise both are played, with marks in them: what the game exercises,
and its variants never do in far more games, is a finding, unless it was so rare that it may be by chance. Only settings
that both have are compared: that a variant is for fewer players is no loss of a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hoyle.check.apart import Prover
from hoyle.check.graph import Graph
from hoyle.check.reach import Reach
from hoyle.core.cover import Cover, Item
from hoyle.english import listed
from hoyle.model import Model
from hoyle.program.options import option_values, option_word
from hoyle.read import Reading
from hoyle.run.game import prepare
from hoyle.source import Span
from hoyle.trials.course import Course
from hoyle.trials.coverage import unreachable, with_marks
from hoyle.trials.hunt import chance, player
from hoyle.trials.pool import Pool
from hoyle.trials.record import Play, write
from hoyle.trials.settings import Setting, fit, settings, unusual
from hoyle.vet.finding import UNREACHABLE, Finding, Part
from hoyle.vet.shown import Shown, after
from hoyle.vet.subject import Subject

SURE = 7  # so often it should have come by: that it does not by chance happens less than once in a thousand times
MORE = 10
LONGEST = 1_000
STEPS = 150_000
STOPPED = 5


def lost(subject: Subject, games: int, seed: int) -> Part:
    """What the variants leave behind in the game."""
    base, after = subject.read_base(), subject.read()
    pairs = _pairs(base.model, after.model, games, seed)
    if not pairs:
        return Part(notes=("no setting of the game is one of the variant, so nothing is said of what is unreachable",))
    before = Counting(base, [pair[0] for pair in pairs], seed)
    now = Counting(after, [pair[1] for pair in pairs], seed)
    before.play(games)
    now.play(games)
    missing = [(old, new) for old, new in _shared(before, now) if new.number not in now.hits]
    certain = _certain(base, after, missing)
    doubtful = [(old, new) for old, new in missing if old.number in before.hits and old.number not in certain]
    if doubtful:
        now.play(games * MORE, {new.number for _, new in doubtful})
    gone: list[tuple[Item, str, bool]] = []
    for old, new in missing:
        times = before.hits.get(old.number, [])
        if old.number in certain:
            gone.append((old, certain[old.number], True))
        elif times and new.number not in now.hits and len(times) * now.games >= SURE * before.games:
            told = f"not in {now.games} games; without the variant it is so in {len(times)} of {before.games}"
            gone.append((old, told, False))
    where = listed(subject.names)
    return Part(tuple(_finding(*one, before, where) for one in _outermost(gone)))


def _pairs(base: Model, after: Model, games: int, seed: int) -> list[tuple[Setting, Setting]]:
    """Settings of the variant, each with the one of the game that is most like it."""
    found: dict[str, tuple[Setting, Setting]] = {}
    for setting in settings(after, games, seed):
        values = option_values(after, setting.options, setting.players)
        every = {name: option_word(after, name, value) for name, value in values.items()}
        here = fit(base, Setting(setting.players, every))
        if here is not None:
            found.setdefault(str(setting), (unusual(base, here), setting))
    return list(found.values())


def _shared(base: Counting, after: Counting) -> Iterator[tuple[Item, Item]]:
    """What both definitions have, and a game can lose."""
    known = {_name(item): item for item in after.cover.items}
    for item in base.cover.items:
        if _name(item) in known and item.loss:
            yield item, known[_name(item)]


def _name(item: Item) -> tuple[object, ...]:
    span = item.span
    return span.source.name, span.start, span.end, item.name, item.missed


def _certain(base: Reading, after: Reading, missing: list[tuple[Item, Item]]) -> dict[int, str]:
    """Of what was never exercised, what cannot be any more; and why."""
    worlds = [reading.right for reading in (base, after)]
    (low, high), (least, most) = (world.model.seats for world in worlds)
    before = attrs.evolve(worlds[0].model, seats=(max(low, least), min(high, most)))
    games = (before, worlds[1].model)
    tools = [(Reach(world, Graph(world.model)), Prover(game)) for world, game in zip(worlds, games, strict=True)]
    found = {}
    for old, new in missing:
        why = unreachable(new, *tools[1])
        if why is not None and unreachable(old, *tools[0]) is None:
            found[old.number] = why
    return found


def _outermost(gone: list[tuple[Item, str, bool]]) -> list[tuple[Item, str, bool]]:
    """Without what is lost because something around it is, or with the action that it offers."""
    found: dict[str, tuple[Item, str, bool]] = {}
    for one in gone:
        inner = one[0].span
        around = [other.span for other, *_ in gone if inner in other.span and inner != other.span]
        if not any(inner.end <= outer.end for outer in around):
            found.setdefault(one[0].action or one[0].name, one)
    return list(found.values())


def _finding(item: Item, why: str, certain: bool, before: Counting, where: str) -> Finding:
    words = f"{item.name} {item.missed} any more: {why}"
    found = Finding(UNREACHABLE, item.name, words, where, item.span.place, certain=certain)
    for number in before.hits.get(item.number, [])[:1]:
        play = before.one(number, [item.number])
        if play is not None:
            shown = before.shown(play, f"{item.name}, without the variant")
            return attrs.evolve(found, lines=("without the variant:", *shown.lines), play=shown.play)
    return found


# ---------------------------------------------------------------------------------------------- what counts in play


class Counting:
    """The games of one definition with marks in them, at these settings, one after the other.

    hits: of every item that was exercised, in which games; games: how many were played.
    """

    def __init__(self, reading: Reading, tried: Sequence[Setting], seed: int) -> None:
        self.reading, self.tried, self.seed = reading, tried, seed
        self.cover = Cover()
        self.pool = Pool(with_marks(reading, self.cover))
        self.hits: dict[int, list[int]] = {}
        self.games = 0
        self.steps = 0  # so many choices were made so far
        self.stopped = 0  # so many games broke down

    def play(self, until: int, wanted: set[int] | None = None) -> None:
        """Play up to so many games, or until all that is wanted was exercised, or for long enough.

        Games that break down take long, and show nothing of what they do not come to.
        """
        while self.games < until and (wanted is None or wanted - self.hits.keys()):
            if self.steps >= STEPS or self.stopped >= STOPPED:
                return
            self.one(self.games)
            for item, count in enumerate(self.cover.hits):
                if count:
                    self.hits.setdefault(item, []).append(self.games)
            self.games += 1

    def one(self, number: int, until: Sequence[int] = ()) -> Play | None:
        """Game number n; or up to where one of these items is exercised, and then that play."""
        setting = self.tried[number % len(self.tried)]
        game, fitting = self.pool.fitting(setting), fit(self.pool.model, setting)
        self.cover.hits = [0] * len(self.cover.items)
        if game is None or fitting is None:
            return None
        course = Course(game, fitting, chance(self.seed, number), (), longest=LONGEST)
        course.play(player(self.seed, number), lambda: self._exercised(until))
        self.steps += len(course.made)
        self.stopped += course.broken
        return course.so_far() if self._exercised(until) else None

    def _exercised(self, items: Iterable[int]) -> bool:
        return any(self.cover.hits[item] for item in items)

    def shown(self, play: Play, shows: str) -> Shown:
        """A play of this definition, without its marks."""
        game = prepare(self.reading, players=play.players, options=play.options)
        state, error = play.again(game)
        if (state.over or error is not None) and play.choices:
            play = attrs.evolve(play, choices=play.choices[:-1])
        return Shown((f"{Setting(play.players, play.options)}, {after(len(play.choices))}",), write(play, game, shows))


def first_counted(games: Pool, span: Span, most: int, seed: int, shows: str) -> Shown | None:
    """The first play in which something counts that stands in a stretch of the text."""
    counting = Counting(games.reading, settings(games.model, most, seed), seed)
    items = [item.number for item in counting.cover.items if item.sort != "option" and item.span in span]
    for number in range(most if items else 0):
        play = counting.one(number, items)
        if play is not None:
            return counting.shown(play, shows)
    return None
