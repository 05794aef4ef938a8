"""Mutants: definitions that differ from one in a single small thing a person could have got wrong.

Assumes a file that was parsed. A mutant is a change of the text, so that its difference is what an author would see.
Not every mutant can be played: whoever uses them checks them first.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, get_args

import attrs

from hoyle.compare.rules import SAID
from hoyle.source import Source, Span
from hoyle.syntax import tree
from hoyle.syntax.walk import below, said

FLIPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}
OTHER = {
    "highest": "lowest",
    "first": "last",
    "max": "min",
    "same": "different",
    "left": "right",
    "clockwise": "anticlockwise",
    "top": "bottom",
    "yes": "no",
    "+=": "-=",
    "+": "-",
    "*": "+",
    "/": "*",
}
QUORUMS = {
    "all decline": "all others decline",
    "all others decline": "all decline",
    "one declines": "all decline",
    "all drop out": "all others drop out",
    "all others drop out": "all drop out",
}
OTHER |= {two: one for one, two in list(OTHER.items()) if two not in OTHER}
MOVED = "two steps changed places"
# what is said about the rules, and what else is not changed
KEPT = (*SAID, tree.Use, tree.Option, tree.Kind)
CLAUSES = (tree.Exception_, tree.Adjust, tree.Hook, tree.Rule, tree.Ending, tree.Ability)
STMTS = get_args(tree.Stmt)


@attrs.frozen
class Mutant:
    """what: the change in words. start, end: the place that was changed. text: the whole definition with the change."""

    number: int
    what: str
    start: int
    end: int
    text: str = attrs.field(repr=False)

    def difference(self, source: Source) -> list[str]:
        """The lines that are not the same, with - and + before them; what was moved, with a line around it."""
        around = int(self.what == MOVED)
        lines = difflib.unified_diff(source.text.splitlines(), self.text.splitlines(), n=around, lineterm="")
        return [line for line in lines if line[:1] in "+- " and line[:3] not in ("+++", "---")]


def mutants(file: tree.File) -> list[Mutant]:
    """All mutants of a file's own rules, in the order of the text."""
    text = file.span.source.text
    found: dict[str, tuple[str, int, int]] = {}
    for decl in file.decls:
        # of a variant, only what it says itself
        if isinstance(decl, KEPT) or decl.span.source is not file.span.source:
            continue
        for what, start, end, instead in _Changes(text).all(decl):
            made = text[:start] + instead + text[end:]
            if made != text:
                found.setdefault(made, (what, start, end))
    ordered = sorted(found.items(), key=lambda item: (item[1][1], item[1][2], item[1][0]))
    return [Mutant(number, what, start, end, made) for number, (made, (what, start, end)) in enumerate(ordered)]


def rules_only(file: tree.File, mutant: Mutant) -> str:
    """The text of a mutant without what is said about its rules."""
    text = mutant.text
    shift = len(text) - len(file.span.source.text)
    for decl in reversed(file.decls):
        if isinstance(decl, SAID) and decl.span.source is file.span.source:
            moved = shift if decl.span.start >= mutant.end else 0
            text = text[: decl.span.start + moved] + text[decl.span.end + moved :]
    return text


Change = tuple[str, int, int, str]  # in words; from where to where; what stands there instead


def _became(word: str, other: str, start: int) -> Change:
    return f"`{word}` became `{other}`", start, start + len(word), other


def _one_by_one(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each of a row of things, with what parts it from the one before it; the first, from the one behind it."""
    yield spans[0][0], spans[1][0]
    yield from ((before, end) for (_, before), (_, end) in pairwise(spans))


class _Changes:
    def __init__(self, text: str) -> None:
        self.text = text

    def all(self, node: Any) -> Iterator[Change]:
        """Every change at a node and below it. What is told changes nothing, nor does whom it is told."""
        told = {id(part) for tell in below(node) if isinstance(tell, tree.Tell) for part in below(tell)}
        for part in below(node):
            if id(part) in told:
                continue
            yield from self._here(part)
            for _, value in said(part):
                if isinstance(value, tuple) and len(value) > 1 and all(isinstance(v, STMTS) for v in value):
                    yield from self._steps(tuple(step for step in value if not isinstance(step, tree.Tell)))

    def _here(self, node: Any) -> Iterator[Change]:
        match node:
            case tree.Number(value):
                yield f"{value} became {value + 1}", node.span.start, node.span.end, str(value + 1)
            case tree.CellRange(int() | None as low, int() as high) if low is None or low < high:
                place = node.span.start + node.span.text.rindex(str(high))
                yield f"{high} became {high - 1}", place, place + len(str(high)), str(high - 1)
            case tree.Truth(value):
                yield _became(*(("yes", "no") if value else ("no", "yes")), node.span.start)
            case tree.Fold(name) | tree.Apply(tree.Name(name)) if name in OTHER:
                yield _became(name, OTHER[name], node.span.start)
            case tree.Compare(op, left, right):
                yield from self._operator(op, FLIPPED[op], left, right)
            case tree.Arith(op, left, right) if op in OTHER:
                yield from self._operator(op, OTHER[op], left, right)
            case tree.Assign(target, op, value) if op in OTHER:
                yield from self._operator(op, OTHER[op], target, value)
            case tree.Negation(of, True):
                start, end = self._grouped(of.span)
                yield "a condition was turned round", start, end, f"not ({self.text[start:end]})"
            case tree.Negation():
                yield self._cut("`not` was dropped", node.span.start, node.span.start + len("not "))
            case tree.And(items) | tree.Or(items):
                yield from self._connective(node, items)
            case tree.If(test):
                start, end = self._grouped(test.span)
                yield "a condition was turned round", start, end, f"not ({self.text[start:end]})"
            case tree.Move(spot=spot, facing=facing):
                for said in (spot, facing):
                    if said is not None:
                        yield from self._move_word(node, said)
            case tree.Decide(offers=offers) if len(offers) > 1:
                yield from self._offers(offers)
            case tree.Offer(limit=str() as limit):
                yield self._cut(f"`{limit}` was dropped", *self._words(limit, node.span.start, node.span.end)[-1])
            case tree.GoRound(quorum=quorum):
                start, end = self._words(quorum, node.binder.span.end, node.span.end)[0]
                yield f"`{quorum}` became `{QUORUMS[quorum]}`", start, end, QUORUMS[quorum]
            case tree.Bound():
                yield self._cut("a bound was dropped", node.span.start, node.span.end)
            case tree.Must(if_able=able):
                if able:
                    place = self.text.index("if able", node.test.span.end)
                    yield self._cut("`if able` was dropped", place, place + len("if able"))
            case tree.Need():
                yield self._line("a `must` was dropped", node.span)
        yield from self._clause(node)

    # ------------------------------------------------------------------------------------------ clauses

    def _clause(self, node: Any) -> Iterator[Change]:
        if isinstance(node, CLAUSES):
            yield self._line("a clause was dropped", node.span)
        for test in getattr(node, "when", ()):
            if isinstance(test, tree.Negation) and test.unless:
                yield self._cut("a condition was dropped", test.span.start, test.span.end)
                continue
            start, end = self._grouped(test.span)
            place = self.text.rfind("when", 0, start)
            if self.text[place + 4 : start].strip() == "":
                yield self._cut("a condition was dropped", place, end)
        if isinstance(node, tree.Rule) and len(node.musts) > 1:
            for must in node.musts:
                yield self._line("a `must` was dropped", must.span)
        if isinstance(node, tree.Binder) and node.where is not None:
            start, end = self._grouped(node.where.span)
            place = self.text.rfind("where", 0, start)
            yield self._cut("a `where` was dropped", place, end)

        if isinstance(node, tree.Members) and node.ties:
            start, end = self._grouped(node.ties[-1].span)
            yield self._cut("what settles ties was dropped", self.text.rfind(",", 0, start), end)

    def _steps(self, stmts: tuple[Any, ...]) -> Iterator[Change]:
        for number, stmt in enumerate(stmts):
            start, end = self._lines(stmt.span.start, stmt.span.end)
            yield "a step was dropped", start, end, ""
            if number + 1 < len(stmts):
                following = stmts[number + 1].span
                middle, last = self._lines(following.start, following.end)
                instead = self.text[middle:last] + self.text[end:middle] + self.text[start:end]
                yield MOVED, start, last, instead

    def _offers(self, offers: tuple[tree.Offer, ...]) -> Iterator[Change]:
        places = _one_by_one([(offer.span.start, offer.span.end) for offer in offers])
        for offer, (start, end) in zip(offers, places, strict=True):
            yield f"`{offer.action.text}` is not offered", start, end, ""

    # ------------------------------------------------------------------------------------------ values

    def _connective(self, node: tree.And | tree.Or, items: tuple[Any, ...]) -> Iterator[Change]:
        word, other = ("and", "or") if isinstance(node, tree.And) else ("or", "and")
        spans = [self._grouped(item.span) for item in items]
        for start, end in _one_by_one(spans):
            yield "a part of a condition was dropped", start, end, ""
        for _, end in spans[:-1]:
            yield _became(word, other, self.text.index(word, end))

    def _operator(self, op: str, other: str, left: Any, right: Any) -> Iterator[Change]:
        gap = self.text[left.span.end : right.span.start]
        pattern = r"\s+".join(map(re.escape, op.split()))
        found = re.search(pattern if not op[0].isalpha() else rf"\b{pattern}\b", gap)
        if found is not None:
            start = left.span.end + found.start()
            yield f"`{op}` became `{other}`", start, left.span.end + found.end(), other

    def _move_word(self, node: tree.Move, word: str) -> Iterator[Change]:
        place = node.span.start + node.span.text.rindex(word)
        other = {"up": "down", "down": "up", "top": "bottom"}.get(word)
        yield _became(word, other, place) if other else self._cut(f"`{word}` was dropped", place, place + len(word))

    # ------------------------------------------------------------------------------------------ places

    def _grouped(self, span: Span) -> tuple[int, int]:
        """A value with the brackets that do nothing but hold it together."""
        start, end = span.start, span.end
        while True:
            before, after = self.text[:start].rstrip(), self.text[end:]
            skipped = len(after) - len(after.lstrip())
            if not before.endswith("(") or after.lstrip()[:1] != ")" or re.search(r"\w\($", before):
                return start, end
            start, end = len(before) - 1, end + skipped + 1

    def _lines(self, start: int, end: int) -> tuple[int, int]:
        """The whole lines of a stretch."""
        first, last = self.text.rfind("\n", 0, start) + 1, self.text.find("\n", end)
        return first, len(self.text) if last < 0 else last + 1

    def _words(self, words: str, start: int, end: int) -> list[tuple[int, int]]:
        """Where some words stand one behind the other, however far apart."""
        pattern = re.compile(r"\b" + r"\s+".join(words.split()) + r"\b")
        return [found.span() for found in pattern.finditer(self.text, start, end)]

    def _line(self, what: str, span: Span) -> Change:
        return what, *self._lines(span.start, span.end), ""

    def _cut(self, what: str, start: int, end: int) -> Change:
        """Take something out, with the blanks before it; of a line where nothing else stands, the whole line."""
        first, last = self._lines(start, end)
        if not (self.text[first:start] + self.text[end:last]).strip():
            return what, first, last, ""
        while self.text[start - 1 : start] == " " and self.text[end : end + 1] in (" ", "\n", ")", ""):
            start -= 1
        return what, start, end, ""
