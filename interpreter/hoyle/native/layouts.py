"""Where values stand in C: those that frames keep at each point, and those of the variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hoyle import types as t
from hoyle.native.lists import depth_of
from hoyle.native.tables import row_of
from hoyle.program.program import Program
from hoyle.types import of_cards


def kept(program: Program) -> str:
    """For each card where the values of variables are that are kept for it."""
    rows = [program.values_of(card.number) for card in program.cards]
    width = max(map(len, rows), default=0)
    cells = [f"{{{', '.join(map(str, [*row, *[0] * (width - len(row))])) or '0'}}}" for row in rows]
    return f"static const int KEPT_AT[][{max(width, 1)}] = {{{', '.join(cells) or '{0}'}}};"


def layouts(program: Program, points: Mapping[int, tuple[t.Type, ...]]) -> str:
    """For each point how many cells a frame keeps there, which are lists, and which hold cards, how deep."""
    rows = [points.get(code, ()) for code in range(max(points, default=0) + 1)]
    lists, lists_at = _pairs([[(n, depth_of(type_)) for n, type_ in enumerate(row) if depth_of(type_)] for row in rows])
    cards, cards_at = _pairs([[(n, depth_of(type_)) for n, type_ in enumerate(row) if of_cards(type_)] for row in rows])
    variables = []
    for name, var in program.model.vars.items():
        depth = depth_of(var.type)
        family = program.var_families.get(name)
        if depth and family is not None:
            variables += [x for n in range(family.base, family.base + family.size) for x in (n, depth)]
    return "\n".join(
        [
            row_of("int", "FRAME_CELLS", [len(row) for row in rows]),
            row_of("int", "FRAME_LISTS", lists),
            row_of("int", "FRAME_LISTS_AT", lists_at),
            row_of("int", "FRAME_CARDS", cards),
            row_of("int", "FRAME_CARDS_AT", cards_at),
            row_of("int", "LIST_VARIABLES", [*variables, -1]),
        ]
    )


def _pairs(rows: Sequence[Sequence[tuple[int, int]]]) -> tuple[list[int], list[int]]:
    """Rows of pairs one behind the other, each with -1 behind it, and where each starts; at 0 there is none."""
    found, starts = [-1], []
    for row in rows:
        starts.append(len(found) if row else 0)
        found += [*(number for pair in row for number in pair), -1] if row else []
    return found, starts
