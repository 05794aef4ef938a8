"""Exploring small games: tables counted by hand, games without end or way out, shortest plays, and what is bounded."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import comb, factorial
from pathlib import Path

import pytest
from tiny import ENDLESS, FEW, HEAD, HEAP, ROW, SHUFFLED, SUITS

import hoyle
from hoyle.explore.outcomes import Rows, arrangements
from hoyle.explore.search import CHOICES, ENDS, Limits
from hoyle.explore.verdicts import Report, explore
from hoyle.read import read_path
from hoyle.run.game import Game
from hoyle.run.miniature import miniature_game, the_miniature
from hoyle.run.save import restore
from hoyle.trials import record
from hoyle.trials.run import FAILS, HOLDS, NOT_HERE, SO_FAR, WAIVED, Result

Explore = Callable[..., Report]


@pytest.fixture
def explored(tmp_path: Path) -> Explore:
    """What comes of exploring the first miniature of a tiny game."""

    def run(body: str, miniature: str, head: str = HEAD, **limits: float) -> Report:
        path = tmp_path / "tiny.hoyle"
        lines = "".join(f"    {line.strip()}\n" for line in miniature.strip().splitlines())
        path.write_text(f'{head}{body}\nminiature "small"\n{lines}', encoding="utf-8")
        reading = read_path(path)
        assert not reading.failed, [d.message for d in reading.diagnostics]
        return explore(reading, the_miniature(reading, "small"), Limits(**limits))  # type: ignore[arg-type]

    return run


def verdict(report: Report, name: str) -> Result:
    return next(v for v in report.verdicts if v.name == name)


# ---------------------------------------------------------------- counted by hand


def test_every_order_is_a_table_of_its_own(explored: Explore) -> None:
    report = explored(ROW, "players 2\nset hand_size = 2\ncards c in Tile where c.value <= 4")
    # each of two players plays two cards in turn: 1, 2, 2 * 2, 2 * 2 * 1, 2 * 2 * 1 * 1
    assert report.explored.states == 1 + 2 + 4 + 4 + 4
    assert (report.explored.over, report.explored.depth, report.explored.stopped) == (4, 4, None)
    assert not report.failed


def test_tables_that_are_the_same_are_visited_once(explored: Explore) -> None:
    report = explored(HEAP, "players 2\nset hand_size = 3\ncards c in Tile where c.value <= 6")
    # which cards are left, after each has played so many
    wanted = sum(comb(3, (n + 1) // 2) * comb(3, n // 2) for n in range(7))
    assert report.explored.states == wanted
    assert report.explored.over == 1


def test_every_deal_is_tried(explored: Explore) -> None:
    report = explored(SHUFFLED, "players 2\nset hand_size = 2\ncards c in Tile where c.value <= 4")
    assert report.explored.states == comb(4, 2) * (1 + 2 + 4 + 4 + 4)


def test_orders_of_a_deck_that_stays_are_told_apart(explored: Explore) -> None:
    report = explored(SHUFFLED, "players 2\nset hand_size = 1\ncards c in Tile where c.value <= 5")
    assert report.explored.states == factorial(5) * (1 + 1 + 1)


def test_cards_that_look_alike_make_no_new_deals(explored: Explore) -> None:
    # a stone shows its color, and the row in which order they came
    stones = SHUFFLED.replace("Tile", "Stone")
    head = HEAD.replace("Tile", "Stone").replace("value : 1..9 key", "name : name")
    head = head.replace("| value |", "| name  | copies |").replace("| 1..9  |", "| black | 3 |\n    | white | 3 |")
    report = explored(stones, "copies 2\nset hand_size = 2", head=head)
    assert len(report.game.cards) == 4
    # two of four for the first player: both black, both white, or one of each, and the other has the rest
    same, mixed = 1 + 1 + 1 + 1 + 1, 1 + 2 + 4 + 4 + 4
    assert report.explored.states == 2 * same + mixed


def test_what_is_no_longer_needed_makes_no_table_of_its_own(explored: Explore) -> None:
    body = (
        HEAP.replace("p must play if able", "forget(p)")
        + """

to forget(p : Player)
    p must play if able
    p chooses one n in 1..2
    if n > 2
        return
"""
    )
    report = explored(body, "players 2\nset hand_size = 1\ncards c in Tile where c.value <= 2")
    # play, number, play, number: the number leaves no trace
    assert report.explored.states == 5
    assert report.explored.edges == 1 + 2 + 1 + 2


@pytest.mark.parametrize("pattern", [(0, 0, 1, 1), (0, 1, 2, 3), (0, 0, 0, 1), (0,), (0, 1, 0, 2, 1)])
def test_rows_are_all_there_and_can_be_asked_for_in_any_order(pattern: tuple[int, ...]) -> None:
    from itertools import permutations

    for length in range(1, len(pattern) + 1):
        rows = Rows(pattern, length)
        wanted = {tuple(pattern[p] for p in row) for row in permutations(range(len(pattern)), length)}
        found = [rows.row(number) for number in range(rows.count)]
        assert {tuple(pattern[p] for p in row) for row in found} == wanted
        assert rows.count == len(wanted) == arrangements(tuple(rows.counts.values()), length)
        for number in random.Random(1).sample(range(rows.count), rows.count):
            assert rows.row(number) == found[number]


# ---------------------------------------------------------------- proved and refuted


def test_a_game_that_can_go_round_for_ever(explored: Explore) -> None:
    report = explored(ENDLESS, "set hand_size = 2\ncards c in Tile where c.value <= 4")
    found = verdict(report, ENDS)
    assert found.word == FAILS
    assert "so it can go round for ever" in found.detail
    assert found.play is not None
    state, error = found.play.again(report.game)
    assert error is None
    assert not state.over
    before = int(found.detail.split("actual: ")[1].split()[0])
    earlier = record.Play(2, {}, found.play.chance, found.play.choices[:-before]).again(report.game)[0]
    assert (state.z, state.v, state.player) == (earlier.z, earlier.v, earlier.player)


def test_a_game_that_ends_is_proved_to(explored: Explore) -> None:
    report = explored(ROW, "cards c in Tile where c.value <= 4")
    assert verdict(report, ENDS).word == HOLDS


def test_a_step_that_cannot_be_done_and_its_shortest_play(explored: Explore) -> None:
    body = (
        ROW
        + """
var luck : 0..9 = 0
after play(card)
    luck += card.value
property lucky always luck < 10
"""
    )
    report = explored(body, "cards c in Tile where c.value in 4..9\nset hand_size = 2")
    found = verdict(report, CHOICES)
    assert found.word == FAILS
    assert "actual: `luck` would become " in found.detail
    assert found.play is not None
    # the players hold 9, 8 and 7, 6: no single card is too much, two are
    assert len(found.play.choices) == 2
    _, error = found.play.again(report.game)
    assert error is not None


def test_a_property_is_refuted_by_the_shortest_play(explored: Explore) -> None:
    body = ROW + "property low never sum(c.value for c in shown) > 11\n"
    report = explored(body, "cards c in Tile where c.value <= 6\nset hand_size = 3")
    found = verdict(report, "low")
    assert found.word == FAILS
    assert found.play is not None
    # 6, 5, 4 are dealt first, then 3, 2, 1: 6 + 3 + 5 is the first sum above 11
    assert len(found.play.choices) == 3
    state, _ = found.play.again(report.game)
    assert (
        sum(report.game.cards[c].face["value"] for c in state.z[report.game.program.zone_families["shown"].base]) > 11
    )  # type: ignore[misc]


def test_what_holds_is_proved_and_what_is_looked_for_is_found(explored: Explore) -> None:
    body = (
        ROW
        + """
property few     always count(shown) <= 4
property all_out at end empty(hand)
property found   eventually first(shown) is Tile(3)
property nowhere eventually first(shown) is Tile(1)
property fewer   after play(card) then count(hand[you]) is was(count(hand[you])) - 1
property ended   after played then count(shown) is 4
"""
    )
    report = explored(body, "cards c in Tile where c.value <= 4\nset hand_size = 2")
    words = {v.name: v.word for v in report.verdicts}
    assert words.pop("nowhere") == NOT_HERE
    assert set(words.values()) == {HOLDS}
    assert verdict(report, "nowhere").detail == "it does not come true in this miniature"
    assert not report.failed
    assert "reached:" in verdict(report, "found").detail


def test_what_is_broken_in_the_middle_hides_nothing_behind_it(explored: Explore) -> None:
    body = (
        ROW
        + """
property first_wrong after play(card) then count(shown) > 1
property also_wrong  after play(card) then count(shown) < 4
property laid        after play(card) then card in shown
property at_last     eventually count(shown) is 4
"""
    )
    report = explored(body, "cards c in Tile where c.value <= 4\nset hand_size = 2")
    words = {v.name: v.word for v in report.verdicts}
    assert (words["first_wrong"], words["also_wrong"]) == (FAILS, FAILS)
    assert (words["laid"], words["at_last"]) == (HOLDS, HOLDS)
    plays = [verdict(report, name).play for name in ("first_wrong", "also_wrong")]
    assert [len(play.choices) for play in plays if play is not None] == [1, 4]
    assert report.explored.states == 15


def test_what_never_happens_is_not_proved(explored: Explore) -> None:
    body = (
        ROW
        + """
action skip
    points[you] += 1
after play(card) when card.value is 9
    skipped(you)
to skipped(p : Player)
    p may skip
property idle after skip then points[you] > 0
"""
    )
    report = explored(body, "cards c in Tile where c.value <= 4")
    assert verdict(report, "idle").word == NOT_HERE
    assert verdict(report, "idle").detail == "never put to the test: `skip` does not happen in this miniature"


def test_what_is_waived(explored: Explore) -> None:
    body = ROW + "property nine always count(Tile) is 9\n"
    report = explored(body, 'cards c in Tile where c.value <= 4\nwaive nine "fewer take part"')
    assert (verdict(report, "nine").word, verdict(report, "nine").waived) == (WAIVED, "fewer take part")
    assert not report.failed


def test_two_moves_that_come_to_nothing(explored: Explore) -> None:
    """A random walk agrees with what was explored: every table it comes to is one that is known."""
    report = explored(ENDLESS, "set hand_size = 2\ncards c in Tile where c.value <= 4")
    from hoyle.explore.sameness import Sameness
    from hoyle.explore.search import Search

    game = report.game
    search = Search(game, Sameness(game))
    search.run()
    known = {search.sameness.key(search.table(number)) for number in range(len(search.parents))}
    rng = random.Random(5)
    for _ in range(20):
        state = game.start(1)
        for _ in range(40):
            assert search.sameness.key(state) in known
            if state.over:
                break
            state.choose(rng.randrange(len(state.choices)))


# ---------------------------------------------------------------- limits, bounds and what is set


@pytest.mark.parametrize("limits", [{"states": 600}, {"seconds": 0.0}, {"megabytes": 1}])
def test_it_stops_at_a_limit_with_what_it_knows(explored: Explore, limits: dict[str, float]) -> None:
    body = SHUFFLED + "property few always count(shown) < 9\nproperty none_yet never count(shown) > 0\n"
    report = explored(body, "cards c in Tile where c.value <= 7", **limits)
    assert report.explored.stopped is not None
    assert report.explored.states <= limits.get("states", 10**9)
    assert verdict(report, "few").word == SO_FAR
    assert verdict(report, ENDS).word == SO_FAR


def test_what_is_refuted_stays_so_if_it_stops(explored: Explore) -> None:
    body = ROW + "property none_yet never count(shown) > 0\n"
    report = explored(body, "set hand_size = 4\ncards c in Tile where c.value <= 8", states=700)
    assert report.explored.stopped is not None
    assert verdict(report, "none_yet").word == FAILS


def test_an_interruption_ends_it_cleanly(explored: Explore, monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.explore import search as module

    def interrupt(self: module.Search, visited: int, known: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module.Search, "look", interrupt)
    report = explored(SHUFFLED, "cards c in Tile where c.value <= 7")
    assert report.explored.stopped == "it was interrupted"
    assert report.explored.states > 0


def test_orders_bound_the_deals_and_are_spread(explored: Explore) -> None:
    whole = explored(SHUFFLED, "set hand_size = 1\ncards c in Tile where c.value <= 4")
    some = explored(SHUFFLED, "set hand_size = 1\ncards c in Tile where c.value <= 4\norders 4")
    assert not whole.explored.bounded
    assert some.explored.bounded
    assert some.explored.states == 4 * 3
    many = explored(SHUFFLED, "set hand_size = 1\ncards c in Tile where c.value <= 4\norders 99")
    assert not many.explored.bounded
    assert many.explored.states == whole.explored.states == factorial(4) * 3


def test_what_a_miniature_sets(tmp_path: Path) -> None:
    path = tmp_path / "tiny.hoyle"
    body = """
option pace : slow | fast
define limit = 40
except limit as faster when pace is fast gives 20
adjust limit by players
var lives[Player] : 0..9 = 5
define worth(c : Tile) = c.value * limit
property some always limit > 0 and every(p in Player has lives[p] > 0) and worth(Tile(2)) > 0
miniature "small"
    players 3
    copies 1
    set pace = fast
    set limit = 7
    set lives = 2
    set Tile.value = 4
"""
    text = f"{HEAD}{ROW}{body}".replace("value : 1..9 key", "name : name\n    value : 1..9")
    text = text.replace("    | value |\n    | 1..9  |", "    | name | value | copies |\n    | a    | 1     | 2      |")
    path.write_text(text.replace("Tile(2)", "Tile(a)"), encoding="utf-8")
    game = miniature_game(read_path(path), the_miniature(read_path(path), "small"))
    state = game.start(0)
    assert game.players == 3
    assert game.options == {"pace": "fast"}
    assert state.value("limit") == 7
    assert state.value("lives") == [2, 2, 2]
    assert [card.face["value"] for card in game.cards] == [4]


def test_a_value_that_breaks_the_rest_of_the_rules_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tiny.hoyle"
    body = """
define place = 2
zone spot[1..3] : set, face up
before flow
    move Tile(1) to spot[place]
property some always empty(spot) or count(spot) < 9
miniature "small"
    set place = 5
"""
    path.write_text(f"{HEAD}{ROW}{body}", encoding="utf-8")
    with pytest.raises(hoyle.HoyleError, match="HYL203"):
        miniature_game(read_path(path), the_miniature(read_path(path), "small"))


def test_a_play_and_a_save_know_their_miniature(explored: Explore) -> None:
    body = ROW + "property low never count(shown) > 2\n"
    report = explored(body, "cards c in Tile where c.value <= 4\nset hand_size = 2")
    found = verdict(report, "low")
    game, play = record.read(found.replay)
    assert game.miniature == "small"
    assert play == found.play
    state, _ = play.again(game)
    assert restore(state.save()) == state
    assert isinstance(game, Game)
    assert len(game.cards) == 4


def test_there_is_no_such_miniature() -> None:
    reading = read_path(Path(hoyle.__file__).parents[2] / "examples" / "hearts.hoyle")
    with pytest.raises(hoyle.HoyleError, match="has no miniature"):
        the_miniature(reading, "huge")


# ---------------------------------------------------------------- symmetry


def summary_of(report: Report) -> list[tuple[str, str, int | None]]:
    """The verdicts, with how long the play is that shows each."""
    return [(v.name, v.word, len(v.play.choices) if v.play is not None else None) for v in report.verdicts]


@pytest.mark.parametrize(("symmetric", "least"), [("Suit", 5), ("Player", 1.1), ("Suit, Player", 6)])
def test_symmetry_gives_the_same_verdicts_with_fewer_tables(explored: Explore, symmetric: str, least: float) -> None:
    plain = explored("", FEW, head=SUITS)
    fewer = explored("", f"{FEW}\nsymmetric {symmetric}", head=SUITS)
    assert summary_of(plain) == summary_of(fewer)
    assert plain.explored.depth == fewer.explored.depth
    assert fewer.explored.states * least <= plain.explored.states


def test_members_that_the_rules_name_stay_what_they_are(explored: Explore) -> None:
    body = "property few never count(c in won where c.suit is coins) > 1\n"
    plain = explored(body, FEW, head=SUITS)
    fewer = explored(body, f"{FEW}\nsymmetric Suit", head=SUITS)
    assert summary_of(plain) == summary_of(fewer)
    # only cups and swords are exchanged
    assert plain.explored.states / 2 <= fewer.explored.states < plain.explored.states / 1.8


NOT_SYMMETRIC = {
    "the order of a kind": "define first_suit = count(c in won where c.suit < cups)\nproperty x always first_suit < 9",
    "all members named": (
        "property x never count(c in won where c.suit is coins or c.suit is cups) > 1 and count(won) < 9"
    ),
    "an order of members": "after one_trick\n    each s in Suit\n        points[leader] += count(won) + s_of(s)\n"
    "define s_of(suit) = count(c in won where c.suit is suit)",
}


@pytest.mark.parametrize("name", NOT_SYMMETRIC)
def test_what_the_rules_say_against_a_symmetry(explored: Explore, name: str) -> None:
    with pytest.raises(hoyle.HoyleError) as error:
        explored(f"{NOT_SYMMETRIC[name]}\n", f"{FEW}\nsymmetric Suit", head=SUITS)
    assert error.value.diagnostics[0].code == "HYL511"
    assert error.value.diagnostics[0].span is not None


def test_a_symmetry_that_only_play_shows_to_be_wrong(explored: Explore) -> None:
    """The first of a list of cards is the one with the lowest number, whatever its suit is called."""
    body = """
after one_trick
    let some = all(c in won[leader] where c.value is 1)
    each c in first(some)
        move c to deck bottom
"""
    with pytest.raises(hoyle.HoyleError, match="goes on otherwise"):
        explored(body, f"{FEW}\nsymmetric Suit", head=SUITS)


@pytest.mark.parametrize(
    "body",
    [
        "after one_trick\n    points[seat(1)] += 1\n",
        "after one_trick\n    each p in Player\n        p may choose one n in 1..2\n            points[p] += n - n\n",
    ],
)
def test_seats_that_are_not_the_same(explored: Explore, body: str) -> None:
    with pytest.raises(hoyle.HoyleError) as error:
        explored(body, f"{FEW}\nsymmetric Player", head=SUITS)
    assert error.value.diagnostics[0].code == "HYL511"
