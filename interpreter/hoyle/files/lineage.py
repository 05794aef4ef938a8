"""Lineage: from a variant to the game it is of, and to all variants that come in between, in the order they apply.

Guarantees that a lineage ends, and is not too long: files that are variants of one another in a circle are reported.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

import attrs

from hoyle.diagnostics import Diagnostic, Diagnostics, HoyleError, Label, quote
from hoyle.files.paths import SUFFIX, around, find_named, parse_file, source_at
from hoyle.source import Source, Span
from hoyle.syntax import tree

NO_BASE = "HYL601"
CIRCLE = "HYL602"
BROKEN = "HYL603"
TOO_MANY = "HYL212"
MOST = 60  # variants of a game that count together: each is laid beside each other one

Over = tuple[str, str]  # two variants by the names of their files; the first counts where they disagree


@attrs.define
class Lineage:
    """game: the file of the game itself. variants: those that apply to it, in their order.

    made_of: for each of them, the places of those that it is made of. ahead: pairs of places; where two variants
    disagree the first counts. That one is applied later.
    """

    game: tree.File
    variants: list[tree.File]
    made_of: list[frozenset[int]]
    ahead: frozenset[tuple[int, int]]

    def number(self, source: Source) -> int | None:
        """Which of the variants a file is; None if it is none of them."""
        return next((n for n, file in enumerate(self.variants) if file.span.source is source), None)

    def strangers(self, one: int, other: int) -> bool:
        """Whether neither of two variants was written for the other."""
        return one != other and one not in self.made_of[other] and other not in self.made_of[one]


def lineage(file: tree.File, given: list[Path], over: Sequence[Over], found: Diagnostics) -> Lineage | None:
    """The lineage of a file, with variants that were given besides; None if it leads nowhere, which is reported."""
    tracing = _Tracing(found)
    source = file.span.source
    tracing.files[source.path.resolve() if source.path else source] = file
    if not tracing.trace(file, []):
        return None
    for path in given:
        try:
            other = tracing.read(path)
        except HoyleError as error:
            found.add(*error.diagnostics)
            return None
        if other is None or not tracing.other(other, None):
            return None
    for first, second in over:
        tracing.put_over(first, second, None)
    return None if found.has_errors else tracing.lineage()


def name_of(file: tree.File) -> str:
    """What a file is called where it is named."""
    return Path(file.span.source.name).stem


def made_of(path: Path) -> list[Path]:
    """The files of the game and of all variants that a variant is made of, itself last; of a game only its own."""
    unheard = Diagnostics()
    file = parse_file(source_at(path), unheard)
    traced = lineage(file, [], (), unheard) if file is not None and file.header.kind == "variant" else None
    if traced is None:
        return [path]
    return [f.span.source.path for f in (traced.game, *traced.variants) if f.span.source.path is not None]


class _Tracing:
    """The files that were read so far, and the order in which they apply."""

    def __init__(self, found: Diagnostics) -> None:
        self.found = found
        self.files: dict[object, tree.File] = {}
        self.game: tree.File | None = None
        self.order: list[tree.File] = []
        self.made_of: dict[int, set[int]] = {}  # by the ids of files
        self.ahead: set[tuple[int, int]] = set()

    def lineage(self) -> Lineage:
        """All that was traced; whoever counts before another is applied behind it."""
        assert self.game is not None
        left, order = list(self.order), list[tree.File]()
        while left:
            ready = next(f for f in left if not any(id(other) in self._behind(id(f)) for other in left))
            left.remove(ready)
            order.append(ready)
        place = {id(file): number for number, file in enumerate(order)}
        made_of = [frozenset(place[other] for other in self.made_of[id(file)]) for file in order]
        return Lineage(self.game, order, made_of, frozenset((place[a], place[b]) for a, b in self._closed()))

    def _behind(self, file: int) -> set[int]:
        """All that are applied before a file: what it is made of, what it is over, and so on."""
        found: set[int] = set()
        new = {file}
        while new:
            new = {o for f in new for o in (*self.made_of[f], *(b for a, b in self.ahead if a == f))} - found
            found |= new
        return found

    def _closed(self) -> set[tuple[int, int]]:
        """Who counts before whom, also by way of others."""
        pairs = set(self.ahead)
        while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
            pairs |= more
        return pairs

    def put_over(self, first: str, second: str, span: Span | None) -> None:
        """The first of two variants counts where they disagree."""
        named = {name_of(file): id(file) for file in self.order}
        for name in (first, second):
            if name not in named:
                help = f"variants here: {', '.join(quote(known) for known in named)}" if named else "there is none here"
                self.found.add(Diagnostic(NO_BASE, f"there is no variant {quote(name)} among these", span, help=help))
                return
        one, other = named[first], named[second]
        if one == other or one in self._behind(other):
            why = "was written to change it" if one in self.made_of[other] else "is over it already"
            what = "itself" if one == other else f"{quote(second)}, which {why}"
            message = f"{quote(first)} cannot be over {what}"
            self.found.add(Diagnostic(CIRCLE, message, span, help="take this `over` out"))
        else:
            self.ahead.add((one, other))

    def read(self, path: Path) -> tree.File | None:
        place = path.resolve()
        if place not in self.files:
            own = Diagnostics()
            parsed = parse_file(source_at(path), own)
            self.found.add(*own.all())
            if parsed is None or own.has_errors:
                return None
            self.files[place] = parsed
        return self.files[place]

    def trace(self, file: tree.File, path: list[tree.File]) -> bool:
        """Put a file and all it is made of into the order, unless they are there."""
        if any(file is other for other in path):
            self._circle(file, path)
            return False
        if file is self.game or any(file is other for other in self.order):
            return True
        header = file.header
        if header.kind == "game":
            return self._root(file, path)
        if len(path) + len(self.order) == MOST:
            help = "say in one file what several of them say"
            message = f"with this one there are more than {MOST} variants of one game"
            self.found.add(Diagnostic(TOO_MANY, message, file.header.span, help=help))
            return False
        if header.kind != "variant" or header.name is None:
            what = {"library": "a library", "trials": "a file of trials"}.get(header.kind, "no game")
            word = path[-1].header.name if path else None
            labels = (Label(header.span, "its first line"),) if word else ()
            help = "a variant is of a game, or of another variant"
            message = f"{quote(name_of(file))} is {what}, not a game"
            self.found.add(Diagnostic(NO_BASE, message, word.span if word else header.span, labels, help))
            return False
        base = self._named(header.name, file)
        if base is None or not self.trace(base, [*path, file]):
            return False
        others = [base] if base is not self.game else []
        for word in header.others:
            other = self._named(word, file)
            if other is None or not self.other(other, word.span, [*path, file]):
                return False
            others.append(other)
        for first, second in header.over:
            self.put_over(first.text, second.text, second.span)
        self.made_of[id(file)] = {id(o) for o in others}.union(*(self.made_of[id(o)] for o in others))
        self.order.append(file)
        return True

    def other(self, file: tree.File, span: Span | None, path: list[tree.File] | None = None) -> bool:
        """A further variant, which has to be of the same game."""
        if file.header.kind != "variant":
            message = f"{quote(name_of(file))} is no variant"
            help = 'a variant starts with `variant "Title" of name`'
            self.found.add(Diagnostic(NO_BASE, message, span or file.header.span, help=help))
            return False
        return self.trace(file, path or [])

    def _root(self, file: tree.File, path: list[tree.File]) -> bool:
        if self.game is None:
            self.game = file
            return True
        mine, theirs = name_of(file), name_of(self.game)
        variant = path[-1]
        assert variant.header.name is not None
        label = Label(self.game.header.span, "this is the game that is played")
        message = f"this is a variant of {quote(mine)}, not of {quote(theirs)}"
        help = "only variants of one game can be combined"
        self.found.add(Diagnostic(NO_BASE, message, variant.header.name.span, (label,), help))
        return False

    def _named(self, word: tree.Word, file: tree.File) -> tree.File | None:
        """The file that a header names. What is wrong inside it is told, and that it is needed here."""
        folders = around(file.span.source)
        path = find_named(word.text, folders)
        if path is None:
            names = {path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}")} - {word.text}
            known = sorted(name for name in names if not name.endswith("_trials"))
            close = difflib.get_close_matches(word.text, known, n=1, cutoff=0.6)
            help = f"did you mean `{close[0]}`?" if close else f"put `{word.text}{SUFFIX}` beside this file"
            self.found.add(Diagnostic(NO_BASE, f"there is no game {quote(word.text)}", word.span, help=help))
            return None
        try:
            made = self.read(path)
        except HoyleError as error:
            reason = error.diagnostics[0]
            self.found.add(Diagnostic(NO_BASE, reason.message, word.span, help=reason.help))
            return None
        if made is None:
            self.found.add(broken(word))
        return made

    def _circle(self, file: tree.File, path: list[tree.File]) -> None:
        start = next(at for at, other in enumerate(path) if other is file)
        names = [quote(name_of(f)) for f in [*path[start:], file]]
        last = path[-1].header
        word = next(w for w in (last.name, *last.others) if w is not None and w.text == name_of(file))
        labels = tuple(Label(f.header.span, "and this one") for f in path[start:-1])
        help = "one of them has to be a variant of the game itself"
        message = f"this variant is one of itself: {' of '.join(names)}"
        self.found.add(Diagnostic(CIRCLE, message, word.span, labels, help))


def broken(word: tree.Word) -> Diagnostic:
    """That something a variant is of has mistakes of its own."""
    help = f"correct it first: `hoyle check {word.text}`"
    return Diagnostic(BROKEN, f"{quote(word.text)} has mistakes of its own", word.span, help=help)
