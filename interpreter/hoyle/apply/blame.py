"""Blame: which change of a variant made a game wrong that was right before.

Behind a diagnostic is what changes something that it is about or that stands at its place; if nothing does, a change of
what spoke of it: maybe nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle.apply import things
from hoyle.apply.change import Change
from hoyle.diagnostics import About, Diagnostic, Label
from hoyle.source import Span, head
from hoyle.syntax import tree
from hoyle.syntax.walk import mentioned, words

TALK = (tree.Assume, tree.Scenario, tree.Miniature, type(None))  # no change of these makes a game wrong
STILL = "the game still speaks of it here: remove or replace that too"
SPEAKS = ("HYL101", "HYL503", "HYL507")  # of something that is not there
MOST = 3  # further changes that are shown
DONE = {"set": "set here", "replace": "replaced here", "remove": "removed here", "add": "added here"}


def blame(diagnostics: Iterable[Diagnostic], changes: list[Change], files: list[tree.File]) -> list[Diagnostic]:
    """The diagnostics of a game with its variants; those in the game itself show the change that is behind them.

    files: of the game as it is now, its own first, and of its variants.
    """
    names = [named for file in files for named in words(file.decls)]
    return [_shown(diagnostic, changes, files[0].header.span, names) for diagnostic in diagnostics]


def _shown(diagnostic: Diagnostic, changes: list[Change], whole: Span, names: list[tuple[str, Span]]) -> Diagnostic:
    span = diagnostic.span
    if span is None:
        return diagnostic
    if span == whole:
        return _of_all(diagnostic, changes)
    ours = any(span.source is change.span.source for change in changes)
    before = [c for c in changes if c.span.source is not span.source and not isinstance(c.before, TALK)]
    line = head(span)
    about = {*diagnostic.about, *(About(name) for name, place in names if place == span)}
    there = {About(name) for name, place in names if place in line}
    guilty = [change for change in before if any(_of(change, thing) for thing in about | there)]
    if not guilty and not ours:
        guilty = _spoke(about, before) or [change for change in before if isinstance(change.before, tree.Use)]
    labels = list(map(_label, guilty))
    if not labels and not ours:
        labels = [Label(whole, "it was right before this variant")]
    if diagnostic.code in SPEAKS and any(change.word == "remove" for change in guilty):
        # no other name is meant than the one that is gone
        diagnostic = attrs.evolve(diagnostic, help=STILL, fix=None)
    return attrs.evolve(diagnostic, labels=(*diagnostic.labels, *labels))


def _of_all(diagnostic: Diagnostic, changes: list[Change]) -> Diagnostic:
    """What is wrong with the game as a whole is shown at the change behind it."""
    guilty = [c for c in changes if c.before is not None and any(_of(c, thing) for thing in diagnostic.about)]
    if not guilty:
        return diagnostic
    first, *more = guilty
    labels = list(map(_label, more[:MOST]))
    if isinstance(first.before, tree.Header):
        labels.append(Label(things.head(first.before), "in the game"))
    return attrs.evolve(diagnostic, span=head(first.span), labels=(*diagnostic.labels, *labels))


def _label(change: Change) -> Label:
    return Label(head(change.span), DONE.get(change.word, "changed here"))


def _of(change: Change, thing: About) -> bool:
    """Whether something is changed, or a clause of it."""
    sort, name, part = change.key
    if thing.sort:
        return sort == thing.sort
    return name == thing.name and (thing.clause is None or part in (None, thing.clause))


def _spoke(about: set[About], changes: list[Change]) -> list[Change]:
    """The changes of what spoke of something; if they say so themselves, those alone."""
    said = {name for thing in about for name in (thing.name, thing.clause)}
    touched = [change for change in changes if said & _before(change)]
    return [change for change in touched if said & change.names] or touched


def _before(change: Change) -> set[str]:
    """What stood in the place of a change. Of a card or row that is its name: all others still stand there."""
    one = change.parts and not isinstance(change.decl, tree.AddRows)
    return change.names if one else mentioned(change.before)
