"""Values and conditions, made up at random, in words: nothing of the language shows, and nothing is lost."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from prose import slips

from hoyle import types as t
from hoyle.check.definitions import Definitions
from hoyle.check.expressions import Typer
from hoyle.english import plain
from hoyle.read import Reading, read_source
from hoyle.rulebook import conditions, values
from hoyle.rulebook.book import rulebook
from hoyle.rulebook.definition import teller_of
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse
from hoyle.syntax.walk import below

GAME = """game "Words" for 2..4 players

option long_night "how long it is" : short_one | long_one
option dark_side : yes_no

kind Hue   : sky_blue | sea_green | rust_red
kind Level : 1..4

cards Leaf
    hue    : Hue key
    points : 0..9 key
    odd_one = this.points mod 2 is 1
    written "{hue} {points}"
    | hue | points |
    | Hue | 0..9   |

zone draw_deck             : pile, face down
zone hand[Player]          : set, face down, seen by owner
zone open_row              : row, face up
zone nest[Player, Level]   : row, face up
zone trick[Player]         : slot, face up

var purse_size[Player] : number = 0
var has_passed[Player] : yes_no = no
var bell_rung          : yes_no = no
var first_caller       : Player?
var chosen_hue         : Hue

define score(p) = purse_size[p]
define worth_of(card) = card.points
define night_falls = long_night is long_one
define is_rich(p : Player) = purse_size[p] > 10
define fits(card) = card.hue is chosen_hue
define hand_limit = 5
define gap_to(p : Player, q : Player) = purse_size[p] - purse_size[q]

flow
    move Leaf to draw_deck
    repeat 2 times
        each p in Player
            p may wait

action wait
    text "wait"
    purse_size[you] += 1

ending over after flow
    winners highest(p in Player by score(p))

define asked(p : Player, card : Leaf) = yes
"""

NUMBERS = st.sampled_from(
    [
        *("0", "7", "players", "hand_limit", "purse_size[p]", "score(p)", "card.points", "worth_of(card)"),
        *("count(hand[p])", "count(open_row)", "gap_to(p, left(p))", "purse_size[left(p, 2)]", "count(hand)"),
    ]
)
LISTS = st.sampled_from(
    [
        *("hand[p]", "open_row", "draw_deck", "top(draw_deck, 3)", "trick", "hand", "nest[p, 2]", "nest[p]", "Leaf"),
        *(
            "all(d in open_row where d.odd_one)",
            "hand[p] + open_row",
            "trick[left(p)]",
            "highest(d in open_row by d.points)",
            "lowest(d in open_row where d.up by d.points, d.hue)",
            "sorted(d in hand[p] by d.hue, d.points)",
        ),
    ]
)
MEMBERS_NUMBER = st.sampled_from(["c.points", "worth_of(c)", "c.points + 1", "c.points * hand_limit"])
ABOUT_MEMBER = st.sampled_from(
    [
        *(
            "c.hue is rust_red",
            "c.hue is not card.hue",
            "c.odd_one",
            "not c.odd_one",
            "c.up",
            "c is not card",
            "fits(c)",
        ),
        *("worth_of(c) > 3", "owner(c) is p", "c in hand[p]", "c.points in 2..4", "c.hue in [sky_blue, rust_red]"),
        *(
            "c.odd_one or c.up",
            "fits(c) and (c.up or c.points > hand_limit)",
            "any(e in open_row where e.hue is c.hue)",
        ),
    ]
)
PLAIN = st.sampled_from(
    [
        *("dark_side", "night_falls", "bell_rung", "not bell_rung", "has_passed[p]", "is_rich(p)", "fits(card)"),
        *(
            "long_night is short_one",
            "first_caller is none",
            "first_caller is p",
            "chosen_hue is sea_green",
            "players is 3",
        ),
        *("empty(draw_deck)", "not empty(hand)", "empty(nest[p])", "card in hand[p]", "card.up", "not card.odd_one"),
        *("card is Leaf(rust_red, 3)", "chosen_hue < rust_red", "hand[p] is [card]", "not empty(trick)"),
    ]
)


@st.composite
def numbers(draw: st.DrawFn, depth: int = 2) -> str:
    inner = numbers(depth=depth - 1)
    shape = draw(st.integers(0, 11)) if depth else 0
    match shape:
        case 9:
            sizes = draw(st.sampled_from(["2", "3..5", "2..", "hand_limit", "1..hand_limit"]))
            about = f"{draw(st.sampled_from(['any(c in g where', 'every(c in g has']))} {draw(ABOUT_MEMBER)})"
            return f"count(g of {sizes} in {draw(LISTS)} where {about})"
        case 10:
            return f"sum(a.points for a, b in {draw(LISTS)} where a.hue is not b.hue)"
        case 11:
            return f"count({draw(LISTS)} - {draw(LISTS)})"
        case 1:
            return f"({draw(inner)} {draw(st.sampled_from(['+', '-', '*', '/', 'mod']))} {draw(inner)})"
        case 2:
            return f"max({draw(inner)}, {draw(inner)})"
        case 3:
            return f"(if {draw(PLAIN)} then {draw(inner)} otherwise {draw(inner)})"
        case 4:
            return f"sum({draw(MEMBERS_NUMBER)} for c in {draw(LISTS)} where {draw(ABOUT_MEMBER)})"
        case 5:
            return f"(max(c.points for c in {draw(LISTS)} where {draw(ABOUT_MEMBER)}) else {draw(inner)})"
        case 6:
            return f"count(c in {draw(LISTS)} where {draw(ABOUT_MEMBER)})"
        case 7:
            return f"count(q in others(p), c in {draw(LISTS)} where {draw(ABOUT_MEMBER)})"
        case 8:
            return f"sum({draw(MEMBERS_NUMBER)} + number(q) for c in {draw(LISTS)}, q in others(p))"
    return draw(NUMBERS)


@st.composite
def truths(draw: st.DrawFn, depth: int = 2) -> str:
    inner = truths(depth=depth - 1)
    shape = draw(st.integers(0, 9)) if depth else 0
    match shape:
        case 1 | 2:
            return f"({draw(inner)} {'and' if shape == 1 else 'or'} {draw(inner)})"
        case 3:
            return f"not ({draw(inner)})"
        case 4:
            return (
                f"{draw(numbers(1))} {draw(st.sampled_from(['<', '<=', '>', '>=', 'is', 'is not']))} {draw(numbers(1))}"
            )
        case 5 | 6:
            fold, has = ("any", "where") if shape == 5 else ("every", "has")
            return f"{fold}(c in {draw(LISTS)} {has} {draw(ABOUT_MEMBER)})"
        case 7:
            return f"any(q in others(p) where {draw(inner)} and purse_size[q] > 2)"
        case 8:
            word = draw(st.sampled_from(["same", "different", "consecutive"]))
            where = draw(st.sampled_from(["", f" where {draw(ABOUT_MEMBER)}"]))
            return f"{word}({draw(MEMBERS_NUMBER)} for c in {draw(LISTS)}{where})"
        case 9:
            fold, has = draw(st.sampled_from([("any", "where"), ("every", "has")]))
            return f"{fold}(q in others(p), c in {draw(LISTS)} {has} {draw(ABOUT_MEMBER)})"
    return draw(PLAIN)


@cache
def game() -> Reading:
    found = read_source(Source("<text>", GAME))
    assert not found.failed, [d.message for d in found.diagnostics]
    return found


def parsed(asked: str) -> tree.Expr:
    """A value as it stands in a definition; that it makes sense does not matter here."""
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


def words(asked: str, no: bool = False) -> str:
    scope, value = teller_of(game()).inside("asked"), parsed(asked)
    return conditions.said(scope, value, no) if scope.type_of(value) == t.YES_NO else values.said(scope, value)


def lost(asked: str, said: str) -> list[str]:
    """The names and numbers that nothing of is said."""
    if "`" in said:
        return []
    found = []
    for node in (value := parsed(asked), *below(value)):
        names = [node.text] if isinstance(node, tree.Name) else [node.name.text] if isinstance(node, tree.Attr) else []
        names = [str(node.value)] if isinstance(node, tree.Number) else names
        for word in (word for name in names if len(name) > 1 or name.isdecimal() for word in plain(name).split()):
            known = {"up": "face", "others": "other", "top": "top", "empty": "empty|there is", "owner": "owner|’s"}
            known |= {"left": "left", "Leaf": "card|the", "winners": "w", "is": "is|counts|count|are", "has": "passed"}
            if not re.search(known.get(word, re.escape(word.lower().removesuffix("s"))), said.lower()):
                found.append(word)
    return found


@often(300)
@given(numbers())
def test_numbers_are_told_whole_and_in_english(asked: str) -> None:
    said = words(asked)
    assert slips(said) == []
    assert lost(asked, said) == []


@often(300)
@given(truths())
def test_conditions_are_told_whole_and_in_english(asked: str) -> None:
    said, opposite = words(asked), words(asked, no=True)
    assert slips(said) == slips(opposite) == []
    assert lost(asked, said) == lost(asked, opposite) == []
    assert said != opposite


SAID = {
    "count(hand[p])": "the number of cards in the player’s hand",
    "sum(c.points for c in open_row where c.hue is card.hue)": (
        "the total points of the cards in the open row whose hue is the card’s hue"
    ),
    "not empty(hand)": "there is a card in any of the hands",
    "empty(hand)": "all hands are empty",
    "every(q in others(p) has is_rich(q))": "every other player is *rich*",
    "not any(c in hand[p] where fits(c))": "there is no card in the player’s hand that *fits*",
    "players > 2 and long_night is long_one": (
        "there are more than 2 players and the option *long night* is *long one*"
    ),
    "players is 1 or players is not 1": "there is only 1 player or there is not only 1 player",
    "players > 1 and players >= 3": "there is more than 1 player and there are at least 3 players",
    "bell_rung and (dark_side or night_falls)": (
        "*bell rung* holds and (the option *dark side* is on or *night falls* holds)"
    ),
    "not (bell_rung and dark_side)": "*bell rung* does not hold or the option *dark side* is off",
    "first_caller is not none": "there is a first caller",
    "Leaf(rust_red, 3) in hand[p]": "the rust red 3 is in the player’s hand",
    "count(all(d in open_row where d.odd_one) + hand[p])": (
        "the number of cards among ((all cards in the open row that count as *odd one*) and the player’s hand)"
    ),
    "hand[p] is [card]": "the player’s hand is exactly the card",
    "top(draw_deck) is [card]": "the top card of the draw deck is the card",
    "card.points * 2 + 1": "(the card’s points times 2) plus 1",
    "same(c.hue for c in hand[p])": "the hues of the cards in the player’s hand are all the same",
    "not consecutive(c.points for c in open_row)": "the points of the cards in the open row are not consecutive",
    "sorted(d in hand[p] by d.hue, d.points)": (
        "the cards in the player’s hand, sorted by hue, then by points, the lowest first"
    ),
    "the highest(d in open_row by d.points, d.hue)": (
        "the only card in the open row with the highest points and, among these, the highest hue"
    ),
    "any(q in others(p), c in hand[q] where c.hue is card.hue)": (
        "there is a combination of another player Q and a card C in player Q’s hand whose hue is the card’s hue"
    ),
    "count(h in sky_blue..sea_green where h is not chosen_hue)": (
        "the number of hues from sky blue to sea green other than the chosen hue"
    ),
    "count(g of 2..3 in hand[p] where same(c.hue for c in g))": (
        "the number of groups of 2 to 3 cards in the player’s hand for which "
        "the hues of the cards in that group are all the same"
    ),
    "max(sum(c.points for c in g) for g of 3.. in open_row) else 0": (
        "the highest number, over all groups of 3 or more cards in the open row, "
        "of the total points of the cards in that group (or, if there is none, 0)"
    ),
    "count(a, b in open_row where a.hue is b.hue)": (
        "the number of pairs of cards (card A and card B) in the open row for which card A’s hue is card B’s hue"
    ),
    "count(g of hand_limit in hand[p])": (
        "the number of groups of cards in the player’s hand (as many as the *hand limit*)"
    ),
    "count(hand[p] - card)": "the number of cards among (the player’s hand without the card)",
    "number(card.hue) > 1": "the number of the card’s hue is more than 1",
    "max(purse_size[p], 0)": "the higher of the player’s purse size and 0",
    "gap_to(p, left(p)) < 0": "the *gap to* the player and the player to the left of the player is less than 0",
}


@pytest.mark.parametrize(("asked", "said"), SAID.items(), ids=SAID)
def test_said(asked: str, said: str) -> None:
    assert words(asked) == said


SET = """game "Set" for 2 players

kind Hue : red | blue

cards Leaf
    hue : Hue key
    | hue |
    | Hue |

zone deck : pile, face down

var seen[Player, Hue] : yes_no = no
var lit : Hue = red
var only_card : Leaf?

flow
    move Leaf to deck
    seen[the_first, lit] = deck is [Leaf(red)]
    let a = asked(the_first)
    a = yes
    if only_card is none
        shuffle deck
    if a
        shuffle deck

define the_first = seat(1)
define score(p) = 0

to asked(p : Player) : yes_no
    return lit is red

ending over after flow
    winners []
"""


def test_what_is_set_is_said_by_its_own_verb() -> None:
    """What holds for several things, what was answered, and a name that begins as a phrase of the rulebook does."""
    reading = read_source(Source("<text>", SET))
    assert not reading.failed, [d.message for d in reading.diagnostics]
    told = rulebook(reading, [])
    assert "2. *Seen* now holds for the *first* and the lit if the deck is exactly the red, and otherwise not." in told
    assert "4. The answer to *asked* is now yes." in told
    assert "5. If there is no only card: shuffle the deck." in told
