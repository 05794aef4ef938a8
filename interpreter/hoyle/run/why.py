"""Why not: for whatever is not legal, the rule that says so and its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import quote
from hoyle.reference.evaluate import Evaluator
from hoyle.reference.legal import Candidate, judge
from hoyle.run.choices import Choice
from hoyle.run.seen import as_seen
from hoyle.run.wording import wording

if TYPE_CHECKING:
    from hoyle.run.state import State


@attrs.frozen
class Reason:
    """Why something cannot be chosen. rule and place are None where no rule is needed to say so."""

    rule: str | None
    sentence: str
    place: str | None = None

    def __str__(self) -> str:
        return f"{self.sentence} ({self.place})" if self.place else self.sentence


def why_not(s: State, candidate: Choice | str) -> Reason | None:
    """The reason why a choice, or whatever a text names, cannot be chosen now; None if it can be."""
    if s.over:
        return Reason(None, "the game is over")
    if isinstance(candidate, Choice):
        if candidate in s.choices:
            return None
        text = candidate.text
    else:
        text = str(candidate).strip()
    wanted = text.casefold()
    if any(c.text.casefold() == wanted for c in s.choices):
        return None
    for choice, rule in judged(s):
        if choice.text.casefold() == wanted:
            return _reason(s, choice, rule)
    near = [(c, r) for c, r in judged(s) if wanted and wanted in c.text.casefold()]
    if len(near) == 1:
        return _reason(s, near[0][0], near[0][1])
    if any(wanted in c.text.casefold() for c in s.choices if wanted):
        return None
    return Reason(None, f"{quote(text)} is nothing player {s.player + 1} could do now")


def _reason(s: State, choice: Choice, rule: core.Filter | None) -> Reason | None:
    if rule is None:
        if any(f"{c.text} (".startswith(f"{choice.text} (") for c in s.choices):
            return None  # maybe told apart from others by where it lies
        return Reason(None, f"{quote(choice.text)}: of several, those that are listed first are chosen first")
    sentence = rule.title or f"the rule `{rule.rule}` forbids it"
    place = f"{rule.span.source.name}:{rule.span.line}" if rule.span else None
    return Reason(rule.rule, f"{quote(choice.text)}: {sentence}", place)


def environment(s: State) -> dict[str, Any]:
    """The locals of the procedure that asks."""
    frame = s.frames[-1]
    return {name: frame[slot] for name, slot in s.game.slots[s.site].items() if slot < len(frame)}


def amount(s: State) -> int:
    """Of a choice of several, how many."""
    wanted = s.game.sites[s.site].amount
    assert wanted is not None
    return int(Evaluator(s.game.program, s).expr(wanted, environment(s)))


def judged(s: State) -> list[tuple[Choice, core.Filter | None]]:
    """Every candidate of the pending decision as its player sees it, with the rule that removed it."""
    game, choose = s.game, s.game.sites[s.site]
    found: list[tuple[Choice, core.Filter | None]] = []
    enough = 1 if choose.amount is None or choose.up_to else max(amount(s), 1)
    for candidate in judge(Evaluator(game.program, s), choose, environment(s), enough):
        found.append((_as_choice(s, choose, candidate), candidate.removed))
    return found


def _as_choice(s: State, choose: core.Choose, candidate: Candidate) -> Choice:
    params = choose.offers[candidate.offer].params
    seen = tuple(
        as_seen(s, s.player, value) if isinstance(p.type, t.CardOf) else value
        for p, value in zip(params, candidate.values, strict=True)
    )
    key = seen[0] if len(params) == 1 else seen
    return s.game.choice(s.site, candidate.offer, key, wording(s, s.site, candidate.offer, seen))
