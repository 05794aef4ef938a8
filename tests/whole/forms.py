"""Which forms of the grammar texts use: every symbol of every alternative of every rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hoyle.syntax.grammar import parser

Form = tuple[str, str]  # a rule, or the name of its alternative, and a symbol that may stand in it


def _forms(rule: Any) -> set[Form]:
    name = rule.alias or rule.origin.name
    return {(name, symbol.name) for symbol in rule.expansion}


def all_forms() -> set[Form]:
    """Every form there is."""
    return set().union(*(_forms(rule) for rule in parser()[0].rules))


@contextmanager
def noted() -> Iterator[set[Form]]:
    """The forms of all texts that are read from here on."""
    found: set[Form] = set()
    callbacks = parser()[0].parser.parser.parser.callbacks
    kept = dict(callbacks)

    def noting(rule: Any, build: Callable[..., Any]) -> Callable[..., Any]:
        forms = _forms(rule)

        def note(children: Any) -> Any:
            found.update(forms)
            return build(children)

        return note

    callbacks.update({rule: noting(rule, build) for rule, build in kept.items() if not isinstance(rule, str)})
    try:
        yield found
    finally:
        callbacks.update(kept)
