"""Values that a variant sets: as cells, written into rows like any other, or in a declaration.

A row of a table is cut out of the others, so that the variant can say something else there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from hoyle.source import Span
from hoyle.syntax import tree

Range = tuple[int | None, int | None]
Atom = Range | str
Kinds = dict[str, list[Atom]]
DEEPEST = 10  # so many kinds can stand in each other


def kinds(files: Iterable[tree.File]) -> Kinds:
    """What the names of kinds stand for in a cell."""
    found: Kinds = {}
    for decl in (decl for file in files for decl in file.decls):
        match decl:
            case tree.Kind(name, tree.ChoiceType(values)):
                found[name.text] = [value.text for value in values]
            case tree.Kind(name, tree.RangeType(low, high)):
                found[name.text] = [(low, high)]
    for _ in range(DEEPEST):  # kinds among the words of a kind stand for their members
        found = {
            name: list(dict.fromkeys(each for atom in atoms for each in _within(atom, name, found)))
            for name, atoms in found.items()
        }
    return found


def _within(atom: Atom, name: str, known: Kinds) -> list[Atom]:
    """What a word of a kind stands for: itself, or the members of another kind."""
    return known.get(atom, [atom]) if isinstance(atom, str) and atom != name else [atom]


def changed(
    rows: tuple[tree.Row, ...], keys: tuple[tree.Cell, ...], value: tree.Cell | None, known: Kinds, span: Span
) -> tuple[tree.Row, ...] | None:
    """The rows (the first names the columns) with another value for some keys, or without them; None if none has them.

    What is left of a row stays in its place, and the new row comes behind it.
    """
    box = [_atoms(key, known) for key in keys]
    made = [rows[0]]
    hit = False
    for row in rows[1:]:
        left = _without(row, box, known)
        made += [row] if left is None else left
        if left is not None and not hit and value is not None:
            made.append(tree.Row((*keys, value), span=span))
        hit = hit or left is not None
    return tuple(made) if hit else None


def meet(one: tuple[tree.Cell, ...], other: tuple[tree.Cell, ...], known: Kinds) -> bool:
    """Whether some key is among both."""
    pairs = zip(one, other, strict=False)
    return all(_common(_atoms(mine, known), _atoms(theirs, known)) for mine, theirs in pairs)


def covers(one: tuple[tree.Cell, ...], other: tuple[tree.Cell, ...], known: Kinds) -> bool:
    """Whether all keys of the other are among those of the one."""
    pairs = zip(one, other, strict=False)
    return not any(_outside(_atoms(theirs, known), _atoms(mine, known)) for mine, theirs in pairs)


def _without(row: tree.Row, box: list[list[Atom]], known: Kinds) -> list[tree.Row] | None:
    """What is left of a row outside a box of keys, as rows; None if it has nothing of the box."""
    keys = [_atoms(cell, known) for cell in row.cells[:-1]]
    common = [_common(key, edge) for key, edge in zip(keys, box, strict=False)]
    if len(keys) != len(box) or not all(common):
        return None
    left: list[tree.Row] = []
    for column, (key, edge) in enumerate(zip(keys, box, strict=True)):
        if outside := _outside(key, edge):
            inner = [_cell(atoms, cell) for atoms, cell in zip(common, row.cells[:column], strict=False)]
            here = _cell(outside, row.cells[column])
            left.append(tree.Row((*inner, here, *row.cells[column + 1 :]), span=row.span))
    return left


def _atoms(cell: tree.Cell, known: Kinds) -> list[Atom]:
    found: list[Atom] = []
    for item in cell.items:
        match item:
            case tree.Number(value):
                found.append((value, value))
            case tree.CellRange(str() as first, str() as last):
                found += _between(first, last, known)
            case tree.CellRange(low, high):
                found.append((low if isinstance(low, int) else None, high if isinstance(high, int) else None))
            case tree.Word(text):
                found += known.get(text, [text])
            case tree.Truth(yes):
                found.append("yes" if yes else "no")
    return found


def _between(first: str, last: str, known: Kinds) -> list[Atom]:
    members = next((m for m in known.values() if first in m and last in m), [])
    return members[members.index(first) : members.index(last) + 1] if members else []


def _common(key: list[Atom], edge: list[Atom]) -> list[Atom]:
    return [meet for one in key for other in edge if (meet := _meet(one, other)) is not None]


def _outside(key: list[Atom], edge: list[Atom]) -> list[Atom]:
    for cut in edge:
        key = [piece for atom in key for piece in _minus(atom, cut)]
    return key


def _meet(one: Atom, other: Atom) -> Atom | None:
    if isinstance(one, str) or isinstance(other, str):
        return one if one == other else None
    low = max((x for x in (one[0], other[0]) if x is not None), default=None)
    high = min((x for x in (one[1], other[1]) if x is not None), default=None)
    return None if low is not None and high is not None and low > high else (low, high)


def _minus(one: Atom, other: Atom) -> list[Atom]:
    if _meet(one, other) is None:
        return [one]
    if isinstance(one, str) or isinstance(other, str):
        return []
    (low, high), (first, last) = one, other
    pieces: list[Atom] = []
    if first is not None and (low is None or low < first):
        pieces.append((low, first - 1))
    if last is not None and (high is None or high > last):
        pieces.append((last + 1, high))
    return pieces


def _cell(atoms: list[Atom], was: tree.Cell) -> tree.Cell:
    """The cell that stands for some atoms, at the place of the one they were taken from."""
    return tree.Cell(tuple(_written(atom, was.span) for atom in atoms), span=was.span)


def _written(atom: Atom, span: Span) -> tree.Word | tree.Number | tree.Truth | tree.CellRange:
    match atom:
        case "yes" | "no":
            return tree.Truth(atom == "yes", span=span)
        case str():
            return tree.Word(atom, span=span)
        case (int() as low, high) if low == high:
            return tree.Number(low, span=span)
    return tree.CellRange(*atom, span=span)


def columns(row: tree.Row) -> list[str]:
    """What the first row calls the columns."""
    return [" ".join(c.span.text.split()) for c in row.cells]


def cell(value: tree.Expr | tree.Text) -> tree.Cell | None:
    """The cell that says this, or None if a cell cannot."""
    if isinstance(value, tree.Nothing):
        return tree.Cell((), span=value.span)
    items = tuple(map(_item, value.items if isinstance(value, tree.Listing) else (value,)))
    return None if any(item is None for item in items) else tree.Cell(items, span=value.span)


def _item(value: tree.Expr | tree.Text) -> Any:
    match value:
        case tree.Number() | tree.Truth() | tree.Text():
            return value
        case tree.Name(text):
            return tree.Word(text, span=value.span)
        case tree.SpanOf(tree.Number(low), tree.Number(high)) | tree.SpanOf(tree.Name(low), tree.Name(high)):
            return tree.CellRange(low, high, span=value.span)
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
