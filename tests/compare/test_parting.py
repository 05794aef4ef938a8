"""Where two games part, and what is blamed for it."""

from __future__ import annotations

from pathlib import Path

import attrs
from compare.conftest import Written, plan

from hoyle.compare.comparison import compare
from hoyle.compare.parting import Cause, Parted, Search
from hoyle.compare.run import Side


def searched(one: Path, other: Path) -> Search:
    return compare(plan(one, other, games=40)).search


def parted(written: Written, **changed: str) -> Parted:
    found = searched(written(), written("other", **changed)).parted
    assert found is not None
    return found


def test_what_is_the_same_does_not_part(written: Written) -> None:
    found = searched(written(), written("other"))
    assert (found.parted, found.games) == (None, 40)


def test_what_comes_and_is_never_used_does_not_part(written: Written) -> None:
    """A variable more makes another shape; only what both have is compared."""
    changed = "var points[Player] : number = 0\nvar idle : number = 0\n"
    one, other = written(), written("other", variable=changed)
    assert searched(one, other).parted is None


def test_a_rule_that_forbids_is_named_with_its_place(written: Written) -> None:
    found = parted(written, rule="    must card.weight < 4 if able")
    assert found.seed is not None and found.seed.startswith("3:")
    assert any("light stones go first" in cause.sentence and "other.hoyle:" in cause.told() for cause in found.why)
    assert any(line.startswith("- player_1 chooses between: ") for line in found.apart)


def test_a_clause_that_counts_is_named(written: Written) -> None:
    found = parted(written, heavy="except cost(card) as heavy when card.weight > 10 gives 5\n")
    assert found.why[0].told().startswith("exception `cost.heavy` counts in A and B (")
    assert found.events[-1].startswith("stone ")
    assert [line for line in found.then[0] if "points of" in line] != [
        line for line in found.then[1] if "points of" in line
    ]
    assert found.choices % 9 == 0  # three players have each played three cards


def test_an_option_that_is_set_is_followed_to_what_asks_for_it(written: Written) -> None:
    path = written(heavy="")
    two = plan(path, path, games=40)
    found = compare(attrs.evolve(two, other=Side(str(path), None, {"penalty": 5}))).search.parted
    assert found is not None
    assert found.why[0].told().startswith("definition `cost` counts in A and B")


def test_other_cards_part_from_the_start(written: Written) -> None:
    found = parted(written, cards="    | 1..10  |")
    assert found.seed is None
    assert found.apart == ("- only here 2 of the cards take part: stone 11, stone 12",)


def test_one_game_goes_on_where_the_other_ends(written: Written) -> None:
    found = parted(written, rounds="define rounds = 2")
    assert any(line.startswith("+ the game is over") for line in found.apart)
    assert any("one_round" in line or "repeat" in line or "rounds" in line for line in map(Cause.told, found.why))
