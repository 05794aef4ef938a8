"""What a choice depends on is followed through everything in which a value can be kept."""

from __future__ import annotations

import pytest
from leaking import CHANNELS, game

from hoyle.check import check_text
from hoyle.diagnostics import Severity


def errors(text: str) -> list[str]:
    return [d.code for d in check_text(text) if d.severity is Severity.ERROR]


@pytest.mark.parametrize("name", CHANNELS)
def test_a_leak_is_refused(name: str) -> None:
    found = errors(game(CHANNELS[name].leak))
    assert found and set(found) <= {"HYL401", "HYL402"}, (found, game(CHANNELS[name].leak))


@pytest.mark.parametrize("name", CHANNELS)
def test_its_twin_is_not(name: str) -> None:
    assert errors(game(CHANNELS[name].twin)) == []
