"""Coverage: what is missed is found, what cannot be reached is told apart, and marks change nothing that happens."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import every
import pytest
from every import BUNDLED, GAMES, moments

from hoyle.core import nodes as core
from hoyle.core.cover import Cover
from hoyle.core.walk import below
from hoyle.lower.mark import marked
from hoyle.read import Reading, read_path, read_source
from hoyle.reference.perform import Performer
from hoyle.run.game import prepare
from hoyle.source import Source
from hoyle.trials.coverage import NEVER_TRUE, NOT_LED_TO, Coverage, Covering
from hoyle.trials.page import as_page
from hoyle.trials.run import run_trials

GAME = """\
game "Acorns" for 2..3 players

option rich : yes_no
option goal : 1..9 = 5
option odd : yes_no when rich

cards Acorn
    name  : name
    value : 1..9
    | name  | value |
    | small | 1     |
    | large | 5     |
    | gold  | 9     |
    | worm  | 2     |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

var points[Player] : number = 0

timing on_entry by owner(this)
timing lying by seat(1) while this in shown

ability worm on_entry
    points[you] -= 1

ability gold lying
    adjust worth(card) by 1 when card is not this
    rule shy for play(card)
        must card.name is not worm

define score(p) = points[p]
define worth(card) = bonus(card.value) + (if rich then 1 otherwise 0)
except worth(card) as big when card.value > 4 gives usual + 1
except worth.big as not_so_big when rich waive
except worth(card) as none_such over big when players > 3 gives 0

table bonus(value : number) : number
    | value | bonus |
    | ..1   | 0     |
    | 2..4  | 2     |
    | 5..   | 4     |

action play(card in hand[you])
    must points[you] < 8 as modest
    text "play {card}"
    move card to shown
    resolve on_entry of card

action pass
    text "pass"

rule small_first for play(card)
    must card.value < 5 if able

except small_first(card) as gold_goes when card.name is gold waive

to nothing_much
    points[seat(1)] += 1

after play(card) as paid
    points[you] += worth(card)

after any change as ceiling when any(p in Player where points[p] > 20)
    each p in Player
        points[p] = 0

flow
    move Acorn to deck
    shuffle deck
    deal 2 from deck to hand
    repeat until empty(hand)
        each p in Player
            turn(p)

phase turn(p : Player)
    if empty(hand[p])
        points[p] += 0
    otherwise
        p may play or pass
            points[p] += 0
        otherwise
            move hand[p] to deck

ending enough after turn(p) when points[p] >= goal
    winners [p]

ending no_winner after flow
    winners []
"""

TRIED = """
scenario "a small one"
    seats ann, bob
    given
        hand[ann] holds small, large
    when
        turn(ann)
    then
        ann may only play(small), pass, decline
        ann may not play(large) because small_first
    when
        ann does play(small)
    then
        points[ann] is 0
"""


def read(text: str, name: str = "acorns.hoyle") -> Reading:
    found = read_source(Source(name, text))
    assert not found.failed, found.diagnostics
    return found


def covered(reading: Reading, games: int = 0) -> Coverage:
    covering = Covering()
    results = run_trials(covering.prepared(reading), games=games)
    assert all(r.passed for r in results), [r for r in results if not r.passed]
    (found,) = covering.result().values()
    return found


def test_exactly_what_is_missed() -> None:
    found = covered(read(GAME + TRIED))
    assert [f"{f.item.span.line}: {f.item.name} {f.item.missed}" for f in found.missed] == [
        "3: option `rich` = yes is never tried",
        "4: option `goal` = something else is never tried",
        "5: option `odd` = yes is never tried",
        "25: `ability worm on_entry` is never resolved",
        "29: adjustment `worth.gold` never counts",
        "31: rule `shy` is never kept by anything",
        "31: rule `shy` never has anything against it",
        "33: definition `score` is never asked",
        "34: `rich` never holds",
        "35: exception `worth.big` never counts",
        "36: exception `worth.not_so_big` never counts",
        "42: row of `bonus` is never used",
        "43: row of `bonus` is never used",
        "46: `play.modest` never has anything against it",
        "51: action `pass` is never done",
        "57: exception to `small_first` never counts",
        "65: `after any change` as `ceiling` never happens",
        "66: `each p in Player` is never entered",
        "69: `flow` is never performed",
        "73: `repeat until empty(hand)` is never entered",
        "74: `each p in Player` is never entered",
        "79: `empty(hand[p])` never holds",
        "81: choice `pass` is never taken",
        "84: `p may play or pass` is never declined",
        "86: ending `enough` is never reached",
        "89: ending `no_winner` is never reached",
    ]
    assert [(f.item.span.line, f.unreachable) for f in found.unreachable] == [(37, NEVER_TRUE), (59, NOT_LED_TO)]
    assert found.percent == pytest.approx(100 * len(found.hit) / (len(found.found) - 2))


def test_what_more_trials_reach() -> None:
    more = """
scenario "gold lies there, and nobody shows a worm"
    seats ann, bob
    option rich = yes
    option odd = yes
    option goal = 3
    given
        shown holds gold
        hand[ann] holds worm, small, large
    then
        worth(large) is 6
        worth(worm) is 4
        score(ann) is 0
    when
        turn(ann)
    then
        ann may not play(worm) because shy
    when
        ann declines
"""
    before, after = covered(read(GAME + TRIED)), covered(read(GAME + TRIED + more))
    gone = {f.item.name for f in before.missed} - {f.item.name for f in after.missed}
    assert {"rule `shy`", "exception `worth.not_so_big`", "adjustment `worth.gold`"} <= gone
    assert {"option `rich` = yes", "option `odd` = yes", "`p may play or pass`", "definition `score`"} <= gone
    assert "exception `worth.big`" not in gone  # it is waived where it would count


def test_trials_beside_a_game_count_for_it(tmp_path: Path) -> None:
    path, beside = tmp_path / "acorns.hoyle", tmp_path / "acorns_trials.hoyle"
    path.write_text(GAME + TRIED)
    beside.write_text('trials of acorns\n\nscenario "a score"\n    then\n        score(seat(1)) is 0\n')
    covering = Covering()
    for file in (path, beside):
        run_trials(covering.prepared(read_path(file)), games=0)
    (found,) = covering.result().values()
    alone = covered(read_path(path))
    assert len(found.missed) == len(alone.missed) - 1


def test_random_games_count() -> None:
    waived = '\nwaive outcome "the flow may come to its end before anybody has enough"\n'
    waived += 'waive deals "of three players the last gets none"\n'
    found = covered(read(GAME + TRIED + waived), games=40)
    names = {f"{f.item.name} {f.item.missed}" for f in found.missed}
    assert "`flow` is never performed" not in names
    assert "choice `pass` is never taken" not in names
    assert "ending `enough` is never reached" not in names


def test_the_page_tells_hit_from_missed_without_colour() -> None:
    reading = read(GAME.replace("play {card}", "play <b>{card}</b>") + TRIED)
    page = as_page(reading.world.model.title if reading.world else "", covered(reading))
    assert page.startswith("<!doctype html>")
    assert "http" not in page
    assert "<b>" not in page and "&lt;b&gt;" in page
    lines = page.split("<tr ")
    (row,) = [line for line in lines if "ending enough after turn(p)" in line]
    assert 'class="missed"' in row and "✗ 0" in row
    (row,) = [line for line in lines if "after play(card) as paid" in line]
    assert 'class="hit"' in row and "✓ 1" in row
    (row,) = [line for line in lines if "to nothing_much" in line]
    assert 'class="out"' in row and "–" in row


# ---------------------------------------------------------------------------------------------- marks


def marks(path: Path, cover: Cover) -> Reading:
    reading = every.reading(path)
    assert reading.world is not None
    return attrs.evolve(reading, world=attrs.evolve(reading.world, model=marked(reading.world.model, cover)))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_marks_change_nothing_that_happens(path: Path) -> None:
    plain, counting = prepare(every.reading(path)), prepare(marks(path, Cover()))
    assert "hit(" not in plain.code.whole()
    for one, other in zip(moments(plain, 3), moments(counting, 3), strict=True):
        assert (one.z, one.v, one.up, one.over, one.winners) == (other.z, other.v, other.up, other.over, other.winners)
        assert one.player == other.player
        assert [c.text for c in one.choices] == [c.text for c in other.choices]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_both_evaluators_count_the_same_parts(path: Path) -> None:
    emitted, walked = Cover(), Cover()
    for cover, play in ((emitted, _emitted), (walked, _walked)):
        game = prepare(marks(path, cover))
        cover.hits = [0] * len(cover.hits)
        for seed in range(2):
            play(game, seed)
    # the engine words its choices, which the reference never does
    worded = _in_texts(game)
    differ = [i for i in walked.items if bool(walked.hits[i.number]) is not bool(emitted.hits[i.number])]
    assert [f"{i.place} {i.name} {i.missed}" for i in differ if i.part_of not in worded] == []
    assert not any(walked.hits[i.number] for i in differ)


def _in_texts(game: Any) -> set[tuple[str, str]]:
    """The definitions that texts of choices ask, directly or not."""
    asked: set[str] = set()
    todo: list[Any] = [part for site in game.plan.sites for offer in site.choose.offers for part in offer.template]
    while todo:
        node = todo.pop()
        names = {n.name for n in below(node) if isinstance(n, core.Ask)} - asked
        asked |= names
        todo += [game.program.defines[name].body for name in names]
    return {("define", name) for name in asked}


def _emitted(game: Any, seed: int) -> None:
    for _ in moments(game, seed):
        pass


def _walked(game: Any, seed: int) -> None:
    play = Performer(game.program, seed).play()
    rng = random.Random(seed)
    try:
        question = next(play)
        while True:
            question = play.send(rng.randrange(len(question.answers)))
    except StopIteration:
        pass


def test_the_bundled_games_mark_all_their_clauses() -> None:
    """Every exception, adjustment, hook, rule and ability of a game is among what is counted."""
    for path in BUNDLED:
        cover = Cover()
        reading = marks(path, cover)
        assert reading.world is not None
        game = reading.world.model
        lines = {i.span.line for i in cover.items if i.span.source is reading.source}
        wanted = [e.span for d in (*game.defines.values(), *game.procedures.values()) for e in d.exceptions]
        wanted += [a.span for d in game.defines.values() for a in d.adjustments]
        wanted += [h.span for p in game.procedures.values() for h in (*p.before, *p.after)]
        wanted += [e.span for e in game.endings]
        assert {span.line for span in wanted if span.source is reading.source} <= lines
