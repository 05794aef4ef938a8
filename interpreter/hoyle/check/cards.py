"""Card types: attributes, rows, files of rows, copies, and derived attributes.

Guarantees that every card has a value of the right type for every attribute and that keys name what they should.
"""

from __future__ import annotations

import csv
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.definitions import Definitions
from hoyle.check.expressions import Typer
from hoyle.check.record import Symbol, built_in
from hoyle.check.tables import Expanded, expand
from hoyle.check.world import CARD_LIMIT, World
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import Diagnostics, Label, quote
from hoyle.source import Span
from hoyle.syntax import tree, walk
from hoyle.syntax.sorts import COPIES
from hoyle.syntax.texts import parts_of

MOST_WRITTEN = 200  # characters by which a card is called


def declare(defs: Definitions, decl: tree.Cards, lines: list[tree.Row | tree.Amend]) -> None:
    """Make the card type: attributes and the cards themselves, without what is derived."""
    world, name = defs.world, decl.name.text
    rows = [line for line in lines if isinstance(line, tree.Row)]
    attributes: dict[str, t.Type] = {}
    defaults: dict[str, Any] = {}
    for attribute in decl.attributes:
        word = attribute.name.text
        symbol = Symbol("attribute", word, attribute.name.span)
        world.record.again(world.record.attributes.setdefault(word, symbol), attribute.name)
        if word in attributes or word in (COPIES, "up"):
            what = "stands twice" if word in attributes else "is a word of the language"
            world.report("HYL102", f"`{word}` {what}", attribute.name, "give the attribute another name")
            continue
        if attribute.type is not None:
            attributes[word] = _attribute_type(world, name, attribute, rows)
            if attribute.value is not None and _printed(world, attribute):
                found = Typer(defs).value(attribute.value, attributes[word], name=word)
                defaults[word] = found.value if isinstance(found, core.Const) else None
                if not isinstance(found, core.Const):
                    world.report("HYL201", "a default is a plain value", attribute.value.span)
            elif attribute.value is not None:
                attributes[word] = t.BROKEN
    made = model.CardType(name, attributes, (), (), [], {}, decl.cites, decl.span)
    world.model.card_types[name] = made
    others = sum(len(c.faces) for c in world.model.card_types.values())
    made.keys = tuple(a.name.text for a in decl.attributes if a.key and a.name.text in attributes)
    if not made.keys and "name" in attributes:
        made.keys = ("name",)
    for changes, group in itertools.groupby(lines, lambda line: isinstance(line, tree.Amend)):
        if changes:
            _amend(world, made, group)
        else:
            more = (line for line in group if isinstance(line, tree.Row))
            made.faces += itertools.islice(_faces(world, decl, attributes, defaults, more), CARD_LIMIT + 1)
    if len(made.faces) + others > CARD_LIMIT:
        what = f"`{name}` has" if len(made.faces) > CARD_LIMIT else f"with `{name}` there are"
        world.report("HYL212", f"{what} more than {CARD_LIMIT} cards", decl.name.span, "make fewer")
        made.faces = made.faces[:1]
    made.written = template(world, decl.written, attributes) if decl.written else ()
    _check_texts(world, decl, made)


def _check_texts(world: World, decl: tree.Cards, made: model.CardType) -> None:
    """Report cards that have too long a name. Each is told wherever it goes, so that it comes back in many texts."""
    parts = made.written or tuple((name,) for name in made.keys or made.attributes)
    filled = Counter(part[0] for part in parts if isinstance(part, tuple))
    plain = sum(len(part) for part in parts if isinstance(part, str))
    longest = max((sum(filled[n] * _size(world, made, face, n) for n in filled) for face in made.faces), default=0)
    if plain + longest > MOST_WRITTEN:
        span = decl.written.span if decl.written else decl.name.span
        message = f"what a card is called would have more than {MOST_WRITTEN} characters"
        world.report("HYL212", message, span, 'call it by less: `written` says by what, as in `written "{name}"`')


def _size(world: World, made: model.CardType, face: dict[str, Any], name: str) -> int:
    """How many characters there are in what is printed on a card; what is worked out or none counts as one."""
    value, kind = face.get(name), t.settled(made.attributes[name])
    if isinstance(kind, t.Kind) and isinstance(value, int):
        return len(world.model.member(kind.name, value))
    return len(str(value)) if isinstance(value, (str, int)) else 1


def _attribute_type(world: World, cards: str, attribute: tree.Attribute, rows: list[tree.Row]) -> t.Type:
    """`name : name` makes a kind of the words in its column."""
    assert attribute.type is not None
    if not (isinstance(attribute.type, tree.NamedType) and attribute.type.name == "name"):
        return world.read_type(attribute.type, f"{cards}.{attribute.name.text}")
    world.record.use(built_in("name"), attribute.type.span)
    words: dict[str, tree.Word] = {}
    column = -1
    for row in rows:
        heads = [_head(c) for c in row.cells]
        if attribute.name.text in heads and COPIES not in words:
            column = heads.index(attribute.name.text)
            continue
        if 0 <= column < len(row.cells):
            for item in row.cells[column].items:
                if isinstance(item, tree.Word):
                    words.setdefault(item.text, item)
    kind = f"{cards}.{attribute.name.text}"
    world.add_kind(kind, words.values(), attribute.span)
    return world.kind(kind)


def _head(cell: tree.Cell) -> str:
    first = cell.items[0] if len(cell.items) == 1 else None
    return first.text if isinstance(first, tree.Word) else ""


def _faces(
    world: World, decl: tree.Cards, attributes: dict[str, t.Type], defaults: dict[str, Any], rows: Iterable[tree.Row]
) -> Iterator[dict[str, Any]]:
    heads: list[str] = []
    columns = {*attributes, COPIES}
    for row in rows:
        words = [_head(c) for c in row.cells]
        if not heads or (words[0] in columns and all(w in columns for w in words)):
            heads = _check_heads(world, decl, words, row, columns)
            continue
        if len(row.cells) != len(heads):
            message = f"this row has {len(row.cells)} cells, but the table has {len(heads)} columns"
            world.report("HYL207", message, row.span, "give every column a cell; `-` is an empty one")
            continue
        yield from _row_faces(world, row, heads, attributes, defaults)


def _check_heads(world: World, decl: tree.Cards, words: list[str], row: tree.Row, columns: set[str]) -> list[str]:
    for word, cell in zip(words, row.cells, strict=True):
        world.record.use(built_in(word) if word == COPIES else world.record.attributes.get(word), cell.span)
        if word not in columns:
            near = world.suggest(word, columns)
            known = ", ".join(f"`{c}`" for c in sorted(columns))
            help = f"did you mean `{near}`?" if near else f"the first row names the columns: {known}"
            message = f"{quote(word or cell.span.text)} is no attribute of `{decl.name.text}`"
            world.report("HYL207", message, cell.span, help, about=decl.name.text)
        elif words.count(word) > 1:
            message = f"there are two columns `{word}`"
            world.report("HYL207", message, row.cells[words.index(word)].span, "keep one of them", about=word)
            break
    return words


def _row_faces(
    world: World, row: tree.Row, heads: list[str], attributes: dict[str, t.Type], defaults: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    copies = 1
    columns: list[tuple[str, Expanded]] = []
    for head, cell in zip(heads, row.cells, strict=True):
        if head == COPIES:
            copies = _copies(world, cell)
        elif head in attributes:
            if not cell.items and head in defaults:
                columns.append((head, [defaults[head]]))
            else:
                columns.append((head, expand(world, cell, attributes[head])))
    for name, type_ in attributes.items():
        if name not in heads:
            if name not in defaults and not isinstance(type_, (t.Maybe, t.Broken)):
                help = f"add a column `{name}`, or a default: `{name} : {t.describe(type_)} = ...`"
                world.report("HYL207", f"the table has no column for `{name}`", row.span, help, about=name)
                return
            columns.append((name, [defaults.get(name)]))
    for values in itertools.product(*(values for _, values in columns)) if copies else ():
        face = {name: value for (name, _), value in zip(columns, values, strict=True)}
        for _ in range(copies):
            yield dict(face)


def _copies(world: World, cell: tree.Cell) -> int:
    item = cell.items[0] if len(cell.items) == 1 else None
    if isinstance(item, tree.Number) and 0 <= item.value <= CARD_LIMIT:
        return item.value
    world.report("HYL207", "`copies` is one number, how many there are of it", cell.span)
    return 1


def _amend(world: World, made: model.CardType, amends: Iterable[tree.Row | tree.Amend]) -> None:
    """Make the changes of a variant; whatever is wrong with one is shown with the cards that it is about."""
    label = Label(world.names[made.name].name.span, "the card type in the game")
    for amend in amends:
        if isinstance(amend, tree.Amend):
            apart = attrs.evolve(world, found=Diagnostics())
            _change(apart, made, amend, world.found.has_errors)
            for found in apart.found.all():
                world.found.add(attrs.evolve(found, labels=(*found.labels, label)))


def _change(world: World, made: model.CardType, amend: tree.Amend, broken: bool) -> None:
    """What a variant changes on some cards, or which it takes out. broken: other cards are wrong already."""
    keys = [expand(world, cell, made.attributes[key]) for key, cell in zip(made.keys, amend.keys or (), strict=False)]
    meant = [f for f in made.faces if all(f[key] in values for key, values in zip(made.keys, keys, strict=False))]
    if not meant and not broken and not world.found.has_errors:
        message = f"there is no such card of `{made.name}`"
        world.report("HYL604", message, amend.span, "name it by what stands in its key columns", about=made.name)
    if amend.value is None:
        gone = {id(face) for face in meant}
        made.faces = [face for face in made.faces if id(face) not in gone]
    elif amend.attribute is not None and amend.attribute.text == COPIES:
        world.record.use(built_in(COPIES), amend.attribute.span)
        made.faces = list(itertools.islice(_so_many(made.faces, meant, _copies(world, amend.value)), CARD_LIMIT + 1))
    elif amend.attribute is not None:
        world.record.use(world.record.attributes[amend.attribute.text], amend.attribute.span)
        values = expand(world, amend.value, made.attributes[amend.attribute.text])
        if len(values) != 1:
            world.report("HYL207", "a card has one value of each sort", amend.value.span, "write one value")
        for face in meant:
            face[amend.attribute.text] = values[0]


def _so_many(faces: list[dict[str, Any]], meant: list[dict[str, Any]], copies: int) -> Iterator[dict[str, Any]]:
    """The faces, but of each that is meant so many, where the first of them was."""
    these = {id(face) for face in meant}
    seen: set[str] = set()
    for face in faces:
        if id(face) not in these:
            yield face
        elif (look := str(face)) not in seen:
            seen.add(look)
            yield from (dict(face) for _ in range(copies))


def derive(defs: Definitions, decl: tree.Cards) -> None:
    """Type the derived attributes; each may use those before it."""
    world, name = defs.world, decl.name.text
    made = world.model.card_types[name]
    for attribute in decl.attributes:
        word = attribute.name.text
        if attribute.type is not None or attribute.value is None or word in made.attributes:
            continue
        if not _printed(world, attribute):
            made.attributes[word] = t.BROKEN
            continue
        typer = Typer(defs, {"this": t.CardOf(name)})
        value = typer.expr(attribute.value)
        if isinstance(value.type, t.Maybe):
            typer.maybe_none(value, attribute.value.span)
        for part in below(value):
            if isinstance(part, core.Prim) and part.op in ("up", "owner"):
                _unprinted(world, attribute, part.span or attribute.span)
                value = core.Const(None, t.BROKEN)
                break
        made.attributes[word] = t.settled(value.type)
        if not isinstance(value.type, t.Broken):
            made.derived[word] = value
    _check_keys(world, decl, made)


def _printed(world: World, attribute: tree.Attribute) -> bool:
    """Whether a value depends only on what is printed, not on how a game goes."""
    varies = (tree.Option, tree.Zone, tree.Var, tree.Define, tree.Table)
    for node in walk.below(attribute.value):
        if isinstance(node, tree.Name) and (node.text == "players" or isinstance(world.names.get(node.text), varies)):
            _unprinted(world, attribute, node.span)
            return False
    return True


def _unprinted(world: World, attribute: tree.Attribute, span: Span) -> None:
    message = f"`{attribute.name.text}` is printed on the card, so it cannot depend on `{span.text}`"
    world.report("HYL206", message, span, "make it a `define` with the card as parameter", about=attribute.name.text)


def _check_keys(world: World, decl: tree.Cards, made: model.CardType) -> None:
    if not any(a.key for a in decl.attributes):
        return
    seen: dict[tuple[Any, ...], dict[str, Any]] = {}
    for face in made.faces:
        if seen.setdefault(tuple(face[k] for k in made.keys), face) != face:
            words = ", ".join(made.keys)
            message = f"two different cards have the same key ({words})"
            world.report("HYL211", message, decl.name.span, "mark more attributes as `key`")
            return


def template(world: World, text: tree.Text, known: dict[str, t.Type]) -> tuple[str | tuple[str], ...]:
    """`{value} {color}` as its parts: text, and (name,) for what is filled in."""
    parts: list[str | tuple[str]] = []
    for part in parts_of(text):
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, tree.Name) and part.text in known:
            parts.append((part.text,))
            world.record.use(world.record.attributes[part.text], part.span)
        else:
            place = part if isinstance(part, Span) else part.span
            world.unknown(place.text, place, known, "attribute")
    return tuple(parts)


def read_rows(world: World, text: str, span: Span) -> list[tree.Row]:
    """Rows of a CSV file, as if they stood in the definition; the first line names the columns."""
    rows = []
    try:
        for record in csv.reader(text.splitlines(), strict=True):
            if record and any(field.strip() for field in record):
                rows.append(tree.Row(tuple(_csv_cell(field.strip(), span) for field in record), span=span))
            if len(rows) > CARD_LIMIT:
                world.report("HYL212", f"this file has more than {CARD_LIMIT} rows", span, "make fewer")
                break
    except csv.Error as error:
        world.report("HYL012", f"this is not a table of comma-separated values: {error}", span)
    return rows


def _csv_cell(field: str, span: Span) -> tree.Cell:
    item: tree.Number | tree.Truth | tree.Word | tree.Text = tree.Text(field, span=span)
    if re.fullmatch(r"-?[0-9]{1,15}", field):
        item = tree.Number(int(field), span=span)
    elif field in ("yes", "no"):
        item = tree.Truth(field == "yes", span=span)
    elif re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", field):
        item = tree.Word(field, span=span)
    return tree.Cell((item,) if field not in ("", "-") else (), span=span)
