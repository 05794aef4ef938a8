"""Names below a declaration, `unless`, bounds with conditions and what never happens, as the tools show them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.mutation.mutants import mutants
from hoyle.read import Reading, read_path, read_source
from hoyle.rulebook.book import rulebook
from hoyle.source import Source
from hoyle.trials.coverage import Covering
from hoyle.trials.run import run_trials

GAME = """\
game "Beacons" for 2 players

option dim : yes_no

cards Tile
    value : 1..6 key
    | value |
    | 1..6  |

zone deck         : pile, face down
zone hand[Player] : row, face down, seen by owner
zone shown        : row, face up

var points[Player] : number

define score(p) = points[p], at least 0 when dim unless empty(deck)
define worth(card)
    let higher = count(c in shown where c.value > card.value)
    gives card.value - higher * higher, at most 4 unless dim
except worth(card) as lone unless dim or not empty(shown)
    let more = usual + 1
    gives more

rule step_up "one step at a time" for play(card) when not empty(shown) unless dim
    let top_card = last(shown) else never
    let most = top_card.value + 3
    must card.value <= most

action play(card in hand[you])
    text "play {card}"
    points[you] += worth(card)
    move card to shown

flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    each p in Player
        turn(p)

phase turn(p : Player) unless empty(hand[p])
    p must play
    otherwise never

ending over after flow
    let best = max(score(p) for p in Player)
    winners all(p in Player where score(p) is best)

scenario "too high"
    seats ann, ben
    given
        shown holds Tile(1)
        hand[ann] holds Tile(4), Tile(5)
    then
        ann may not play(Tile(5)) because step_up
        ann may play(Tile(4))
        worth(Tile(2)) is 2
    when
        ann does play(Tile(4))
    then
        worth(Tile(2)) is 1
"""


def game(text: str = GAME) -> Reading:
    reading = read_source(Source("beacons.hoyle", text))
    assert not reading.diagnostics, reading.diagnostics
    return reading


def file(folder: Path) -> Path:
    path = folder / "beacons.hoyle"
    path.write_text(GAME)
    return path


def test_the_rulebook_says_it() -> None:
    told = rulebook(game(), [])
    for said in (
        "never less than 0 if the option *dim* is on (unless the deck is empty).",
        "never more than 4 unless the option *dim* is on, where the *higher* is the number of cards in the shown row",
        "Unless the option *dim* is on or the shown row is not empty, it is the *more* instead, where the *more* is",
        "if the shown row is not empty (unless the option *dim* is on): the card’s value must be at most",
        "It happens unless the player’s hand is empty.",
        "The player must *play*.\n",
        "win, where the *best* is the highest *score*",
    ):
        assert said in told, told


def test_what_is_said_never_to_happen_is_looked_for() -> None:
    """A hand of which no card is allowed shows; so does a scenario in which a rule with names forbids something."""
    results = {result.name: result for result in run_trials(game(), games=150)}
    assert [name for name, result in results.items() if not result.passed] == ["choices"]
    assert "says that this never happens, and now it has" in results["choices"].detail
    assert results["too high"].passed


def test_both_engines_tell_of_it(tmp_path: Path) -> None:
    played = hoyle.load(str(file(tmp_path)), options={"dim": False})
    said = []
    for engine in ("native", "python"):
        with pytest.raises(hoyle.HoyleError) as caught:
            played.playouts(300, engine=engine)
        said.append([(d.code, d.span.text if d.span else "") for d in caught.value.diagnostics])
    assert said[0] == said[1]
    assert said[0][0] == ("HYL915", "never")


def test_whoever_asks_is_told_which_rule_it_is(tmp_path: Path) -> None:
    played = hoyle.load(str(file(tmp_path)))
    for seed in range(40):
        state = played.start(seed=seed)
        try:
            state.choose(0)
        except hoyle.HoyleError:
            continue
        if state.over or state.player != 1:
            continue
        found = [str(state.why_not(f"play {value}")) for value in range(1, 7)]
        if any("one step at a time" in why for why in found):
            return
    raise AssertionError("nothing was forbidden")


def test_coverage_knows_bounds_and_nothing_of_what_stands_behind_a_name(tmp_path: Path) -> None:
    covering = Covering()
    covering.prepared(read_path(file(tmp_path)))
    (cover,) = covering.covers.values()
    names = [item.name for item in cover.items]
    assert "a bound of `score`" in names and "a bound of `worth`" in names
    assert not [name for name in names if "'" in name]
    assert not [item for item in cover.items if "always finds" in item.missed]


def test_mutation_knows_them() -> None:
    found = {(m.what, GAME[m.start : m.end]) for m in mutants(game().files[0])}
    assert ("a bound was dropped", ", at most 4 unless dim") in found
    assert ("a condition was turned round", "empty(deck)") in found
    assert [t for w, t in found if w == "a condition was dropped" and t.strip() == "unless empty(deck)"]
    for mutant in mutants(game().files[0]):
        if mutant.what in ("a condition was turned round", "a condition was dropped", "a bound was dropped"):
            assert not read_source(Source("mutant.hoyle", mutant.text)).failed, mutant
