"""The types of the language, and which value fits where.

At run time a number is an int, a truth a bool, a member of a kind, a seat and a card are small ints, none is None and a
list is a sequence; types exist only in the checker, in the core and where something is shown to people.
"""

from __future__ import annotations

import attrs


@attrs.frozen
class Numbers:
    """Whole numbers; a bound that is None is open."""

    low: int | None = None
    high: int | None = None


@attrs.frozen
class YesNo:
    pass


@attrs.frozen
class Kind:
    """One of a finite, ordered set of words. Words that a card type declares for one of its attributes are a kind of
    that attribute: `Hero.name`.

    wider: the kinds that all its members belong to as well, each of those that are wider still behind it. family: a
    name for all kinds that have members in common, one way or another: of these a number means the same in each.
    """

    name: str
    wider: tuple[Kind, ...] = attrs.field(default=(), eq=False, repr=False)
    family: str = attrs.field(default="", eq=False, repr=False)


@attrs.frozen
class Seat:
    """A player."""


@attrs.frozen
class CardOf:
    """A card of one type, or (name None) any card."""

    name: str | None = None


@attrs.frozen
class Text:
    """Words that are only shown."""


@attrs.frozen
class ListOf:
    of: Type


@attrs.frozen
class Maybe:
    """A value or none."""

    of: Type


@attrs.frozen
class ZoneOf:
    """A place for cards; stands for the list of its cards where one is wanted."""

    cards: CardOf


@attrs.frozen
class Never:
    """The type of `none`, and of what is in an empty list."""


@attrs.frozen
class Broken:
    """The type of something already reported; it fits everywhere, so one mistake is one message."""


Type = Numbers | YesNo | Kind | Seat | CardOf | Text | ListOf | Maybe | ZoneOf | Never | Broken

LARGEST = 10**15  # no number is larger, or smaller than its negative; a definition can write none that is
LONGEST = 10_000  # no list that is kept may become longer; there are no more cards
LONGEST_LIST = 100_000  # no list at all may become longer
MOST_CHOICES = 100_000  # nobody chooses among more than these

YES_NO, SEAT, NUMBER, CARD, NEVER, BROKEN = YesNo(), Seat(), Numbers(), CardOf(), Never(), Broken()


def names_cards(kind: str) -> bool:
    """Whether the words of a kind are the names of single cards."""
    return kind.endswith(".name")


def describe(type_: Type) -> str:
    """The type as an author would write it."""
    match type_:
        case Numbers(None, None):
            return "number"
        case Numbers(low, high):
            return f"{'' if low is None else low}..{'' if high is None else high}"
        case YesNo():
            return "yes_no"
        case Kind(name):
            return name.partition(".")[2] or name
        case Seat():
            return "Player"
        case CardOf(name):
            return name or "Card"
        case Text():
            return "text"
        case ListOf(of):
            return f"list of {describe(of)}"
        case Maybe(of):
            return f"{describe(of)} or none"
        case ZoneOf(cards):
            return f"zone of {describe(cards)}"
        case Never():
            return "none"
        case Broken():
            return "something unknown"


def join(a: Type, b: Type) -> Type | None:
    """The smallest type both fit, or None."""
    if a == b or isinstance(b, Broken):
        return a
    match a, b:
        case Broken(), _:
            return b
        case Numbers(), Numbers():
            low = None if a.low is None or b.low is None else min(a.low, b.low)
            high = None if a.high is None or b.high is None else max(a.high, b.high)
            return Numbers(low, high)
        case CardOf(), CardOf():
            return CARD
        case Kind(), Kind():
            return next((kind for kind in (a, *a.wider) if kind == b or kind in b.wider), None)
        case ZoneOf(), ZoneOf():
            return ZoneOf(CARD)
        case (Never(), other) | (other, Never()):
            return other if isinstance(other, Maybe) else Maybe(other)
        case (Maybe(), _) | (_, Maybe()):
            inner = join(settled(a), settled(b))
            return None if inner is None else Maybe(inner)
        case ((ListOf() | ZoneOf()), (ListOf() | ZoneOf())):
            one, two = element(a), element(b)
            inner = two if isinstance(one, Never) else one if isinstance(two, Never) else join(one, two)
            return None if inner is None else ListOf(inner)
    return None


def of_cards(type_: Type) -> bool:
    """Whether a value is a card, or a list of cards."""
    inner = settled(type_)
    return of_cards(inner.of) if isinstance(inner, ListOf) else isinstance(inner, CardOf)


def element(type_: Type) -> Type:
    """What is in a list or zone of this type."""
    match type_:
        case ListOf(of):
            return of
        case ZoneOf(cards):
            return cards
    return BROKEN


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of one type can stand where the other is wanted. Bounds of numbers are judged apart."""
    match actual, wanted:
        case (Broken(), _) | (_, Broken()) | (Numbers(), Numbers()) | (Never(), Maybe()):
            return True
        case CardOf(name), CardOf(other):
            return other is None or name == other
        case Kind(), Kind():
            return actual == wanted or wanted in actual.wider
        case _, Maybe(b):
            return fits(settled(actual), b)
        case ZoneOf(a), ZoneOf(b):
            return fits(a, b)
        case ((ListOf() | ZoneOf()), ListOf(b)):
            inner = element(actual)
            return isinstance(inner, Never) or fits(inner, b)
    return actual == wanted


def apart(a: Numbers, b: Numbers) -> bool:
    """Whether two ranges have no number in common."""
    return (a.high is not None and b.low is not None and a.high < b.low) or (
        b.high is not None and a.low is not None and b.high < a.low
    )


def inside(a: Numbers, b: Numbers) -> bool:
    """Whether every number of `a` is in `b`."""
    low = b.low is None or (a.low is not None and a.low >= b.low)
    return low and (b.high is None or (a.high is not None and a.high <= b.high))


def numbers(low: int | None, high: int | None) -> Numbers:
    """The numbers of a range; what lies beyond all that there are bounds nothing."""
    low = low if low is not None and -LARGEST < low <= LARGEST else None
    return Numbers(low, high if high is not None and -LARGEST <= high < LARGEST else None)


def edges(type_: Type) -> tuple[int, int]:
    """The least and the largest number of a type."""
    inner = settled(type_)
    if not isinstance(inner, Numbers):
        return -LARGEST, LARGEST
    return -LARGEST if inner.low is None else inner.low, LARGEST if inner.high is None else inner.high


def settled(type_: Type) -> Type:
    """The type without its `or none`."""
    return type_.of if isinstance(type_, Maybe) else type_
