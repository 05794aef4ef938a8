"""What a game that is being written has declared so far, and what is known at a place in it.

Types are written as in the language: `number`, `0..6`, `yes_no`, `Player`, the name of a kind or of cards, `Card`, with
`?` behind it, or with `list of` before it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

import attrs

T = TypeVar("T")

# Names that people give, and such that mean something to Python, to the engine or elsewhere in the language.
NAMES = """
ant bee cat dog elk fox gnu hen ibex jay kite lark mole newt owl pike quail rat seal toad urchin vole wolf yak
amber basil cedar dune ember fern grove heath iris jade kelp lotus moss nettle oak pine quartz reed sage thorn umber
vine won played taken shown turn round trick up over down able anywhere change rows only lambda self s f v z print int
str del None_ True_ pass raise nonlocal async await yield try class import def global while_ finally effect at least
most key value of one two do times picks does holds keeps copies top_ bottom_ untold pick decline always never
once instead drop out starting end start none_ left_
card_ text_ state log draws frames choices game player site b0 b1 d_score
"""
WORDS = NAMES.split()
TITLES = ["a plain title", "100 % of it", "it's <b>bold</b> *here*", "back\\slash", "Ünïcödé – 你好", "a | b", "{{"]


class Draw:
    """What is drawn, from a seed."""

    def __init__(self, seed: int | str) -> None:
        self.rng = random.Random(f"whole {seed}")

    def one(self, of: Sequence[T]) -> T:
        return of[int(self.rng.random() * len(of))]

    def maybe(self, often: float = 0.5) -> bool:
        return self.rng.random() < often

    def number(self, low: int, high: int) -> int:
        return self.rng.randint(low, high)

    def some(self, of: Sequence[T], low: int, high: int) -> list[T]:
        """So many different ones, in their order."""
        count = min(len(of), self.number(low, high))
        return [of[n] for n in sorted(self.rng.sample(range(len(of)), count))]

    def shuffled(self, of: Sequence[T]) -> list[T]:
        return self.rng.sample(list(of), len(of))


@attrs.define
class CardType:
    """types: of its attributes; keys: which of them tell a card; rows: the values of each card, by attribute, as they
    are written; names: what its cards are called, if abilities can find them."""

    name: str
    types: dict[str, str]
    keys: list[str]
    rows: list[dict[str, str]]  # those of which there is but one
    names: list[str]
    derived: str = ""


@attrs.define
class Zone:
    name: str
    shape: str
    index: list[str]
    facing: str
    seen: str
    of: str

    @property
    def ordered(self) -> bool:
        return self.shape not in ("set", "bag")


@attrs.define
class Var:
    name: str
    type: str
    index: list[str]
    open: bool = True
    phase: str | None = None


@attrs.define
class Named:
    """Something that is asked or done by its name. rank: it may only do what has a lower one. asks: somebody decides in
    it. open: it looks only at what all see. clauses: the labels of exceptions to it. quiet: it may not be made to ask.
    given: which parameters of an action are not chosen; hidden: which may be cards that are not seen; sure: it can
    always be done; about: what a rule is about."""

    name: str
    sort: str
    params: list[tuple[str, str]]
    type: str = ""
    rank: int = 0
    asks: bool = False
    open: bool = True
    quiet: bool = False
    given: int = 0
    sure: bool = False
    hidden: set[str] = attrs.field(factory=set)
    about: str = ""
    clauses: list[str] = attrs.field(factory=list)


@attrs.define
class World:
    """All that is declared. seats: how many can play; drawn: options that chance may decide; performs: what is done in
    what is done; inner: the kind that stands in a kind; turn: what the flow does again and again; teams: the kind that
    sides are of; turned: whether cards are put face down where others lie open, so that nobody can be sure to see what
    lies there."""

    seats: tuple[int, int] = (2, 3)
    kinds: dict[str, list[str]] = attrs.field(factory=dict)
    ranges: dict[str, tuple[int, int]] = attrs.field(factory=dict)
    options: dict[str, tuple[str, list[str]]] = attrs.field(factory=dict)
    drawn: set[str] = attrs.field(factory=set)
    cards: dict[str, CardType] = attrs.field(factory=dict)
    zones: dict[str, Zone] = attrs.field(factory=dict)
    vars: dict[str, Var] = attrs.field(factory=dict)
    defines: dict[str, Named] = attrs.field(factory=dict)
    does: dict[str, Named] = attrs.field(factory=dict)
    labels: dict[str, Named] = attrs.field(factory=dict)
    rules: dict[str, Named] = attrs.field(factory=dict)
    timings: dict[str, bool] = attrs.field(factory=dict)
    hooks: list[tuple[str, str, str]] = attrs.field(factory=list)
    abilities: list[tuple[str, str]] = attrs.field(factory=list)
    others: list[tuple[str, str]] = attrs.field(factory=list)
    performs: dict[str, set[str]] = attrs.field(factory=dict)
    inner: dict[str, str] = attrs.field(factory=dict)
    turn: str = ""
    teams: str = ""
    turned: bool = False
    taken: set[str] = attrs.field(factory=set)

    def card(self) -> str:
        """The type of a card of which nothing is known."""
        return next(iter(self.cards)) if len(self.cards) == 1 else "Card"

    def numeric(self, type_: str) -> bool:
        return type_ == "number" or ".." in type_ or type_ in self.ranges

    def bounds(self, type_: str) -> tuple[int, int] | None:
        """The lowest and highest number of a type, if it has such."""
        if type_ in self.ranges:
            return self.ranges[type_]
        low, dots, high = type_.partition("..")
        return (int(low), int(high)) if dots else None

    def performed(self, start: str) -> list[Named]:
        """All that may be done once something is done."""
        found = [start]
        for name in found:
            found += sorted(self.performs.get(name, set()) - set(found))
        return [self.does[name] for name in found if name in self.does]

    def below(self, rank: int, quiet: bool) -> list[Named]:
        """What may be done at a place."""
        return [n for n in self.does.values() if n.rank < rank and not (quiet and n.asks)]


@attrs.frozen
class Local:
    name: str
    type: str
    open: bool = True


@attrs.frozen
class Scope:
    """What is known at a place.

    who: who decides here, in its words; public: only what that player sees may be looked at; rank, known: what may be
    done, and asked (see Named); quiet: nobody may be asked; table, options: zones and variables, or options, may be
    looked at; phase: whose variables are known; loops: how many are around; offered: what is named here is offered to a
    player, who has to see it; returns: the type of what is returned; usual: what stands for what is usual.
    """

    locals: tuple[Local, ...] = ()
    who: str | None = None
    public: bool = False
    depth: int = 3
    rank: int = 0
    known: int = 99
    quiet: bool = False
    table: bool = True
    options: bool = True
    phase: str | None = None
    loops: int = 0
    offered: bool = False
    returns: str | None = None
    usual: str | None = None

    def deeper(self, by: int = 1) -> Scope:
        return attrs.evolve(self, depth=self.depth - by)

    def plus(self, *locals: Local) -> Scope:
        return attrs.evolve(self, locals=(*self.locals, *locals))

    def of(self, type_: str) -> list[Local]:
        return [local for local in self.locals if local.type == type_ and (local.open or not self.public)]

    def seen(self, who: str | None = None) -> Scope:
        """Only what a player sees."""
        return attrs.evolve(self, public=True, who=who or self.who)
