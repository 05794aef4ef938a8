"""The passes of the checker: in their order, and with an end after any of them."""

from __future__ import annotations

import attrs
import pytest
from every import ROOT

from hoyle.check.passes import PASSES, check_files
from hoyle.diagnostics import Diagnostics
from hoyle.model import Model
from hoyle.read import read_path

READING = read_path(ROOT / "gamedefs" / "dwyn.hoyle")
NAMES = [each.name for each in PASSES]


def after(name: str) -> Model:
    rows = {row.span: text for row, text in READING.tables}
    return check_files(READING.files, Diagnostics(), READING.model.name, rows, name).model


def size(model: Model) -> int:
    """How much is known of a game."""
    return sum(len(value) for value in attrs.asdict(model, recurse=False).values() if isinstance(value, (dict, list)))


def test_every_pass_has_a_name_and_a_reason() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(each.why for each in PASSES)


@pytest.mark.parametrize(("name", "known", "unknown"), [("cards", "card_types", "zones"), ("zones", "zones", "rules")])
def test_it_can_end_after_any(name: str, known: str, unknown: str) -> None:
    model = after(name)
    assert getattr(model, known) and not getattr(model, unknown)


def test_each_adds_to_what_is_known() -> None:
    sizes = [size(after(name)) for name in NAMES]
    assert sizes == sorted(sizes) and sizes[-1] == size(READING.model)
