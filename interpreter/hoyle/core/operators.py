"""The operators: one table of all that can stand in a `core.Prim`, be it written by an author or made on the way.

A row says everything that is the same for every game, so that whoever judges, folds, evaluates, writes or explains an
operator reads it here. What a row cannot say (`and` asks its parts one after the other, `in` of a zone asks where the
card lies) is done by hand where it is needed, and the row leaves that column empty; tests hold every user complete.
A new built-in function is a row here, and a line in the manual.
"""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import attrs

from hoyle import types as t
from hoyle.core import groups
from hoyle.core import nodes as core

Edges = tuple[int, int]
Args = tuple[core.Expr, ...]
Said = tuple[str, str]  # an article, and words


class LooksAt(enum.Enum):
    """What an operator looks at besides its arguments."""

    NOTHING = enum.auto()
    PLAYERS = enum.auto()  # how many there are
    FACES = enum.auto()  # what is printed on the card it is asked about
    CONTENTS = enum.auto()  # the cards in the zone it is asked about
    PLACES = enum.auto()  # where a card lies
    SIDES = enum.auto()  # which side of a card is up
    END = enum.auto()  # how the game has ended
    BEFORE = enum.auto()  # the table as it was
    MARKS = enum.auto()  # it notes that it was asked


class Sizes(Protocol):
    """Who knows how long lists and how large numbers can become (`work.py`)."""

    program: Any

    def length(self, node: core.Expr) -> int: ...
    def edges(self, node: core.Expr) -> Edges: ...
    def lying(self, zone: Any) -> int: ...


@attrs.frozen
class Op:
    """params: what it takes, as types or as words (see `check/names.py`); the last `optional` of them may be left out.
    result: a type, or how it follows from that of the first argument. doc: only if it is asked by its name, with
    brackets: what it gives, for the manual.

    value: what it gives for the values of its arguments. Before these comes how many players there are, if it reads
    PLAYERS, or, if it reads something else, whoever has a `program` and a `state()`.
    total: it has a value whatever its arguments are, and nothing happens when it is asked. lazy: only its first
    argument is asked in any case. edges: the least and the largest number it gives, from those of its arguments.
    length: how many members there can be in a list that it gives. through: the list whose members it goes through one
    by one, the one it gives (RESULT) or its last argument (LAST). passes: the arguments whose members, or which, it
    passes on. distinct: no member is twice in the list it gives.

    python: {a} and {b} are its arguments, {cards} the list of those in the zone {a}, {place} where it is written, and
    {loc} is kept of the state. limited: the same where the result may be larger, or longer, than there may be.
    sign: in a dump, between its arguments or before the only one.
    said: in a rulebook, with its article, by what its last argument is called, if that is a `number`, or in any other
    case (""); of a yes or no, what its first argument is said to be.
    """

    name: str
    params: tuple[t.Type | str, ...]
    result: t.Type | Callable[[t.Type], t.Type]
    doc: str = ""
    optional: int = 0
    reads: LooksAt = LooksAt.NOTHING
    value: Callable[..., Any] | None = None
    total: bool = True
    lazy: bool = False
    edges: Callable[..., Edges | None] | None = None
    length: Callable[[Sizes, Args], int] | None = None
    through: str = ""
    passes: slice = slice(0)
    distinct: bool = False
    python: str = ""
    limited: str = ""
    c: str = ""
    sign: str = ""
    said: Mapping[str, Said] = {}

    @property
    def fixed(self) -> bool:
        """Whether it always gives the same for the same arguments, from the deal to the end."""
        return self.reads in (LooksAt.NOTHING, LooksAt.PLAYERS, LooksAt.FACES)

    def given(self, type_: t.Type) -> t.Type:
        """The type of what it gives, by that of its first argument."""
        return self.result(type_) if callable(self.result) else self.result


RESULT, LAST = "result", "last"
FIRST, EVERY = slice(1), slice(None)
NUMBERS, TRUTHS = (t.NUMBER, t.NUMBER), (t.YES_NO, t.YES_NO)
ANY, LISTS = ("value", "value"), ("list", "list")


# ---------------------------------------------------------------------------------------------- columns


def _itself(type_: t.Type) -> t.Type:
    return type_


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """A value that can be compared with others whatever its lists were made as."""
    return tuple(map(plain, value)) if isinstance(value, (list, tuple, range)) else value


def consecutive(values: Sequence[int]) -> bool:
    """Whether they are different, and one behind the other if they are put in order."""
    return not values or (max(values) - min(values) + 1 == len(values) and len(set(values)) == len(values))


def _in_order(members: list[Any], values: list[Any]) -> list[Any]:
    return [member for member, _ in sorted(zip(members, values, strict=True), key=operator.itemgetter(1))]


def _joined(work: Sizes, lists: core.Expr) -> int:
    """How long the lists in a list are together."""
    match lists:
        case core.Const(tuple() as rows):
            return sum(len(row) for row in rows if isinstance(row, tuple))
        case core.Prim("list", rows):
            return sum(map(work.length, rows))
        case core.Fold("all", source=source, value=value) if value is not None:
            return work.length(source) * work.length(value)
    return work.length(lists) * t.LONGEST_LIST


def _up(at: Any, card: int) -> bool:
    if card < 0 or at.program.sides:
        return card >= 0 and at.state().up[card]
    return at.program.zones[at.state().loc[card]].facing == "up"  # type: ignore[no-any-return]


def _has_ability(at: Any, card: int, timing: tuple[str]) -> bool:
    if card < 0:
        return False
    held, game = at.program.cards[card], at.program.model
    kind = game.kinds.get(f"{held.cards}.name")
    name = held.face.get("name")
    word = kind.members[name] if kind and isinstance(name, int) else None
    return any(a.cards == held.cards and a.card == word and a.timing == timing[0] for a in game.abilities)


def _alike(at: Any, value: Any) -> Any:
    """A card, or every card of a list, as the first one that cannot be told from it."""
    if isinstance(value, int):
        return at.program.cards[value].same if value >= 0 else value
    return None if value is None else [_alike(at, card) for card in value]


def _lists_of(type_: t.Type) -> t.Type:
    return t.ListOf(t.ListOf(t.element(type_)))


def _how_many(work: Sizes, args: Args) -> int:
    """How many groups there can be."""
    most = work.length(args[0])
    (low, _), (_, high) = work.edges(args[1]), work.edges(args[2])
    return groups.number_of(most, low, high)


def _products(a: Edges, b: Edges) -> Edges:
    products = [x * y for x in a for y in b]
    return min(products), max(products)


def _quotients(a: Edges, b: Edges) -> Edges | None:
    quotients = [x // y for x in a for y in b] if b[0] > 0 else []
    return (min(quotients), max(quotients)) if quotients else None


# ---------------------------------------------------------------------------------------------- rows


def _sum(sign: str, value: Callable[..., int], edges: Callable[..., Edges]) -> Op:
    bare = f"{{a}} {sign} {{b}}"
    python, limited = f"({bare})", f"number_({bare}, {{place}})"
    return Op(sign, NUMBERS, t.NUMBER, value=value, edges=edges, python=python, limited=limited, sign=f" {sign} ")


def _order(sign: str, value: Callable[..., bool]) -> Op:
    return Op(sign, NUMBERS, t.YES_NO, value=value, python=f"({{a}} {sign} {{b}})", sign=f" {sign} ")


def _beside(way: str, sign: str, value: Callable[..., int]) -> Op:
    said = {
        "1": ("the", f"player to the {way} of {{a}}"),
        "number": ("the", f"player {{b}} seats to the {way} of {{a}}"),
        "": ("the", f"player as many seats to the {way} of {{a}} as {{b}} says"),
    }
    doc, python = f"the player that many seats to the {way} (one if not said)", f"(({{a}} {sign} {{b}}) % {{players}})"
    return Op(way, (t.SEAT, t.NUMBER), t.SEAT, doc, 1, LooksAt.PLAYERS, value, python=python, said=said)


def _around(name: str, doc: str, said: Mapping[str, Said], value: Callable[..., tuple[int, ...]]) -> Op:
    python = f"{name.upper()}[{{a}}]"  # a table of what it gives for each seat
    return Op(name, (t.SEAT,), t.ListOf(t.SEAT), doc, 0, LooksAt.PLAYERS, value, distinct=True, python=python,
              length=lambda work, _: work.program.players, said=said)  # fmt: skip


def _end(end: str, doc: str, python: str, value: Callable[..., list[int]]) -> Op:
    said = {
        "1": ("the", f"{end} card of {{a}}"),
        "number": ("the", f"{end} {{b}} cards of {{a}}"),
        "": ("", f"cards from the {end} of {{a}} (as many as {{b:alone}})"),
    }
    return Op(end, ("zone", t.NUMBER), lambda zone: t.ListOf(t.element(zone)), doc, 1, LooksAt.CONTENTS, value,
              length=lambda work, args: work.lying(args[0]), passes=FIRST, distinct=True, python=python,
              said=said)  # fmt: skip


# fmt: off
_ROWS = (
    # what is asked by its name
    Op("seat", (t.NUMBER,), t.SEAT, "the player on that seat; seats are numbered from 1", reads=LooksAt.PLAYERS,
       value=lambda players, n: (n - 1) % players, python="(({a} - 1) % {players})",
       said={"": ("the", "player on seat {a}")}),
    _beside("left", "+", lambda players, p, n: (p + n) % players),
    _beside("right", "-", lambda players, p, n: (p - n) % players),
    Op("number", ("member",), t.NUMBER, "the place of a member in its kind, or the seat of a player: 1 is the first",
       value=lambda member: member + 1, python="({a} + 1)", said={"": ("the", "number of {a}")}),
    _around("clockwise", "everybody once, to the left, this player first", {"": ("all", "players, clockwise from {a}")},
            lambda players, p: tuple((p + i) % players for i in range(players))),
    _around("anticlockwise", "everybody once, to the right, this player first",
            {"": ("all", "players, counter-clockwise from {a}")},
            lambda players, p: tuple((p - i) % players for i in range(players))),
    _around("others", "everybody else, to the left",
            {"you": ("all", "other players"), "": ("all", "players other than {a}")},
            lambda players, p: tuple((p + i) % players for i in range(1, players))),
    Op("owner", (t.CARD,), t.Maybe(t.SEAT), "the player in whose zone a card lies, or none", reads=LooksAt.PLACES,
       value=lambda at, card: at.program.zones[at.state().loc[card]].owner if card >= 0 else None,
       python="OWNER[{loc}[{a}]]"),
    _end("top", "the top cards of a zone, as many as there are (one if not said)", "top({cards}, {b})",
         lambda at, zone, count: at.state().z[zone][::-1][:max(count, 0)]),
    _end("bottom", "the bottom cards of a zone (one if not said)", "{cards}[:max({b}, 0)]",
         lambda at, zone, count: at.state().z[zone][:max(count, 0)]),
    Op("empty", ("list",), t.YES_NO, "whether a zone, a family of zones or a list has nothing in it",
       value=operator.not_, said={"": ("", "empty")}),
    Op("was", ("value",), _itself, "in a property `after` something: what a value was before it", reads=LooksAt.BEFORE,
       said={"": ("", "what {a} was before")}),
    Op("has_ability", (t.CARD, "timing"), t.YES_NO, "whether a card has an ability of that timing",
       reads=LooksAt.FACES, value=_has_ability),
    # what is written with signs and words
    _sum("+", operator.add, lambda a, b: (a[0] + b[0], a[1] + b[1])),
    _sum("-", operator.sub, lambda a, b: (a[0] - b[1], a[1] - b[0])),
    _sum("*", operator.mul, _products),
    Op("neg", (t.NUMBER,), t.NUMBER, value=operator.neg, edges=lambda a: (-a[1], -a[0]), python="(-{a})", sign="-"),
    Op("/", NUMBERS, t.NUMBER, value=lambda a, b: a // b if b else 0, edges=_quotients, sign=" / "),
    Op("mod", NUMBERS, t.NUMBER, value=lambda a, b: a % b if b else 0, sign=" mod ",
       edges=lambda a, b: (0, b[1] - 1) if b[0] > 0 else None),
    Op("is", ANY, t.YES_NO, value=lambda a, b: _plain(a) == _plain(b), through=LAST, sign=" is "),
    Op("is not", ANY, t.YES_NO, value=lambda a, b: _plain(a) != _plain(b), through=LAST, sign=" is not "),
    _order("<", operator.lt),
    _order("<=", operator.le),
    _order(">", operator.gt),
    _order(">=", operator.ge),
    Op("in", ("value", "list"), t.YES_NO, value=lambda a, b: a in b, through=LAST, sign=" in "),
    Op("not", (t.YES_NO,), t.YES_NO, value=operator.not_, sign="not "),
    Op("and", TRUTHS, t.YES_NO, lazy=True, sign=" and "),
    Op("or", TRUTHS, t.YES_NO, lazy=True, sign=" or "),
    Op("else", ANY, _itself, lazy=True, passes=EVERY, length=lambda work, args: max(map(work.length, args)),
       edges=lambda a, b: (min(a[0], b[0]), max(a[1], b[1])), sign=" else "),
    Op("the", ("list",), lambda a: t.Maybe(t.element(a)), value=lambda a: a[0] if len(a) == 1 else None,
       passes=FIRST, sign="the "),
    Op("range", NUMBERS, t.ListOf(t.NUMBER), value=lambda a, b: range(a, b + 1), through=RESULT, distinct=True,
       length=lambda work, args: max(work.edges(args[1])[1] - work.edges(args[0])[0] + 1, 0), sign="..",
       python="range_({a}, {b}, {place})", limited="range_({a}, {b}, {place})"),
    Op("list", ANY, t.ListOf, value=lambda *items: items, passes=EVERY, length=lambda _, args: len(args)),
    Op("concat", LISTS, _itself, value=lambda a, b: (*a, *b), through=RESULT, passes=EVERY,
       length=lambda work, args: work.length(args[0]) + work.length(args[1]),
       python="(*{a}, *{b})", limited="concat_({a}, {b}, {place})"),
    Op("without", LISTS, _itself, value=lambda a, b: tuple(x for x in a if x not in b), through=RESULT, passes=FIRST,
       length=lambda work, args: work.length(args[0]), python="without_({a}, {b})", sign=" without "),
    # all groups of so many members of a list (none: and more), and a member of one that surely has it
    Op("groups", ("list", t.NUMBER, t.NUMBER), _lists_of, value=groups.every, passes=FIRST,
       length=_how_many, limited="grouped"),
    Op("part", ("list", t.NUMBER), t.element, value=operator.getitem, total=False, passes=FIRST, python="{a}[{b}]"),
    # in what is written for engines, the same groups as a plan finds them (see `program/grouping.py`)
    Op("planned", ("list", t.NUMBER, t.NUMBER), _lists_of, passes=FIRST, length=_how_many, limited="grouped"),
    Op("flat", ("rows",), t.element, value=lambda rows: tuple(x for row in rows for x in row), through=RESULT,
       passes=FIRST, length=lambda work, args: _joined(work, args[0]), limited="flattened_({a}, {place})"),
    # what is said in another way, or made in the course of lowering
    Op("up", (t.CARD,), t.YES_NO, reads=LooksAt.SIDES, value=_up),
    Op("winners", (), t.ListOf(t.SEAT), reads=LooksAt.END, value=lambda at: at.state().winners, python="s.winners",
       length=lambda work, _: work.program.players),
    Op("cards", ("zone",), lambda zone: t.ListOf(t.element(zone)), reads=LooksAt.CONTENTS, passes=FIRST, distinct=True,
       value=lambda at, zone: list(at.state().z[zone]), length=lambda work, args: work.lying(args[0]),
       python="{cards}"),
    Op("some", ("value",), t.ListOf, value=lambda a: () if a is None else (a,), passes=FIRST, distinct=True,
       length=lambda _, args: 1),
    Op("copy", ("list",), _itself, value=tuple, through=RESULT, passes=FIRST, python="tuple({a})",
       length=lambda work, args: work.length(args[0])),
    Op("at_least", NUMBERS, t.NUMBER, value=max, edges=lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
       python="max({a}, {b})"),
    Op("at_most", NUMBERS, t.NUMBER, value=min, edges=lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
       python="min({a}, {b})"),
    Op("item", ("list", t.NUMBER), t.element, value=operator.getitem, total=False, python="{a}[{b}]"),
    # a card of which something is kept, and the name of that: there is none of a card that takes no part
    Op("present", (t.CARD, t.Text()), _itself, total=False, python="present({a}, {b}, {place})"),
    # what is not none, or play stops
    Op("sure", ("value",), t.settled, total=False, passes=FIRST, edges=lambda a: a, python="sure({a}, {place})",
       length=lambda work, args: work.length(args[0]), sign="surely "),
    # in scenarios: a card as the first one that looks like it
    Op("alike", ("value",), _itself, reads=LooksAt.FACES, value=_alike, length=lambda work, args: work.length(args[0])),
    # a value, and the number under which it is noted that it was asked
    Op("mark", (t.NUMBER, "value"), _itself, reads=LooksAt.MARKS, total=False, python="hit({a}, {b})",
       value=lambda at, number, value: at.program.model.cover.hit(number, value),
       length=lambda work, args: work.length(args[1])),
)
# fmt: on

OPERATORS: dict[str, Op] = {op.name: op for op in _ROWS}


def function(name: str) -> Op | None:
    """What a definition asks by this name, with brackets."""
    found = OPERATORS.get(name)
    return found if found is not None and found.doc else None


def functions() -> list[str]:
    """All names that can be asked so."""
    return [op.name for op in OPERATORS.values() if op.doc]


# ---------------------------------------------------------------------------------------------- folds


@attrs.frozen
class Folding:
    """A kind of `core.Fold`. takes: how it is asked. none: what it gives where there is no member. value: what it gives
    for members, and what is asked of each of them. python: {items} is the loop of a comprehension, {x} the member and
    {value} what is asked of it; whole: of a {list} of which nothing is asked."""

    takes: str
    none: Any
    value: Callable[[list[Any], list[Any]], Any]
    python: str
    whole: str


def _best(which: Callable[[list[Any]], Any], members: list[Any], values: list[Any]) -> list[Any]:
    best = which(values)
    return [member for member, value in zip(members, values, strict=True) if value == best]


# fmt: off
FOLDS: dict[str, Folding] = {
    "count": Folding("`count(list)` or `count(x in list where ...)`", 0, lambda members, _: len(members),
                     "len([1 {items}])", "len({list})"),
    "any": Folding("`any(x in list where ...)`", False, lambda *_: True, "([1 {items}] != [])", ""),
    "every": Folding("`every(x in list has ...)`", True, lambda _, values: all(values), "all([{value} {items}])", ""),
    "all": Folding("`all(x in list where ...)` or `all(value for x in list)`", (), lambda _, values: values,
                   "[{value} {items}]", "list({list})"),
    "first": Folding("`first(list)`, `first(x in list where ...)` or `first(value for x in list)`", None,
                     lambda _, values: values[0], "first_([{value} {items}])", "first_({list})"),
    "last": Folding("`last(list)`, `last(x in list where ...)` or `last(value for x in list)`", None,
                    lambda _, values: values[-1], "last_([{value} {items}])", "last_({list})"),
    "highest": Folding("`highest(x in list by value)`", (), partial(_best, max),
                       "highest_([({value}, {x}) {items}])", "highest_([(x, x) for x in {list}])"),
    "lowest": Folding("`lowest(x in list by value)`", (), partial(_best, min),
                      "lowest_([({value}, {x}) {items}])", "lowest_([(x, x) for x in {list}])"),
    "sorted": Folding("`sorted(list)`, `sorted(x in list by value)` or `sorted(value for x in list)`", (),
                      _in_order, "sorted_([({value}, {x}) {items}])", "sorted_([(x, x) for x in {list}])"),
    "same": Folding("`same(value for x in list)` or `same(list)`", True,
                    lambda _, values: len(set(map(plain, values))) < 2,
                    "(len({{{value} {items}}}) < 2)", "(len({{*{list}}}) < 2)"),
    "different": Folding("`different(value for x in list)` or `different(list)`", True,
                         lambda _, values: len(set(map(plain, values))) == len(values),
                         "different_([{value} {items}])", "different_({list})"),
    "consecutive": Folding("`consecutive(value for x in list)` or `consecutive(list)`", True,
                           lambda _, values: consecutive(values), "consecutive_([{value} {items}])",
                           "consecutive_({list})"),
    "sum": Folding("`sum(value for x in list)` or `sum(list)`", 0, lambda _, values: sum(values),
                   "sum([{value} {items}])", "sum({list})"),
    "max": Folding("`max(value for x in list)` or `max(a, b)`", None, lambda _, values: max(values),
                   "max_([{value} {items}])", "max_({list})"),
    "min": Folding("`min(value for x in list)` or `min(a, b)`", None, lambda _, values: min(values),
                   "min_([{value} {items}])", "min_({list})"),
}
# fmt: on
