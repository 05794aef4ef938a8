"""What is vetted: one variant, or several together, and the game without them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import attrs

from hoyle.diagnostics import Diagnostics, HoyleError, quote
from hoyle.files.lineage import Over, made_of
from hoyle.files.paths import around, find_named, parse_file, read_text
from hoyle.read import Reading, find_game, find_variants, read_path
from hoyle.read.beside import trials_beside
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.trials.pool import Pool


@attrs.frozen
class Subject:
    """variants: the files that are vetted. base: what they are variants of, None if that cannot be found; given:
    variants that belong to it, if it is made of several. over: which of the variants counts where two disagree."""

    variants: tuple[Path, ...]
    base: Path | None
    given: tuple[Path, ...] = ()
    over: tuple[Over, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(str(path) for path in self.variants)

    @property
    def _file(self) -> tuple[Path, tuple[Path, ...], tuple[Over, ...]]:
        """What is read, with which variants."""
        if len(self.variants) == 1 or self.base is None:
            return self.variants[0], (), ()
        return self.base, (*self.given, *self.variants), self.over

    def read(self) -> Reading:
        """The game with these variants."""
        return _read(*self._file)

    def typed(self) -> list[str]:
        """All variants as they are named to be played with."""
        words = {str(path): [second for first, second in self.over if first == path.stem] for path in self.variants}
        return [
            *map(str, self.given),
            *(f"{name} over {' and '.join(beaten)}" if beaten else name for name, beaten in words.items()),
        ]

    def read_base(self) -> Reading:
        """The game without them."""
        assert self.base is not None
        return _read(self.base, self.given)

    def games(self) -> Pool:
        """The games of both, made ready once."""
        return _games(*self._file)

    def base_games(self) -> Pool:
        assert self.base is not None
        return _games(self.base, self.given)

    def without(self, number: int) -> Subject:
        """The others."""
        return _with(self, (*self.variants[:number], *self.variants[number + 1 :]))

    def trials(self) -> list[Path]:
        """The files of trials that lie beside the game and beside what else they are variants of."""
        parts = dict.fromkeys(part for path in self.variants for part in made_of(path))
        return [beside for part in parts if (beside := trials_beside(part))]

    def read_trials(self, trials: Path) -> Reading:
        """Trials of the game, held against these variants."""
        return _read(trials, (*self.given, *self.variants), self.over)

    def read_trials_of_base(self, trials: Path) -> Reading:
        assert self.base is not None
        own = (self.base,) if _header(self.base).kind == "variant" else ()
        return _read(trials, (*own, *self.given))


def _with(subject: Subject, variants: tuple[Path, ...]) -> Subject:
    """The same game with other variants."""
    stems = {path.stem for path in variants}
    over = tuple(pair for pair in subject.over if stems.issuperset(pair))
    return attrs.evolve(subject, variants=variants, over=over)


@lru_cache(maxsize=64)
def _read(path: Path, given: tuple[Path, ...], over: tuple[Over, ...] = ()) -> Reading:
    return read_path(path, given=given, over=over)


@lru_cache(maxsize=16)
def _games(path: Path, given: tuple[Path, ...], over: tuple[Over, ...] = ()) -> Pool:
    return Pool(_read(path, given, over))


@lru_cache(maxsize=64)
def _header(path: Path) -> tree.Header:
    file = parse_file(Source(str(path), read_text(path), path), Diagnostics())
    if file is None:
        raise HoyleError(read_path(path).diagnostics)
    return file.header


def find_subjects(names: Sequence[str], given: Sequence[str]) -> tuple[list[Subject], list[Over]]:
    """Each variant by itself, and which counts where two disagree.

    names: variants, or first the game of those that are given besides.
    Raises HoyleError if one of them is no variant, or if they are of different games.
    """
    for kept in (_read, _games, _header):
        kept.cache_clear()  # files may have changed since
    paths = [find_game(name) for name in names]
    game = None
    if given and _header(paths[0]).kind == "game":
        game = paths.pop(0)
    more, over = find_variants(given, game or paths[0]) if given else ([], [])
    found: dict[Path, Subject] = {}
    for path in (*paths, *more):
        found.setdefault(path.resolve(), _subject(path))
    _of_one_game(list(found.values()), game)
    return list(found.values()), over


def _subject(path: Path) -> Subject:
    header = _header(path)
    if header.kind != "variant":
        what = {"game": "a game", "library": "a library", "trials": "a file of trials"}[header.kind]
        help = f"try a game with `hoyle test {path}`; vetting is for files that start with `variant`"
        if header.kind == "library":
            help = "vetting is for files that start with `variant`"
        raise HoyleError.plain("HYL909", f"{quote(str(path))} is {what}, not a variant", help)
    folders = around(Source(str(path), "", path))
    named = [find_named(word.text, folders) for word in (header.name, *header.others) if word is not None]
    if None in named or len(made_of(path)) == 1:
        return Subject((path,), None)
    base, *others = (found for found in named if found is not None)
    return Subject((path,), base, tuple(others))


def _of_one_game(subjects: list[Subject], game: Path | None) -> None:
    roots = [(subject, made_of(subject.variants[0])[0]) for subject in subjects if subject.base is not None]
    wanted = game or (roots[0][1] if roots else None)
    for subject, root in roots:
        if wanted is not None and root.resolve() != wanted.resolve():
            message = f"{quote(subject.names[0])} is a variant of {quote(root.stem)}, not of {quote(wanted.stem)}"
            raise HoyleError.plain("HYL909", message, "vet variants of one game at a time")


def together(subjects: Sequence[Subject], over: Sequence[Over], size: int) -> list[Subject]:
    """All sets of so many in which each one by itself, and each two of them, can be played."""
    able = [subject for subject in subjects if subject.base is not None and not subject.read().failed]
    made = [_joined(some, tuple(over)) for some in itertools.combinations(able, size)]
    if size < 3:
        return made
    return [one for one in made if not any(one.without(n).read().failed for n in range(size))]


def _joined(some: Sequence[Subject], over: tuple[Over, ...]) -> Subject:
    """Several variants together; if they are not of the same, then of the game that all of them come from."""
    bases = {(subject.base, subject.given) for subject in some}
    variants = tuple(path for subject in some for path in subject.variants)
    base, given = bases.pop() if len(bases) == 1 else (made_of(variants[0])[0], ())
    return _with(Subject(variants, base, given, over), variants)
