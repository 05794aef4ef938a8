"""What a seat cannot see cannot change what it sees, is told or may choose."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import every
import pytest

from hoyle.check import passes
from hoyle.read import bundled_games, read_source
from hoyle.run import asking
from hoyle.run.events import raw
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.table import moves
from hoyle.trials.checks.secrets import _ever_seen, _swaps, gives_away
from hoyle.trials.exchange import Exchange, renamed

ROOT = Path(__file__).parents[2]
FILES = [*(ROOT / "gamedefs" / f"{name}.hoyle" for name in bundled_games()), ROOT / "examples" / "hearts.hoyle"]


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_nothing_unseen_makes_a_difference(path: Path) -> None:
    world = every.reading(path).world
    assert world is not None
    for players in range(world.model.seats[0], world.model.seats[1] + 1):
        rng = random.Random(players)
        state = every.game(path, players).start(seed=players)
        for number in range(120):
            if state.over:
                break
            if number % 3 == 0:  # the check `secrets`, which all games get, asks at other tables
                assert gives_away(state, number // 3 % players) == ""
            state.choose(rng.randrange(len(state.choices)))


HANDLED = """\
game "Handled" for 2 players

cards Tile
    value : 1..3
    | value | copies |
    | 1..3  | 2      |

zone spot         : SHAPE, FACING
zone other        : SHAPE, FACING
zone hand[Player] : set, face down, seen by owner
zone deck         : pile, face down

define score(p) = 0

action gather
    move Tile to spot
    move all(c in Tile) to spot

action draw(card in spot)
    move card to hand[you]

action lay(card in hand[you])
    move card to other anywhere

action hide(card in hand[you])
    move card to deck bottom

action sweep
    move hand[left(you)] to spot
    move other to spot

action pass_on
    move spot to other

action MORE

flow
    move Tile to deck
    shuffle deck
    repeat 40 times
        each p in Player
            p must gather or draw or lay or hide or sweep or pass_on or again if able
"""


@pytest.mark.parametrize("facing", ["face down", "face up", "seen by seat(1)"])
@pytest.mark.parametrize("shape", ["pile", "row", "set", "bag", "slot"])
def test_whatever_is_done_with_cards_what_is_unseen_makes_no_difference(shape: str, facing: str) -> None:
    mixed = "again\n    move other to spot" if shape in ("set", "bag") else "again\n    shuffle spot"
    text = HANDLED.replace("SHAPE", shape).replace("FACING", facing).replace("MORE", mixed)
    game = prepare(read_source(Source("handled.hoyle", text)))
    state, rng = game.start(seed=1), random.Random(1)
    for _ in range(60):
        assert [gives_away(state, seat) for seat in (0, 1)] == ["", ""]
        state.choose(rng.randrange(len(state.choices)))


def blocked(state: State) -> list[Any]:
    """What is blocked as its player sees it, but for ids, which are found from the log."""
    asked = state.ask(state.player)
    assert asked is not None
    for row in asked["blocked"]:
        for arg in row["args"]:
            arg.pop("cards", None)
    return list(asked["blocked"])


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_nothing_unseen_changes_what_is_blocked(path: Path) -> None:
    """Neither what is forbidden nor by which rule, nor the order; also where several are chosen."""
    state = every.game(path, 4).start(seed=3)
    rng = random.Random(3)
    for _ in range(60):
        if state.over:
            break
        for swap in _swaps(state, state.player, _ever_seen(state, state.player)):
            assert blocked(renamed(state, Exchange(state.game, swap.cards))) == blocked(state)
        state.choose(rng.randrange(len(state.choices)))


PEEKING = """
game "Peeking" for 2 players

cards Tile
    value : 1..8 key
    | value |
    | 1..8  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone out          : pile, face up

var waits : number = 0

define score(p) = 0

rule high "higher than what is to come" for play(card)
    must any(c in top(deck) where card.value > c.value)

rule late "later" for play(card)
    must waits > 3

action play(card in hand[you])
    move card to out

action wait
    waits += 1

flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    seat(1) must play or wait
"""


def test_by_which_rule_something_is_blocked_is_told_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be played whatever lies on the deck, but the first rule that says so depends on it."""
    monkeypatch.setattr(passes, "check_leaks", lambda *_: None)
    game = prepare(read_source(Source("peeking.hoyle", PEEKING.lstrip())))
    states = [game.start(seed) for seed in range(8)]
    assert all([choice.action for choice in state.choices] == ["wait"] for state in states)
    assert any(gives_away(state, 0) for state in states)
    monkeypatch.setattr(asking, "_blocked", lambda *_: [])
    assert not any(gives_away(state, 0) for state in states)


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_logs(path: Path) -> None:
    """A seat is never told the name of a card of which it has never seen a copy."""
    world = every.reading(path).world
    assert world is not None
    players = world.model.seats[1]
    game = every.game(path, players)
    rng = random.Random(4)
    state = game.start(seed=4)
    seen: list[set[str]] = [set() for _ in range(players)]
    for _ in range(150):
        if state.over:
            break
        state.choose(rng.randrange(len(state.choices)))
    for event in raw(state):
        if event[0] == moves.TURNED:
            for known in seen:
                known |= {game.cards[c].text for c in event[1]}
        if event[0] != moves.MOVED:
            continue
        _, cards, sources, to, before, after, _ = event
        for card, source, was_up, is_up in zip(cards, sources, before, after, strict=True):
            for seat, known in enumerate(seen):
                if was_up or is_up or seat in game.zones[source].seen | game.zones[to].seen:
                    known.add(game.cards[card].text)
    names = {c.text for c in game.cards}
    for seat, known in enumerate(seen):
        told = " ".join(state.events(seat))
        words = {name for name in names if re.search(rf"(?<![\w-]){re.escape(name)}(?!\w)", told)}
        unseen = {name for name in words - known if not any(name in other for other in known)}
        assert not unseen
        assert words
