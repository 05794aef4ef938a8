"""Inert changes and dead options: what never changes a play. Of all other changes, the first play in which they show.

A change is judged by taking it out: the variant with it and without it are played with the same chance and the same
choices. A removal that changes nothing is no finding if the game could not do without what is removed before: then it
only tidies up behind other changes.
"""

from __future__ import annotations

import random
from typing import Any

import attrs

from hoyle.compare.rules import SAID
from hoyle.diagnostics import Severity
from hoyle.diagnostics.visible import shorten
from hoyle.english import listed
from hoyle.model import Model
from hoyle.read import Reading, read_source
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.trials.pool import Pool
from hoyle.trials.settings import Setting, mixed, possible
from hoyle.trials.settings import alone as each_alone
from hoyle.vet.finding import DEAD, INERT, Acting, Finding, Part
from hoyle.vet.lost import first_counted
from hoyle.vet.shown import Sought, first_play, first_play_at
from hoyle.vet.subject import Subject

WHOLE = "the whole of it"
TIDYING = 8
DRAWN = 200
TABLES = 12
TALK = ("scenario", "property", "assume", "waive", "miniature", "use")
LONGEST = 70


def whole(subject: Subject, games: int, seed: int) -> Part:
    """Whether the variants together change a play of the game at all."""
    reading = subject.read()
    shows = f"what {' and '.join(path.stem for path in subject.variants)} changes"
    search = first_play(subject.base_games(), subject.games(), games, seed, shows)
    if search.shown is not None:
        where = reading.files[0].header.span
        return Part(acting=(Acting(WHOLE, where.place, search.shown.lines, search.shown.play),))
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
    tidies = apart is not None and (
        apart.failed or first_play(subject.base_games(), Pool(apart), games, seed, "").shown is not None
    )
    if tidies:
        return Part(acting=(Acting(delta.name, delta.place, why="it tidies up behind the others"),))
    adds_option = isinstance(delta.decl, tree.Add) and isinstance(delta.decl.decl, tree.Option)
    if any(not other.removes for other in others) or adds_option:
        return Part()  # it serves others, that are judged for themselves; and so are all options
    return Part((_inert(delta, full, search, games, seed),))


def _inert(delta: Delta, full: Pool, search: Sought, games: int, seed: int) -> Finding:
    counted = None if delta.removes else first_counted(full, delta.decl.span, games, seed, f"where {delta.name} counts")
    why = f"`{delta.name}` never changes a play: {_tried(search)}"
    lines = ("here it counts, and nothing comes of it:", *counted.lines) if counted is not None else ()
    play = counted.play if counted is not None else ""
    return Finding(INERT, delta.name, why, delta.place, None, lines, play, certain=search.same)


def company(subject: Subject, number: int, games: int, seed: int) -> Part:
    """Whether one of several variants changes anything in the company of the others."""
    others, mine = subject.without(number), subject.variants[number]
    if others.read().failed:
        return Part()
    names = listed([path.stem for path in others.variants])
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


# ---------------------------------------------------------------------------------------------- options


def option(subject: Subject, name: str, games: int, seed: int) -> Part:
    """Whether an option of the game with its variants changes a play; if not, whether it did without them."""
    search = _search(subject.games(), name, games, seed)
    if search is None or search.shown is not None:
        return Part(held={"options": 1})
    if name in subject.read_base().model.options:
        before = _search(subject.base_games(), name, games, seed)
        if before is None or before.shown is None:
            return Part(notes=(f"the option `{name}` changes no play of the game without the variant either",))
    tried = "the rules come to the same" if search.same else f"in {search.games} games nothing was different"
    words = f"the option `{name}` never changes a play: {tried}, whatever its value"
    span = subject.read().model.options[name].span
    where, base = (span.place, None) if span.source.path in subject.variants else (subject.names[-1], span.place)
    return Part((Finding(DEAD, name, words, where, base, certain=search.same),))


def _search(games: Pool, name: str, most: int, seed: int) -> Sought | None:
    """A play that goes another way because of an option; None if it can only be left as it is."""
    pairs = _pairs(games.model, name, seed)
    shows = f"what the option {name} changes"
    return first_play_at(games, games, pairs, most, seed, shows) if pairs else None


def _pairs(model: Model, name: str, seed: int) -> list[tuple[Setting, Setting]]:
    """Settings that differ in nothing but this option: by itself, and beside others, that it may need."""
    low, high = model.seats
    every = [setting for players in range(low, high + 1) for setting in each_alone(model, players)]
    rng = random.Random(f"{seed} {name}")
    every += [mixed(model, rng) for _ in range(DRAWN)]
    found: dict[str, tuple[Setting, Setting]] = {}
    for setting in every:
        if name in setting.options:
            other = Setting(setting.players, _otherwise(model, setting, name))
            if possible(model, other) and len(found) < TABLES:
                found.setdefault(f"{other}; {setting}", (other, setting))
    return list(found.values())


def _otherwise(model: Model, setting: Setting, name: str) -> dict[str, Any]:
    """The same without the option. If chance would decide it then, it is another value."""
    left = {other: value for other, value in setting.options.items() if other != name}
    if not model.options[name].random:
        return left
    values = [s.options[name] for s in each_alone(model, setting.players) if name in s.options]
    return {**left, name: next((value for value in values if value != setting.options[name]), setting.options[name])}


# ---------------------------------------------------------------------------------------------- change by change


@attrs.frozen
class Delta:
    """One change of a variant. number: among all its declarations. name: as it is written there, in a line."""

    number: int
    decl: tree.Decl
    name: str
    place: str

    @property
    def removes(self) -> bool:
        return isinstance(self.decl, tree.Remove)


def own_file(reading: Reading) -> tree.File:
    """The variant's own file, among all that it is made of."""
    return next(file for file in reading.variants if file.span.source is reading.source)


def deltas(reading: Reading) -> list[Delta]:
    """The changes of the rules; what is only said about rules cannot change a play."""
    decls = own_file(reading).decls
    return [Delta(n, decl, _line(decl), decl.span.place) for n, decl in enumerate(decls) if _plays(decl)]


def _line(decl: tree.Decl) -> str:
    """The first line of what is written there, without what it cites."""
    line = decl.span.text.split("\n", 1)[0]
    if getattr(decl, "cites", ()):
        line = line.rpartition(" cites ")[0] or line
    return shorten(" ".join(line.split()), LONGEST)


def _plays(decl: tree.Decl) -> bool:
    match decl:
        case tree.Remove(tree.Thing(sort)):
            return sort not in TALK
        case tree.Replace(new) | tree.Add(new):
            return not isinstance(new, SAID)
        case tree.Use() | tree.Against():
            return False
    return not isinstance(decl, SAID)


def without(reading: Reading, delta: Delta) -> tuple[Reading, frozenset[int]] | None:
    """The variant without one change, and without whatever cannot do without it, with the numbers of all that was taken
    out; None if nothing playable is left."""
    file = own_file(reading)
    taken = {delta.number}
    while True:
        made = _cut(reading, file, taken)
        if not made.failed:
            return made, frozenset(taken)
        more = _blamed(made, file) - taken
        if not more:
            return None
        taken |= more


def alone(reading: Reading, numbers: frozenset[int]) -> Reading:
    """A variant that says nothing but these, and what it says about the rules."""
    file = own_file(reading)
    changes = {number for number, decl in enumerate(file.decls) if _plays(decl)}
    return _cut(reading, file, changes - numbers)


def _cut(reading: Reading, file: tree.File, taken: set[int]) -> Reading:
    """The variant with blanks where some of its declarations stood, so that every other keeps its place."""
    text = file.span.source.text
    for number in taken:
        span = file.decls[number].span
        blank = "".join(c if c in "\r\n" else " " for c in text[span.start : span.end])
        text = text[: span.start] + blank + text[span.end :]
    return read_source(Source(reading.source.name, text, reading.source.path), given=reading.given)


def _blamed(made: Reading, file: tree.File) -> set[int]:
    """The declarations of a variant that have to do with what is wrong now."""
    spans = [
        span
        for diagnostic in made.diagnostics
        if diagnostic.severity is Severity.ERROR
        for span in (diagnostic.span, *(label.span for label in diagnostic.labels))
        if span is not None and span.source.name == file.span.source.name
    ]
    return {n for n, decl in enumerate(file.decls) if any(decl.span.start <= s.start < decl.span.end for s in spans)}
