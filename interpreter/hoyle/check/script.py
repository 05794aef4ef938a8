"""A scenario after checking: names bound, types settled, expressions in core form.

Still general like the model it was checked against; seats are locals. `scenarios.py` makes it, `play.py` runs it.
"""

from __future__ import annotations

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.forms import as_list
from hoyle.core import nodes as core
from hoyle.core.walk import below, rebuild
from hoyle.source import Span


@attrs.frozen
class Put:
    """Cards that lie in a zone: each expression is a card or a list of cards."""

    zone: core.Expr
    cards: tuple[core.Expr, ...]
    facing: str | None
    span: Span


@attrs.frozen
class Meaning:
    """A value as it is meant where a choice of that type is asked."""

    type: t.Type
    value: core.Expr


@attrs.frozen
class Value:
    """A value that answers a choice. What it means depends on what is asked: `3` is a number, or a card named by it."""

    meanings: tuple[Meaning, ...]
    span: Span


@attrs.frozen
class Act:
    """An action with all its parameters in their order, given and chosen ones."""

    action: str
    args: tuple[core.Expr, ...]
    span: Span


@attrs.frozen
class Nothing:
    span: Span


Pick = Value | Act | Nothing


@attrs.frozen
class Perform:
    """An effect or a phase, by name."""

    proc: str
    args: tuple[core.Expr, ...]
    span: Span


@attrs.frozen
class Does:
    """acting: the player in whose place `who` does it."""

    who: core.Expr
    act: Act
    acting: core.Expr | None
    span: Span


@attrs.frozen
class Picks:
    who: core.Expr
    values: tuple[Value, ...]
    span: Span


@attrs.frozen
class Declines:
    who: core.Expr
    span: Span


@attrs.frozen
class Shuffles:
    """What chance brings to the top of a zone, when it is shuffled in the deed behind this one."""

    zone: core.Expr
    cards: tuple[core.Expr, ...]
    span: Span


@attrs.frozen
class Brings:
    """What chance picks in the deed behind this one."""

    values: tuple[Value, ...]
    span: Span


Deed = Perform | Does | Picks | Declines | Shuffles | Brings


@attrs.frozen
class Holds:
    test: core.Expr
    span: Span


@attrs.frozen
class May:
    """verb: may, may not, may only. because: the rule that must have removed each pick."""

    who: core.Expr
    verb: str
    picks: tuple[Pick, ...]
    because: str | None
    span: Span


@attrs.frozen
class Keeps:
    """That a property, by its number, or a check, by its name, holds here. midway: it is about the middle of a move."""

    key: int | str
    midway: bool
    span: Span


Claim = Holds | May | Keeps


@attrs.frozen
class When:
    deeds: tuple[Deed, ...]


@attrs.frozen
class Then:
    claims: tuple[Claim, ...]


@attrs.frozen
class Scenario:
    """options: what is set, as `prepare` takes it."""

    title: str
    seats: tuple[str, ...]
    options: dict[str, int | str | bool]
    given: tuple[Put | core.Set, ...]
    steps: tuple[When | Then, ...]
    cites: tuple[str, ...]
    span: Span

    @property
    def watched(self) -> set[int | str]:
        """The properties and checks it asks for that are looked at in the middle of a move."""
        claims = [claim for step in self.steps if isinstance(step, Then) for claim in step.claims]
        return {claim.key for claim in claims if isinstance(claim, Keeps) and claim.midway}


def asked(game: model.Model) -> list[t.Type]:
    """The types of everything that players are asked to choose, actions aside."""
    found: list[t.Type] = []
    for node in below(game.bodies):
        match node:
            case core.Choose(offers=offers) if node.who is not None:
                found += [offer.params[0].type for offer in offers if offer.params]
            case core.Ordered(source=source):
                found.append(t.element(source.type))
    return list(dict.fromkeys(found))


def by_chance(game: model.Model) -> dict[str, set[t.Type]]:
    """The types of everything that chance picks, by what it is picked as.

    Of a card that goes anywhere chance picks how many lie above it, and that has no name.
    """
    found: dict[str, set[t.Type]] = {}
    for node in below(game.bodies):
        match node:
            case core.Choose(who=None, offers=offers):
                for offer in offers:
                    found.setdefault(offer.name, set()).add(offer.params[0].type)
            case core.Move(spot="anywhere"):
                found[""] = {t.NUMBER}
    return found


def by_face(expr: core.Expr) -> core.Expr:
    """A claim in which a card that is compared by its name stands for every copy of it."""
    made: core.Expr = rebuild(expr, by_face)
    if isinstance(made, core.Prim) and made.op in ("is", "is not", "in") and any(_names_card(a) for a in made.args):
        sides = tuple(core.Prim("alike", (as_list(a),), as_list(a).type, span=a.span) for a in made.args)
        return attrs.evolve(made, args=sides)
    return made


def _names_card(expr: core.Expr) -> bool:
    listed = expr.args if isinstance(expr, core.Prim) and expr.op == "list" else (expr,)
    return any(isinstance(part, core.CardRef) for part in listed)
