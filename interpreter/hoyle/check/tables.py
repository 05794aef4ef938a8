"""Look-up tables: rows of keys and a value, which must cover every key once. And the cells of all tables: the values
that are written in them, by the type that is expected."""

from __future__ import annotations

import itertools
from math import prod
from typing import Any

from hoyle import model
from hoyle import types as t
from hoyle.check.bounds import met
from hoyle.check.definitions import Definitions, Signature
from hoyle.check.record import first_letters, last_letters
from hoyle.check.world import RANGE_LIMIT, Params, World
from hoyle.core import nodes as core
from hoyle.diagnostics import Label
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.values import in_words

Expanded = list[Any]
Key = list[t.Numbers]
Rows = list[tuple[list[Key], Any, Span]]  # the keys of each row by column, and its value
ROW_LIMIT = 1_000
KEY_LIMIT = 4_000
TRIES = 1_000_000
MOST = 10  # rows of one table that are reported
SHOWN = 5  # keys without a row that are named
CHAIN = 20


def table(defs: Definitions, decl: tree.Table) -> Signature:
    """Check a table and put it into the model as a definition that looks its rows up."""
    world, name = defs.world, decl.name.text
    params = defs.params(decl)
    gap = defs.gap(decl)
    written = decl.type or (gap.type if gap is not None else None)
    type_ = world.read_type(written, f"of.{name}") if written else None
    width = len(params) + 1
    rows: Rows = []
    whole = True
    for number, row in enumerate(decl.rows):
        if len(row.cells) != width:
            whole = False
            message = f"this row has {len(row.cells)} cells, but `{name}` needs {width}"
            world.report("HYL207", message, row.span, "one column for each key, and one for the value", about=name)
        elif number == 0:
            _heads(world, row, name, [n for n, _ in params])
        else:
            if type_ is None:
                type_ = _value_type(world, row.cells[-1])
            keys = [_keys(world, cell, param) for cell, (_, param) in zip(row.cells, params, strict=False)]
            values = expand(world, row.cells[-1], type_)
            if len(values) > 1:
                world.report("HYL207", "a row gives one value", row.cells[-1].span, "write a row for each")
            rows.append((keys, values[0], row.span))
    type_ = type_ or t.BROKEN
    if len(decl.rows) < 2:
        world.report("HYL207", f"`{name}` has no rows", decl.name, "the first row names the columns")
    elif len(rows) > ROW_LIMIT or sum(len(k) for keys, _, _ in rows for k in keys) > KEY_LIMIT:
        help = f"a table has at most {ROW_LIMIT} rows with {KEY_LIMIT} keys; a range like `3..7` is one key"
        world.report("HYL212", f"`{name}` is too long", decl.name, help)
        rows = rows[:1]
    elif whole and all(k for keys, _, _ in rows for k in keys):
        _overlaps(world, name, rows)
        _covers(world, decl, params, rows)
    value = _lookup(params, rows, type_)
    signature = defs.as_asked(decl, params, type_)
    made = model.Define(
        name,
        gap.title if gap is not None else None,
        params,
        type_,
        value,
        None,
        None,
        decl.cites,
        decl.span,
        table=True,
    )
    world.model.defines[name] = made
    return signature


def _heads(world: World, row: tree.Row, table: str, params: list[str]) -> None:
    """The first row names the columns: the keys by their names, the value as the author likes."""
    words = [c.items[0].text if len(c.items) == 1 and isinstance(c.items[0], tree.Word) else "" for c in row.cells]
    for word, cell in zip(words[:-1], row.cells, strict=False):
        world.record.use(world.record.parameters[table].get(word), cell.span)
    if words[-1]:
        world.record.declare("column", tree.Word(words[-1], span=row.cells[-1].span), table)
    if words[:-1] != params or not words[-1]:
        help = " | ".join(["", *params, "value", ""]).strip()
        world.report("HYL207", "the first row names the columns", row.span, f"start with `{help}`")


def _value_type(world: World, cell: tree.Cell) -> t.Type:
    match cell.items[0] if cell.items else None:
        case tree.Number():
            return t.NUMBER
        case tree.Truth():
            return t.YES_NO
        case tree.Word(text) if len(world.members.get(text, [])) == 1:
            return world.kind(world.members[text][0])
    world.report("HYL207", "nothing says what the value is", cell.span, "write the table's type after its parameters")
    return t.BROKEN


def _keys(world: World, cell: tree.Cell, type_: t.Type) -> Key:
    found: Key = []
    for item in cell.items:
        ends = (item.low, item.high) if isinstance(item, tree.CellRange) else ()
        low, high = (end if isinstance(end, int) else None for end in ends or (None, None))
        open_ended = None in ends and isinstance(type_, t.Numbers)
        if open_ended or (low is not None and high is not None):
            found.append(t.Numbers(low, high))
        else:
            values = expand(world, tree.Cell((item,), span=item.span), type_)
            found += [t.Numbers(value, value) for value in values if isinstance(value, int)]
    if not found:
        world.report("HYL207", "a key is missing here", cell.span)
    return found


def _overlaps(world: World, name: str, rows: Rows) -> None:
    found: set[int] = set()
    for (one, _, first), (two, _, second) in itertools.combinations(rows, 2):
        if second.start in found or len(found) == MOST:
            continue
        pairs = (itertools.product(x, y) for x, y in zip(one, two, strict=True))
        meets = [next((met(a, b) for a, b in pair if not t.apart(a, b)), None) for pair in pairs]
        if None not in meets:
            what = ", ".join(str(m.low if m.low is not None else m.high) for m in meets if m is not None)
            help = "a table says one thing for each key: end one row earlier"
            message = f"two rows of `{name}` match {what}"
            world.report("HYL208", message, second, help, [Label(first, "the other row")], about=name)
            found.add(second.start)


def _covers(world: World, decl: tree.Table, params: Params, rows: Rows) -> None:
    """Every key has a row. With numbers without bounds it is enough to try the edges of all ranges and beyond."""
    samples: list[list[int]] = []
    for column, (_, type_) in enumerate(params):
        edges = {e for keys, _, _ in rows for r in keys[column] for e in (r.low, r.high) if e is not None}
        if isinstance(type_, t.Numbers):
            near = {e + d for e in edges for d in (-1, 0, 1)} | {x for x in (type_.low, type_.high) if x is not None}
            samples.append(sorted(x for x in near if t.inside(t.Numbers(x, x), type_)))
        elif isinstance(type_, (t.Kind, t.YesNo, t.Seat)):
            samples.append(list(world.model.values(type_) or ()))
        else:
            return
    if not all(samples):
        return
    gaps: list[list[int]] = []
    search = _Search(samples, [keys for keys, _, _ in rows])
    if prod(map(len, samples)) * len(rows) * len(params) <= TRIES:
        for keys in itertools.product(*samples):
            if not any(all(_has(r, k) for r, k in zip(row, keys, strict=True)) for row, _, _ in rows):
                gaps.append(list(keys))
    elif (gap := search.gap()) is not None:
        gaps.append(gap)
    if gaps:
        missing = [", ".join(_show(world, ty, k) for (_, ty), k in zip(params, gap, strict=True)) for gap in gaps]
        shown = "; ".join(missing[:SHOWN]) + ("; and more" if len(missing) > SHOWN else "")
        help = "add a row for it, or use an open range: `24..` is 24 and more, `..7` is 7 and less"
        world.report("HYL209", f"`{decl.name.text}` has no row for {shown}", decl.name, help)
    elif search.tries < 0:
        help = "split it into tables with fewer columns, or make a column that all rows have alike a case of its own"
        world.report("HYL212", f"whether `{decl.name.text}` covers every key takes too long", decl.name, help)


class _Search:
    """Looks for a key that no row has, column by column: keys that the same rows have are tried once."""

    def __init__(self, samples: list[list[int]], rows: list[list[Key]]) -> None:
        self.tries = TRIES
        self.rows = len(rows)
        # for each column: a key for each set of rows that have it
        self.columns: list[dict[frozenset[int], int]] = []
        for column, keys in enumerate(samples):
            found: dict[frozenset[int], int] = {}
            for key in keys:
                having = frozenset(n for n, row in enumerate(rows) if _has(row[column], key))
                self.tries -= len(rows)
                found.setdefault(having, key)
            # whoever has a key that fewer rows have need not try one that more of them have
            self.columns.append({h: k for h, k in found.items() if not any(other < h for other in found)})

    def gap(self) -> list[int] | None:
        """The first key, by column, that no row has; None if there is none, or (tries < 0) it took too long."""
        key = [next(iter(found.values())) for found in self.columns]
        order = sorted(range(len(self.columns)), key=lambda column: len(self.columns[column]))
        covered: set[tuple[int, frozenset[int]]] = set()

        def none_left(place: int, left: frozenset[int]) -> bool:
            if not left:
                return True
            if place == len(order) or (place, left) in covered:
                return False
            for having, value in self.columns[order[place]].items():
                self.tries -= 1 + len(left)
                if self.tries < 0:
                    return False
                key[order[place]] = value
                if none_left(place + 1, left & having):
                    return True
            covered.add((place, left))
            return False

        return key if none_left(0, frozenset(range(self.rows))) else None


def _has(ranges: Key, key: int) -> bool:
    return any((n.low is None or key >= n.low) and (n.high is None or key <= n.high) for n in ranges)


def _show(world: World, type_: t.Type, key: int) -> str:
    words = in_words(type_, key, world.model.member, seat=lambda seat: f"seat {seat + 1}")
    return f"`{words}`" if isinstance(type_, (t.Kind, t.YesNo)) else words


def _lookup(params: Params, rows: Rows, type_: t.Type) -> core.Expr:
    """The rows as a chain of conditions on the parameters; the last row needs none.

    A long chain is halved, so that nobody who walks down its tree has to go deep.
    """
    if len(rows) > CHAIN:
        upper, lower = rows[: len(rows) // 2], rows[len(rows) // 2 :]
        test = core.Prim("or", tuple(_matches(params, keys) for keys, _, _ in upper), t.YES_NO)
        return core.Cond(test, _lookup(params, upper, type_), _lookup(params, lower, type_), type_, span=upper[0][2])
    value: core.Expr | None = None
    for keys, result, span in reversed(rows):
        given = core.Const(result, type_, span=span)
        value = given if value is None else core.Cond(_matches(params, keys), given, value, type_, span=span)
    return value or core.Const(None, t.BROKEN)


def _matches(params: Params, keys: list[Key]) -> core.Expr:
    tests = [_any_range(core.Local(n, ty), ranges) for (n, ty), ranges in zip(params, keys, strict=True)]
    return tests[0] if len(tests) == 1 else core.Prim("and", tuple(tests), t.YES_NO)


def _any_range(key: core.Local, ranges: Key) -> core.Expr:
    if all(one.low == one.high and one.low is not None for one in ranges):
        values = tuple(core.Const(one.low, key.type) for one in ranges)
        if len(values) == 1:
            return core.Prim("is", (key, values[0]), t.YES_NO)
        return core.Prim("in", (key, core.Prim("list", values, t.ListOf(key.type))), t.YES_NO)
    tests: list[core.Expr] = []
    for one in ranges:
        ends = ((">=", one.low), ("<=", one.high))
        parts = [core.Prim(op, (key, core.Const(end, key.type)), t.YES_NO) for op, end in ends if end is not None]
        tests.append(parts[0] if len(parts) == 1 else core.Prim("and", tuple(parts), t.YES_NO))
    return tests[0] if len(tests) == 1 else core.Prim("or", tuple(tests), t.YES_NO)


def expand(world: World, cell: tree.Cell, type_: t.Type) -> Expanded:
    """All values of a cell: one for each item, a range or the name of a kind being several."""
    if not cell.items:
        if isinstance(type_, t.ListOf):
            return [()]
        if not isinstance(type_, (t.Maybe, t.Broken)):
            help = f"write {_example(world, type_)}, or let the type be `{t.describe(type_)}?`"
            world.report("HYL207", "this cell is empty, but something has to stand in it", cell.span, help)
        return [None]
    inner = t.settled(type_)
    if isinstance(inner, t.ListOf):
        return [tuple(v for item in cell.items for v in _values(world, item, inner.of))]
    return [v for item in cell.items for v in _values(world, item, inner)]


def _values(world: World, item: Any, type_: t.Type) -> Expanded:
    if isinstance(item, tree.CellRange):
        return _range(world, item, type_)
    record = world.record
    record.types[item.span] = type_
    match type_, item:
        case t.Broken(), _:
            return [None]
        case t.Numbers(), tree.Number(value):
            if t.apart(t.Numbers(value, value), type_):
                world.report("HYL203", f"{value} is not in {t.describe(type_)}", item.span)
            return [value]
        case t.YesNo(), tree.Truth(value):
            return [value]
        case t.Text(), (tree.Text(text) | tree.Word(text)):
            return [text]
        case t.Seat(), tree.Number(value):
            if not 1 <= value <= world.model.seats[1]:
                world.report("HYL203", f"there is no seat {value}", item.span, "seats are numbered from 1")
            return [value - 1]
        case t.Kind(name), tree.Word(text):
            number = world.member(name, text, item.span)
            if number is not None:
                return [number]
            if text == name:
                record.name(name, item.span)
                return list(world.model.kinds[name].numbers)
            inner = world.model.kinds.get(text)
            if inner is not None and type_ in inner.type.wider:
                record.name(text, item.span)
                return list(inner.numbers)
            return _no_member(world, text, item.span, type_)
        case t.CardOf(str() as name), tree.Word(text):
            return _card(world, name, text, item)
        case t.Numbers(), tree.Word(text) if text in world.aliases:
            alias = world.aliases[text]
            record.name(text, item.span)
            if isinstance(alias, t.Numbers) and alias.low is not None and alias.high is not None:
                if not t.inside(alias, type_):
                    world.report("HYL203", f"`{text}` is not inside {t.describe(type_)}", item.span, about=text)
                return list(range(alias.low, alias.high + 1))
            return [None]
    world.report("HYL207", f"`{item.span.text}` is not {_example(world, type_)}", item.span)
    return [None]


def _no_member(world: World, text: str, span: Span, kind: t.Kind) -> Expanded:
    what, members = f"member of `{t.describe(kind)}`", world.model.kinds[kind.name].members
    world.unknown(text, span, members, what, about=(text, kind.name))
    return [None]


def _card(world: World, name: str, text: str, item: tree.Word) -> Expanded:
    """A card of another type, by its key: kept as (type, key) until it is known which cards take part."""
    cards = world.model.card_types.get(name)
    if cards is None or len(cards.keys) != 1:
        message = f"`{name}` must be declared before, with one key, to be named in a cell"
        world.report("HYL207", message, item.span, about=name)
        return [None]
    kind = cards.attributes[cards.keys[0]]
    number = world.member(kind.name, text, item.span) if isinstance(kind, t.Kind) else None
    if number is None:
        members = world.model.kinds[kind.name].members if isinstance(kind, t.Kind) else []
        world.unknown(text, item.span, members, f"`{name}`")
        return [None]
    return [(name, number)]


def _range(world: World, item: tree.CellRange, type_: t.Type) -> Expanded:
    low, high = item.low, item.high
    if isinstance(type_, t.Kind) and isinstance(low, str) and isinstance(high, str):
        a, b = world.member(type_.name, low), world.member(type_.name, high)
        if a is None or b is None:
            return _no_member(world, low if a is None else high, item.span, type_)
        world.record.use(world.record.members[type_.name, low], first_letters(item.span, low))
        world.record.use(world.record.members[type_.name, high], last_letters(item.span, high))
        low, high = a, b
    elif not (isinstance(type_, t.Numbers) and isinstance(low, int) and isinstance(high, int)):
        world.report("HYL207", f"`{item.span.text}` is not {_example(world, type_)}", item.span)
        return [None]
    if low > high:
        world.report("HYL203", f"`{item.span.text}` has nothing in it", item.span, "write the lower one first")
        return [None]
    if high - low > RANGE_LIMIT:
        world.report("HYL212", f"`{item.span.text}` has more than {RANGE_LIMIT} values", item.span, "make fewer")
        return [None]
    if isinstance(type_, t.Numbers) and not t.inside(t.Numbers(low, high), type_):
        world.report("HYL203", f"`{item.span.text}` is not inside {t.describe(type_)}", item.span)
    return list(range(low, high + 1))


def _example(world: World, type_: t.Type) -> str:
    match type_:
        case t.Numbers():
            return "a number"
        case t.YesNo():
            return "`yes` or `no`"
        case t.Kind(name):
            members = world.model.kinds[name].members if name in world.model.kinds else ()
            return "one of " + ", ".join(f"`{m}`" for m in members[:6]) if members else f"a {t.describe(type_)}"
        case t.Seat():
            return "the number of a seat"
        case t.Text():
            return "a text in quotes"
    return f"a {t.describe(type_)}"
