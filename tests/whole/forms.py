"""Which forms of the grammar texts use: every symbol of every alternative of every rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import attrs
import pytest

from hoyle.syntax import shift
from hoyle.syntax.grammar import Rule, tables

Form = tuple[str, str]  # a rule, or the name of its alternative, and a symbol that may stand in it


@cache
def _lists() -> dict[str, str]:
    """What one of several of a kind consists of, by the name that Lark has given to several."""
    found: dict[str, str] = {}
    for rule in tables().rules:
        if rule.origin.startswith("__") and rule.origin not in rule.symbols:
            found.setdefault(rule.origin, " ".join(rule.symbols))
    return found


def _forms(rule: Rule) -> set[Form]:
    several = _lists()
    return {(several.get(rule.name, rule.name), several.get(symbol, symbol)) for symbol in rule.symbols}


def all_forms() -> set[Form]:
    """Every form there is."""
    return set().union(*(_forms(rule) for rule in tables().rules))


@contextmanager
def noted() -> Iterator[set[Form]]:
    """The forms of all texts that are read from here on."""
    applied: set[int] = set()
    found: set[Form] = set()

    class Noting(list[Rule]):
        def __getitem__(self, number: Any) -> Any:
            rule = super().__getitem__(number)
            if number not in applied:
                applied.add(number)
                found.update(_forms(rule))
            return rule

    noting = attrs.evolve(tables(), rules=Noting(tables().rules))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shift, "tables", lambda: noting)
        yield found
