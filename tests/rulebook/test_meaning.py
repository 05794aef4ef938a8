"""What a rulebook says means what the definition says: conditions and values are made up at random, told in English,
and read back by a reader that knows nothing but English; and whatever is different is called differently."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle import types as t
from hoyle.check.definitions import Definitions
from hoyle.check.expressions import Typer
from hoyle.diagnostics import for_people
from hoyle.read import Reading, read_source
from hoyle.rulebook import conditions, values
from hoyle.rulebook.book import rulebook
from hoyle.rulebook.definition import teller_of
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse

# names that could be mixed up: with each other, with words of the rulebook, with what something is made of
GAME = """game "Confusion" for 2..4 players

kind Shape : round_one | square_one | the_lead | won_pile
kind Depth : 1..4

option taken_out : yes_no
option mode : fast | bell | lead

cards Tile
    shape : Shape key
    value : 1..9 key
    worth : 0..9
    shiny = this.value > 4
    | shape | value | worth |
    | Shape | 1..9  | 1     |

zone deck         : pile, face down
zone won[Player]  : pile, face down
zone played       : row, face up
zone top_one      : pile, face up
zone first_one    : row, face up
zone taken        : set, face up
zone won_cards    : set, face up
zone nest[Player, Depth] : row, face up

var bell          : yes_no = no
var lead          : Player?
var the_lead_2    : Player?
var shape         : Shape
var value         : number = 0
var round_one_2   : number = 0
var shine[Player] : number = 0
var number_of_players : number = 0
var kept          : list of Tile
var rich[Player]  : yes_no = no
var marks[Tile]   : number = 0

define score(p) = 0
define worth(card) = card.worth + value
define shiny_now(card : Tile) = card.shiny and bell
define is_rich(p : Player) = value > 3
define in_play(p : Player) = value > 4
define is_in_play(p : Player) = value > 5
define bell_is_rung = bell
define bell_is_not_rung = value > 7
define gap(p : Player, q : Player) = shine[p] - shine[q]
define gap_of(n : number) = n + 1
define best = value + 2
define the_best = value + 3

flow
    move Tile to deck
    each p in Player
        p may wait

action wait
    text "wait"
    value += 1

ending over after flow
    winners highest(p in Player by score(p))

define asked(p : Player, q : Player, c : Tile, s : Shape, n : number, card : Tile) = yes
"""

LEAVES = [
    *("bell", "taken_out", "bell_is_rung", "empty(deck)", "empty(won[p])", "empty(played)", "is_rich(p)", "rich[p]"),
    *("in_play(q)", "c.up", "c in played", "s is shape", "s is the_lead", "lead is p", "lead is none"),
    *("mode is fast", "c.shape in [round_one, square_one]", "c.shape not in [round_one, s]", "n in 2..3"),
    *(
        "any(x in played where x.shiny)",
        "every(x in top_one has x.value > 2)",
        "not any(x in won[q] where x.up and shiny_now(x))",
    ),
]
NUMBERS = [
    *("n", "value", "3", "best", "the_best", "c.value", "worth(c)", "shine[p]", "gap(p, q)", "players"),
    *("count(played)", "count(x in top_one where x.shiny)", "sum(x.value for x in won[p] where x.value > value)"),
]
OPS = {
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
    "is": "equal to",
    "is not": "not equal to",
}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is"}
SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}


@cache
def game() -> Reading:
    found = read_source(Source("<text>", GAME))
    assert not found.failed, for_people(found.diagnostics, False, 110)
    return found


@cache
def scope() -> Any:
    return teller_of(game()).inside("asked")


def parsed(asked: str) -> tree.Expr:
    file, _ = parse(Source("<text>", f"library asking\n\ndefine asked = {asked}\n"))
    assert file is not None
    (decl,) = file.decls
    assert isinstance(decl, tree.Define) and decl.value is not None
    typed(decl.value)
    return decl.value


def typed(value: tree.Expr) -> None:
    """Let the checker look at a value, as if it stood in the definition `asked`."""
    world = game().world
    assert world is not None
    signatures = {name: (made.params, made.type) for name, made in world.model.defines.items()}
    Typer(Definitions(world, signatures), dict(world.model.defines["asked"].params)).expr(value)


@cache
def said(asked: str, no: bool = False) -> str:
    value = parsed(asked)
    if scope().type_of(value) == t.YES_NO:
        return conditions.said(scope(), value, no)
    return values.said(scope(), value)


# ---------------------------------------------------------------------------------------------- what is made up

Tree = Any  # ("leaf", text) | ("number", text) | (operator, part, ...)


def conditions_(depth: int) -> st.SearchStrategy[Tree]:
    leaf = st.sampled_from(LEAVES).map(lambda text: ("leaf", text))
    if not depth:
        return leaf
    inner = conditions_(depth - 1)
    number = numbers_(depth - 1)
    return st.one_of(
        leaf,
        st.tuples(st.sampled_from(["and", "or"]), inner, inner),
        st.tuples(st.sampled_from(["and", "or"]), inner, inner, inner),
        st.tuples(st.just("not"), inner),
        st.tuples(st.just("iff"), inner, inner),
        st.tuples(st.just("if"), inner, inner, inner),
        st.tuples(st.sampled_from(["any", "every"]), inner),
        st.tuples(st.sampled_from(sorted(OPS)), number, number),
    )


def numbers_(depth: int) -> st.SearchStrategy[Tree]:
    leaf = st.sampled_from(NUMBERS).map(lambda text: ("number", text))
    if not depth:
        return leaf
    inner = numbers_(depth - 1)
    return st.one_of(
        leaf,
        st.tuples(st.sampled_from([*SIGNS, "mod", "max", "min"]), inner, inner),
        st.tuples(st.just("minus"), inner),
        st.tuples(st.just("choice"), conditions_(depth - 1), inner, inner),
        st.tuples(st.just("gap_of"), inner),
        st.tuples(st.just("else"), inner),
    )


def written(node: Tree, deep: int = 0) -> str:
    """In the language; every part has brackets."""
    match node:
        case ("leaf" | "number", text):
            return f"({text})" if node[0] == "leaf" else str(text)
        case ("and" | "or" as word, *parts):
            return "(" + f" {word} ".join(written(part, deep) for part in parts) + ")"
        case ("not", part):
            return f"(not {written(part, deep)})"
        case ("iff", left, right):
            return f"({written(left, deep)} is {written(right, deep)})"
        case ("if" | "choice", test, then, otherwise):
            a, b, c = (written(part, deep) for part in (test, then, otherwise))
            return f"(if {a} then {b} otherwise {c})"
        case ("any", part):
            return f"any(z{deep} in taken where {written(part, deep + 1)})"
        case ("every", part):
            return f"every(z{deep} in taken has {written(part, deep + 1)})"
        case ("max" | "min" as word, left, right):
            return f"{word}({written(left, deep)}, {written(right, deep)})"
        case ("minus", part):
            return f"(-{written(part, deep)})"
        case ("gap_of", part):
            return f"gap_of({written(part, deep)})"
        case ("else", part):
            return f"(max(y.value for y in first_one) else {written(part, deep)})"
        case (op, left, right):
            return f"({written(left, deep)} {op} {written(right, deep)})"
    raise AssertionError(node)


def meaning(node: Tree, no: bool = False) -> Tree:
    """With `not` at the leaves only, `and` in `and` and `or` in `or` as one."""
    match node:
        case ("leaf" | "number", _):
            return (node, no) if node[0] == "leaf" else node
        case ("and" | "or" as word, *parts):
            word = {"and": "or", "or": "and"}[word] if no else word
            made = [meaning(part, no) for part in parts]
            return (word, *(p for each in made for p in (each[1:] if each[0] == word else (each,))))
        case ("not", part):
            return meaning(part, not no)
        case ("iff", left, right):
            return ("iff", meaning(left, no), meaning(right))
        case ("if", test, then, otherwise):
            return ("if", meaning(test), meaning(then, no), meaning(otherwise, no))
        case ("any" | "every" as word, part):
            return (({"any": "every", "every": "any"}[word] if no else word), meaning(part, no))
        case (op, left, right) if op in OPS:
            return (OPPOSITE[op] if no else op, meaning(left), meaning(right))
        case ("minus", ("minus", part)) if written(part).lstrip("(-").rstrip(")").isdecimal():
            return meaning(part)  # a sign before a number is part of it
        case (word, *parts):
            return (word, *(meaning(part) for part in parts))
    raise AssertionError(node)


# ---------------------------------------------------------------------------------------------- the reader


@cache
def leaves() -> dict[str, Tree]:
    found = {}
    for text in LEAVES:
        for no in (False, True):
            found[said(text, no)] = (("leaf", text), no)
    return found


@cache
def known_numbers() -> dict[str, Tree]:
    return {said(text): ("number", text) for text in NUMBERS}


def outside(text: str) -> str:
    """The text with all that stands in brackets blotted out."""
    found, depth = "", 0
    for char in text:
        depth -= char == ")"
        found += char if not depth else "~"
        depth += char == "("
    return found


def cuts(text: str, word: str) -> list[str]:
    """The parts between a word, wherever it stands outside brackets."""
    places = [m.start() for m in re.finditer(re.escape(word), outside(text))]
    ends = [0, *(place + len(word) for place in places)]
    return [text[start:end] for start, end in zip(ends, [*places, len(text)], strict=True)]


def bare(text: str) -> str:
    while text.startswith("(") and outside(text).replace("~", "") == "()":
        text = text[1:-1]
    return text


MEMBER = r"(?:card|card Z\d|Tile|that card)"
EVERY = re.compile(rf"for every {MEMBER} in the taken cards, ")
ANY = re.compile(rf"there is (a|no) {MEMBER} in the taken cards for which ")


def read(text: str) -> Tree:
    """A condition."""
    text = bare(text)
    if text in leaves():
        return leaves()[text]
    for word in (", and ", ", or "):
        if len(parts := cuts(text, word)) > 1:
            return joined(parts, word)
    if found := EVERY.match(text):
        return ("every", read(text[found.end() :]))
    if found := ANY.match(text):
        inner = read(text[found.end() :])
        return ("any", inner) if found[1] == "a" else ("every", negated(inner))
    if len(parts := cuts(text, " exactly if ")) == 2:
        return ("iff", *(read(part) for part in parts))
    if text.endswith(" (if not)"):
        blotted = outside(text)
        for place in [m.start() for m in re.finditer(r"\) or ", blotted)]:
            start = blotted[:place].rindex("(")
            if text[start:].startswith("(if "):
                test, then = text[start + 4 : place], text[: start - 1]
                return ("if", read(test), read(then), read(text[place + 5 :].removesuffix(" (if not)")))
    ways = []
    for word in (" and ", " or "):
        if len(parts := cuts(text, word)) > 1:
            with suppress(KeyError):
                ways.append(joined(parts, word))
    assert len(ways) < 2, f"{text!r} can be read in two ways"
    return ways[0] if ways else compared(text)


@cache
def attempt(text: str) -> Tree:
    try:
        return read(text)
    except (KeyError, ValueError):
        return None


def joined(parts: list[str], word: str) -> Tree:
    """As many conditions as there are; a part that is none belongs to the one before it."""
    ways: dict[int, list[Tree]] = {len(parts): []}
    for start in reversed(range(len(parts))):
        for end in range(start + 1, len(parts) + 1):
            if (start, end) == (0, len(parts)) or end not in ways:
                continue
            found = attempt(word.join(parts[start:end]))
            if found is not None and len(ways[end]) >= len(ways.get(start, [])):
                ways[start] = [found, *ways[end]]
    if 0 not in ways:
        raise KeyError(parts)
    key = word.strip(", ")
    return (key, *(p for each in ways[0] for p in (each[1:] if each[0] == key else (each,))))


def negated(node: Tree) -> Tree:
    match node:
        case (("leaf", text), no):
            return (("leaf", text), not no)
        case ("and" | "or" as word, *parts):
            return ({"and": "or", "or": "and"}[word], *(negated(part) for part in parts))
        case ("iff", left, right):
            return ("iff", negated(left), right)
        case ("if", test, then, otherwise):
            return ("if", test, negated(then), negated(otherwise))
        case ("any" | "every" as word, part):
            return ({"any": "every", "every": "any"}[word], negated(part))
        case (op, left, right):
            return (OPPOSITE[op], left, right)
    raise AssertionError(node)


COMPARED = re.compile(r" (?:is|are) (not equal to|equal to|less than|at most|more than|at least|not )?")
AMOUNT = re.compile(r"there (?:is|are) (not |less than |at most |more than |at least )?(?:only )?(−?\d+) players?")


def compared(text: str) -> Tree:
    if found := AMOUNT.fullmatch(text):
        words = {"not ": "is not", None: "is"} | {f"{word} ": op for op, word in OPS.items()}
        return (words[found[1]], ("number", "players"), number(found[2]))
    for found in COMPARED.finditer(outside(text)):
        left, right = text[: found.start()], text[found.end() :].removeprefix(" ")
        op = {word: op for op, word in OPS.items()}.get(found[1] or "equal to") or "is not"
        try:
            return (op, number(left), number(right))
        except (KeyError, ValueError):
            continue
    raise KeyError(text)


def number(text: str) -> Tree:
    """A value."""
    text = bare(text)
    if text in known_numbers():
        return known_numbers()[text]
    if ", and otherwise " in outside(text):
        for place in [m.start() for m in re.finditer(", and otherwise ", outside(text))]:
            head, last = text[:place], text[place + len(", and otherwise ") :]
            parts = cuts(head, " if ")
            return ("choice", read(parts[1]), number(parts[0]), number(last)) if len(parts) == 2 else _chain(head, last)
    none = " (or, if there is none, "
    known = "the highest value of the cards in the first one"
    if text.startswith(known + none):
        return ("else", number(text.removeprefix(known + none).removesuffix(")")))
    if text.startswith(known + " or, if there is none, "):
        return ("else", number(text.removeprefix(known + " or, if there is none, ")))
    if text.startswith(("the higher of ", "the lower of ")):
        word = "max" if text.startswith("the higher") else "min"
        rest = text.partition(" of ")[2]
        for cut in range(1, len(cuts(rest, " and "))):
            parts = cuts(rest, " and ")
            try:
                return (word, number(" and ".join(parts[:cut])), number(" and ".join(parts[cut:])))
            except (KeyError, ValueError):
                continue
    if text.startswith("the remainder of ") and len(parts := cuts(text, " divided by ")) == 2:
        return ("mod", number(parts[0].removeprefix("the remainder of ")), number(parts[1]))
    if text.startswith("minus "):
        return ("minus", number(text.removeprefix("minus ")))
    if re.fullmatch("−[0-9]+", text):
        return ("minus", ("number", text[1:]))
    text = text.removesuffix(" (rounded down)")
    for op, word in SIGNS.items():
        if len(parts := cuts(text, f" {word} ")) > 1:
            made = [number(part) for part in parts]
            while len(made) > 1:
                made[:2] = [(op, made[0], made[1])]
            return made[0]
    if text.startswith("the *gap of* "):
        return ("gap_of", number(text.removeprefix("the *gap of* ")))
    raise KeyError(text)


def _chain(head: str, last: str) -> Tree:
    """`1 if a, 2 if b, and otherwise 3`"""
    first, *rest = cuts(head, ", ")
    value, test = cuts(first, " if ")
    inner = number(f"{', '.join(rest)}, and otherwise {last}")
    return ("choice", read(test), number(value), inner)


def aloud(text: str) -> str:
    """As it is heard: nobody hears italics or capitals."""
    return text.replace("*", "").lower()


# ---------------------------------------------------------------------------------------------- tests


@often(400)
@given(conditions_(3))
def test_a_condition_can_be_read_back(node: Tree) -> None:
    asked = written(node)
    assert read(said(asked)) == meaning(node), said(asked)


@often(300)
@given(numbers_(3))
def test_a_value_can_be_read_back(node: Tree) -> None:
    asked = written(node)
    text = said(asked)
    assert number(text) == meaning(node), text


EVERYTHING = [
    *LEAVES,
    *NUMBERS,
    *(
        "s",
        "shape",
        "c.shape",
        "the_lead",
        "lead",
        "the_lead_2",
        "p",
        "q",
        "left(p)",
        "left(q)",
        "c",
        "card",
        "owner(c)",
    ),
    *("card.up", "card.worth", "worth(card)", "c.worth", "card.shiny", "shiny_now(card)", "is_in_play(q)", "rich[q]"),
    *("bell_is_not_rung", "not bell_is_rung", "not bell", "not bell_is_not_rung", "round_one", "round_one_2"),
    *(
        "won[p]",
        "won",
        "won_cards",
        "top_one",
        "first_one",
        "taken",
        "played",
        "top(top_one)",
        "top(deck)",
        "first(first_one)",
    ),
    *(
        "first(top_one)",
        "last(top_one)",
        "count(won)",
        "count(won_cards)",
        "number_of_players",
        "empty(won)",
        "not empty(won)",
    ),
    *(
        "nest[p]",
        "nest[p, 2]",
        "nest[q, n]",
        "marks[c]",
        "marks[card]",
        "kept",
        "empty(kept)",
        "gap(q, p)",
        "gap(p, p)",
    ),
    *(
        "all(x in played where x.shiny) + top_one",
        "all(x in played + top_one where x.shiny)",
        "played + top_one",
        "Tile",
        "Card",
    ),
    *("any(x in played where x.shiny or x.up)", "any(x in played where x.shiny) or c.up", "c is card", "c is not card"),
    *("any(x in played where x is not c and x.up)", "every(x in played has x.up or x.shiny)"),
    *("every(x in played has x.up) or c.up", "count(x in played where x.up) is 2", "shape is square_one"),
    *("count(x in played where x.value > value) + 2", "count(x in played where x.value > value + 2)"),
    *("gap_of(n) + 2", "gap_of(n + 2)", "gap_of(n) * 2", "max(n, 2) + 1", "max(n, 2 + 1)", "n - (2 - value)"),
    *("(n - 2) - value", "n - 2 * value", "(n - 2) * value", "shape in [round_one]", "mode is lead", "mode is bell"),
    *(
        "max(x.value for x in first_one) else 2 + n",
        "(max(x.value for x in first_one) else 2) + n",
        "shine[lead else p]",
    ),
    *("gap(p, lead else q)", "(if bell then 1 otherwise 2) + 3", "if bell then 1 otherwise 2 + 3"),
]
SAME = [{"Tile", "Card"}]


def test_different_things_are_called_differently() -> None:
    told = {asked: aloud(said(asked)) for asked in dict.fromkeys(EVERYTHING)}
    alike = [(a, b, told[a]) for a, b in combinations(told, 2) if told[a] == told[b] and {a, b} not in SAME]
    assert alike == []


def test_small_conditions_are_told_apart_all_of_them() -> None:
    """Every condition of up to three leaves."""
    leaf = [
        ("leaf", "bell"),
        ("leaf", "c.shape in [round_one, square_one]"),
        ("leaf", "any(x in played where x.shiny)"),
    ]
    small: list[Tree] = [*leaf, *(("not", each) for each in leaf)]
    pairs = [(word, a, b) for word in ("and", "or", "iff") for a in small for b in leaf]
    pairs += [(word, a) for word in ("any", "every") for a in small] + [("not", each) for each in pairs]
    rng = random.Random(1)
    nodes = [*small, *pairs]
    for word in ("and", "or", "iff"):
        for pair in pairs:
            single = rng.sample(leaf, 2)
            nodes += [(word, pair, single[0]), (word, single[0], pair), (word, single[1], pair)]
    nodes += [(word, a, b) for word in ("and", "or") for a in rng.sample(pairs, 30) for b in rng.sample(pairs, 8)]
    told: dict[str, Tree] = {}
    for node in nodes:
        text = aloud(said(written(node)))
        assert told.setdefault(text, meaning(node)) == meaning(node), text


def test_names_that_rulebooks_use_themselves() -> None:
    """Zones that are called as what is done to cards, asked for in every way there is."""
    for name in ("won", "played", "taken", "shown", "topmost", "next", "other", "laid", "tricks", "hand", "card"):
        text = f"""game "Little" for 2 players
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone {name}[Player] : pile, face down
define score(p) = count({name}[p])
flow
    main
phase main
    move Tile to box
ending done after main when any(p in Player where empty({name}[p])) or not empty({name})
    winners []
"""
        found = read_source(Source("<text>", text))
        assert not found.failed, for_people(found.diagnostics, False, 110)
        assert re.search("whose .* (is|are) empty, or there is a card in any of the", rulebook(found, []))


@pytest.mark.parametrize("asked", LEAVES)
def test_no_is_the_opposite(asked: str) -> None:
    assert aloud(said(asked)) != aloud(said(asked, True))
    assert said(f"not ({asked})") == said(asked, True)
