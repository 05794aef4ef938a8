"""What seats know: the truth can always come up, and what was seen once is known no longer than it should be."""

from __future__ import annotations

from itertools import count, islice
from pathlib import Path

import pytest
from bots.seated import TABLES, at_random, game, named, written
from native.test_whole_games import written as written_at_random
from often import TIMES

from hoyle.bots.host import Host
from hoyle.bots.knowledge import Knowledge
from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.seen import sees


def untrue(host: Host) -> list[tuple[object, ...]]:
    """What seats take to be so, and is not; and cards that they see and think they do not know."""
    s, wrong = host.state, []
    for seat, known in host.known.items():
        for card in range(len(s.game.cards)):
            zones = known.may.get(card)
            true = known.lies[card] == s.loc[card] if zones is None else zones >> s.loc[card] & 1
            if not true or (zones is not None and sees(s, seat, card)):
                wrong.append((seat, card, s.loc[card], zones))
    return wrong


def looked_at(played: Game, seed: int, most: int) -> int:
    """How many tables of a game were as every seat thinks that they may be."""
    tables = 0
    for host in at_random(played, seed, most):
        assert untrue(host) == [], tables
        tables += 1
    return tables


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_truth_can_always_come_up(table: tuple[Path, int]) -> None:
    assert looked_at(game(*table), table[1], 36 * TIMES) == 36 * TIMES


@pytest.mark.parametrize("lot", range(4 * TIMES))
def test_in_whole_games_at_random(lot: int, tmp_path: Path) -> None:
    right = (found for seed in count(60 + lot * 30) if (found := written_at_random(seed, tmp_path)) is not None)
    for played in islice(right, 5):
        played.__dict__["_native"] = None, "it is not needed here"
        try:
            looked_at(played, lot, 20)
        except HoyleError:
            continue  # something stops the game


# ---------------------------------------------------------------------------------------------- after a shuffle

AGAIN = """\
game "Again" for 2 players
cards Tile
    value : 1..20 key
    | value |
    | 1..20 |
zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up
var points[Player] : number = 0
define score(p) = points[p]
action play(card in hand[you])
    points[you] += card.value
    move card to shown
flow
    repeat 4 times
        move Tile to deck
        shuffle deck
        deal 5 from deck to hand
        repeat 5 times
            each p in Player
                p must play if able
ending over_now after flow
    winners highest(p in Player by score(p))
"""
HAND, DEALS = 5, 4


def kept(known: Knowledge, s: State, seat: int) -> bool:
    """Whether a seat knows of another one's hand anything but that its cards are none of those it sees."""
    hand = s.game.program.zone_families["hand"].base
    return any(card not in known.may for card in s.z[hand + 1 - seat])


def first_of_deals() -> list[Host]:
    """Somebody thinks at both seats; where each deal begins."""
    found, last = [], -1
    for host in at_random(written(AGAIN), 3, 40, engine="python"):
        s = host.state
        laid = len(s.z[s.game.program.zone_families["shown"].base])
        if laid < last or last < 0:
            assert not any(kept(known, s, seat) for seat, known in host.known.items())
            assert all(len(known.may) == 20 - HAND for known in host.known.values())
            found.append(host)
        last = laid
    return found


def test_after_a_shuffle_nothing_is_known_that_was_seen_before() -> None:
    assert len(first_of_deals()) == DEALS


def test_between_shuffles_less_is_unknown_from_card_to_card() -> None:
    unknown = [len(host.known[0].may) for host in at_random(written(AGAIN), 3, 40, engine="python")]
    assert unknown == [15, 15, 14, 14, 13, 13, 12, 12, 11, 11] * DEALS


def test_whoever_never_forgets_what_was_seen_knows_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "_mixed", lambda *_: None)
    with pytest.raises(AssertionError):
        first_of_deals()


# ---------------------------------------------------------------------------------------------- cards on their way

WAYS = """\
game "Ways" for 3 players
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone deck         : pile, face down
zone under        : pile, face down
zone hand[Player] : set, face down, seen by owner
zone row[Player]  : row, seen by owner
var points[Player] : number = 0
define score(p) = points[p]
flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    STEPS
    each p in Player
        p chooses one m in 1..3 as naming
            points[p] += m
ending over_now after flow
    winners highest(p in Player by score(p))
"""


def knowing(*steps: str) -> Host:
    """Somebody thinks at three seats; some steps are done."""
    text = WAYS.replace("STEPS", "\n    ".join(steps))
    return next(iter(at_random(written(text), 1, 1, engine="python")))


def zones(host: Host, *names: str) -> int:
    """Zones by their names, as bits."""
    return sum(1 << zone.number for zone in host.game.zones if f"{zone.name}{list(zone.index) or ''}" in names)


PASSED = "move all(c in hand[seat(1)]) to hand[seat(2)]"


def test_a_card_that_goes_on_unseen_may_be_any() -> None:
    host = knowing(PASSED)
    mine, theirs, third = (host.known[seat].may for seat in range(3))
    cards = host.state.z[host.game.program.zone_families["hand"].base + 1]
    given = [card for card in cards if card not in mine]
    assert len(given) == 2  # whoever gave them knows where they are, and whoever got them
    assert not set(cards) & set(theirs)
    assert all(third[card] >> host.state.loc[card] & 1 for card in cards)


def test_a_pile_keeps_its_order_until_it_is_shuffled() -> None:
    put = "move all(c in hand[seat(1)]) to under"
    host = knowing(put, "move top(under) to hand[seat(2)]")
    known = host.known[0]
    assert [card in known.may for card in host.state.z[host.game.program.zone_families["under"].base]] == [False]
    host = knowing(put, "shuffle under", "move top(under) to hand[seat(2)]")
    known = host.known[0]
    under = zones(host, "under")
    lost = [card for card in known.may if known.may[card] & under]
    assert len(lost) == 2 and all(known.may[card] == under | zones(host, "hand[1]") for card in lost)


def test_a_card_put_anywhere_is_lost_in_its_pile() -> None:
    host = knowing("move all(c in hand[seat(1)]) to under", "move top(deck) to under anywhere")
    under = host.state.z[host.game.program.zone_families["under"].base]
    assert len(under) == 3 and set(under) <= set(host.known[0].may)


def test_a_card_that_lies_face_up_is_seen_whatever_is_mixed_around_it() -> None:
    host = knowing("move top(deck, 2) to row[seat(1)] face down", "move top(deck) to row[seat(1)] anywhere face up")
    assert untrue(host) == []


def test_a_false_belief_is_found() -> None:
    host = knowing(PASSED)
    known = host.known[2]
    card = next(iter(known.may))
    known.may[card] &= ~(1 << host.state.loc[card])
    assert untrue(host) == [(2, card, host.state.loc[card], known.may[card])]
