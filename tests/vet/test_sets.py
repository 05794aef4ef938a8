"""Several variants together: pairs, triples, what counts where they disagree, and the ways an examination is run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.diagnostics import HoyleError
from hoyle.vet.run import Plan, Vetted, vet
from hoyle.vet.subject import find_subjects

Write = Callable[..., str]
Vet = Callable[..., Vetted]

TWICE = "replace define worth(card : Tile) = card.rank * 2\n"
THRICE = "replace define worth(card : Tile) = card.rank * 3\n"
LOW = "except worth(card) as low over shining when card.rank is 1 gives 20\n"
NO_ONES = "remove card Tile(1, Suit)\nremove rule keep_ones\n"
ENDLESS = """\
replace action lay(card in hand[you])
    text "lay {card}"
    move card to hand[left(you)]
remove scenario "the higher card is rewarded"
"""


def cells(some: Any) -> dict[tuple[str, ...], list[str]]:
    """The kinds of what was found, by the names of the variants."""
    return {tuple(Path(name).stem for name in examined.names): examined.kinds for examined in some}


def test_every_pair_is_looked_at(vetted: Vet) -> None:
    found = vetted(twice=TWICE, thrice=THRICE, low=LOW, no_ones=NO_ONES)
    assert cells(found.singles) == {("twice",): [], ("thrice",): [], ("low",): [], ("no_ones",): []}
    assert cells(found.pairs) == {
        ("twice", "thrice"): ["conflict"],
        ("twice", "low"): [],
        ("twice", "no_ones"): [],
        ("thrice", "low"): [],
        ("thrice", "no_ones"): [],
        ("low", "no_ones"): ["inert"],
    }
    assert found.triples == ()
    assert not found.sound


def test_a_conflict_has_both_places_and_ways_to_settle_it(vetted: Vet) -> None:
    (found,) = vetted(twice=TWICE, thrice=THRICE).pairs[0].findings
    assert (found.place, found.base) == ("twice.hoyle:3, thrice.hoyle:3", "plain.hoyle:24")
    assert any('--with "thrice.hoyle over twice"' in way for way in found.ways)


def test_exceptions_that_disagree_are_shown_at_a_table(vetted: Vet) -> None:
    both = vetted(low=LOW, sunny="except worth(card) as sunny over shining when card.suit is sun gives 9\n").pairs[0]
    (found,) = both.findings
    assert found.kind == "conflict"
    assert found.play
    assert found.lines


def test_what_is_settled_is_no_conflict(write: Write) -> None:
    write("twice", TWICE)
    write("thrice", THRICE)
    subjects, over = find_subjects(["plain.hoyle"], ["twice", "thrice over twice"])
    found = vet(subjects, Plan(10), over)
    # but one of the two does not count any more
    assert cells(found.pairs) == {("twice", "thrice"): ["inert"]}
    assert found.pairs[0].findings[0].words.startswith("`twice` never changes a play beside `thrice`")


def test_what_one_shows_by_itself_is_known_in_its_pairs(vetted: Vet) -> None:
    found = vetted(four="set hand_size = 4\n", endless=ENDLESS, gone="remove zone hand\n", games=6)
    assert cells(found.singles) == {("four",): [], ("endless",): ["endless"], ("gone",): ["refused"]}
    # what cannot be played is in no pair
    assert cells(found.pairs) == {("four", "endless"): ["endless"]}
    assert all(finding.known for finding in found.pairs[0].findings)


def test_triples_on_request(vetted: Vet) -> None:
    texts = {"four": "set hand_size = 4\n", "high": "set target = 5\n", "twice": TWICE, "thrice": THRICE}
    found = vetted(triples=True, games=6, **texts)
    # with two that cannot be played together there is no third
    assert list(cells(found.triples)) == [("four", "high", "twice"), ("four", "high", "thrice")]


def test_a_variant_is_held_against_what_it_is_a_variant_of(write: Write) -> None:
    write("four", "set hand_size = 4\n")
    write("two", "set hand_size = 2\nset target = 4\n", of="four")
    write("again", "set hand_size = 4\n", of="four")
    singles = vet(find_subjects(["two.hoyle", "again.hoyle"], [])[0], Plan(6)).singles
    assert cells(singles) == {("two",): [], ("again",): ["inert"]}


def test_variants_of_different_parts_of_one_game(write: Write) -> None:
    write("four", "set hand_size = 4\n")
    write("five", "set target = 8\n", of="four")
    write("high", "set target = 5\n")
    found = vet(find_subjects(["five.hoyle", "high.hoyle"], [])[0], Plan(6))
    assert cells(found.pairs) == {("five", "high"): ["conflict"]}


def test_trials_beside_the_game_count(write: Write, tmp_path: Path) -> None:
    (tmp_path / "plain_trials.hoyle").write_text(
        'trials of plain\n\nscenario "three cards each"\n    seats ann, ben\n    when\n        prepare\n'
        '    then\n        count(hand[ann]) is 3\n\nscenario "a tidy table"\n    seats ann, ben\n    given\n'
        "        table[ann] holds Tile(1, sun)\n    when\n        tidy\n    then\n        empty(table)\n",
        encoding="utf-8",
    )
    write("four", "set hand_size = 4\n")
    write("meant", 'set hand_size = 4\nremove scenario "three cards each"\n')
    bare = "replace phase round\n    each p in Player\n        p must lay if able\n    reward\n"
    write("untidy", f"{bare}remove to tidy\n")
    found = vet(find_subjects(["four.hoyle", "meant.hoyle", "untidy.hoyle"], [])[0], Plan(6))
    four, meant, untidy = found.singles
    assert [(f.kind, f.about, f.base) for f in four.findings] == [
        ("fails", "scenario three cards each", "plain_trials.hoyle:8")
    ]
    assert meant.findings == ()
    assert [one.name for one in meant.meant] == ["three cards each"]
    fails = [finding for finding in untidy.findings if finding.kind == "fails"]
    assert [(f.about, f.base) for f in fails] == [('scenario "a tidy table"', "plain_trials.hoyle:15")]
    assert "no longer fits" in fails[0].words


# ---------------------------------------------------------------- how it is run


def test_the_same_seed_finds_the_same_on_any_number_of_processes(vetted: Vet) -> None:
    texts = {"low": LOW, "no_ones": NO_ONES}
    one, two = vetted(games=6, **texts), vetted(games=6, jobs=2, **texts)
    assert [(e.findings, e.acting, e.held, e.notes) for e in one.every] == [
        (e.findings, e.acting, e.held, e.notes) for e in two.every
    ]


def test_when_the_time_is_up_nothing_more_is_begun(vetted: Vet) -> None:
    (found,) = vetted(four="set hand_size = 4\n", games=6, seconds=1e-9).singles
    assert found.findings == ()
    assert found.left == ("trials", "reach", "whole", "change 0", "option bonus")


# ---------------------------------------------------------------- what cannot be vetted


def refused(names: list[str], given: list[str] | None = None) -> str:
    with pytest.raises(HoyleError) as caught:
        find_subjects(names, given or [])
    return str(caught.value.diagnostics[0].message)


def test_what_is_no_variant(write: Write, tmp_path: Path) -> None:
    write("four", "set hand_size = 4\n")
    assert refused(["plain.hoyle"]) == "`plain.hoyle` is a game, not a variant"
    assert refused(["four.hoyle", "plain.hoyle"]) == "`plain.hoyle` is a game, not a variant"
    assert refused(["nothing.hoyle"]) == "there is no file `nothing.hoyle`"
    assert refused(["plain.hoyle"], ["nothing"]) == "there is no variant `nothing`"
    (tmp_path / "shelf.hoyle").write_text("library shelf\n", encoding="utf-8")
    assert refused(["shelf.hoyle"]) == "`shelf.hoyle` is a library, not a variant"


def test_variants_of_different_games(write: Write, tmp_path: Path) -> None:
    other = (tmp_path / "plain.hoyle").read_text(encoding="utf-8")
    (tmp_path / "other.hoyle").write_text(other, encoding="utf-8")
    write("four", "set hand_size = 4\n")
    write("five", "set hand_size = 5\n", of="other")
    assert refused(["four.hoyle", "five.hoyle"]) == "`five.hoyle` is a variant of `other`, not of `plain`"
    assert refused(["other.hoyle"], ["four"]) == "`four.hoyle` is a variant of `plain`, not of `other`"
