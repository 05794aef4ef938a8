"""The core: what every definition is brought down to, and all that the emitter and the reference evaluator know.

Expressions are pure and carry their type. Statements change the state. A decision is one node, `Choose`. Options and
the number of players occur only before specialisation (`Option`, `Players`); afterwards they are constants.

There are two unions of statements. The checker says what the author said (`Said`); lowering makes of it what engines
perform (`Stmt`), without abilities to find, orders to choose, brackets, deals and bodies in bodies. What has statements
in it is the same in both, but for which of them (`Branch[Said]`, `Branch[Stmt]`).

The file is long because it is the whole language of the core, to be read at one place; there is nothing else in it.
"""

from __future__ import annotations

import enum
from typing import Any, Generic, TypeVar

import attrs

from hoyle.source import Span
from hoyle.types import YES_NO, CardOf, ListOf, Type, element

Value = int | bool | None | tuple[Any, ...]


def _place() -> Any:
    return attrs.field(eq=False, repr=False, kw_only=True, default=None)


class Origin(enum.Enum):
    """What a node was in the definition, where other things are brought down to the same form.

    BEARERS: what a clause of an ability says, for each card that bears it. ROUND: who has declined, as all were told.
    """

    IF = "if"
    EXCEPT = "except"
    LOOP = "each or repeat"
    BEARERS = "ability"
    ROUND = "repeat each"


# ---------------------------------------------------------------------------------------------- expressions


@attrs.frozen
class Const:
    value: Value
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Option:
    name: str
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Players:
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class CardRef:
    """The card of a type with these key values."""

    cards: str
    keys: tuple[Value, ...]
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Members:
    """All cards of a type (name None: all cards) that take part, or all players."""

    of: str | None
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Local:
    name: str
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Var:
    """A variable; with fewer indices than it has, the list of all values below."""

    name: str
    index: tuple[Expr, ...]
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Zone:
    """A zone; with fewer indices than it has, the list of all cards below."""

    name: str
    index: tuple[Expr, ...]
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Attr:
    """A printed or derived attribute of a card."""

    name: str
    of: Expr
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Prim:
    """An operator or a built-in function, by its name in `operators.py`."""

    op: str
    args: tuple[Expr, ...]
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


@attrs.frozen
class Cond:
    test: Expr
    then: Expr
    otherwise: Expr
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()
    origin: Origin | None = _place()


@attrs.frozen
class Fold:
    """kind: count any every all first last highest lowest sum max min.

    `value` is what is tested (every), summed, compared (highest, lowest, max, min) or collected (all); None: the
    member.
    """

    kind: str
    var: str
    source: Expr
    where: Expr | None
    value: Expr | None
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()
    origin: Origin | None = _place()


@attrs.frozen
class Ask:
    """The value of a definition or table."""

    name: str
    args: tuple[Expr, ...]
    type: Type = attrs.field(eq=False)
    span: Span | None = _place()


Expr = Const | Option | Players | CardRef | Members | Local | Var | Zone | Attr | Prim | Cond | Fold | Ask

# ---------------------------------------------------------------------------------------------- statements

S = TypeVar("S")
"""Which statements are inside: those of `Said` or those of `Stmt`."""


@attrs.frozen
class Let:
    """Binds or assigns a local."""

    name: str
    value: Expr
    span: Span | None = _place()
    origin: Origin | None = _place()


@attrs.frozen
class Set:
    name: str
    index: tuple[Expr, ...]
    value: Expr
    span: Span | None = _place()


@attrs.frozen
class Reset:
    """Variables take their first values again."""

    names: tuple[str, ...]
    span: Span | None = _place()


@attrs.frozen
class Move:
    """cards: a list or one card; spot: top, bottom, anywhere; facing: up, down or None (as the zone says)."""

    cards: Expr
    to: Expr
    spot: str
    facing: str | None
    span: Span | None = _place()


@attrs.frozen
class Face:
    cards: Expr
    up: bool
    span: Span | None = _place()


@attrs.frozen
class Shuffle:
    zone: Expr
    span: Span | None = _place()


@attrs.frozen
class Tell:
    """Notes in the log that an ability of a card is performed now; without a card, that a phase starts, or (what "")
    that the ability is done.

    sentence: what is said instead, in words and what is filled in between them. What follows is its small print, up to
    a sentence without any (). to: who alone is told.
    """

    card: Expr | None
    what: str
    sentence: tuple[str | Expr, ...] | None = None
    to: Expr | None = None
    span: Span | None = _place()

    @property
    def filled_in(self) -> tuple[Expr, ...]:
        return tuple(part for part in self.sentence or () if not isinstance(part, str))

    @property
    def form(self) -> tuple[str | Type, ...]:
        """The sentence without what is filled in: of that, the types."""
        return tuple(part if isinstance(part, str) else part.type for part in self.sentence or ())


@attrs.frozen
class Branch(Generic[S]):
    test: Expr
    then: tuple[S, ...]
    otherwise: tuple[S, ...]
    span: Span | None = _place()


@attrs.frozen
class Each(Generic[S]):
    """The list is fixed at the start; `where` is asked when a member's turn comes."""

    var: str
    source: Expr
    where: Expr | None
    body: tuple[S, ...]
    span: Span | None = _place()
    origin: Origin | None = _place()


@attrs.frozen
class Loop(Generic[S]):
    until: Expr | None
    body: tuple[S, ...]
    span: Span | None = _place()
    origin: Origin | None = _place()


@attrs.frozen
class Do:
    """Performs a procedure; `into` names the local that takes its value."""

    proc: str
    args: tuple[Expr, ...]
    into: str | None = None
    span: Span | None = _place()


@attrs.frozen
class Return:
    value: Expr | None
    span: Span | None = _place()


@attrs.frozen
class End:
    ending: str
    winners: Expr
    span: Span | None = _place()


@attrs.frozen
class Mark:
    """Counts that play has come here; only in games that are prepared for coverage (see `mark.py`)."""

    number: int
    span: Span | None = _place()


@attrs.frozen
class Param:
    """A value a player chooses for an offer. called: its name as it was declared, whatever the local is called here.
    said: what the author says, where it is planned how groups are found."""

    name: str
    source: Expr
    where: Expr | None
    type: Type = attrs.field(eq=False)
    called: str = attrs.field(
        eq=False, repr=False, kw_only=True, default=attrs.Factory(lambda self: self.name, takes_self=True)
    )
    said: Param | None = attrs.field(eq=False, repr=False, kw_only=True, default=None)

    @property
    def groups(self) -> bool:
        """Whether several members of a list are chosen at once."""
        return isinstance(self.type, ListOf)

    @property
    def cards(self) -> bool:
        """Whether it is a card that is chosen, or several."""
        return isinstance(self.type.of if isinstance(self.type, ListOf) else self.type, CardOf)


@attrs.frozen
class Filter:
    """One `must` of a rule, in the offer's own names: binds candidates for which `when` holds and no `waived` does."""

    rule: str
    title: str | None
    when: Expr | None
    waived: Expr | None
    test: Expr
    if_able: bool
    cites: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    span: Span | None = _place()


@attrs.frozen
class Offer:
    """An action, or a named choice, as it is offered at one place.

    given: what whoever offers it hands over; once lowered, what each parameter of the action is called here. params:
    chosen in order; `template` is the choice's text with {names}. body: what is done, once it is lowered.
    """

    name: str
    given: tuple[tuple[str, Expr], ...]
    params: tuple[Param, ...]
    filters: tuple[Filter, ...]
    template: tuple[str | Expr, ...]
    body: tuple[Stmt, ...]
    span: Span | None = _place()


@attrs.frozen
class Choose(Generic[S]):
    """A decision. who None: chance decides. you: the local that names inside the offers whoever acts: the decider, or,
    of a decision that is made in the place of somebody else, `acting`, whose cards the decider sees as it is made.

    amount None: one choice among all offers. Otherwise the single parameter of the single offer is chosen that many
    times (or, up_to, at most so many), and is bound to the list of what was chosen.
    decline: the decider may also do nothing. `then` follows what was chosen; `otherwise` runs when nothing was.
    declined: what that is called, if the game has a word for it: then it is asked even if nothing else is possible.
    secret: nobody else is told what was chosen (until everybody has chosen, in a `Together`).
    """

    who: Expr | None
    you: str
    offers: tuple[Offer, ...]
    amount: Expr | None
    up_to: bool
    decline: bool
    then: tuple[S, ...]
    otherwise: tuple[S, ...]
    secret: bool = False
    acting: Expr | None = None
    declined: tuple[str | Expr, ...] = ()
    span: Span | None = _place()

    @property
    def acts(self) -> Expr | None:
        """Whoever acts."""
        return self.who if self.acting is None else self.acting

    @property
    def refusal(self) -> Offer:
        """To decline, as an offer of nothing: its text is what that is called."""
        return Offer("", (), (), (), self.declined, (), span=self.span)

    @property
    def weighted(self) -> bool:
        """Whether what is in a list twice is so twice: it is likelier to be drawn. To a player it is offered once."""
        return self.who is None and self.amount is None


# ---------------------------------------------------------------------------------------------- as it was said


@attrs.frozen
class Deal:
    """Moves cards to a player who is due so many of them; if there are fewer, all there are."""

    move: Move
    due: Expr
    span: Span | None = _place()


@attrs.frozen
class Ordered:
    """Each member of a list for which `where` holds when it is chosen; `by` chooses which is next."""

    var: str
    source: Expr
    where: Expr | None
    by: Expr
    body: tuple[Said, ...]
    span: Span | None = _place()
    origin: Origin | None = _place()

    def next(self, left: Expr, then: tuple[Said, ...] = ()) -> Choose[Said]:
        """The decision which of those that are left is next."""
        offer = Offer("order", (), (Param(self.var, left, self.where, element(left.type)),), (), (), (), span=self.span)
        return Choose(self.by, "you", (offer,), None, False, False, then, (), span=self.span)


@attrs.frozen
class Together:
    """Every member answers `ask` before any `then` is done; answers are hidden until all are in."""

    var: str
    source: Expr
    where: Expr | None
    ask: tuple[Said, ...]
    then: tuple[Said, ...]
    span: Span | None = _place()


@attrs.frozen
class Resolve:
    """Performs the ability of a card that belongs to a timing class, if it has one."""

    timing: str
    card: Expr
    span: Span | None = _place()


@attrs.frozen
class Bracket:
    """Changes that count as one: checks wait until its end."""

    body: tuple[Said, ...]
    span: Span | None = _place()


@attrs.frozen
class Usual:
    """Inside a replaced body: what would have happened. telling: of how many sentences it is small print."""

    telling: int = 0
    span: Span | None = _place()


@attrs.frozen
class Inner:
    """A body that may be left early, until it becomes a procedure of its own. into: the local that takes its value."""

    body: tuple[Said, ...]
    into: str | None = None
    span: Span | None = _place()


# ---------------------------------------------------------------------------------------------- as it is performed


@attrs.frozen
class Fit:
    """None of these zones has more cards in it than it holds. only: the one that has got more, if that is known."""

    zones: tuple[str, ...]
    only: Expr | None = None
    span: Span | None = _place()


Plain = Let | Set | Reset | Move | Face | Shuffle | Tell | Do | Return | End | Mark
"""Statements without others in them, the same before and after lowering."""

Said = (
    Plain
    | Branch["Said"]
    | Each["Said"]
    | Loop["Said"]
    | Choose["Said"]
    | Deal
    | Ordered
    | Together
    | Resolve
    | Bracket
    | Usual
    | Inner
)
Stmt = Plain | Branch["Stmt"] | Each["Stmt"] | Loop["Stmt"] | Choose["Stmt"] | Fit

YES, NO = Const(True, YES_NO), Const(False, YES_NO)
FOLD = Tell(None, "", ())
