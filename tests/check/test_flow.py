"""What a choice depends on is followed through everything in which a value can be kept."""

from __future__ import annotations

import pytest
from leaking import CHANNELS, game

from hoyle.diagnostics import Severity
from hoyle.read import check_text


def errors(text: str) -> list[str]:
    return [d.code for d in check_text(text) if d.severity is Severity.ERROR]


@pytest.mark.parametrize("name", CHANNELS)
def test_a_leak_is_refused(name: str) -> None:
    found = errors(game(CHANNELS[name].leak))
    assert found and set(found) <= {"HYL401", "HYL402"}, (found, game(CHANNELS[name].leak))


@pytest.mark.parametrize("name", CHANNELS)
def test_its_twin_is_not(name: str) -> None:
    assert errors(game(CHANNELS[name].twin)) == []


TOLD = "tell it first: turn the card up, or keep what was looked at in a variable that all see"


def test_the_report_shows_the_way() -> None:
    (report,) = [d for d in check_text(game(CHANNELS["parameter handed on"].leak)) if d.code == "HYL401"]
    assert report.message == "`guess` depends on cards in `deck` that its player may not see"
    assert report.span is not None and report.span.text == "x <= w"
    assert [(label.span.text, label.text) for label in report.labels] == [
        ("c.value", "looked at here"),
        ("top_value", "kept in `v` here"),
        ("v", "kept in `w` here"),
        ("deck", "face down, seen by nobody"),
    ]
    assert report.help == TOLD


@pytest.mark.parametrize(
    ("name", "message", "place"),
    [
        ("who is asked", "who is asked here, if anybody, depends on", "who chooses one x in 1..3 as guess"),
        ("whether somebody is asked", "who is asked here, if anybody, depends on", "p chooses one x in 1..3 as guess"),
        ("how many are chosen", "how many can be chosen here depends on", "v"),
    ],
)
def test_the_report_says_what_would_tell(name: str, message: str, place: str) -> None:
    (report,) = [d for d in check_text(game(CHANNELS[name].leak)) if d.code == "HYL401"]
    assert report.message == f"{message} cards in `deck` that its player may not see"
    assert report.span is not None and report.span.text == place
    assert report.help == TOLD


def test_what_was_chosen_in_secret() -> None:
    (report,) = [d for d in check_text(game(CHANNELS["secret choice"].leak)) if d.code == "HYL401"]
    assert report.message == "`guess` depends on what was chosen in secret, which its player may not know"
    assert report.help == "keep it in a variable that all see, so that they are told"
