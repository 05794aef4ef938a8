"""Inert changes: those that never change a play. Of all others, the first play in which they show.

A change is judged by taking it out: the variant with it and without it are played with the same chance and the same
choices. A removal that changes nothing is no finding if the game could not do without what is removed before: then it
only tidies up behind other changes.
"""

from __future__ import annotations

from hoyle.read import Reading
from hoyle.trials.pool import Pool
from hoyle.vet.counted import first_counted
from hoyle.vet.deltas import Delta, alone, deltas, without
from hoyle.vet.finding import INERT, Acting, Finding, Part, place
from hoyle.vet.shown import Sought, first_play
from hoyle.vet.subject import Subject

WHOLE = "the whole of it"
TIDYING = 8


def whole(subject: Subject, games: int, seed: int) -> Part:
    """Whether the variants together change a play of the game at all."""
    reading = subject.read()
    shows = f"what {' and '.join(path.stem for path in subject.variants)} changes"
    search = first_play(subject.base_games(), subject.games(), games, seed, shows)
    if search.shown is not None:
        where = place(reading.files[0].header.span) or ""
        return Part(acting=(Acting(WHOLE, where, search.shown.lines, search.shown.play),))
    if len(subject.variants) > 1 or not deltas(reading):
        return Part()  # each of several is looked at in the company of the others
    words = f"nothing it says ever changes a play: {_tried(search)}"
    return Part((Finding(INERT, WHOLE, words, subject.names[0], certain=search.same),))


def change(subject: Subject, number: int, games: int, seed: int) -> Part:
    """Whether one change of a variant changes a play."""
    reading = subject.read()
    delta = next(delta for delta in deltas(reading) if delta.number == number)
    cut = without(reading, delta)
    if cut is None:
        return Part(acting=(Acting(delta.name, delta.place, why="the others cannot do without it"),))
    left, taken = cut
    full = subject.games()
    apart = alone(reading, taken) if delta.removes else None
    # what the game itself could not do without is most likely not missed behind other changes
    most = games // TIDYING if apart is not None and apart.failed else games
    search = first_play(Pool(left), full, max(most, 1), seed, f"what {delta.name} changes")
    others = [other for other in deltas(reading) if other.number in taken - {number}]
    names = tuple(other.name for other in others)
    if search.shown is not None:
        return Part(acting=(Acting(delta.name, delta.place, search.shown.lines, search.shown.play, names),))
    if apart is not None and not _nothing(subject, apart, games, seed):
        return Part(acting=(Acting(delta.name, delta.place, why="it tidies up behind the others"),))
    if any(not other.removes for other in others) or delta.adds_option:
        return Part()  # it serves others, that are judged for themselves; and so are all options
    return Part((_inert(delta, full, search, games, seed),))


def _inert(delta: Delta, full: Pool, search: Sought, games: int, seed: int) -> Finding:
    counted = None if delta.removes else first_counted(full, delta.decl.span, games, seed, f"where {delta.name} counts")
    why = f"`{delta.name}` never changes a play: {_tried(search)}"
    if counted is not None:
        lines = ("here it counts, and nothing comes of it:", *counted.lines)
        return Finding(INERT, delta.name, why, delta.place, None, lines, counted.play, certain=search.same)
    return Finding(INERT, delta.name, why, delta.place, certain=search.same)


def _nothing(subject: Subject, apart: Reading, games: int, seed: int) -> bool:
    """Whether a removal can be all that a variant says, and changes nothing then either."""
    return not apart.failed and first_play(subject.base_games(), Pool(apart), games, seed, "").shown is None


def company(subject: Subject, number: int, games: int, seed: int) -> Part:
    """Whether one of several variants changes anything in the company of the others."""
    others, mine = subject.without(number), subject.variants[number]
    if others.read().failed:
        return Part()
    names = " and ".join(path.stem for path in others.variants)
    shows = f"what {mine.stem} changes beside {names}"
    search = first_play(others.games(), subject.games(), games, seed, shows)
    about = f"{mine.stem} beside {names}"
    if search.shown is not None:
        return Part(acting=(Acting(about, str(mine), search.shown.lines, search.shown.play),))
    words = f"`{mine.stem}` never changes a play beside `{names}`: {_tried(search)}"
    return Part((Finding(INERT, about, words, str(mine), certain=search.same),))


def _tried(search: Sought) -> str:
    if search.same:
        return "the rules come to the same with it and without it"
    return f"in {search.games} games with the same chance and the same choices nothing was different"
