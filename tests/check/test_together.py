"""All mistakes are told at once: none of them hides another, and none makes another appear."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from hoyle.check import check_text
from hoyle.diagnostics import CODES, Severity, explain
from tests import leaking

BAD = Path(__file__).parents[1] / "bad"
Told = Counter[tuple[str, str]]  # what is told: the code, and the line it is about

# mistakes that have nothing to do with anything else, each in a declaration of its own
PLANTS = {
    "a name": "define zz_rich = zz_gold > 3",
    "a name in steps": "to zz_pay\n    zz_gold += 1",
    "a type": "define zz_rich : yes_no = 3",
    "an assignment": "to zz_count\n    let zz_n = 1\n    zz_n = yes",
    "a range": "var zz_gold : 1..3 = 7",
    "an option": "option zz_mode : zz_on | zz_off = 3",
    "a text that ends nowhere": "define zz_rich = = 3",
    "steps that cannot be read": "to zz_pay\n    zz_gold ! 1",
    "a hook that cannot be read": "to zz_pay\n    let zz_n = 1\nafter zz_pay = 3\n    let zz_n = 1",
    "a rule about nothing": "rule zz_kept for zz_nothing\n    must no",
    "a hook on nothing": "after zz_nothing\n    let zz_n = 1",
    "exceptions": "define zz_cost = 1\nexcept zz_cost when players > 1 gives 2\nexcept zz_cost when players > 0 gives 3",
    "a circle": "define zz_one : number = zz_two\ndefine zz_two : number = zz_one",
    "a loop": "to zz_wait\n    repeat\n        let zz_n = 1",
    "a property": "property zz_held always zz_gold > 3",
}
GAME_ONLY = {
    "a scenario": 'scenario "zz"\n    then\n        zz_gold is 3',
}


def told(text: str) -> Told:
    """The errors in a text, each with the line it stands on; not where, for that changes if something is added."""
    errors = [d for d in check_text(text) if d.severity is Severity.ERROR]
    return Counter((d.code, d.span.source.line_text(d.span.line).strip() if d.span else "") for d in errors)
