"""A checked game: every declaration with its types settled and its expressions in core form.

Made by `check`, read by `lower`, the trials and the commands. Still general: options and the number of players are
open. The file is long because it is all that there is to know of a game, at one place, and nothing else.
"""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.builtins import LOOSE
from hoyle.core.cover import Cover
from hoyle.core.nodes import Expr, Filter, Local, Said, Value
from hoyle.english import counted
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.types import CardOf, Type


def table_of(players: int) -> str:
    """How many play, in words."""
    return counted(players, "player")


@attrs.define
class Option:
    """random: drawn by chance at the start."""

    name: str
    title: str | None
    type: Type
    default: Value
    random: bool
    when: Expr | None
    cites: tuple[str, ...]
    span: Span


@attrs.define
class Kind:
    """members: their words, in order. type: with the kinds that are wider. low: the number of the first member.
    teams: its members are the sides that players are on."""

    name: str
    members: tuple[str, ...]
    span: Span
    type: t.Kind
    low: int = 0
    teams: bool = False

    @property
    def numbers(self) -> range:
        """The numbers of the members."""
        return range(self.low, self.low + len(self.members))

    def number(self, word: str) -> int | None:
        """The number of a member."""
        return self.low + self.members.index(word) if word in self.members else None


@attrs.define
class CardType:
    """attributes: name -> type; faces: one dict of attribute values per card, copies included, in table order."""

    name: str
    attributes: dict[str, Type]
    keys: tuple[str, ...]
    written: tuple[str | tuple[str], ...]
    faces: list[dict[str, Value | str]]
    derived: dict[str, Expr]
    cites: tuple[str, ...]
    span: Span


@attrs.define
class Zone:
    """seen_by None: nobody sees a face-down card; otherwise a seat or list of seats, in terms of the index locals."""

    name: str
    index: tuple[Type, ...]
    shape: str
    cards: CardOf
    facing: str | None
    seen_by: Expr | None
    capacity: int | None
    span: Span

    @property
    def loose(self) -> bool:
        """Whether its cards lie in no order."""
        return self.shape in LOOSE


@attrs.define
class Var:
    """phase: the phase with which it starts anew. seen_by None: everybody. untold: mere bookkeeping."""

    name: str
    index: tuple[Type, ...]
    type: Type
    initial: Expr
    phase: str | None
    seen_by: Expr | None
    untold: bool
    span: Span

    @property
    def logged(self) -> bool:
        """Whether the log has its changes: numbers, and what is told of the whole game and takes a word to say."""
        inner = t.settled(self.type)
        told = self.phase is None and not self.untold
        return isinstance(inner, t.Numbers) or (told and isinstance(inner, (t.YesNo, t.Kind, t.Seat)))


@attrs.define
class Exception_:
    """over: labels of siblings it beats. value: what it gives; body: what it does; both None: it waives.

    named: whether its author, or its card, gave it the label.
    """

    label: str
    parent: str | None
    over: tuple[str, ...]
    when: Expr | None
    value: Expr | None
    body: tuple[Said, ...] | None
    cites: tuple[str, ...]
    span: Span
    named: bool = True


@attrs.define
class Adjustment:
    label: str
    by: Expr
    when: Expr | None
    cites: tuple[str, ...]
    span: Span


@attrs.define
class Define:
    """value None: a gap nobody filled; table: its value looks up rows. Parameters are locals of value, exceptions and
    adjustments.

    shown: when it stands on the table: now, or at end. at_times: bounds that have a condition: whether it is a lower
    one, and what it is, nothing that matters where the condition does not hold. inner: what it is a part of, if it is
    what stands behind a `let` line there. again: if it asks itself, the number of the parameter that is a smaller list
    each time.
    """

    name: str
    title: str | None
    params: tuple[tuple[str, Type], ...]
    type: Type
    value: Expr | None
    least: Expr | None
    most: Expr | None
    cites: tuple[str, ...]
    span: Span
    table: bool = False
    shown: str | None = None
    at_times: tuple[tuple[bool, Expr], ...] = ()
    inner: str | None = None
    again: int | None = None
    exceptions: list[Exception_] = attrs.field(factory=list)
    adjustments: list[Adjustment] = attrs.field(factory=list)

    @property
    def called(self) -> str:
        """How an author names it, or what it is a part of."""
        return self.inner or self.name

    @property
    def parts(self) -> list[Expr]:
        """All that it says, with its clauses."""
        parts = [self.value, self.least, self.most, *(bound for _, bound in self.at_times)]
        parts += [part for exception in self.exceptions for part in (exception.when, exception.value)]
        parts += [part for adjustment in self.adjustments for part in (adjustment.when, adjustment.by)]
        return [part for part in parts if part is not None]


@attrs.define
class Rule:
    """targets: per action or choice label, the musts in its names. exceptions: to be told of; they are part of the
    filters, and their conditions are in the names of the first target."""

    name: str
    title: str | None
    targets: dict[str, list[Filter]]
    cites: tuple[str, ...]
    span: Span
    order: int = 0
    exceptions: list[Exception_] = attrs.field(factory=list)


@attrs.define
class Limit:
    """How often an action may be done where it is offered again and again: a rule with exceptions of its own.

    waived, musts: what the exceptions say, in the names of the action.
    """

    action: str
    title: str
    span: Span
    waived: Expr | None = None
    musts: tuple[Filter, ...] = ()


@attrs.define
class Action:
    """params: (name, type, source or None if given, where). `you` is the seat that acts."""

    name: str
    params: tuple[tuple[str, Type, Expr | None, Expr | None], ...]
    template: tuple[str | Expr, ...]
    cites: tuple[str, ...]
    span: Span
    filters: list[Filter] = attrs.field(factory=list)


@attrs.define
class Hook:
    label: str
    when: Expr | None
    body: tuple[Said, ...]
    cites: tuple[str, ...]
    span: Span


def ability_key(card: str, timing: str) -> str:
    """The name under which is kept what a card does at a timing; no author can write it."""
    return f"{card}'{timing}"


@attrs.define
class Procedure:
    """An effect, a phase, an action's body or an ability: something that is done.

    ability: the card and the timing, of one that is an ability.
    """

    name: str
    phase: bool
    params: tuple[tuple[str, Type], ...]
    type: Type | None
    when: Expr | None
    body: tuple[Said, ...]
    cites: tuple[str, ...]
    span: Span
    title: str | None = None
    ability: tuple[str, str] | None = None
    exceptions: list[Exception_] = attrs.field(factory=list)
    before: list[Hook] = attrs.field(factory=list)
    after: list[Hook] = attrs.field(factory=list)

    @property
    def clauses(self) -> list[Exception_ | Hook]:
        """What else is done at it, or instead of it."""
        return [*(exception for exception in self.exceptions if exception.body is not None), *self.before, *self.after]

    @property
    def bodies(self) -> list[tuple[Said, ...]]:
        """What is done, and all that may be done there by its clauses."""
        return [self.body, *(clause.body or () for clause in self.clauses)]

    @property
    def shown(self) -> str:
        """How an author names it."""
        return self.name if self.ability is None else ".".join(self.ability)


@attrs.define
class Ending:
    """points: names of procedures and actions; any_change: after every change. names: what the ending calls the
    parameters of what it comes after. exceptions: they are part of when and winners as soon as all is checked."""

    name: str
    title: str | None
    points: tuple[str, ...]
    any_change: bool
    when: Expr | None
    winners: Expr
    cites: tuple[str, ...]
    span: Span
    names: dict[str, Local] = attrs.field(factory=dict)
    exceptions: list[Exception_] = attrs.field(factory=list)


@attrs.define
class Timing:
    """by: whose the ability is; holds_while: while its clauses hold (None: its abilities are performed by
    `resolve`)."""

    name: str
    by: Expr
    holds_while: Expr | None
    span: Span


@attrs.define
class Ability:
    """What cards of one name do at one timing; proc is the procedure `resolve` performs."""

    card: str
    cards: str
    timing: str
    proc: str | None
    cites: tuple[str, ...]
    span: Span


@attrs.define
class Property:
    """kind: always, never, at end, eventually, after. point: the procedure or ending it is looked at after; its test
    is then in terms of that procedure's parameters, and `was(x)` in it is what x was before. about: how the property
    itself says this; names: what it calls the parameters."""

    name: str
    title: str | None
    kind: str
    point: str | None
    test: Expr
    cites: tuple[str, ...]
    span: Span
    about: Span | None = None
    names: dict[str, str] = attrs.field(factory=dict)


@attrs.define
class Miniature:
    """A smaller game of the same rules, to be explored whole.

    players: how many play. allowed: which cards take part, of the local `card`; copies: of those that look alike so
    many. values: what definitions and first values of variables are instead, as they are written; printed: what
    attributes (card type, name) of all cards are. orders: how many orders of a shuffle are tried. symmetric: kinds
    whose members, or `Player` if seats can be exchanged, each with its place. waived: properties and checks it need
    not keep.
    """

    title: str
    players: int
    options: dict[str, int | str | bool]
    allowed: list[Expr]
    copies: int | None
    values: dict[str, tree.Expr]
    printed: dict[tuple[str, str], Value]
    orders: int | None
    symmetric: dict[str, Span]
    waived: dict[str, str]
    cites: tuple[str, ...]
    span: Span


@attrs.define
class Waived:
    """A check that this game need not pass, and why."""

    name: str
    reason: str
    cites: tuple[str, ...]
    span: Span


@attrs.define
class Assumption:
    name: str
    text: str
    cites: tuple[str, ...]
    span: Span


@attrs.define
class Model:
    """Everything `check` found out about one game.

    hidden_score: the score is kept back until the game is over, or looks at what not everybody sees; hidden_sides: who
    is on which side does, too. cover: what its
    marks count in, if it has any.
    """

    title: str
    name: str
    seats: tuple[int, int]
    options: dict[str, Option] = attrs.field(factory=dict)
    kinds: dict[str, Kind] = attrs.field(factory=dict)
    card_types: dict[str, CardType] = attrs.field(factory=dict)
    zones: dict[str, Zone] = attrs.field(factory=dict)
    vars: dict[str, Var] = attrs.field(factory=dict)
    defines: dict[str, Define] = attrs.field(factory=dict)
    rules: list[Rule] = attrs.field(factory=list)
    actions: dict[str, Action] = attrs.field(factory=dict)
    limits: dict[str, Limit] = attrs.field(factory=dict)
    procedures: dict[str, Procedure] = attrs.field(factory=dict)
    checks: list[Hook] = attrs.field(factory=list)
    endings: list[Ending] = attrs.field(factory=list)
    timings: dict[str, Timing] = attrs.field(factory=dict)
    abilities: list[Ability] = attrs.field(factory=list)
    properties: list[Property] = attrs.field(factory=list)
    miniatures: list[Miniature] = attrs.field(factory=list)
    waived: dict[str, Waived] = attrs.field(factory=dict)
    copies: int | None = None  # of cards that look alike so many take part
    assumptions: list[Assumption] = attrs.field(factory=list)
    cited: dict[str, list[Span]] = attrs.field(factory=dict)
    hidden_score: bool = False
    hidden_sides: bool = False
    cover: Cover | None = None

    def member(self, kind: str, number: int) -> str:
        """What the definition calls a member of a kind."""
        return self.kinds[kind].members[number - self.kinds[kind].low]

    def called(self, name: str) -> str:
        """What people call an action, or a choice by its label."""
        title = self.procedures[name].title if name in self.actions else None
        return title or name.replace("_", " ")

    @property
    def teams(self) -> Kind | None:
        """The sides that players are on, if it has any."""
        return next((kind for kind in self.kinds.values() if kind.teams), None)

    @property
    def side(self) -> str:
        """The definition that says which side a player is on; "" without teams."""
        return self.teams.name.lower() if self.teams is not None else ""

    def whose(self, index: tuple[Type, ...]) -> int | None:
        """Which part of an index says whose something is: a player, or else a side."""
        teams = self.teams
        sides = [] if teams is None else [t.Kind(teams.name)]
        return next((index.index(type_) for type_ in (t.SEAT, *sides) if type_ in index), None)

    def values(self, type_: Type) -> range | None:
        """Everything of a type, by number, at the largest table; None if that has no end, or is no plain thing."""
        match type_:
            case t.YesNo():
                return range(2)
            case t.Kind(name):
                return self.kinds[name].numbers
            case t.Seat():
                return range(self.seats[1])
            case t.Numbers(int() as low, int() as high):
                return range(low, high + 1)
            case t.CardOf(name):
                start = 0
                for cards in self.card_types.values():
                    if cards.name == name:
                        return range(start, start + len(cards.faces))
                    start += len(cards.faces)
                return range(start if name is None else 0)
        return None

    @property
    def bodies(self) -> tuple[tuple[Said, ...], ...]:
        """Everything that may be done."""
        procedures = (body for made in self.procedures.values() for body in made.bodies)
        return (*procedures, *(check.body for check in self.checks))

    @property
    def deeds(self) -> list[str]:
        """The names of what is done: effects, phases, actions and the flow, but not the abilities."""
        return [name for name, made in self.procedures.items() if made.ability is None]
