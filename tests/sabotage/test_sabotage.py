"""Rules that are really broken: what is wrong with them is found, and shown in a play that a person could follow.

Beside this file stand variants of the bundled games, each with one mistake that a person could have made. The scenario
that is printed is short, fails with the mistake, and without it holds, or does what is forbidden then.
"""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest
from every import BUNDLED

from hoyle.commands.test import with_trials
from hoyle.read import Reading, read_game, read_like, read_path
from hoyle.trials.run import Result, Trials

HERE = Path(__file__).parent
GAMES = 16  # `hoyle test` plays these first, and more
LINES = 20
MOVED = 8  # places that cards lie from where they lay, if there is only a deal


@attrs.frozen
class Found:
    """By which trial a mistake must be found, as `hoyle test` calls it, and how many choices the play may have that
    it shows; None where a scenario shows it, or the definition is refused.
    """

    kind: str
    name: str
    most: int | None = None


MISTAKES = {
    "duel_left_behind": Found("property", "duel_is_cleared", 8),
    "follow_first_color": Found("property", "followed", 6),
    "hidden_krown": Found("property", "krown_is_seen", 1),
    "lost_place": Found("scenario", "reveals of several players go round from the active player"),
    "market_left_open": Found("property", "market_is_cleared", 10),
    "one_turn_more": Found("property", "limit_is_kept", 4),
    "pinned_winner": Found("scenario", "the last space needs three damage, and then it is a pin"),
    "skipped_seat": Found("property", "hand_counted", 30),
    "telling_choice": Found("definition", "HYL401"),
    "tenth_rally": Found("property", "whole_deck", 0),
    "unpaid_signing": Found("property", "signing_is_paid", 8),
    "waits_for_ever": Found("check", "choices", 0),
}


def pasted(reading: Reading, scenario: str) -> Result:
    """What becomes of a scenario at the end of a definition."""
    trials = Trials(read_like(reading, f"{reading.source.text}\n\n{scenario}\n"))
    return trials.scenario(trials.scenarios[-1])


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str) -> None:
    by = MISTAKES[name]
    variant = HERE / f"{name}.hoyle"
    if by.kind == "definition":
        refused = read_path(variant)
        assert refused.failed and by.name in [d.code for d in refused.diagnostics]
        return
    for file, applied in with_trials([str(variant)], []):
        reading = read_game(file, applied)
        trials = Trials(reading)
        wanted = (by.kind, by.name)
        scenarios = [s for s in trials.scenarios if wanted == ("scenario", s.title)]
        trials.keys = {key: r for key, r in trials.keys.items() if (r.kind, r.name) == wanted}
        for result in (*map(trials.scenario, scenarios), *trials.by_play(GAMES, 0)):
            assert not result.passed
            if by.most is not None:
                play = json.loads(result.replay)
                assert len(play["choices"]) <= by.most, result.detail
                assert by.most or sum(play["chance"]) <= MOVED, result.detail
                assert len(result.scenario.splitlines()) <= LINES
                assert not pasted(reading, result.scenario).passed
                again = pasted(read_game(file if applied else base(name)), result.scenario)
                assert again.passed or "is possible" in again.detail  # what the mistake allowed is forbidden now
            return
    pytest.fail(f"there is no {by.kind} {by.name}")


def base(name: str) -> str:
    """The game that a variant here is of."""
    return (HERE / f"{name}.hoyle").read_text(encoding="utf-8").partition(" of ")[2].split()[0]


def test_there_are_enough_of_them() -> None:
    assert sorted(MISTAKES) == sorted(path.stem for path in HERE.glob("*.hoyle"))
    assert len(MISTAKES) == 12
    assert {base(name) for name in MISTAKES} == {path.stem for path in BUNDLED}
    kinds = [by.kind for by in MISTAKES.values()]
    assert kinds.count("property") + kinds.count("check") >= 6
