"""Worlds: nobody at the seat could tell one from the real table, and they come up as often as they should."""

from __future__ import annotations

import ctypes
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import attrs
import pytest
from bots.seated import FEW, at_random, game, named, not_known, seated, written
from often import TIMES

from hoyle.bots.host import Host
from hoyle.bots.inference import allowed
from hoyle.bots.knowledge import Knowledge
from hoyle.bots.worlds import Draws, asked_again, deal, laid
from hoyle.native.thinking import ANY_ORDER, LOOSE, WALKED, Thinker, Unknown
from hoyle.run.choices import Choice
from hoyle.run.events import raw
from hoyle.run.state import State
from hoyle.table import moves
from hoyle.trials.checks.secrets import _ever_seen, _told_apart
from hoyle.trials.exchange import Exchange

PARTS = ("zones", "sides", "values", "scores", "turn", "over")


def worlds(host: Host, seat: int, many: int, seed: int = 0) -> Iterator[State]:
    """Worlds of any seat, also of one that is not asked."""
    dealt, draws = deal(host.state, not_known(host, seat)), Draws(seed)
    assert dealt.quality != LOOSE
    for _ in range(many):
        dealt.next(draws)
        yield laid(host.state, dealt, draws)


def apart(s: State, world: State, seat: int) -> list[str]:
    """What a seat sees otherwise in a world."""
    mine, theirs = s.view(seat), world.view(seat)
    wrong = [part for part in PARTS if mine.get(part) != theirs.get(part)]
    wrong += ["counts"] if [len(zone) for zone in s.z] != [len(zone) for zone in world.z] else []
    wrong += ["cards"] if sorted(card for zone in world.z for card in zone) != list(range(len(s.game.cards))) else []
    wrong += ["places"] if any(world.loc[card] != n for n, zone in enumerate(world.z) for card in zone) else []
    if seat == s.player:
        wrong += [] if asked_again(world) else ["asked"]
        wrong += ["choices"] if [c.text for c in s.choices] != [c.text for c in world.choices] else []
    return wrong


@pytest.mark.parametrize("table", FEW, ids=named)
def test_no_seat_can_tell_a_world_from_the_table(table: tuple[Path, int]) -> None:
    differ = 0
    for host in at_random(game(*table), 5, 40 * TIMES, 3):
        for seat in host.known:
            for world in worlds(host, seat, 2):
                differ += world.z != host.state.z
                assert apart(host.state, world, seat) == []
    assert differ > 20


@pytest.mark.parametrize("table", FEW, ids=named)
def test_what_a_seat_was_told_is_the_same_with_other_cards(table: tuple[Path, int]) -> None:
    """Cards that it has never seen have other names in its log then."""
    told = 0
    for host in at_random(game(*table), 6, 12, 3):
        s, seat = host.state, host.state.player
        dealt, draws = deal(s, not_known(host, seat)), Draws(1)
        dealt.next(draws)
        names = dealt.becomes()
        if not _ever_seen(s, seat) & {*names, *names.values()}:
            told += 1
            assert _told_apart(s, laid(s, dealt, draws), seat, Exchange(host.game, names)) == ()
    assert told or table[0].stem == "rowdy_partners"  # there everybody has seen all cards


@pytest.mark.parametrize("table", FEW, ids=named)
def test_a_bot_imagines_what_it_could_be_asked_in(table: tuple[Path, int]) -> None:
    rng = random.Random(1)
    for host in at_random(game(*table), 8, 30, 5, engine="python"):
        s = host.state
        at = host.seat(s.player, whole=True)
        world = at.imagine(rng)
        assert apart(s, world, s.player) == []
        assert [c.text for c in at.choices] == [c.text for c in world.choices]
        world.choose(world.choices[0])  # it can be played on, and the real table stays where it is
        assert s.player == at.number and at.imagine(rng).choices


# ---------------------------------------------------------------------------------------------- what others chose


def contradicted(table: tuple[Path, int], seed: int, most: int) -> tuple[int, int]:
    """How many choices of others cannot be made in worlds, asked again, and how many can."""
    rng, host = random.Random(seed), seated(game(*table), ["easy"], seed)
    s, history, counts = host.state, [], [0, 0]
    for _ in range(most):
        if s.over:
            break
        before, choice, log = s.copy(), rng.choice(s.choices), s.log
        host.make(choice)
        history = [*history, (before, choice)] if in_the_open(s, log) else []
        for seat in host.known if len(history) % 6 == 5 else ():
            for world in worlds(host, seat, 1, len(history)):
                names = {
                    card: other for a, b in zip(s.z, world.z, strict=True) for card, other in zip(a, b, strict=True)
                }
                for earlier, made in history:
                    if earlier.player != seat:
                        counts[could(earlier, made, names)] += 1
    return counts[0], counts[1]


def in_the_open(s: State, log: Any) -> bool:
    """Whether all cards that have moved were seen by everybody, so that each stays what it is from there on."""
    for event in raw(s, log):
        match event:
            case (moves.SHUFFLED | moves.GATHERED, *_):
                return False
            case (moves.MOVED, _, _, _, before, after, _) if not all(map(max, before, after)):
                return False
    return True


def could(before: State, choice: Choice, names: dict[int, int]) -> bool:
    """Whether that could be chosen at an earlier table, had the cards the names that they have in a world."""
    return allowed(Exchange(before.game, names).laid(before), (choice.offer, choice.values))


TRICKS = [table for table in FEW if table[0].stem in ("texas_showdown", "hearts")]


@pytest.mark.parametrize("table", TRICKS, ids=named)
def test_worlds_obey_what_others_chose(table: tuple[Path, int]) -> None:
    found = [contradicted(table, seed, 70) for seed in range(2 * TIMES)]
    assert sum(wrong for wrong, _ in found) == 0
    assert sum(right for _, right in found) > 300


@pytest.mark.parametrize("table", TRICKS, ids=named)
def test_whoever_learns_nothing_from_choices_does_not(table: tuple[Path, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "ruled_out", lambda *_: None)
    wrong, right = contradicted(table, 0, 70)
    assert wrong > 10 and right


# ---------------------------------------------------------------------------------------------- as often as they should

SMALL = """\
game "Small" for 3 players
kind Suit : coins | cups
cards Tile
    suit  : Suit key
    value : 1..4 key
    | suit | value |
    | Suit | 1..4  |
cards Chip
    sort : name
    | sort  |
    | white |
    | black |
zone deck         : pile of Tile, face down
zone hand[Player] : set of Tile, face down, seen by owner
zone trick        : row of Tile, face up
zone chip[Player] : pile of Chip, face down, seen by owner
zone bowl         : pile of Chip, face down
var led            : Suit?
var points[Player] : number = 0
define score(p) = points[p]
action play(card in hand[you])
    if led is none
        led = card.suit
    move card to trick
rule follow "follow suit" for play(card) when led is not none
    must card.suit is led if able
flow
    move Tile to deck
    move Chip to bowl
    shuffle deck
    shuffle bowl
    deal 2 from deck to hand
    move top(bowl) to chip[seat(1)]
    repeat 2 times
        each p in Player
            p must play if able
        led = none
ending over_now after flow
    winners highest(p in Player by score(p))
"""


def laid_out(s: State) -> tuple[Any, ...]:
    return tuple(tuple(zone) for zone in s.z)


def counted(of: Unknown, s: State, many: int, engine: str) -> Counter[tuple[Any, ...]]:
    """Which tables come up how often."""
    found: Counter[tuple[Any, ...]] = Counter()
    if engine == "python":
        for seed in range(many):
            dealt, draws = deal(s, of), Draws(seed * 7_919)
            dealt.next(draws)
            found[laid_out(laid(s, dealt, draws))] += 1
        return found
    library = s.game.native
    assert library is not None
    thinker, data, state = Thinker(library), s.native().data, library.state()
    out = (ctypes.c_int64 * 1_000)()
    for seed in range(many):
        world = thinker.imagined(data, of, seed * 7_919)
        assert world is not None
        library.c.outcome(state, world[0], out)  # which unpacks it
        rows = [tuple(out[: library.c.lying(state, zone, out)]) for zone in range(len(s.z))]
        found[tuple(rows)] += 1
    return found


def consistent(of: Unknown, s: State) -> set[tuple[Any, ...]]:
    """All tables that could be: every order of the unknown cards, by what each may do."""
    slots = [(zone, card) for zone, cards in enumerate(s.z) for card in cards if card in of.cards]
    number = {card: n for n, card in enumerate(of.cards)}
    found = set()
    for order in permutations(of.cards):
        rows = list(zip(slots, order, strict=True))
        if all(
            of.sort[number[old]] == of.sort[number[new]] and of.may[of.row[number[new]]][zone]
            for (zone, old), new in rows
        ):
            new = {old: card for (_, old), card in rows}
            made = [[new.get(card, card) for card in cards] for cards in s.z]
            zones = s.game.zones
            found.add(tuple(tuple(sorted(row) if zones[n].loose else row) for n, row in enumerate(made)))
    return found


def fair(of: Unknown, s: State, engine: str, quality: int, many: int = 4_000) -> int:
    """Every table that could be comes up, as often as the others; how many there are."""
    assert deal(s, of).quality == quality
    wanted, found = consistent(of, s), counted(of, s, many, engine)
    assert set(found) <= wanted
    each = many / len(wanted)
    assert each >= 8
    chi = sum((found[table] - each) ** 2 / each for table in wanted)
    free = len(wanted) - 1
    assert chi < free + 3.1 * sqrt(2 * free) + 6, (chi, free)  # p > 0.001
    return len(wanted)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_what_nothing_is_known_of(engine: str) -> None:
    """Two sorts of cards: eight tiles of which a seat sees two, and a chip."""
    host = seated(written(SMALL), ["easy"], 2, "python")
    assert fair(not_known(host, 1), host.state, engine, ANY_ORDER) == 180 * 2


def suit(s: State, card: int) -> str:
    return s.game.cards[card].text.split()[0]


def somebody_void() -> Host:
    """Somebody could not follow suit, in the first trick."""
    for seed in range(100):
        host = seated(written(SMALL), ["easy"], seed, "python")
        s, hand = host.state, host.game.program.zone_families["hand"].base
        mine, theirs = ({suit(s, card) for card in s.z[hand + seat]} for seat in range(2))
        if len(mine) == 2 and len(theirs) == 1:
            host.make(next(c for c in s.choices if suit(s, c.seen_cards[0]) not in theirs))
            host.make(s.choices[0])
            if (
                any(suit(s, card) in theirs for card in host.known[2].may)
                and deal(s, not_known(host, 2)).quality == WALKED
            ):
                return host
    raise AssertionError


@pytest.mark.parametrize("engine", ["python", "native"])
def test_whoever_did_not_follow_has_none(engine: str) -> None:
    host = somebody_void()
    of = not_known(host, 2)
    assert fair(of, host.state, engine, WALKED) > 1


@pytest.mark.parametrize("engine", ["python", "native"])
def test_what_only_three_can_reach_together(engine: str) -> None:
    """Three cards in three hands, each of which may not be in one of them: two worlds, none a swap from the other."""
    host = seated(written(SMALL), ["easy"], 2, "python")
    s = host.state
    hand = s.game.program.zone_families["hand"].base
    of = attrs.evolve(not_known(host, 0), cards=sorted(s.z[hand + seat][0] for seat in range(3)))
    lies = [s.loc[card] - hand for card in of.cards]
    may = [bytes(zone - hand in range(3) and zone - hand != (at + 1) % 3 for zone in range(len(s.z))) for at in lies]
    of = attrs.evolve(of, sort=[0, 0, 0], row=[0, 1, 2], may=may)
    assert fair(of, s, engine, WALKED, 600) == 2


@pytest.mark.parametrize("seed", range(4 * TIMES))
def test_whatever_is_known(seed: int) -> None:
    """Constraints at random that leave at least the real table."""
    rng = random.Random(seed)
    host = seated(written(SMALL), ["easy"], seed, "python")
    s, of = host.state, not_known(host, 2)
    may = [bytes(rng.random() < 0.6 or zone == s.loc[card] for zone in range(len(s.z))) for card in of.cards]
    of = attrs.evolve(of, row=list(range(len(of.cards))), may=may)
    many = len(consistent(of, s))
    for engine in ("python", "native"):
        if many > 1:
            fair(of, s, engine, deal(s, of).quality, 10 * many)


def test_what_cannot_be_is_left_aside_and_said() -> None:
    host = seated(written(SMALL), ["easy"], 2, "python")
    of = not_known(host, 1)
    nowhere = attrs.evolve(of, may=[bytes(len(row)) for row in of.may])
    dealt = deal(host.state, nowhere)
    assert dealt.quality == LOOSE
    dealt.next(Draws(1))
    assert sorted(dealt.given) == list(range(len(of.cards)))
    library = host.game.native
    assert library is not None
    world = Thinker(library).imagined(host.state.native().data, nowhere, 1)
    assert world is not None and world[1] == LOOSE


class Swapping(Draws):
    """Draws that never let three cards go round."""

    def next(self) -> int:
        return super().next() | 1 << 62


def test_a_walk_of_swaps_alone_is_not_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "Draws", Swapping)
    with pytest.raises(AssertionError):
        test_what_only_three_can_reach_together("python")
