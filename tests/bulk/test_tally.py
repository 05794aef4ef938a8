"""Sums over games: the same as if every game were looked at, however they are put together."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise

from every import GAMES, game

from hoyle.bulk import simulate
from hoyle.bulk.tally import Tally, from_data
from hoyle.bulk.ties import several
from hoyle.run.game import Game
from hoyle.run.playouts import planned

CAP = 20


def slowly(take: Game, games: int) -> Tally:
    """A tally made by looking at each game."""
    played, tally = take.playouts(games, seed=3, cap=CAP), Tally(take.players)
    tally.decisions = sum(played.lengths)
    for winners, scores, length, ending in zip(
        played.winners, played.scores, played.lengths, played.endings, strict=True
    ):
        if ending is None:
            tally.unfinished += 1
            continue
        tally.finished += 1
        tally.no_winner += not winners
        tally.lengths += length
        tally.length_squares += length**2
        tally.endings[ending] += 1
        if len(winners) > 1:
            tally.several[ending, tuple(sorted(winners))] += 1
        for seat, score in enumerate(scores):
            tally.wins[seat] += seat in winners
            tally.scores[seat] += score
            tally.score_squares[seat] += score**2
    return tally


def test_the_sums(take: Game) -> None:
    found = simulate(planned(take, 3, "random", "auto", CAP), 900).tally
    assert found == slowly(take, 900)
    assert found.unfinished and found.several


def test_parts_add_up_in_any_order_and_through_a_file(take: Game) -> None:
    run = planned(take, 3, "random", "auto", CAP)
    cuts = [0, *sorted(random.sample(range(1, 900), 7)), 900]
    parts = [(start + 1, end - start) for start, end in pairwise(cuts)]
    random.shuffle(parts)
    whole = Tally(take.players)
    for part in parts:
        tally = Tally(take.players)
        tally.add(run.lot(*part))
        whole.include(from_data(json.loads(json.dumps(tally.as_data()))))
    assert whole == slowly(take, 900)


def test_ties_are_no_shared_wins(take: Game) -> None:
    """Who is highest with others has tied; all of whom something holds share a win."""
    tally = simulate(planned(take, 3, "random", "auto", CAP), 2_000).tally
    by_ending: Counter[str] = Counter()
    for (ending, _), games in tally.several.items():
        by_ending[ending] += games
    assert by_ending["enough"] and by_ending["poor"]
    assert several(take, tally) == (by_ending["enough"], by_ending.total() - by_ending["enough"])
    assert tally.together() == []


def test_partners_win_together() -> None:
    """The win of a side is one win."""
    partners = next(game(path, 4) for path in GAMES if path.stem == "rowdy_partners")
    tally = simulate(planned(partners, 1, "random", "auto", 1_000), 60).tally
    assert tally.together() == [(0, 2), (1, 3)]
    assert several(partners, tally) == (0, 0) and tally.several.total() == 60
