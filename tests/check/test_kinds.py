"""Kinds that stand in kinds: a member has one number in all of them, and all engines play games with them alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_twin import Twin, compiled, follow
from often import often

import hoyle
from hoyle import types as t
from hoyle.diagnostics import HoyleError
from hoyle.explore.sameness import exchanges
from hoyle.model import Model
from hoyle.read import read_path, read_source
from hoyle.rulebook.book import rulebook
from hoyle.run.game import prepare
from hoyle.run.save import restore
from hoyle.source import Source
from hoyle.table.chance import seed_bytes
from hoyle.trials.checks.reference import Along
from hoyle.trials.run import run_trials

LIBRARY = "library kinds\n\n"

Kinds = dict[str, list[str]]


@st.composite
def kinds(draw: st.DrawFn) -> Kinds:
    """The words of some kinds: each has words of its own, and may have others in it that are in no other."""
    made: Kinds = {}
    free: list[str] = []
    for number in range(draw(st.integers(1, 6))):
        words = [f"w{number}_{n}" for n in range(draw(st.integers(1, 3)))]
        inner = draw(st.lists(st.sampled_from(free), unique=True, max_size=2)) if free else []
        free = [name for name in free if name not in inner] + [f"K{number}"]
        made[f"K{number}"] = draw(st.permutations([*words, *inner]))
    return made


def all_words(made: Kinds, name: str) -> list[str]:
    return [word for part in made[name] for word in (all_words(made, part) if part in made else [part])]


def model_of(made: Kinds, names: list[str]) -> tuple[Model | None, set[str]]:
    lines = [f"kind {name} : {' | '.join(made[name])}" for name in names]
    reading = read_source(Source("kinds.hoyle", LIBRARY + "\n".join(lines) + "\n"))
    assert reading.world is not None
    return reading.world.model, {d.code for d in reading.diagnostics} - {"HYL302"}


@given(kinds(), st.randoms(use_true_random=False))
@often(60)
def test_a_member_has_one_number_in_all_its_kinds(made: Kinds, rng: random.Random) -> None:
    names = list(made)
    rng.shuffle(names)
    model, wrong = model_of(made, names)
    assert model is not None and not wrong
    for name in made:
        words = all_words(made, name)
        kind = model.kinds[name]
        assert [model.member(name, number) for number in kind.numbers] == words
        for inner in (part for part in made[name] if part in made):
            assert all(kind.number(word) == model.kinds[inner].number(word) for word in all_words(made, inner))
            assert t.fits(model.kinds[inner].type, kind.type) and not t.fits(kind.type, model.kinds[inner].type)
            assert t.join(model.kinds[inner].type, kind.type) == kind.type
            assert kind.type.wider == tuple(wide for wide in model.kinds[inner].type.wider if wide != kind.type)
        assert min(kind.numbers) >= 0


@pytest.mark.parametrize("length", [9, 10, 11, 400])
@pytest.mark.parametrize("forwards", [True, False])
def test_a_long_row_of_kinds_in_each_other_is_refused(length: int, forwards: bool) -> None:
    made = {f"K{n}": [f"w{n}", *([f"K{n - 1}"] if n else [])] for n in range(length)}
    _, wrong = model_of(made, list(made) if forwards else list(made)[::-1])
    assert wrong - {"HYL212"} == ({"HYL009"} if length > 10 else set()) or "HYL212" in wrong


GAME = """\
game "Strains" for 2 players

kind Honour : ten | jack
kind Strain : low | Suit | notrump
kind Suit   : coins | cups | swords
kind Bid    : Strain | Honour | null

cards Tile
    suit  : Suit key
    value : 1..3 key
    wish  : Strain = low
    | suit | value | wish    |
    | Suit | 1     | notrump |
    | Suit | 2     | cups    |
    | Suit | 3     | -       |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone lying[Suit]  : row, face up

option first_bid : Bid = jack

var strain_bid     : Strain?
var points[Suit]   : number = 0
var tricks[Strain] : number = 0
var highest_bid    : Bid = first_bid
var least          : Honour

define trump = if strain_bid is not none and strain_bid in Suit then strain_bid otherwise none
define score(p) = points[coins] + sum(tricks) + number(highest_bid) + number(least) + worth(strain_bid else low)

define weight(suit) = number(suit) * 10

table worth(strain) : number
    | strain     | worth |
    | low        | 1     |
    | Suit       | 2     |
    | notrump    | 3     |

action play(card in hand[you])
    text "play {card}"
    if trump is not none and trump is card.suit
        points[trump] += number(trump)
    if card.wish in Suit
        points[card.wish] += 1
    tricks[card.suit] += worth(card.suit) + weight(card.suit)
    tricks[card.wish] += worth(card.wish)
    move card to lying[card.suit]

action bid(strain in coins..notrump where strain_bid is none or strain > strain_bid)
    text "bid {strain}"
    strain_bid = strain
    if strain in Suit and points[strain] < 9
        highest_bid = strain
        points[strain] += 1

action honour(bid in Bid where bid in Honour)
    text "say {bid}"
    highest_bid = bid
    if bid in Honour
        least = bid

flow
    move Tile to deck
    shuffle deck
    deal 4 from deck to hand
    repeat 5 times
        each p in Player
            p must play or bid or honour if able

ending done after flow
    winners highest(p in Player by score(p))

scenario "a suit is a strain"
    seats anna, ben
    option first_bid = swords
    given
        hand[anna] holds Tile(cups, 2)
        strain_bid = coins
        points[cups] = 3
        tricks[notrump] = 2
    when
        anna does bid(cups)
        anna does play(Tile(cups, 2))
    then
        strain_bid is cups
        trump is cups
        points[cups] is 7
        tricks[cups] is 24
        highest_bid is cups
        number(highest_bid) is 3
        number(cups) is 2
        number(Strain.cups) is 3
"""

VARIANT = """\
variant "More" of strains

set worth(Suit) = 5
set first_bid = null
replace kind Strain : low | Suit | notrump | highest_of_all
add rows to worth
    | strain         | worth |
    | highest_of_all | 9     |
"""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    (tmp_path / "strains.hoyle").write_text(GAME, encoding="utf-8")
    (tmp_path / "more.hoyle").write_text(VARIANT, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("varied", [False, True])
def test_all_engines_play_it_alike(folder: Path, varied: bool) -> None:
    variants = [str(folder / "more.hoyle")] if varied else []
    game = hoyle.load(str(folder / "strains.hoyle"), variants=variants)
    library = compiled(game, "-O0")
    bids = set()
    for seed in range(12):
        follow(Twin(game, library, seed_bytes(seed)), game.start(seed), random.Random(seed), 40)
        state, rng, made = game.start(seed), random.Random(seed), list[int]()
        along = Along(game.program, state.seed)
        while not state.over:
            assert along.catch_up(state, made) == ""
            made.append(rng.randrange(len(state.choices)))
            state.choose(made[-1])
            state = restore(state.save()) if len(made) == 4 else state
        assert along.catch_up(state, made) == ""
        bids.add(state.v[game.program.var_families["highest_bid"].base])
    assert len(bids) > 2


def test_its_scenarios_hold(folder: Path) -> None:
    reading = read_path(folder / "strains.hoyle")
    assert reading.diagnostics == []
    (told,) = run_trials(reading, games=0)
    assert told.passed, told


def test_it_is_said_in_words(folder: Path) -> None:
    told = str(rulebook(read_path(folder / "strains.hoyle"), []))
    assert "**Strain**: low, the suits and notrump." in told
    assert "the strain is a suit" in told
    assert "**Suit**: coins, cups and swords." in told


@pytest.mark.parametrize("kind", ["Suit", "Strain"])
def test_members_of_such_kinds_are_not_exchanged(kind: str) -> None:
    reading = read_source(Source("strains.hoyle", GAME))
    with pytest.raises(HoyleError, match="shares members with other kinds"):
        exchanges(prepare(reading, players=2), {kind: reading.files[0].span})
