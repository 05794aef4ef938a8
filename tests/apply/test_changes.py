"""A variant is the same game as the rules with the changes written into them: every sort of thing, by every change."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from hoyle.diagnostics import for_people
from hoyle.program.show import show_program
from hoyle.read import Reading, read_path
from hoyle.run.game import Game, prepare
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.format import format_text

HERE = Path(__file__).parent
FAIR, STALLS = "fair.hoyle", "stalls.hoyle"
TABLE = """\
    | suit         | size | fee |
    | coins        | 2..4 | 1   |
    | cups, swords | 2    | 2   |
    | cups, swords | 3..4 | 3   |
"""
CARDS = """\
    | name   | suit   | value | copies |
    | acorn  | coins  | 2     | 6      |
    | owl    | cups   | 1     | 4      |
    | mirror | swords | 3     | 4      |
"""
MORE = CARDS.replace("| 3     | 4 ", "| 12    | 9 ")
BARE = "    points[p] += n\n"
EARN = f"{BARE}    move top(deck) to till[p]\n    close(p)\n"
TESTED = """\
scenario "owls like company"
    seats anna, ben
    given
        row[anna] holds owl
    then
        worth(owl) is 3
"""
OWL = "ability owl ongoing\n    adjust worth(card) by 1 when owner(card) is you\n"
HOOK = "after earn(p, n) as count_it\n    moves += 1\n"
RULE = 'rule fresh "no coins on coins" for lay(card)\n    must empty(row[you]) or card.suit is not coins if able\n'
LATE = "except fresh as late when moves > 5 waive\n"
SMALL = 'miniature "small"\n    players 2\n    set hand_size = 1\n'
RICH = 'ending rich "somebody is rich" after earn(p, n) when points[p] >= target\n    winners [p]\n'
CEILING = (HERE / FAIR).read_text(encoding="utf-8").partition("after any change as ceiling")[2].partition("\n\n")[0]
CEILING = f"after any change as ceiling{CEILING}\n"
MAIN = (HERE / FAIR).read_text(encoding="utf-8").partition("phase main")[2].partition("\n\n")[0]
MAIN = f"phase main{MAIN}\n"
CLOSING = (HERE / STALLS).read_text(encoding="utf-8").partition("face up\n\n")[2]
TILL = "zone till[Player] : pile, face up\n"
TO_BOX = "to close(p : Player)\n    move till[p] to box\n"
MUCH = """\
{add}option slow : yes_no
{add}kind Mood : calm | wild
{add}zone aside : pile, face up
{add}var mood : Mood
{add}table pace(mood) : number
    | mood | pace |
    | calm | 1    |
    | wild | 2    |
{add}define later = moves + pace(mood)
{add}to wait_for(n : number)
    moves += n * later
{add}phase closing
    mood = wild
    move deck to aside
    wait_for(2)
{add}ending slowest after closing when moves > 90
    winners []
after main when slow
    closing
"""
SCENARIO = 'scenario "more"\n    seats anna, ben\n    then\n        moves is 0\n'

# what the variant says; what is written in place of what, in the game or its library
CASES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    # set
    "set option": ("set target = 30\n", [("20..200 = 50", "20..200 = 30")]),
    "set definition": ("set hand_size = 4\n", [("hand_size = 3", "hand_size = 4")]),
    "set variable": ("set moves = 2\n", [("moves          : number = 0", "moves : number = 2")]),
    "set variable of a phase": ("set laid = 90\n", [("laid : number = 0", "laid : number = 90")]),
    "set players": ("set players = 2..3\n", [("for 2..4 players", "for 2..3 players")]),
    "set row": (
        "set fee(cups, 4) = 9\n",
        [
            (
                TABLE,
                TABLE.replace(
                    "    | cups, swords | 3..4 | 3   |\n",
                    "    | swords | 3..4 | 3 |\n    | cups | 3 | 3 |\n    | cups | 4 | 9 |\n",
                ),
            )
        ],
    ),
    "set rows": ("set fee(Suit, 2..4) = 0\n", [(TABLE, "    | suit | size | fee |\n    | Suit | 2..4 | 0 |\n")]),
    "set card": ("set Tile(mirror).value = 5\n", [("| mirror | swords | 3 ", "| mirror | swords | 5 ")]),
    "set all cards": (
        "set Tile.value = 7\n",
        [
            ("| 2     | 6", "| 7     | 6"),
            ("| 1     | 4", "| 7     | 4"),
            ("| 3     | 4", "| 7     | 4"),
            ("worth(owl) is 3", "worth(owl) is 3"),
        ],
    ),
    "set copies, fewer": ("set Tile(owl).copies = 1\n", [("| 1     | 4", "| 1     | 1")]),
    "set copies, more": ("set Tile(acorn).copies = 9\n", [("| 2     | 6", "| 2     | 9")]),
    "set copies, none": ("set Tile(mirror).copies = 0\n", [("| 3     | 4", "| 3     | 0")]),
    "set copies of all": ("set Tile.copies = 5\n", [("| 6      |", "| 5      |"), ("| 4      |", "| 5      |")]),
    "set in a library": ("set toll = 2\n", [("toll = 1", "toll = 2")]),
    # replace
    "replace option": (
        "replace option target : 30..90 = 40\n",
        [('target "how many points win" : 20..200 = 50', "target : 30..90 = 40")],
    ),
    "replace kind": (
        "replace kind Suit : swords | coins | cups\n",
        [("coins | cups | swords", "swords | coins | cups")],
    ),
    "replace cards": (
        f"replace cards Tile\n    name : name\n    suit : Suit\n    value : 1..12\n{MORE}",
        [("value : 1..9", "value : 1..12"), (CARDS, MORE)],
    ),
    "replace zone": (
        "replace zone hand[Player] : set, face up\n",
        [("hand[Player] : set, face down, seen by owner", "hand[Player] : set, face up")],
    ),
    "replace variable": ("replace var moves : 0..99 = 1\n", [("moves          : number = 0", "moves : 0..99 = 1")]),
    "replace variable of a phase": ("replace var laid : 0..400\n", [("laid : number = 0", "laid : 0..400")]),
    "replace table": (
        "replace table fee(suit, size : 2..4) : number\n    | suit | size | fee |\n    | Suit | 2..4 | 4 |\n",
        [(TABLE, "    | suit | size | fee |\n    | Suit | 2..4 | 4 |\n")],
    ),
    "replace timing": (
        "replace timing ongoing by owner(this) while this in hand\n",
        [("while this in row", "while this in hand"), ("worth(owl) is 3", "worth(owl) is 3")],
    ),
    "replace definition": (
        "replace define worth(card) = 3 * card.value\n",
        [("card.value, at most 12", "3 * card.value")],
    ),
    "replace exception": (
        "replace except worth(card) as rich when generous gives 3\n",
        [("gives card.value * 2", "gives 3")],
    ),
    "replace adjustment": ("replace adjust worth(card) as lead by 2\n", [("by 1 when moves < 3", "by 2")]),
    "replace hook": ("replace after earn(p, n) as count_it\n    moves += 2\n", [("moves += 1", "moves += 2")]),
    "replace rule": (
        'replace rule fresh "none" for lay(card)\n    must card.suit is not coins if able\n',
        [(RULE, 'rule fresh "none" for lay(card)\n    must card.suit is not coins if able\n')],
    ),
    "replace ability": (f"replace {OWL.replace('by 1', 'by 2')}", [(OWL, OWL.replace("by 1", "by 2"))]),
    "replace flow": (
        "replace flow\n    prepare\n    main\n    main\n",
        [("flow\n    prepare\n    main\n", "flow\n    prepare\n    main\n    main\n")],
    ),
    "replace phase": (
        "replace phase prepare\n    move Tile to deck\n    deal hand_size from deck to hand\n",
        [("    shuffle deck\n", "")],
    ),
    "replace action": (
        "replace action rest\n    moves += 1\n",
        [("    chance chooses 1 old in hand[you]\n    move old to deck bottom\n", "    moves += 1\n")],
    ),
    "replace effect": (f"replace to earn(p : Player, n : number)\n{BARE}", [(EARN, BARE)]),
    "replace ending": (
        "replace ending over after main\n    winners []\n",
        [("winners highest(p in Player by score(p))", "winners []")],
    ),
    "replace property": (
        "replace property no_debt always count(deck) >= 0\n",
        [("every(p in Player has points[p] > -99)", "count(deck) >= 0")],
    ),
    "replace scenario": (f"replace {TESTED.replace('anna', 'anne')}", [(TESTED, TESTED.replace("anna", "anne"))]),
    "replace miniature": (f"replace {SMALL.replace('= 1', '= 2')}", [(SMALL, SMALL.replace("= 1", "= 2"))]),
    "replace in a library": (
        "replace to close(p : Player)\n    move till[p] to deck\n",
        [("when busy(p)\n    move till[p] to box", "\n    move till[p] to deck")],
    ),
    # remove
    "remove option": (
        "remove option generous\nremove except worth.rich\nremove except worth.modest\n",
        [
            ("option generous : yes_no = no\n", ""),
            ("except worth(card) as rich when generous gives card.value * 2\n", ""),
            ("except worth.rich as modest when card.suit is coins waive\n", ""),
        ],
    ),
    "remove exception of an exception": (
        "remove except worth.modest\n",
        [("except worth.rich as modest when card.suit is coins waive\n", "")],
    ),
    "remove the only exception": ("remove except fresh\n", [(LATE, "")]),
    "remove adjustment": ("remove adjust worth.lead\n", [("adjust worth(card) as lead by 1 when moves < 3\n", "")]),
    "remove hook": ("remove after earn.count_it\n", [(HOOK, "")]),
    "remove check": ("remove after ceiling\n", [(CEILING, "")]),
    "remove rule": ("remove rule fresh\nremove except fresh.late\n", [(RULE, ""), (LATE, "")]),
    "remove must": ("remove must lay.low\n", [('    must card.value < 9 as low "low cards only"\n', "")]),
    "remove ability": (
        "remove ability owl ongoing\nremove timing ongoing\n",
        [(OWL, ""), ("timing ongoing by owner(this) while this in row\n", "")],
    ),
    "remove ending": (
        "remove ending rich\nremove option target\n",
        [(RICH, ""), ('option target "how many points win" : 20..200 = 50\n', "")],
    ),
    "remove table": (
        "remove table fee\nadd define fee(suit, size : number) = size\n",
        [
            (f"table fee(suit, size : 2..4) : number\n{TABLE}", ""),
            ("assume worth", "define fee(suit, size : number) = size\nassume worth"),
        ],
    ),
    "remove property": (
        "remove property no_debt\n",
        [("property no_debt always every(p in Player has points[p] > -99)\n", "")],
    ),
    "remove scenario": ('remove scenario "owls like company"\n', [(TESTED, "")]),
    "remove miniature": ('remove miniature "small"\n', [(SMALL, "")]),
    "remove assumption": ("remove assume worth\n", [('assume worth "the rulebook does not say"\n', "")]),
    "remove waiver": ("remove waive symmetry\n", [('waive symmetry "the first seat starts"\n', "")]),
    "remove card": (
        "remove card Tile(mirror)\n",
        [("| mirror | swords | 3     | 4 ", "| mirror | swords | 3     | 0 ")],
    ),
    "remove row": (
        "remove row fee(swords, 2)\nadd rows to fee\n    | suit | size | fee |\n    | swords | 2 | 7 |\n",
        [
            (
                TABLE,
                TABLE.replace("    | cups, swords | 2    | 2   |\n", "    | cups | 2 | 2 |\n")
                + "    | swords | 2 | 7 |\n",
            )
        ],
    ),
    "remove from a library": (
        "remove to close\nremove define busy\nremove define toll\n"
        f"replace to earn(p : Player, n : number)\n{BARE}    move top(deck) to till[p]\n",
        [("    close(p)\n", ""), (CLOSING, "")],
    ),
    "remove library": (
        f"remove use stalls\nadd {TILL}add {TO_BOX}",
        [("use stalls\n", ""), ("assume worth", f"{TILL}{TO_BOX}assume worth")],
    ),
    # add
    "add cards": (
        "add rows to Tile\n    | name | suit | value |\n    | ant | cups | 4 |\n",
        [(CARDS, CARDS + "    | ant | cups | 4 | 1 |\n")],
    ),
    "add much": (MUCH.format(add="add "), [("assume worth", MUCH.format(add="") + "assume worth")]),
    "add action": (
        "add action skip\n    moves += 2\nadd rule calm for skip\n    must moves > 2\n"
        f"replace {MAIN.replace('or rest', 'or rest or skip')}",
        [
            (MAIN, MAIN.replace("or rest", "or rest or skip")),
            ("assume worth", "action skip\n    moves += 2\nrule calm for skip\n    must moves > 2\nassume worth"),
        ],
    ),
    # what needs no word
    "exception": (
        "except worth(card) as few over rich when players is 2 gives 5\n",
        [("assume worth", "except worth(card) as few over rich when players is 2 gives 5\nassume worth")],
    ),
    "exception to an exception": (
        "except worth.rich as two when players is 2 and card.suit is not coins waive\n",
        [("assume worth", "except worth.rich as two when players is 2 and card.suit is not coins waive\nassume worth")],
    ),
    "exception to a rule": (
        "except fresh when players is 3 waive\n",
        [(LATE, f"{LATE}except fresh when players is 3 waive\n")],
    ),
    "before": ("before main\n    moves += 7\n", [("assume worth", "before main\n    moves += 7\nassume worth")]),
    "scenario": (SCENARIO, [(SMALL, f"{SMALL}\n{SCENARIO}")]),
}


def laid_out(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    for file in (FAIR, STALLS):
        if not (folder / file).exists():
            shutil.copy(HERE / file, folder / file)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def readable(path: Path) -> Reading:
    reading = read_path(path)
    assert not reading.failed, for_people(reading.diagnostics, False, 110)
    return reading


def told(reading: Reading) -> object:
    """What a definition comes to: the code for every number of players, its options, and what it is tried by."""
    assert reading.world is not None
    model = reading.world.model
    settings: list[dict[str, object]] = [{}, {"generous": True}] if "generous" in model.options else [{}]
    sizes = range(model.seats[0], model.seats[1] + 1)
    games = [prepare(reading, players=size, options=setting) for size in sizes for setting in settings]
    tried = sorted((s.title.text, *(w.text for w in s.seats)) for s in reading.trials)
    small = [(m.title, m.players, m.values) for m in model.miniatures]
    promised = [decl for decl in reading.files[0].decls if isinstance(decl, tree.Property)]
    said = ([a.text for a in model.assumptions], sorted(model.waived))
    return (
        [(g.fingerprint, g.options, shown(g)) for g in games],
        model.seats,
        tried,
        small,
        promised,
        said,
    )


def shown(game: Game) -> str:
    """The program without its title."""
    return show_program(game.program).partition("\n")[2]


@cache
def unchanged() -> object:
    return told(readable(HERE / FAIR))


@pytest.mark.parametrize("case", CASES)
def test_a_variant_is_the_same_game_as_the_changed_rules_in_any_layout(case: str, tmp_path: Path) -> None:
    changes, edits = CASES[case]
    variant = laid_out(tmp_path / "base", "varied.hoyle", f'variant "Varied" of fair\n\n{changes}')
    for name in (FAIR, STALLS):
        text = (HERE / name).read_text(encoding="utf-8")
        for old, new in edits:
            text = text.replace(old, new)
        whole = laid_out(tmp_path / "whole", name, text).with_name(FAIR)
    found = told(readable(variant))
    assert found == told(readable(whole))
    assert found != unchanged(), "nothing was changed"
    text = variant.read_text(encoding="utf-8")
    formatted = format_text(Source("varied", text))
    assert format_text(Source("varied", formatted)) == formatted
    if formatted != text:
        variant.write_text(formatted, encoding="utf-8")
        assert told(readable(variant)) == found, "layout changes something"


def test_every_change_is_told_with_what_stood_there(tmp_path: Path) -> None:
    text = 'variant "Varied" of fair\n\nset hand_size = 4\nremove rule fresh\nremove except fresh.late\n'
    text += "before main\n    moves += 1\n"
    changes = readable(laid_out(tmp_path, "varied.hoyle", text)).changes
    assert [(c.word, c.name) for c in changes] == [
        ("set", "define hand_size"),
        ("remove", "rule fresh"),
        ("remove", "except fresh.late"),
        ("before", "before main"),
    ]
    assert all(c.span.source.name.endswith("varied.hoyle") for c in changes)
    assert changes[0].before is not None and changes[0].before.span.source.name.endswith(FAIR)
    assert changes[1].after is None and changes[3].before is None
