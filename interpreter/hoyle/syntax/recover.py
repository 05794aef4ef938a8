"""Going on after a mistake, so that one run reports them all.

The text is taken apart into declarations, and each is parsed by itself. Where that fails, the slip is reported; then
the declaration is mended, by what the slip knows or by putting something harmless in place of the broken line, and
parsed again. A declaration that had to be guessed at is not handed on: its place is remembered as unread.

Promises: at most one diagnostic for each line, unless each further one comes with a fix; none that is only a
consequence of another; a fix only where it leaves fewer mistakes; an end, after a bounded number of characters parsed.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import attrs

from hoyle.diagnostics.diagnostic import Diagnostic, ordered
from hoyle.source import Source, Span
from hoyle.syntax import limits, tree
from hoyle.syntax.phrases import BODY_WORDS, EDGE_WORDS
from hoyle.syntax.piece import Edit, Line, Piece
from hoyle.syntax.place import Place, Read, attempt, closest, opening_words
from hoyle.syntax.scan import CONTINUES
from hoyle.syntax.slips import explain
from hoyle.syntax.slips.slip import INDENTATION, NO_BODY, UNEXPECTED, WRONG_PLACE, Slip
from hoyle.syntax.slips.words import unexpected

NO_HEADER = "HYL013"
MAX_DIAGNOSTICS = 50
MAX_AGAIN = 300_000
USUAL_SEATS = (2, 6)

# What may stand for a broken line: the first of these that the parser takes. A line's own kind is tried first.
FILLERS = ("_", "must _", "| - |", "_ = _", "when _", "winners _", "")
OWN_FILLERS = {
    "must": "must _",
    "when": "when _",
    "unless": "unless _",
    "var": "var _",
    "winners": "winners _",
    "text": "",
    "written": "",
    "from": "",
}
BLOCK_FILLERS = {
    "otherwise": "otherwise",
    "together": "together each _ in _",
    "given": "given",
    "when": "when",
    "then": "then",
}
_DECLARES = re.compile(r"""\s+[A-Za-z_"']""")
_UNFINISHED = re.compile(r"(?:[-+*/<>=,(\[]|\b(?:and|or|else|gives))$")


def recover(whole: Piece, known: Sequence[Diagnostic]) -> tuple[tree.File | None, list[Diagnostic]]:
    """What a text that does not parse still says, and all that is wrong with it.

    `known` are the mistakes already found in it. Nothing is wrong if each declaration is right by itself.
    """
    source = whole.source
    found = _Recovery(source, known, budget=len(whole.text) + MAX_AGAIN)
    pieces = split(whole)
    found.start(pieces)
    found.read(pieces)
    diagnostics = ordered(_tried(found.diagnostics, found.shaky, source))
    header = found.header or (_guess_header(Span(source, 0, 0)) if found.decls else None)
    span = Span(source, 0, len(source.text))
    file = tree.File(header, tuple(found.decls), unread=tuple(found.unread), span=span) if header else None
    return file, diagnostics


def split(piece: Piece) -> list[Piece]:
    """The declarations of a piece, each with the lines below it, also those wrongly at the left edge."""
    starts = [line.start for line in piece.lines if starts_declaration(piece, line)]
    first = next((line.start for line in piece.lines if not line.bare), None)
    if first is None:
        return []
    bounds = sorted({first, *starts, len(piece.text)})
    return [piece.cut(start, end) for start, end in pairwise(bounds)]


def starts_declaration(piece: Piece, line: Line) -> bool:
    """Whether a declaration starts with this line, or was meant to."""
    if line.bare or line.indent:
        return False
    word = piece.first_word(line)
    known = opening_words("decl") | opening_words("header")
    if word in known:
        return True
    # A misspelt or foreign word that something is declared with; a statement without its indentation is none.
    declares = _DECLARES.match(piece.text, line.content + len(word), line.end)
    if not declares or word in opening_words("stmt") or word in BODY_WORDS:
        return False
    return word in EDGE_WORDS or closest(word, known) is not None


def _tried(found: Sequence[Diagnostic], shaky: Mapping[Diagnostic, Diagnostic], source: Source) -> Iterator[Diagnostic]:
    """The diagnostics, each fix tried on the text: one that leaves as many mistakes is not offered.

    shaky: what to say in place of those that are wrong if their fix is.
    """
    regions = [(piece.origin[0], piece.origin[-1]) for piece in split(Piece.whole(source))]
    budget = MAX_AGAIN
    told: set[int] = set()
    for diagnostic in found:
        fix = diagnostic.fix
        if fix is not None:
            start, end = next(((a, b) for a, b in regions if fix.span.start < b), regions[-1])
            start, end = min(start, fix.span.start), max(end, fix.span.end)
            before = sum(start <= other.span.start <= end for other in found if other.span)
            text = source.text[start : fix.span.start] + fix.replacement + source.text[fix.span.end : end]
            again = _Recovery(Source(source.name, text), (), budget=min(budget, 20 * len(text)))
            pieces = split(Piece.whole(again.source))
            if start <= regions[0][0] and pieces and pieces[0].word in opening_words("header"):
                again.waiting.append((pieces.pop(0), "header", True))
            again.read(pieces)
            budget -= 20 * len(text) if again.budget < 0 else len(text)
            if budget < 0 or len(again.diagnostics) >= before:
                diagnostic = shaky.get(diagnostic) or attrs.evolve(diagnostic, fix=None)
        line = diagnostic.span.line if diagnostic.span else 0
        if diagnostic.fix or line not in told:
            yield diagnostic
        told.add(line)


class _Recovery:
    """The work on one text: what is still to do, and what was found."""

    def __init__(self, source: Source, known: Sequence[Diagnostic], budget: int) -> None:
        self.source = source
        self.budget = budget
        self.diagnostics = list(known[:MAX_DIAGNOSTICS])
        self.told = {found.span.line for found in known if found.span}
        self.guessed: set[int] = set()
        self.hide_layout = any(found.code == limits.MIXED for found in known)
        self.header: tree.Header | None = None
        self.decls: list[tree.Decl] = []
        self.unread: list[Span] = []
        self.waiting: deque[tuple[Piece, str, bool]] = deque()
        self.shaky: dict[Diagnostic, Diagnostic] = {}

    def read(self, pieces: Sequence[Piece]) -> None:
        """Parse what waits and these pieces, and go on where that fails."""
        self.waiting += [(piece, "decl", True) for piece in pieces]
        while self.waiting:
            piece, start, certain = self.waiting.popleft()
            if self._spent():
                self._lose(piece)
            else:
                self._mend(piece, start, certain)

    def start(self, pieces: list[Piece]) -> None:
        """Take the header from the pieces, or say that there is none."""
        headers = opening_words("header")
        at = next((at for at, piece in enumerate(pieces) if piece.word in headers), None)
        if pieces and at is None and closest(pieces[0].word, headers):
            at = 0
        if at != 0:
            self._complain_about_header(pieces, at)
        if at is not None:
            self.waiting.append((pieces.pop(at), "header", True))
        elif pieces and not starts_declaration(pieces[0], pieces[0].lines[0]):
            # Whatever stands first was probably meant to be the header.
            del pieces[0]

    def _complain_about_header(self, pieces: list[Piece], at: int | None) -> None:
        if at is not None:
            message, help = "the first line of the file is not this one", "put it before everything else"
        else:
            message = "the file does not say what it is" if pieces else "the file is empty"
            help = 'start with a line such as `game "My Game" for 2..4 players` or `library my_rules`'
        span = Span(self.source, 0, 0)
        if pieces:
            line = pieces[at or 0].lines[0]
            span = pieces[at or 0].span(line.content, line.end)
        self._report(Diagnostic(NO_HEADER, message, span, help=help))

    def _attempt(self, piece: Piece, start: str) -> Read | Place:
        self.budget -= len(piece.text)
        return attempt(piece, start)

    def _mend(self, piece: Piece, start: str, certain: bool) -> None:
        """Parse a piece, report and mend what is wrong, and parse again until it is right or beyond help."""
        outcome = self._attempt(piece, start)
        # Lines that cannot even start where they stand: several in a row, as when the line they belong to is missing,
        # are one mistake.
        last: Place | None = None
        while isinstance(outcome, Place):
            slip = explain(outcome)
            mended, after = self._by_edits(piece, outcome, slip, start)
            if mended is None and slip.guess:
                slip = unexpected(outcome)
            certain &= mended is not None and slip.diagnostic.fix is not None
            stranger = outcome.is_first and slip.diagnostic.code in (UNEXPECTED, WRONG_PLACE)
            if not (stranger and last and last.line.indent == outcome.line.indent and last.accepts & outcome.accepts):
                self._report(slip.diagnostic if mended else attrs.evolve(slip.diagnostic, fix=None))
                if slip.shaky and slip.diagnostic.fix:
                    self.shaky[slip.diagnostic] = unexpected(outcome).diagnostic
            last = outcome if stranger else None
            if mended is None and not self._spent():
                mended, after = self._by_filler(piece, outcome, slip, start)
            if mended is None or self._spent():
                self._lose(piece)
                return
            parts = split(mended)
            if not parts:
                self._lose(piece)
                return
            if len(parts) > 1:
                rest = [(part, "decl", True) for part in parts[1:]]
                self.waiting.extendleft(reversed([(parts[0], start, certain), *rest]))
                return
            piece, outcome = mended, after
        if outcome.deep:
            self._report(outcome.deep)
        if outcome.deep or not certain:
            self._lose(piece)
        elif isinstance(outcome.node, tree.Header):
            self.header = outcome.node
        else:
            self.decls.append(outcome.node)

    def _by_edits(self, piece: Piece, place: Place, slip: Slip, start: str) -> tuple[Piece | None, Any]:
        """The piece after the slip's own edits, if the parser then gets further."""
        if not slip.edits:
            return None, place
        mended = piece.edit(slip.edits)
        if len(split(mended)) > 1:
            return mended, place
        after = self._attempt(mended, start)
        if not isinstance(after, Place):
            return mended, after
        past = place.line.end if slip.guess else place.start
        further = mended.origin[after.start] > piece.origin[past]
        return (mended, after) if further else (None, place)

    def _by_filler(self, piece: Piece, place: Place, slip: Slip, start: str) -> tuple[Piece | None, Any]:
        """The piece with something harmless in place of the broken line, which may not be its first."""
        number = piece.line_at(slip.line)
        if all(line.bare for line in piece.lines[:number]):
            return None, place
        for edit in _fillers(piece, number, max(number, place.number)):
            mended = piece.edit([edit])
            after = self._attempt(mended, start)
            if not isinstance(after, Place) or after.start > edit.start + len(edit.text):
                return mended, after
        return None, place

    def _spent(self) -> bool:
        return self.budget < 0 or len(self.diagnostics) >= MAX_DIAGNOSTICS

    def _report(self, found: Diagnostic) -> None:
        line = found.span.line if found.span else 0
        hidden = self.hide_layout and found.code in (NO_BODY, INDENTATION)
        known = line in self.guessed or (line in self.told and not found.fix)
        if hidden or known or len(self.diagnostics) >= MAX_DIAGNOSTICS:
            return
        self.told.add(line)
        if not found.fix:
            self.guessed.add(line)
        self.diagnostics.append(found)

    def _lose(self, piece: Piece) -> None:
        """Remember what a piece was about, for messages and for a game that can still be checked."""
        line = next((line for line in piece.lines if not line.bare), None)
        if line is None:
            return
        text = piece.text[line.content : line.end]
        word = piece.first_word(line)
        if word in opening_words("header"):
            self.header = _guess_header(piece.span(line.content, line.end), text)
            self.unread.append(piece.span(line.end, len(piece.text)))
        else:
            self.unread.append(piece.span(0, len(piece.text)))


def _fillers(piece: Piece, first: int, last: int) -> Iterator[Edit]:
    """Something harmless instead of the lines from `first` to `last`, with or without those that belong to them."""
    lines = piece.lines
    start, word = lines[first].content, piece.first_word(lines[first])
    end = piece.deeper(first)
    following = piece.next_line(last)
    body = following is not None and following.indent > lines[first].indent
    goes_on = following is not None and (
        _UNFINISHED.search(piece.text, 0, lines[last].end) or CONTINUES.match(piece.text, following.content)
    )
    if body and not goes_on and word not in opening_words("decl") and word not in OWN_FILLERS:
        yield Edit(start, lines[last].end, BLOCK_FILLERS.get(word, "if _"))
    while end < len(lines) and lines[end].indent == lines[first].indent:
        if piece.first_word(lines[end]) not in ("otherwise", "then", "until"):
            break
        end = piece.deeper(end)
    stop = max(lines[max(last, end - 1)].end, start)
    own = "| - |" if piece.text.startswith("|", start) else OWN_FILLERS.get(word)
    for text in dict.fromkeys((*([own] if own is not None else []), *FILLERS)):
        yield Edit(start, stop, text)


def _guess_header(span: Span, text: str = "") -> tree.Header:
    """What a broken first line probably says; a library if there is none, as that may leave things open."""
    kind = next((word for word in opening_words("header") if text.startswith(word)), "library")
    if kind == "game":
        title = re.search(r'"([^"]*)', text)
        numbers = [int(number) for number in re.findall(r"\b\d{1,2}\b", text)]
        seats = (min(numbers), max(numbers)) if numbers else USUAL_SEATS
        return tree.Header("game", title[1] if title else span.source.name, None, seats, span=span)
    named = re.match(r"library\s+(\w+)|trials\s+(?:of\s+)?(\w+)|variant\s+(?:\"[^\"]*\"\s+)?(?:of\s+)?(\w+)", text)
    name = next((group for group in named.groups() if group), "unnamed") if named else "unnamed"
    return tree.Header(kind, None, tree.Word(name, span=span), None, span=span)
