"""Why not: what is said of everything that a player could think of is true, and it is said of all of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import every
import pytest

import hoyle
from hoyle.core import nodes as core
from hoyle.program.evaluate import Evaluator
from hoyle.reference.legal import candidates
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.state import State
from hoyle.run.why import CHOSEN, DECLINES, LATER, Verdict, environment, named, verdicts, why
from hoyle.table.seen import as_seen
from hoyle.types import CardOf

SETTINGS = [(path, players) for path in every.GAMES for players in {every.counts(path)[0], every.counts(path)[-1]}]


def moments(path: Path, players: int, count: int) -> Iterator[State]:
    """Some decisions from all over a random game."""
    found = [state.copy() for state in islice(every.moments(every.game(path, players), 3), 300) if not state.over]
    yield from found[:: max(1, len(found) // count)]


def thought_of(s: State) -> Iterator[tuple[core.Offer, Any, dict[str, Any]]]:
    """Every candidate of every offer: how its player sees it, and what its names are."""
    for number, offer in enumerate(s.game.asked(s.site).offers):
        for values in candidates(Evaluator(s.game.program, s), offer, environment(s)):
            pairs = list(zip(offer.params, values, strict=True))
            seen = tuple(as_seen(s, s.player, v) if isinstance(p.type, CardOf) else v for p, v in pairs)
            yield offer, (number, seen), {p.name: v for p, v in pairs}


def key(s: State, choice: Choice) -> Any:
    pairs = zip(s.game.asked(s.site).offers[choice.offer].params, choice.values, strict=True)
    alike = (as_seen(s, s.player, v) if isinstance(p.type, CardOf) and isinstance(v, int) else v for p, v in pairs)
    return choice.offer, tuple(alike)


@pytest.mark.parametrize(("path", "players"), SETTINGS, ids=lambda part: getattr(part, "stem", str(part)))
def test_what_is_said_of_every_candidate_is_true(path: Path, players: int) -> None:
    for s in moments(path, players, 25):
        known = verdicts(s)
        assert [verdict.choice for verdict in known if verdict.reason is None] == list(s.choices)
        said = {key(s, verdict.choice): verdict for verdict in known if verdict.choice.offer != DECLINE}
        assert set(said) == {seen for _, seen, _ in thought_of(s)}, "nothing is left out, nothing is made up"
        for offer, seen, names in thought_of(s):
            agrees(s, said[seen], offer, names)


def agrees(s: State, verdict: Verdict, offer: core.Offer, names: dict[str, Any]) -> None:
    """Whether a verdict is what the rules say of a candidate, each asked by itself."""
    evaluator, env = Evaluator(s.game.program, s), {**environment(s), **names}

    def binds(rule: core.Filter) -> bool:
        waived = rule.waived is not None and evaluator.expr(rule.waived, env)
        return not waived and (rule.when is None or bool(evaluator.expr(rule.when, env)))

    broken = [rule for rule in offer.filters if binds(rule) and not evaluator.expr(rule.test, env)]
    reason = verdict.reason
    if reason is None or reason.rule is None:
        assert all(rule.if_able for rule in broken), (verdict, broken)
        assert reason is None or reason.says in (CHOSEN, LATER)
        return
    named = [rule for rule in broken if rule.rule == reason.rule and rule.span is not None]
    places = {f"{rule.span.source.name}:{rule.span.line}": rule for rule in named if rule.span is not None}
    assert reason.place in places, (verdict, broken)
    rule = places[reason.place]
    assert reason.says == (rule.title or f"the rule `{rule.rule}` forbids it")
    assert reason.cites == rule.cites
    if rule.if_able:
        others = [{**environment(s), **own} for other, _, own in thought_of(s) if other is offer]
        assert any(evaluator.expr(rule.test, other) for other in others), "somebody is able"


@pytest.mark.parametrize(("path", "players"), SETTINGS, ids=lambda part: getattr(part, "stem", str(part)))
def test_what_is_asked_by_its_text_is_what_is_meant(path: Path, players: int) -> None:
    earlier: list[Choice] = []
    for s in moments(path, players, 8):
        known = verdicts(s)
        assert len({verdict.text.casefold() for verdict in known}) == len(known)
        for verdict in known:
            assert s.why_not(verdict.text) == s.why_not(verdict.choice) == verdict.reason
            assert verdict in why(s, verdict.text)
            part = verdict.text.split()[-1]
            assert all(part.casefold() in found.text.casefold() for found in why(s, part))
        for choice in earlier:
            assert (s.why_not(choice) is None) == any(mine.same(choice) for mine in s.choices)
            declines = choice.text == DECLINES and any(mine.offer == DECLINE for mine in s.choices)
            assert (s.why_not(choice.text) is None) <= (declines or any(choice.text in c.text for c in s.choices))
        earlier = [*earlier[-8:], *s.choices[:2]]


# ---------------------------------------------------------------------------------------------- by hand

STALL = """\
game "Stall" for 2 players

cards Fruit
    name  : name
    price : 1..9
    | name        | price | copies |
    | apple       | 2     | 2      |
    | pear        | 3     | 1      |
    | prickly_pear| 4     | 1      |
    | melon       | 8     | 1      |

zone stall[Player] : row, face up
zone shop          : row, face up
zone basket        : set, face up

var coins[Player] : number = 5

define score(p) = coins[p]

action buy(fruit in shop where fruit.price < 8)                     cites ST-1
    must fruit.price <= coins[you] as price "too dear"              cites ST-2
    text "buy {fruit}"
    move fruit to stall[you]
    coins[you] -= fruit.price

action give(fruit in Fruit)
    text "give {fruit}"
    move fruit to stall[you]

action haggle
    text "haggle"
    coins[you] += 1

rule cheap "the cheapest first" for buy(fruit)                      cites ST-3
    must fruit.price is min(c.price for c in shop) if able

rule lying "only from your stall" for give(fruit)
    must fruit in stall[you]

flow
    move Fruit to shop
    repeat 2 times
        each p in Player
            p must buy or haggle
    seat(1) chooses 2 taken in Fruit as taking "take {taken}"
    seat(1) must give if able
    move taken to basket

ending sold after flow
    winners Player
"""


@pytest.fixture
def stall(tmp_path: Path) -> State:
    path = tmp_path / "stall.hoyle"
    path.write_text(STALL, encoding="utf-8")
    return hoyle.load(str(path)).start(1)


def asked(s: State, text: str) -> str:
    return str(s.why_not(text)).replace("\n", " ")


def test_a_part_of_a_text_is_about_all_that_have_it(stall: State) -> None:
    found = why(stall, "pear")
    assert [(v.text, v.reason.rule if v.reason else None) for v in found] == [
        ("buy Pear", "cheap"),
        ("buy Prickly Pear", "cheap"),
    ]
    assert [v.text for v in why(stall, "buy")] == [
        "buy Apple (the first card of shop)",
        "buy Apple (the second card of shop)",
        "buy Pear",
        "buy Prickly Pear",
    ]
    reason = stall.why_not("pear")
    assert reason.rule == "cheap" and "`buy Pear`" in str(reason) and "`buy Prickly Pear`" in str(reason)
    assert stall.why_not("apple") is None


def test_the_rule_its_line_and_what_it_cites(stall: State) -> None:
    assert asked(stall, "buy Pear").endswith("stall.hoyle:35, ST-3)")
    for choice in ("buy Apple (the first card of shop)", "haggle", "buy Apple"):
        stall.choose(next(c for c in stall.choices if c.text == choice))
    stall.choose(next(c for c in stall.choices if c.text == "haggle"))
    stall.choose(0)
    stall.choose(0)
    reason = stall.why_not("give Melon")
    assert (reason.rule, reason.says, reason.cites) == ("lying", "only from your stall", ())


def test_what_is_not_even_thought_of(stall: State) -> None:
    assert "`buy Melon`: `buy` is asked for, but not with this" in asked(stall, "buy Melon")
    assert "`fruit in shop where fruit.price < 8`" in asked(stall, "buy Melon")
    assert "stall.hoyle:20" in asked(stall, "buy Melon")
    assert "`give` is not what player 1 is asked for now" in asked(stall, "give Pear")
    assert "nothing that player 1 is asked about now is called so" in asked(stall, "dance")
    assert "something has to be chosen here" in asked(stall, "decline")
    assert stall.why_not("") is not None


def test_of_several_what_was_chosen_is_said_to_be_chosen(stall: State) -> None:
    for _ in range(4):
        stall.choose(next(c for c in stall.choices if c.text == "haggle"))
    texts = [choice.text for choice in stall.choices]
    assert texts[:3] == ["take Apple (the first card of shop)", "take Apple (the second card of shop)", "take Pear"]
    stall.choose(1)
    assert CHOSEN in asked(stall, "take Apple (the second card of shop)")
    assert LATER in asked(stall, "take Apple (the first card of shop)")
    assert stall.why_not("take Melon") is None
    assert hoyle.restore(stall.save()).why_not("take Melon") is None
    assert CHOSEN in asked(hoyle.restore(stall.save()), "take Apple (the second card of shop)")


def test_a_choice_of_another_moment_or_game(stall: State) -> None:
    first = next(choice for choice in stall.choices if choice.text.startswith("buy"))
    for _ in range(4):
        stall.choose(next(c for c in stall.choices if c.text == "haggle"))
    assert "`buy` is not what player 1 is asked for now" in str(stall.why_not(first))
    assert stall.why_not(stall.choices[0]) is None
    other = every.game(every.GAMES[0], every.counts(every.GAMES[0])[0]).start(1)
    assert "choice of another game" in str(stall.why_not(other.choices[0]))


def test_an_action_is_found_by_its_name_too(stall: State) -> None:
    assert stall.why_not("haggle") is None
    assert [v.text for v in why(stall, "BUY")] == [v.text for v in verdicts(stall) if v.choice.action == "buy"]
    for _ in range(4):
        stall.choose(next(c for c in stall.choices if c.text == "haggle"))
    assert {v.choice.action for v in why(stall, "taking")} == {"taking"}
    assert stall.why_not("taking") is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("play red 2", []),
        ("play red 21", [0]),
        ("red", [0, 2]),
        ("play wild", [2]),
        ("pla re", [0, 2]),
        ("21 red", []),
        ("1", [2]),
        ("lay", [3]),
        ("ate", [1]),
        ("steal", [1]),
        ("play red 1", []),
        (" ", []),
    ],
)
def test_what_a_text_may_mean(text: str, meant: list[int]) -> None:
    names = ["play red 21", "steal from player 1x (late)", "play wild 1 as red", "lay out"]
    assert named(text, names) == meant
