"""What makes a game another game: its cards, its table and all that is reached from its flow.

Titles, sentences and places in the text make no difference, and neither does how code is written for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any, cast

import attrs

from hoyle.core import nodes as core
from hoyle.core.walk import KINDS, below
from hoyle.plan.tables import Tables
from hoyle.program.program import Program

WORDS = ("span", "type", "origin", "title", "cites", "called", "declined", "said")
START = ("flow",)
SCORE = "score"


def fingerprint(program: Program, tables: Tables) -> str:
    """Sixteen signs that two games share if they are the same, and hardly any two others."""
    found = hashlib.sha256()
    for part in _parts(program, tables):
        found.update(_said(part).encode())
        found.update(b"\n")
    return found.hexdigest()[:16]


def _parts(program: Program, tables: Tables) -> Iterator[Any]:
    yield program.players
    for card in program.cards:
        yield card.cards, card.text, sorted(card.face.items()), card.same
    for zone in program.zones:
        yield zone.name, zone.index, zone.shape, zone.facing, zone.owner, sorted(zone.seen)
        yield program.model.zones[zone.name].capacity
    for name, family in program.var_families.items():
        declared = program.model.vars.get(name)
        yield name, family.dims, program.initial.get(name), None if declared is None else declared.type
    procedures, defines = reached(program, tables)
    for name in procedures:
        yield name, program.procedures[name].params, program.procedures[name].body
    for name in defines:
        define = program.defines[name]
        # what it says counts, not how it is said
        yield name, define.params, define.body if tables.row(define) is None else tables.row(define)


def reached(program: Program, tables: Tables) -> tuple[list[str], list[str]]:
    """The procedures and definitions that a game may come to, from its flow on."""
    procedures: dict[str, None] = {}
    defines: dict[str, None] = {}
    open_: list[Any] = [core.Do(name, ()) for name in START if name in program.procedures]
    open_ += [core.Ask(SCORE, (), core.YES.type)] if SCORE in program.defines else []
    open_ += program.initial.values()
    while open_:
        for node in below(open_.pop()):
            if isinstance(node, core.Do) and node.proc not in procedures:
                procedures[node.proc] = None
                open_.append(program.procedures[node.proc].body)
            elif isinstance(node, core.Ask) and node.name not in defines:
                defines[node.name] = None
                if tables.row(program.defines[node.name]) is None:
                    open_.append(program.defines[node.name].body)
    return sorted(procedures), sorted(defines)


@cache
def _fields(kind: Hashable) -> tuple[str, ...]:
    return tuple(f.name for f in attrs.fields(cast(Any, kind)) if f.name not in WORDS)


def _said(value: Any) -> str:
    if value.__class__ in KINDS:
        names = _fields(cast(Any, value.__class__))
        if isinstance(value, core.Choose) and value.acting is None:  # as nearly all of them
            names = tuple(name for name in names if name != "acting")
        fields = [getattr(value, name) for name in names]
        if isinstance(value, core.Offer):
            told = tuple(part for part in value.template if not isinstance(part, str))
            fields = [value.name, value.given, value.params, value.filters, told, value.body]
        if isinstance(value, core.Tell) and value.sentence:
            fields = [value.filled_in, value.to]
        if isinstance(value, core.Choose) and value.declined:  # that declining has a name counts, not which
            fields.append(tuple(part for part in value.declined if not isinstance(part, str)))
        return f"{value.__class__.__name__}({' '.join(map(_said, fields))})"
    if isinstance(value, (list, tuple)):
        return f"[{' '.join(map(_said, value))}]"
    return repr(value)
