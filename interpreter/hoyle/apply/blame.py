"""Blame: which change of a variant made a game wrong that was right before."""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from hoyle.apply.change import Change
from hoyle.apply.things import head
from hoyle.diagnostics import Diagnostic, Label
from hoyle.source import Span
from hoyle.syntax import tree

_WORDS = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_QUOTED = re.compile(r"`([^`]*)`")
TALK = (tree.Assume, tree.Scenario, tree.Miniature)
STILL = "the game still speaks of it here: remove or replace that too"
SPEAKS = ("HYL101", "HYL503", "HYL507")  # of something that is not there
MOST = 3  # further changes that are shown
DONE = {"set": "set here", "replace": "replaced here", "remove": "removed here", "add": "added here"}


def blame(diagnostics: Iterable[Diagnostic], changes: list[Change], variant: tree.File) -> list[Diagnostic]:
    """The diagnostics of a game with its variants; those in the game itself show the change that is behind them."""
    return [_shown(diagnostic, changes, variant) for diagnostic in diagnostics]


def _shown(diagnostic: Diagnostic, changes: list[Change], variant: tree.File) -> Diagnostic:
    span = diagnostic.span
    if span is None:
        return diagnostic
    if span == variant.header.span:
        return _of_all(diagnostic, changes)
    ours = any(span.source is change.span.source for change in changes)
    changes = [change for change in changes if change.span.source is not span.source]
    changes = [change for change in changes if not isinstance(change.before, TALK)]
    words = _said(diagnostic) | set(_WORDS.findall(span.text.splitlines()[0] if span.text else ""))
    guilty = [change for change in changes if change.before is not None and change.subject in words]
    if not guilty and not ours:
        # what was changed spoke of it: maybe nothing else does
        said = _said(diagnostic)
        touched = [change for change in changes if change.before is not None and said & _words(change)]
        guilty = [change for change in touched if said & {*_WORDS.findall(change.name)}] or touched
        guilty = guilty or [change for change in changes if isinstance(change.before, tree.Use)]
    labels = [Label(_line(change.span), DONE.get(change.word, "changed here")) for change in guilty]
    if not labels and not ours:
        labels = [Label(variant.header.span, "it was right before this variant")]
    if diagnostic.code in SPEAKS and any(change.word == "remove" for change in guilty):
        # no other name is meant than the one that is gone
        diagnostic = attrs.evolve(diagnostic, help=STILL, fix=None)
    return attrs.evolve(diagnostic, labels=(*diagnostic.labels, *labels))


def _of_all(diagnostic: Diagnostic, changes: list[Change]) -> Diagnostic:
    """What is wrong with the game as a whole is shown at the change behind it."""
    words = set(_WORDS.findall(f"{diagnostic.message} {diagnostic.help or ''}"))
    guilty = [change for change in changes if change.before is not None and {*_sort(change)} & words]
    if not guilty:
        return diagnostic
    first, *more = guilty
    labels = [Label(_line(change.span), DONE.get(change.word, "changed here")) for change in more[:MOST]]
    if isinstance(first.before, tree.Header):
        labels.append(Label(head(first.before), "in the game"))
    return attrs.evolve(diagnostic, span=_line(first.span), labels=(*diagnostic.labels, *labels))


def _sort(change: Change) -> tuple[str, str]:
    """The sort of what is changed, as one and as many."""
    sort = change.name.split()[0]
    return sort, f"{sort}s"


def _words(change: Change) -> set[str]:
    """What stood in the place of a change. Of a card or row that is its name: all others still stand there."""
    if change.before is None or change.name.startswith(("card ", "row ")):
        return {*_WORDS.findall(change.name)}
    return {*_WORDS.findall(change.before.span.text)}


def _line(span: Span) -> Span:
    """The first line of a change."""
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))


def _said(diagnostic: Diagnostic) -> set[str]:
    """The author's own words in a message."""
    return {word for quoted in _QUOTED.findall(diagnostic.message) for word in _WORDS.findall(quoted)}
