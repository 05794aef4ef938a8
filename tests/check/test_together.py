"""All mistakes are told at once: none of them hides another, and none makes another appear."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

import leaking
import pytest
import spoilt
from chunks import BAD
from explained import CODES, ERRORS, page_of
from hypothesis import example, given
from hypothesis import strategies as st
from often import often

from hoyle import types as t
from hoyle.check.order import within
from hoyle.diagnostics import Severity
from hoyle.diagnostics.codes import WARNINGS
from hoyle.read import Reading, check_text, read_source
from hoyle.source import Source

ROOT = Path(__file__).parents[2]
Told = Counter[tuple[str, str]]  # the code, and the line it is about; which one that is changes if something is added

# ------------------------------------------------------------------------------------------------- mistakes

PLAIN = """\
game "Plain" for 2..4 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone deck : pile, face down

define score(p) = count(deck)

flow
    move Tile to deck
"""

# mistakes that have nothing to do with anything else, each in declarations of its own
PLANTS = {
    "a name": "define zz_rich = zz_gold > 3",
    "a name in steps": "to zz_pay\n    zz_gold += 1",
    "a type": "define zz_rich : yes_no = 3",
    "a type in steps": "to zz_pay\n    let zz_n = 1\n    zz_n = yes",
    "a range": "var zz_gold : 1..3 = 7",
    "an option": "option zz_mode : zz_on | zz_off = 3",
    "a value that cannot be read": "define zz_rich = = 3",
    "steps that cannot be read": "to zz_pay\n    zz_gold ! 1",
    "a hook that cannot be read": "to zz_pay\n    let zz_n = 1\nafter zz_pay = 3\n    let zz_n = 1",
    "a rule about nothing": "rule zz_kept for zz_nothing\n    must no",
    "a hook on nothing": "after zz_nothing\n    let zz_n = 1",
    "a property": "property zz_held always zz_gold > 3",
}
# and such as only the whole game can tell
WHOLE = {
    "exceptions": "define zz_cost = 1\nexcept zz_cost when players > 1 gives 2\nexcept zz_cost gives 3",
    "a circle": "define zz_one : number = zz_two\ndefine zz_two : number = zz_one",
    "a loop": "to zz_wait\n    repeat\n        let zz_n = 1",
    "a scenario": 'scenario "zz"\n    then\n        zz_gold is 3',
}
IN_STEPS = ("a name in steps", "a type in steps", "steps that cannot be read", "a hook that cannot be read")

# whatever waits, and why; by the name of a page, of a case, or of a file if it is so with every case in it
CARDS = "what cards and kinds are, everything is about"
PLAYERS = "how many play, everything depends on"
ELSEWHERE = "what is not in this file may say anything"
ENDINGS = "what an ending with a mistake would end, nobody knows"
PICKS = "a choice in steps with a mistake may be what is picked for"
IN_KINDS = ("a circle", "itself", "a member twice", "a kind twice", "a range", "other places")
OF_SIDES = ("no words", "one word", "too many", "twice", "in small letters", "named like a function")
PRINTED = ("an option", "a variable", "how it lies", "what is usual")
WAITS: dict[str, tuple[tuple[str, ...], str]] = {
    "HYL003": (("a loop",), ENDINGS),
    "HYL010": (tuple(WHOLE), ELSEWHERE),
    **dict.fromkeys(("HYL207", "HYL211", "HYL212"), (tuple(WHOLE), CARDS)),
    **dict.fromkeys(("card_columns", "card_tables", "cards_by_key: two cards with one key"), (tuple(WHOLE), CARDS)),
    **dict.fromkeys(("what_a_game_needs: cards", "gaps: what is written on a card"), (tuple(WHOLE), CARDS)),
    **dict.fromkeys(("names_twice: a member of a kind", "names_twice: an attribute"), (tuple(WHOLE), CARDS)),
    **dict.fromkeys(("names_type: of an attribute", "types_of_declarations: a kind of lists"), (tuple(WHOLE), CARDS)),
    **dict.fromkeys(("ranges: of an attribute", "ranges: what is usual on a card"), (tuple(WHOLE), CARDS)),
    "ranges_of_locals: a kind that is too large for a column": (tuple(WHOLE), CARDS),
    **dict.fromkeys(("too_many: cards", "too_many: values", "too_many: copies"), (tuple(WHOLE), CARDS)),
    **dict.fromkeys((f"values_and_deeds: {what}, on a card" for what in PRINTED), (tuple(WHOLE), CARDS)),
    **dict.fromkeys((f"kinds_in_kinds: {what}" for what in IN_KINDS), (tuple(WHOLE), CARDS)),
    **dict.fromkeys((f"teams: {what}" for what in OF_SIDES), (tuple(WHOLE), CARDS)),
    "what_a_game_needs: players": (tuple(WHOLE), PLAYERS),
    "changes_in_a_game": (tuple(WHOLE), "what would be changed, nobody knows"),
    **dict.fromkeys(("endings", "names_unknown: what an ending comes after"), (("a loop",), ENDINGS)),
    **dict.fromkeys(("turns: you after a phase", "teams: won by another kind"), (("a loop",), ENDINGS)),
    "teams: won by one side": (("a loop",), ENDINGS),
    **dict.fromkeys(("HYL506", "scenarios: deeds", "scenarios: claims"), (IN_STEPS, PICKS)),
}
UNREAD = ("HYL009",)  # a text that is nested too deeply is not read any further


def _definitions() -> dict[str, str]:
    """Wrong definitions: those of the pages, those that stand for all sorts of mistakes, and those that leak."""
    pages = {code: page_of(code) for code in ERRORS if code not in UNREAD}
    found = {code: page.wrong for code, page in pages.items() if page.language == "hoyle"}
    wrong = [case for case in BAD if any(code in ERRORS for _, code, _ in case.marks)]
    found |= {case.name: case.text.lstrip("\n") for case in wrong}
    found |= {f"leak: {name}": leaking.game(pair.leak) for name, pair in leaking.CHANNELS.items()}
    return {name: text for name, text in found.items() if text.startswith(("game ", "library "))}


@cache
def told(text: str) -> Told:
    """The errors in a text."""
    errors = [d for d in check_text(text) if d.severity is Severity.ERROR]
    return Counter((d.code, d.span.source.line_text(d.span.line).strip() if d.span else "") for d in errors)


WRONG = _definitions()


def waiting(name: str) -> tuple[str, ...]:
    """What is hidden by what is wrong with a definition."""
    return next((WAITS[key][0] for key in (name, name.partition(":")[0]) if key in WAITS), ())


def planted(name: str, text: str, number: int) -> list[list[str]]:
    """Which mistakes are put into a definition together: as many as can be, and one by itself."""
    plants = [plant for plant in (*PLANTS, *WHOLE) if plant not in waiting(name)]
    plants = [plant for plant in plants if plant != "a scenario" or text.startswith("game ")]
    return [plants, [plants[number % len(plants)]]]


@pytest.mark.parametrize(("number", "name"), list(enumerate(WRONG)), ids=list(WRONG))
def test_no_mistake_hides_another_or_makes_one(number: int, name: str) -> None:
    text, before = WRONG[name], told(WRONG[name])
    for plants in planted(name, text, number):
        alone, whole = Counter[tuple[str, str]](), text.rstrip("\n") + "\n"
        for place, plant in enumerate(plants):
            words = (PLANTS | WHOLE)[plant].replace("zz", f"zz{place}")
            alone += told(f"{PLAIN}\n{words}\n")
            whole += f"\n{words}\n"
        assert sum(alone.values()) == len(plants)
        assert told(whole) == before + alone, whole


def test_what_waits_is_there_to_wait() -> None:
    assert WAITS.keys() <= {key for name in WRONG for key in (name, name.partition(":")[0])}
    for name in WRONG:
        shown = told(WRONG[name])
        plants = tuple(p for p in waiting(name) if p != "a scenario" or WRONG[name].startswith("game "))
        for plant in plants:
            words = (PLANTS | WHOLE)[plant]
            both = shown + told(f"{PLAIN}\n{words}\n")
            assert told(f"{WRONG[name].rstrip()}\n\n{words}\n") < both, (name, plant)


# ------------------------------------------------------------------------------------------------- no follow-ups

EVERYWHERE = ("game ", "use ", "kind ", "cards ")  # without these other places mean nothing
DECLARES = re.compile(r"(game|option|kind|cards|zone|var|table|timing|define|rule|ending|action|to|phase|property)$")


def right() -> list[str]:
    """Definitions without mistakes: the tutorial, an example, what does not leak, and the pages."""
    paths = [*sorted((ROOT / "examples" / "tutorial").glob("*.hoyle")), ROOT / "examples" / "hearts.hoyle"]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    texts += [leaking.game(pair.twin) for pair in leaking.CHANNELS.values()]
    pages = [page_of(code) for code in CODES]
    return [text for text in (*texts, *(p.right for p in pages if p.language == "hoyle")) if text.startswith("game ")]


RIGHT = right()


def slip(text: str, rng: random.Random) -> str | None:
    """One word misspelt where it is used, a bracket too many, or a sign that means nothing."""
    word = rng.choice(list(re.finditer(r"[a-z_]\w*", text)))
    before = text[: word.start()].rsplit("\n", 1)[-1]
    if "#" in before or before.count('"') % 2 or DECLARES.search(before.strip()):
        return None
    match rng.randrange(3):
        case 0:
            return f"{text[: word.start()]}zz_{text[word.start() :]}"
        case 1:
            return f"{text[: word.start()]}( {text[word.start() :]}"
    end = text.find("\n", word.end())
    return f"{text[:end]} ${text[end:]}"


def touched(text: str, spoilt: str) -> tuple[int, int]:
    """From where to where the declaration goes in which two texts differ."""
    place = next(n for n, (a, b) in enumerate(zip(f"{text}~", spoilt, strict=False)) if a != b)
    edges = [0, *(edge.start() for edge in re.finditer(r"^(?=[^\s#])", spoilt, re.MULTILINE)), len(spoilt)]
    return max(edge for edge in edges if edge <= place), min(edge for edge in edges if edge > place)


@given(st.integers(0, 2**32))
@example(230809)  # what is worked out from a broken variable has no bounds to leave
@often(200)
def test_nothing_follows_from_a_slip_elsewhere(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(RIGHT)
    found = slip(text, rng)
    if found is None:
        return
    start, end = touched(text, found)
    if any(word in found[start:].split("\n", 1)[0] for word in EVERYWHERE):
        return
    errors = [d for d in check_text(found) if d.severity is Severity.ERROR]
    assert all(d.span is not None and start <= d.span.start <= end for d in errors), found


@given(st.integers(0, 2**32))
@often(100)
def test_the_part_without_errors_has_none(seed: int) -> None:
    rng = random.Random(seed)
    text = spoilt.mutant(rng.choice(RIGHT), rng)
    game = _known(read_source(Source("spoilt", text)))
    for part in game:
        assert not any(isinstance(getattr(node, "type", None), t.Broken) for node in within(part)), text


def _known(reading: Reading) -> list[object]:
    if reading.world is None or reading.world.known is None:
        return []
    game = reading.world.known.model
    return [game.options, game.zones, game.vars, game.defines, game.rules, game.actions, game.procedures, game.endings]


def test_steps_in_which_something_unknown_is_done_are_looked_at_all_the_same() -> None:
    """Before it everything is known; what it did, nobody knows, so nothing that went before is held against it."""
    look, choose = "    let v = top_value\n", "    p chooses one x in 1..9 where x <= v as guess\n        guessed = x\n"
    strange = "\n\nto strange\n    zz_gold += 1\n"
    assert {code for code, _ in told(leaking.game(f"{look}{choose}    strange{strange}"))} == {"HYL101", "HYL401"}
    assert {code for code, _ in told(leaking.game(f"{look}    strange\n{choose}{strange}"))} == {"HYL101"}
    direct = "    strange\n    p chooses one x in 1..9 where x <= top_value as guess\n        guessed = x\n"
    assert {code for code, _ in told(leaking.game(f"{direct}{strange}"))} == {"HYL101", "HYL401"}


def test_a_clause_with_a_mistake_leaves_what_it_is_about_alone() -> None:
    limit = "define cost = 1\nexcept cost as a when players > 2 gives 2\nexcept cost as b when players > 3 gives 3\n"
    assert {code for code, _ in told(f"{PLAIN}\n{limit}")} == {"HYL301"}
    for clause in ("except cost.a as c when zz > 2 waive", "except cost.a when = waive", "adjust cst by zz"):
        assert not any(code == "HYL301" for code, _ in told(f"{PLAIN}\n{limit}{clause}\n")), clause


def test_a_choice_is_not_doubted_for_a_mistake_in_what_was_asked_before() -> None:
    choice = (
        "action draw(card in deck)\n    move card to deck\n\nphase turn(p : Player)\n    if {}\n        p must draw\n"
    )
    right = choice.replace("{}", "any(deck)")
    assert not told(f"{PLAIN}    turn(seat(1))\n\n{right}")
    assert {code for code, _ in told(f"{PLAIN}    turn(seat(1))\n\n{choice.replace('{}', 'players > 2')}")} == {
        "HYL304"
    }
    for test in ("any(dek)", "zz and any(deck)", "rich"):
        text = f"{PLAIN}    turn(seat(1))\n\n{choice.replace('{}', test)}\ndefine rich = any(deck) and zz\n"
        assert {code for code, _ in told(text)} == {"HYL101"}, text


def test_a_choice_among_nobody_knows_what_is_not_doubted() -> None:
    steps = "    seat(1) chooses one n in {}\n    let m = n\n"
    assert {code for code, _ in told(PLAIN + steps.replace("{}", "1..3"))} == set()
    assert {code for code, _ in told(PLAIN + steps.replace("{}", "deck"))} == {"HYL304"}
    assert {code for code, _ in told(PLAIN + steps.replace("{}", "dek"))} == {"HYL101"}


def test_what_the_text_of_a_choice_tells_of_may_have_a_mistake() -> None:
    """It is in no expression that is looked at, so nothing else would say that the steps depend on it."""
    steps = '    p chooses one x in 1..9 as guess "guess {worth}"\n        guessed = x\n'
    assert {code for code, _ in told(leaking.game(f"{steps}\n\ndefine worth : number = top_value"))} == {"HYL402"}
    assert {code for code, _ in told(leaking.game(f"{steps}\n\ndefine worth : number = top_value + zz"))} == {"HYL101"}


@pytest.mark.parametrize("code", WARNINGS)
def test_warnings_wait_until_there_are_no_errors(code: str) -> None:
    """What nobody uses, or never happens, may be what a misspelt name was meant to be."""
    page = page_of(code)
    if page.language == "hoyle":
        assert [d.severity for d in check_text(f"{page.wrong}\n{PLANTS['a name']}\n")] == [Severity.ERROR]
