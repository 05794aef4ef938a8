"""Why a group that somebody points at is no choice: its cards are named, so the question is put to that very group.

A player could think of any group of what lies there, of which there may be very many. So they are not listed, as other
things are that are not offered: what a text names is looked for in the list that groups are chosen from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import every_conjunct
from hoyle.program.evaluate import Evaluator
from hoyle.run import parts
from hoyle.run.parts import in_words

if TYPE_CHECKING:
    from hoyle.run.state import State

BETWEEN = re.compile(r"(?:[\s,]|\band\b)*", re.IGNORECASE)


@attrs.frozen
class Pointed:
    """A group that a text names.

    offer: which it could be of; values: its members as they stand in the list; low, high: how many are wanted.
    """

    offer: int
    param: core.Param
    values: tuple[Any, ...]
    low: int
    high: int | None

    @property
    def complete(self) -> bool:
        """Whether it has as many as are wanted."""
        return self.low <= len(self.values) and (self.high is None or len(self.values) <= self.high)


def pointed_at(s: State, env: dict[str, Any], openings: Sequence[str], offer: int, text: str) -> Pointed | None:
    """The group that a text names, alone or behind what an offer begins with; None if it names anything else."""
    (param, *others) = s.game.asked(s.site).offers[offer].params or (None,)
    if param is None or others or param.said is None:
        return None
    begins = (words for words in openings if words and f"{text} ".casefold().startswith(f"{words} ".casefold()))
    rest = text[len(next(begins, "")) :]
    assert isinstance(param.said.source, core.Prim)
    ask = Evaluator(s.game.program, s)
    members, low, high = (ask.expr(part, env) for part in param.said.source.args)
    found = _named(members, [in_words(parts.value(s.game, t.element(param.type), one)) for one in members], rest)
    return None if found is None else Pointed(offer, param, found, low, high)


def _named(members: Sequence[Any], names: Sequence[str], text: str) -> tuple[Any, ...] | None:
    """The members that a text consists of, each as often as it is named; the longest name counts."""
    by_length = sorted(range(len(names)), key=lambda n: -len(names[n]))
    taken: set[int] = set()
    place = BETWEEN.match(text, 0).end()  # type: ignore[union-attr]
    while place < len(text):
        ends = ((n, place + len(names[n])) for n in by_length if n not in taken and _stands(names[n], text, place))
        n, end = next(ends, (None, place))
        if n is None:
            return None
        taken.add(n)
        place = BETWEEN.match(text, end).end()  # type: ignore[union-attr]
    return tuple(members[n] for n in sorted(taken)) if taken else None


def _stands(name: str, text: str, place: int) -> bool:
    """Whether a name stands there, as a whole."""
    end = place + len(name)
    return text[place:end].casefold() == name.casefold() and not text[end : end + 1].isalnum()


def wrong_with(s: State, of: Pointed, env: dict[str, Any]) -> tuple[str, core.Expr] | None:
    """The first thing that such a group lacks, and where that is wanted; None if it is a group like those offered."""
    said = of.param.said
    assert said is not None and isinstance(said.source, core.Prim)
    if not of.complete:
        return f"{_many(of.low, of.high)} are wanted, and these are {len(of.values)}", said.source
    ask = Evaluator(s.game.program, s)
    for test in () if said.where is None else every_conjunct(said.where):
        if not ask.expr(test, {**env, of.param.name: of.values}):
            words = " ".join(test.span.text.split()) if test.span is not None else of.param.called
            return f"`{words}` does not hold for it", test
    return None


def _many(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"
