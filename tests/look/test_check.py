"""What is wrong in a look is told with its place, its code and what to write instead; the rest of the look is drawn."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from hoyle.check.world import World
from hoyle.diagnostics import Diagnostic, Diagnostics
from hoyle.look.check import checked
from hoyle.look.parse import parse
from hoyle.read import read_source
from hoyle.source import Source

GAME = """\
game "Rows" for 2..3 players

option pace : quick | slow

kind Color : red | blue
kind Suit  : Color | wild
kind Cell  : top_left | top_right | low
kind Step  : 1..3

cards Tile
    suit  : Suit key
    value : 1..4 key
    tint  : Color
    star  : Color
    loud  : yes_no = no
    says  : text
    | suit | value | tint | star | says |
    | Suit | 1..4  | red  | blue | "hm" |

cards Hero
    name : name
    | name     |
    | the_king |

zone deck               : pile of Tile, face down
zone hand[Player]       : set of Tile, face down, seen by owner
zone lair[Player]       : slot of Hero, face up
zone steps[Step]        : row of Tile, face up
zone field[Player, Cell] : slot of Tile, face up
zone notes[Player, Cell] : row of Tile, face up
zone cube[Cell, Step]   : row of Tile, face up
zone on[Hero]           : row of Tile, face up

var points[Player] : number = 0
var health[Player] : 0..20 = 7
var leader         : Player = seat(1)
var trump          : Suit?
var hot            : yes_no = no
var told           : number = 0, untold

define score(p) = points[p]
define most = max(points), shown
define secret = 3

action play(card in hand[you])
    move card to field[you, low]
    points[you] += secret
    told += 1

phase play_it "playing"
    each p in Player
        p must play if able

flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    play_it

ending done after play_it
    winners highest(p in Player by score(p))
"""


@cache
def world() -> World:
    found = read_source(Source("rows.hoyle", GAME))
    assert not found.failed, found.diagnostics
    return found.right


def read(*lines: str) -> tuple[dict[str, Any], list[Diagnostic], str]:
    """The data of a look, what is wrong with it, and its text."""
    text = "\n".join(["look of rows", *lines, ""])
    found, source = Diagnostics(), Source("rows.look", text)
    return checked(parse(source, found), source, world().model, "rows", found), found.all(), text


def test_what_is_right_is_data() -> None:
    data, wrong, _ = read(
        "color Suit : red #C8332d | blue blue | wild rainbow  # a comment",
        "color Hero.name : the_king gold",
        "pip Suit : red fist | wild",
        "    crown",
        'short Suit : wild "*"',
        "card Tile : corner suit / value, text says, face named, color suit, pip suit, back teal",
        "card Hero : title name, color #112233, pip crown",
        "zone field : grid top_left top_right / low, at seat, large",
        "zone notes : with field, small",
        "zone steps : order 3 1 2, while play_it",
        "zone deck, box : hidden",
        "value health : bar",
        "value points : bar of 50",
        "value leader : token",
        "value hot : flag",
        "value most, score : count",
        "value trump : hidden",
        "table : rows, felt green",
    )
    assert wrong == []
    assert data["colors"] == {
        "Suit": {"red": "#c8332d", "blue": "blue", "wild": "rainbow"},
        "Color": {"red": "#c8332d", "blue": "blue"},  # narrower, so it is told by the wider one
        "Hero.name": {"The King": "gold"},
    }
    assert data["pips"] == {"Suit": {"red": "fist", "wild": "crown"}, "Color": {"red": "fist"}}
    assert data["short"] == {"Suit": {"wild": "*"}, "Color": {}}
    assert data["cards"] == {
        "Tile": {
            "corner": ["suit", "value"],
            "text": "says",
            "face": "named",
            "color": "suit",
            "pip": "suit",
            "back": "teal",
            "kinds": {"suit": "Suit", "tint": "Color", "star": "Color"},
        },
        "Hero": {"title": "name", "paint": "#112233", "drawing": "crown", "kinds": {"name": "Hero.name"}},
    }
    assert data["zones"] == {
        "field": {"grid": [["top left", "top right"], ["low"]], "at": "seat", "size": "large"},
        "notes": {"with": "field", "size": "small"},
        "steps": {"order": [3, 1, 2], "while": "play_it"},
        "deck": {"hidden": True},
        "box": {"hidden": True},
    }
    assert data["values"] == {
        "health": {"as": "bar", "of": 20},
        "points": {"as": "bar", "of": 50},
        "leader": {"as": "token"},
        "hot": {"as": "flag"},
        "most": {"as": "count"},
        "score": {"as": "count"},
        "trump": {"hidden": True},
    }
    assert data["table"] == {"shape": "rows", "felt": "green"}


WRONG = [
    # line, code, what is underlined, the message, the help
    ("zone deck : smal", "HYL701", "smal", "`smal` does not fit here", "did you mean `small`?"),
    (
        "zone deck : glad",
        "HYL701",
        "glad",
        "`glad` does not fit here",
        "here may stand `at`, `grid`, `hidden`, `large`, `order`, `small`, `while` or `with`",
    ),
    ("card Tile : face numerl", "HYL701", "numerl", "`numerl` does not fit here", "did you mean `numeral`?"),
    ("colour Suit : red red", "HYL701", "colour", "`colour` does not fit here", "did you mean `color`?"),
    ("zone deck small", "HYL701", "small", "`small` does not fit here", "here may stand `,` or `:`"),
    ("zone deck : at  # where", "HYL701", "", "this line is not finished", "here may stand `centre`, `corner`"),
    ("table : ring #round", "HYL701", "#round", "`#round` does not fit here", "put a blank behind the `#`"),
    ("table : ring ?", "HYL701", "?", "`?` does not fit here", ""),
    ("color Suits : red red", "HYL703", "Suits", "unknown kind `Suits`", "did you mean `Suit`?"),
    ("color Suit : rde red", "HYL703", "rde", "unknown member of `Suit` `rde`", "did you mean `red`?"),
    (
        "color of.pace : quick red",
        "HYL703",
        "of.pace",
        "unknown kind `of.pace`",
        "there are `Color`, `Suit`, `Cell` and",
    ),
    ("card Tiel : face pips", "HYL703", "Tiel", "unknown type of cards `Tiel`", "did you mean `Tile`?"),
    ("card Tile : title nmae", "HYL703", "nmae", "unknown attribute of `Tile` `nmae`", ""),
    ("card Tile : corner valeu", "HYL703", "valeu", "unknown attribute of `Tile` `valeu`", "did you mean `value`?"),
    ("card Tile : color siut", "HYL703", "siut", "unknown attribute of `Tile` `siut`", "did you mean `suit`?"),
    ("zone dekc : small", "HYL703", "dekc", "unknown zone `dekc`", "did you mean `deck`?"),
    ("zone deck : while night", "HYL703", "night", "unknown phase `night`", "there is `play_it`"),
    ("zone deck : while play_it or night", "HYL703", "night", "unknown phase `night`", "there is `play_it`"),
    (
        "card Tile : corner value / suits",
        "HYL703",
        "suits",
        "unknown attribute of `Tile` `suits`",
        "did you mean `suit`?",
    ),
    ("zone notes : with feild", "HYL703", "feild", "unknown zone `feild`", "did you mean `field`?"),
    ("zone field : grid top_left / lwo", "HYL703", "lwo", "unknown place of `field` `lwo`", "did you mean `low`?"),
    ("value piont : count", "HYL703", "piont", "unknown value on the table `piont`", "did you mean `points`?"),
    ("value told : count", "HYL703", "told", "unknown value on the table `told`", ""),
    ("value secret : count", "HYL703", "secret", "unknown value on the table `secret`", ""),
    ("color Suit : red crimson", "HYL704", "crimson", "unknown colour `crimson`", ""),
    ("color Suit : red yelow", "HYL704", "yelow", "unknown colour `yelow`", "did you mean `yellow`?"),
    ("color Suit : red #12345", "HYL704", "#12345", "`#12345` is no colour", "six figures"),
    ("color Suit : red #12345g", "HYL704", "#12345g", "`#12345g` is no colour", "six figures"),
    ("pip Suit : red hart", "HYL704", "hart", "unknown drawing `hart`", "did you mean `heart`?"),
    ("card Tile : back #123", "HYL704", "#123", "`#123` is no colour", ""),
    ("table : felt greem", "HYL704", "greem", "unknown colour `greem`", "did you mean `green`?"),
    ("color Suit : red red | red blue", "HYL705", "red", "`red` has this said of it twice", "take one out"),
    ("zone deck : small, large", "HYL705", "large", "`deck` has this said of it twice", "take one out"),
    ("zone deck, deck : small", "HYL705", "small", "`deck` has this said of it twice", "take one out"),
    ("table : ring, rows", "HYL705", "rows", "`table` has this said of it twice", "take one out"),
    ("look of rows", "HYL705", "rows", "`rows` has this said of it twice", "take one out"),
    ('short Suit : red "crimson"', "HYL706", '"crimson"', "what is short has 1 to 4 signs, and this has 7", ""),
    ('short Suit : red ""', "HYL706", '""', "what is short has 1 to 4 signs, and this has 0", ""),
    ("card Tile : color value", "HYL706", "value", "`value` is a 1..4, and only members", ""),
    ("card Tile : pip loud", "HYL706", "loud", "`loud` is a yes_no, and only members", ""),
    ("zone deck : order low", "HYL706", "deck", "`deck` has nothing in its brackets", ""),
    ("zone hand : grid 1", "HYL706", "hand", "`hand` has nothing in its brackets", ""),
    ("zone cube : grid low", "HYL706", "cube", "`cube` has more than one thing in its brackets", ""),
    ("zone on : order the_king", "HYL706", "on", "`on` belongs to cards", ""),
    ("zone steps : order 1 2", "HYL706", "order 1 2", "`3` is left out, so its cards could not be seen", ""),
    ("zone field : grid low", "HYL706", "grid low", "`top_left` is left out, so its cards could not be seen (and", ""),
    ("zone steps : order 1 2 3 1", "HYL706", "order 1 2 3 1", "`1` is there twice", ""),
    ("zone deck : at hand", "HYL706", "hand", "`deck` belongs to no player, so it has no hand", ""),
    ("zone field : with lair", "HYL706", "lair", "`field` cannot lie with `lair`", "the same players"),
    ("zone field : with field", "HYL706", "field", "`field` cannot lie with `field`", ""),
    (
        "value points : bar",
        "HYL706",
        "bar",
        "`points` has no largest number",
        "say how long it is: `points : bar of 20`",
    ),
    ("value points : bar of 0", "HYL706", "bar of 0", "`points` has no largest number", ""),
    ("value trump : bar of 3", "HYL706", "bar of 3", "`trump` is no number, so it is no bar", ""),
    ("value points : token", "HYL706", "token", "a token is for what is a player", "it can be `count`"),
    ("value leader : flag", "HYL706", "flag", "a flag is for what is yes or no", "it can be `token`"),
    ("value trump : count", "HYL706", "count", "a count is for what is a number", ""),
]


@pytest.mark.parametrize(("line", "code", "place", "message", "help"), WRONG, ids=[row[0] for row in WRONG])
def test_what_is_wrong(line: str, code: str, place: str, message: str, help: str) -> None:
    _, wrong, _ = read(line)
    assert [found.code for found in wrong] == [code], wrong
    (found,) = wrong
    assert found.span is not None and found.span.line == 2
    assert found.span.text == place
    assert message in found.message
    assert help in (found.help or "")


@pytest.mark.parametrize("line", [row[0] for row in WRONG if not row[0].startswith("look")])
def test_what_is_wrong_is_left_out_and_the_rest_is_there(line: str) -> None:
    alone, _, _ = read()
    once, wrong, text = read(line, "zone lair : small", "value hot : flag")
    assert len(wrong) == 1, text
    assert once["zones"].pop("lair") == {"size": "small"}
    assert once["values"].pop("hot") == {"as": "flag"}
    if wrong[0].code != "HYL705":  # there the first of the two is right
        assert {sort: {k: v for k, v in said.items() if v} for sort, said in once.items()} == alone


def test_what_is_near_can_be_put_in_its_place() -> None:
    fixed = 0
    for line, *_ in WRONG:
        _, wrong, text = read(line)
        if (fix := wrong[0].fix) is not None:
            fixed += 1
            mended = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
            assert not {found.code for found in read(*mended.splitlines()[1:])[1]} & {"HYL701", "HYL703", "HYL704"}
    assert fixed > 15


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this look does not say first which game it is about"),
        ("zone deck : small\nlook of rows\n", "this look does not say first which game it is about"),
        ("look of other\n", "this is the look of `rows`, not of `other`"),
    ],
)
def test_a_look_says_which_game_it_is_about(text: str, message: str) -> None:
    found, source = Diagnostics(), Source("rows.look", text)
    checked(parse(source, found), source, world().model, "rows", found)
    assert [(each.code, each.message) for each in found.all()] == [("HYL702", message)]
    assert all(each.span is not None for each in found.all())


def test_a_head_that_cannot_be_read_is_told_once() -> None:
    found, source = Diagnostics(), Source("rows.look", "lok of rows\nzone deck : small\n")
    data = checked(parse(source, found), source, world().model, "rows", found)
    assert [each.code for each in found.all()] == ["HYL701"]
    assert data["zones"] == {"deck": {"size": "small"}}


def test_an_attribute_goes_before_a_drawing_of_its_name() -> None:
    data, wrong, _ = read("card Tile : pip star", "card Hero : pip star")
    assert wrong == []
    assert data["cards"]["Tile"]["pip"] == "star"
    assert data["cards"]["Hero"]["drawing"] == "star"


def test_a_blank_line_ends_what_goes_on() -> None:
    data, wrong, text = read("zone deck : small", "# here and there", "    , hidden", "", "    , at centre")
    assert data["zones"] == {"deck": {"size": "small", "hidden": True}}
    assert [(found.code, found.span and found.span.line) for found in wrong] == [("HYL701", 6)], text


def test_there_is_an_end_to_what_is_read() -> None:
    _, wrong, _ = read(*["value hot : flag"] * 1_200)
    assert [found.message for found in wrong if found.code == "HYL701"] == ["a look has at most 1000 lines"]
    _, wrong, _ = read("color Suit : red red" + "\n  | red red" * 1_000)
    assert [found.code for found in wrong] == ["HYL014"]
    _, wrong, _ = read(*["zone deckk : small"] * 300)
    assert len(wrong) == 300
    assert 50 < sum(found.fix is not None for found in wrong) <= 100
