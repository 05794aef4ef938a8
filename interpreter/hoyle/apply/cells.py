"""Values that a variant sets: as the cells of a table, written into rows like any other, or in a declaration."""

from __future__ import annotations

import attrs

from hoyle.syntax import tree


def cell(value: tree.Expr | tree.Text) -> tree.Cell | None:
    """The cell that says this, or None if a cell cannot."""
    if isinstance(value, tree.Nothing):
        return tree.Cell((), span=value.span)
    parts = value.items if isinstance(value, tree.Listing) else (value,)
    items = [_item(part) for part in parts]
    if any(item is None for item in items):
        return None
    return tree.Cell(tuple(item for item in items if item is not None), span=value.span)


def _item(value: tree.Expr | tree.Text) -> tree.Word | tree.Number | tree.Truth | tree.Text | tree.CellRange | None:
    match value:
        case tree.Number() | tree.Truth() | tree.Text():
            return value
        case tree.Name(text):
            return tree.Word(text, span=value.span)
        case tree.SpanOf(tree.Number(low), tree.Number(high)):
            return tree.CellRange(low, high, span=value.span)
        case tree.SpanOf(tree.Name(first), tree.Name(last)):
            return tree.CellRange(first, last, span=value.span)
    return None


def card_keys(node: tree.Cards) -> list[str]:
    """The attributes a card is named by."""
    marked = [a.name.text for a in node.attributes if a.key]
    return marked or [a.name.text for a in node.attributes if a.name.text == "name"]


def with_value(node: tree.Option | tree.Define | tree.Var, value: tree.Expr) -> tree.Option | tree.Define | tree.Var:
    """An option, a definition or a variable with another value; whatever else it says stays."""
    match node:
        case tree.Option():
            return attrs.evolve(node, default=value)
        case tree.Define():
            return attrs.evolve(node, value=value)
    return attrs.evolve(node, initial=value)
