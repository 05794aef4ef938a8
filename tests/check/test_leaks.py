"""Choices that would show a player what the player may not see. The code expected stands on the line it is about."""

from __future__ import annotations

import re

import pytest

from hoyle.diagnostics import Diagnostic, Severity
from hoyle.read import check_text

BASE = """\
game "Small" for 2..4 players

kind Color : red | blue

cards Tile
    name  : name
    color : Color
    value : 1..5
    | name | color | value |
    | fox  | red   | 1..5  |
    | owl  | blue  | 1..5  |
    | elk  | blue  | 1     |

cards Star
    size : 1..3 key
    | size |
    | 1..3 |

zone deck           : pile, face down
zone hand[Player]   : set, face down, seen by owner
zone row[Player]    : row, seen by owner
zone before[Player] : row, face down, seen by others(owner)
zone secret         : set, face down
zone shown          : row, face up
zone open_book      : set, face down, seen by everyone

var leader         : Player
var plan[Player]   : number, seen by owner
var hint           : number, seen by leader_only
var rounds         : number

define leader_only = [seat(1)]
define score(p) = plan[p] + hint + rounds
define dark(card) = card in Tile and card.color is blue
define strength(card) = if card in Tile then card.value otherwise 0
define opener = first(c in Tile where c.name is elk)
define melded(held : list of Card) : number =
    max(sum(strength(c) for c in g) + melded(held - g) for g of 2 in held where every(c in g has dark(c))) else 0

action take(card : Card)
    move card to shown

flow
    move Tile to deck
    move Star to secret
    each p in Player
        move top(deck) to hand[p]
        move top(deck) to row[p]
        move top(deck) to before[p]
        move top(deck) to open_book
    leader = left(leader)
    plan[leader] = 1
    hint = 1
    rounds += 1
    each p in Player
        p may take(opener else Star(1))
"""

# actions that are offered to everybody: what follows the name, and what the action asks
ACTIONS = {
    "one's own hand": "(card in hand[you] where dark(card))",
    "what lies open": "(card in shown where dark(card))",
    "what all may see": "(card in open_book where dark(card))",
    "a place in a hand": "(card in hand[left(you)])",
    "any place at all": "(card in hand)",
    "the top card": "(card in top(deck))",
    "all hands": "(card in hand where strength(card) > 2)      # HYL401",
    "another hand": "(card in hand[left(you)] where dark(card))      # HYL401",
    "the hand of whoever leads": "(card in hand[leader] where dark(card))      # HYL401",
    "what nobody sees": "(card in secret where card in Tile)      # HYL401",
    "what is known by name, in a place": "(card in all(c in Tile where c in deck))      # HYL401",
    "what is known by name, in one's hand": "(card in all(c in Tile where c in hand[you]))",
    "what is known by name, wherever it lies": "(card in Tile)      # HYL401",
    "what is known by name, of some sort": "(card in all(c in Tile where dark(c)))      # HYL401",
    "what is named": "(card in [Star(1), Star(2)])      # HYL401",
    "one of two that are named": "(card in (if rounds > 1 then [Star(1)] otherwise [Star(2)]))      # HYL401",
    "the others that are named": "(card in shown + highest(s in Star by s.size))      # HYL401",
    "what is known by name, and up": "(card in Tile where card.up)",
    "what is known by name, and up, in a list": "(card in all(c in Tile where dark(c) and c.up))",
    "what is known by name, and mine": "(card in Tile where card in hand[you])",
    "what is known by name, and mine or up": "(card in Tile where card.up or card in hand[you])",
    "what is known by name, and not mine": "(card in Tile where not card in hand[you])      # HYL401",
    "a face-up card": "(card in row[left(you)] where card.up and dark(card))",
    "a face-up card, said later": "(card in row[left(you)] where dark(card) and card.up)",
    "a face-down card": "(card in row[left(you)] where not card.up and dark(card))      # HYL401",
    "a card that is not down": "(card in row where not (not card.up or not dark(card)))",
    "a card of either side": "(card in row[left(you)] where dark(card))      # HYL401",
    "a list of face-up cards": "(card in all(c in row where c.up) where dark(card))",
    "the highest of unseen cards": "(card in highest(c in row[left(you)] by strength(c)))      # HYL401",
    "one's own among all": "(card in row where owner(card) is you and dark(card))",
    "whose it is": "(card in row where owner(card) is not you)",
    "whether it is a certain one": "(card in row[left(you)] where card is opener)      # HYL401",
    "whether it is another place": "(card in row, other in row where card is not other)",
    "what others see of me": "(card in before[you] where dark(card))      # HYL401",
    "what I see of others": "(p in others(you), card in before[p] where dark(card))",
    "how many there are": "(p in Player where count(hand[p]) > 1 and not empty(secret))",
    "how many of some sort": "(p in Player where any(c in hand[p] where dark(c)))      # HYL401",
    "how many of some sort of mine": "(p in Player where any(c in hand[you] where dark(c)))",
    "who has a certain card": "(p in others(you) where owner(opener else Star(1)) is p)      # HYL401",
    "whether I have a certain card": "(p in others(you) where owner(opener else Star(1)) is you)",
    "several hands at once": "(n in 1..3 where any(p in others(you), c in hand[p] where dark(c)))      # HYL401",
    "mine beside what is open": "(n in 1..3 where any(c in hand[you], d in shown where dark(c) and dark(d)))",
    "somebody called as who is asked": "(n in 1..3 where any(p in others(you) where any(c in hand[p] where dark(c))))"
    "      # HYL401",
    "whether all are the same": "(n in 1..3 where same(dark(c) for c in hand[left(you)]))      # HYL401",
    "whether mine are different": "(n in 1..3 where different(strength(c) for c in hand[you]))",
    "whether they are in a row": "(n in 1..3 where consecutive(strength(c) for c in secret))      # HYL401",
    "unseen cards in order": "(card in sorted(c in row[left(you)] by strength(c)))      # HYL401",
    "mine in order": "(card in sorted(c in hand[you] by strength(c)))",
    "the first ones of unseen cards": "(card in all(first(c in row[p] where dark(c)) for p in Player))      # HYL401",
    "the first ones of those that are named": "(card in all(first(s in Star where s.size > n) for n in 0..1))"
    "      # HYL401",
    "all values of several hands": "(n in 1..3 where sum(all(strength(c) for p in Player, c in hand[p])) > n)"
    "      # HYL401",
    "an ability": "(card in row[left(you)] where has_ability(card, lasting))      # HYL401",
    "a plan of another": "(p in others(you) where plan[p] > 2)      # HYL401",
    "a plan of mine": "(p in others(you) where plan[you] > 2)",
    "a hint for one": "(p in others(you) where hint > 2)      # HYL401",
    "what everybody knows": "(p in others(you) where rounds > 2)",
    "groups of mine": "(p in others(you) where any(g of 2 in hand[you] where every(c in g has dark(c))))",
    "groups of another": "(p in others(you) where any(g of 2 in hand[p] where every(c in g has dark(c))))  # HYL401",
    "a group of another, kept": "(p in others(you) where any(c in first(g of 1 in row[p]) where dark(c)))  # HYL401",
    "how many groups there are": "(p in others(you) where count(g of 2 in hand[p]) > 3)",
    "pairs of mine": "(p in others(you) where any(a, b in hand[you] where strength(a) is strength(b)))",
    "pairs of another": "(p in others(you) where any(a, b in hand[p] where strength(a) is strength(b)))      # HYL401",
    "smaller lists of mine": "(p in others(you) where melded(hand[you]) > 3)",
    "smaller lists of another": "(p in others(you) where melded(hand[p]) > 3)      # HYL401",
    "what is left of a hand": "(p in others(you) where count(hand[p] - opener) > 1)      # HYL401",
    "what is left of mine": "(p in others(you) where count(hand[you] - opener) > 1)",
    "what is left of a list": "(p in others(you) where count(Tile - hand[p]) > 1)      # HYL401",
}

TIMING = """
timing lasting by seat(1) while this in shown
ability fox lasting
    adjust strength(card) by 1 when card in row
"""


def errors(text: str) -> list[Diagnostic]:
    """What is wrong with a text; that not everything in it is used does not matter here."""
    return [d for d in check_text(text) if d.severity is Severity.ERROR]


def problems(text: str) -> tuple[set[tuple[int, str]], set[tuple[int, str]]]:
    """What is found in a text, and what it says should be found."""
    found = {(d.span.line if d.span else 0, d.code) for d in errors(text)}
    lines = enumerate(text.splitlines(), 1)
    return found, {(n, code) for n, line in lines for code in re.findall(r"# (HYL\d{3})", line)}


def offered(head: str, rest: str = "", text: str = "act") -> str:
    """The game with an action that everybody is offered."""
    return f'{BASE}        p may act\n{TIMING}\naction act{head}\n    text "{text}"\n    rounds += 1\n{rest}'


@pytest.mark.parametrize("name", ACTIONS)
def test_action(name: str) -> None:
    found, expected = problems(offered(ACTIONS[name]))
    assert found == expected


def test_what_one_chooses_in_secret_again_and_again_one_may_be_told() -> None:
    steps = """
        together each q in Player
            q chooses one n in Color as bid "bid {n}"
        then
            rounds += 1
"""
    assert errors(f'{BASE}        p may act\n{steps}{TIMING}\naction act\n    text "act"\n    rounds += 1\n') == []


def test_who_has_a_card_that_lies_where_all_see_it() -> None:
    holder = "(p in others(you) where owner(opener else Star(1)) is p)"
    star = "(p in others(you) where owner(Star(2)) is p)"
    assert errors(offered(star)) == []  # stars come to no zone of a player, whatever could lie there
    assert [d.code for d in errors(offered(holder))] == ["HYL401"]


def test_a_card_that_was_put_face_down_where_others_lie_open() -> None:
    taking = "(card in shown where dark(card))"
    down = "\nto hide\n    move top(deck) to shown face down\nafter take(card)\n    hide\n"
    turned = "\nto hide\n    face shown down\nafter take(card)\n    hide\n"
    assert [d.code for d in errors(offered(taking, down))] == ["HYL401"]
    assert errors(offered(taking, turned)) == []  # all have seen it


RULES = {
    "of one's own": ("(card in hand[you])", "must dark(card) if able"),
    "of another": ("(card in hand[left(you)])", "must dark(card) if able      # HYL401"),
    "when it is up": ("(card in row)", "must not card.up or dark(card)"),
    "under a condition": ("(card in row)", "when card.up\n    must dark(card)"),
    "two conditions": ("(card in row)", "must card.up\n    must dark(card)"),
    "a condition only if able": ("(card in row)", "must card.up if able\n    must dark(card)      # HYL401"),
}


@pytest.mark.parametrize("name", RULES)
def test_rule(name: str) -> None:
    head, must = RULES[name]
    found, expected = problems(offered(head, f"\nrule some for act(card)\n    {must}\n"))
    assert found == expected


def test_a_rule_that_is_waived() -> None:
    rule = "\nrule some for act(card)\n    must no      # HYL401\nexcept some(card) when dark(card) waive\n"
    found, expected = problems(offered("(card in row)", rule))
    assert found == expected


BODIES = {
    "a choice": """
        p chooses one card in hand[left(p)] where dark(card)      # HYL401
            move card to shown
""",
    "a choice of one's own": """
        p chooses one card in hand[p] where dark(card)
            move card to shown
""",
    "a choice of whoever leads": """
        leader chooses one card in hand[leader] where dark(card)
            move card to shown
""",
    "chance sees everything": """
        chance chooses one card in hand[p] where dark(card)
            move card to shown
""",
    "a list made before": """
        let some = hand[left(p)]
        p chooses one card in some where dark(card)      # HYL401
            move card to shown
""",
    "a list of what was turned up": """
        let some = row[left(p)]
        face some up
        p chooses one card in some where dark(card)
            move card to shown
""",
    "what was chosen before": """
        p chooses one place in row[left(p)]
            p chooses one card in hand[p] where strength(card) > strength(place)      # HYL401
                move card to shown
""",
    "what was chosen and taken before": """
        p chooses one place in row[left(p)]
            move place to hand[p]
            p chooses one card in hand[p] where strength(card) > strength(place)
                move card to shown
""",
    "what is given to an action": """
        p may match(the hand[left(p)] else Star(1))
action match(other : Card, card in hand[you])
    must strength(card) > strength(other)      # HYL401
    move card to shown
""",
    "what is mine is given to an action": """
        each mine in hand[p]
            p may match(mine)
action match(other : Card, card in hand[you])
    must strength(card) > strength(other)
    move card to shown
""",
    "a named choice with a rule": """
        p chooses one card in row as pick_one
            move card to shown
rule some for pick_one(card)
    must dark(card)      # HYL401
""",
    "a chosen order": """
        each card in row[left(p)] where dark(card) ordered by p      # HYL401
            move card to shown
""",
    "together": """
    together each p in Player
        p chooses 2 gift in hand[p] where dark(gift)
    then
        move gift to hand[left(p)]
""",
    "an ability in the way": """
        p chooses one card in hand[p] where strength(card) > 2
            move card to shown
""",
}


@pytest.mark.parametrize("name", BODIES)
def test_body(name: str) -> None:
    body, _, rest = BODIES[name].lstrip("\n").partition("\naction")
    rest = f"action{rest}" if rest else ""
    body, _, rule = body.partition("\nrule")
    rest += f"rule{rule}" if rule else ""
    found, expected = problems(f"{BASE}{body}\n{TIMING}\n{rest}\n")
    assert found == expected


TEXTS = {
    "a place": ("(card in hand[left(you)])", "take {card}", False),
    "what is on it": ("(card in hand[left(you)])", "take {card}, worth {strength(card)}", True),
    "what is on one's own": ("(card in hand[you])", "take {card}, worth {strength(card)}", False),
    "what is on an open one": ("(card in row where card.up)", "take {card}, worth {strength(card)}", False),
    "a secret": ("(p in others(you))", "{p} with {hint}", True),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text(name: str) -> None:
    head, text, shows = TEXTS[name]
    assert [d.code for d in errors(offered(head, text=text))] == (["HYL402"] if shows else [])


def test_the_report_says_what_is_seen_and_what_to_do() -> None:
    (report,) = errors(offered("(card in secret where card in Star)"))
    assert report.message == "`act` depends on cards in `secret` that its player may not see"
    assert report.help == "add `seen by ...` to the zone, or let the choice be a place: do not ask what the card is"
    assert [(label.span.text, label.text) for label in report.labels] == [("secret", "face down, seen by nobody")]


def test_the_report_shows_where_a_definition_looks() -> None:
    (report,) = errors(offered("(card in hand[left(you)] where dark(card))"))
    assert report.span is not None and report.span.text == "dark(card)"
    assert [(label.span.text, label.text) for label in report.labels] == [
        ("card in Tile", "looked at here"),
        ("hand", "face down, seen by owner"),
    ]
