"""One variant applied to the files of a game: each change where it belongs, or a report why it does not fit.

Changes are made in the order of the file; then come its clauses, which may be about what it added, and their order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from hoyle.apply import rows as rows_of
from hoyle.apply import things
from hoyle.apply.change import Change, Part, parts
from hoyle.apply.misfit import MISSING, TWICE, Misfit, check_printed, difference, here, named_by, no_value, params
from hoyle.apply.pins import check_pins
from hoyle.apply.rows import card_keys, cell, with_value
from hoyle.apply.things import Key, Node, Slot, Things, in_words
from hoyle.diagnostics import About, Diagnostics, Fix, Label, quote
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS

PLAYERS: Key = ("players", "players", None)
NAMELESS: Key = ("", "", None)
SETTABLE = ("option", "define", "var", "table", "cards")
CLAUSES = (tree.Exception_, tree.Adjust, tree.Hook)
# what only adds to a game, and never is mistaken for something in it
FREE = (*CLAUSES, tree.Use, tree.Assume, tree.Scenario, tree.Property, tree.Waived, tree.Miniature)


def apply_variant(
    files: list[tree.File], variant: tree.File, found: Diagnostics, earlier: list[Change]
) -> tuple[list[tree.File], list[Change]]:
    """The files of a game (its own first) as they are in a variant, and what was changed.

    earlier: the changes of variants that were applied before.
    """
    work = _Applying(files, variant, found, earlier)
    check_pins(files, variant, found)
    for decl in sorted(variant.decls, key=lambda decl: isinstance(decl, CLAUSES) + 2 * isinstance(decl, tree.Order)):
        work.fits(work.apply, decl)
    return work.files, work.changes


class _Applying:
    """The files so far, and what was changed in them."""

    def __init__(self, files: list[tree.File], variant: tree.File, found: Diagnostics, earlier: list[Change]) -> None:
        self.files, self.found, self.earlier = files, found, earlier
        self.title = variant.header.title or ""
        self.changes: list[Change] = []

    def fits(self, attempt: Callable[..., None], *of: Any) -> bool:
        """Try something; whether it fits. Why it does not is reported."""
        try:
            attempt(*of)
        except Misfit as misfit:
            self.found.add(misfit.diagnostic)
            return False
        return True

    def apply(self, decl: tree.Decl) -> None:
        """Make a change, or raise why it cannot be made."""
        match decl:
            case tree.SetTo():
                self._set(decl)
            case tree.Replace(new):
                self._replace(decl, new)
            case tree.Remove():
                self._remove(decl)
            case tree.AddRows():
                self._add_rows(decl)
            case tree.Add(new):
                self._add(decl, new)
            case tree.Order():
                self._order(decl)
            case tree.Exception_() | tree.Adjust() | tree.Hook():
                fits = [self.fits(self._target, target) for target in things.targets(decl)]
                if all(fits):
                    self._put_in(decl, decl)
            case _ if isinstance(decl, FREE):
                self._put_in(decl, decl)
            case _ if not isinstance(decl, tree.Against):
                self._unsaid(decl)

    @property
    def known(self) -> Things:
        """What can be named in the files as they are now."""
        return Things(self.files)

    def _missing(self, what: str, name: str, part: str | None, span: Span, sorts: tuple[str, ...]) -> Misfit:
        """Something that is not there: because of an earlier change, or because of how it is written."""
        gone = [c for c in (*self.earlier, *self.changes) if c.word == "remove" and c.key[1:] == (name, part)]
        if gone:
            label, message = Label(gone[-1].span, "removed here"), f"there is no {what} any more"
            about = (About(name, part),)
            return Misfit(message, span, "leave one of the two out", label, code=MISSING, about=about)
        near = self.known.nearest(name if part is None or "ability" in sorts else f"{name}.{part}", sorts)
        help = f"did you mean `{in_words(near.keys[0])}`?" if near else "`add` it, or name what the game has"
        return Misfit(f"there is no {what} in the game", span, help, here(near) if near else None, code=MISSING)

    def _once(self, name: str, span: Span, first: Change | None) -> None:
        """That this variant has said nothing about it before: one of the two would be lost."""
        if first is not None:
            label = Label(first.span, "the first time")
            raise Misfit(f"{quote(name)} is changed twice", span, "take one of them out", label, code=TWICE)

    def _made(self, node: Node | tree.Header) -> Change | None:
        """The change that something comes of, if this variant changed it already."""
        return next((change for change in self.changes if change.after is node and change.word != "add"), None)

    def _note(
        self, decl: tree.Decl, key: Key, name: str, before: Any, after: Any, parts: tuple[Part, ...] = ()
    ) -> None:
        self.changes.append(Change(self.title, things.word_of(decl), key, name, before, after, decl.span, decl, parts))

    def _change(
        self, decl: tree.Decl, key: Key, slot: Slot, node: Node | None, parts: tuple[Part, ...] = (), name: str = ""
    ) -> None:
        """Put something else in a slot. name: in words, if it is only a part of what is called so."""
        self.files = things.put(self.files, slot, node)
        self._note(decl, key, name or in_words(key), slot.node, node, parts)

    def _put_in(self, decl: tree.Decl, new: tree.Decl) -> None:
        game = self.files[0]
        self.files = [attrs.evolve(game, decls=(*game.decls, new)), *self.files[1:]]
        self._note(decl, next(iter(things.keys(new)), NAMELESS), things.called(new), None, new)

    def _set(self, decl: tree.SetTo) -> None:
        name = decl.name.text
        if name == "players" and decl.args is None and decl.attribute is None:
            self._players(decl)
            return
        slot = self.known.named(name)
        if slot is None:
            raise self._missing(f"`{name}` that can be set", name, None, decl.name.span, SETTABLE)
        if isinstance(slot.node, (tree.Table, tree.Cards)):
            self._amended(decl, slot, slot.node, decl.args, decl.attribute, self._cell(decl, slot, slot.node))
            return
        if told := no_value(decl, slot.node):
            raise Misfit(f"`{name}` {told[0]}", decl.name.span, told[1], here(slot))
        assert isinstance(slot.node, (tree.Option, tree.Var, tree.Define)) and not isinstance(decl.value, tree.Text)
        self._once(name, decl.span, self._made(slot.node))
        self._change(decl, slot.keys[0], slot, with_value(slot.node, decl.value))

    def _players(self, decl: tree.SetTo) -> None:
        header = self.files[0].header
        match decl.value:
            case tree.Number(low):
                seats = (low, low)
            case tree.SpanOf(tree.Number(low), tree.Number(high)):
                seats = (low, high)
            case _:
                label = Label(things.head(header), "the game says it here")
                message = "how many players there are is a range of numbers"
                raise Misfit(message, decl.span, "write `set players = 2..5`", label)
        self._once("players", decl.span, self._made(header))
        made = attrs.evolve(header, seats=seats, written_for=header.written_for or header.seats)
        self.files = [attrs.evolve(self.files[0], header=made), *self.files[1:]]
        self._note(decl, PLAYERS, "players", header, made)

    def _cell(self, decl: tree.SetTo, slot: Slot, node: tree.Table | tree.Cards) -> tree.Cell:
        """What is to stand in a row of a table, or in an attribute of one card or of all."""
        name, attribute = decl.name.text, decl.attribute
        if isinstance(node, tree.Table) and (decl.args is None or attribute is not None):
            message, help = f"`{name}` is a table: set a row of it", f"write `set {name}(key) = value`"
            raise Misfit(message, decl.name.span, help, here(slot))
        if isinstance(node, tree.Cards) and attribute is None:
            message = f"`{name}` is a card type: set what is printed on its cards"
            raise Misfit(message, decl.name.span, f"write `set {name}.attribute`", here(slot))
        if isinstance(node, tree.Cards) and attribute is not None:
            check_printed(node, attribute, slot)
        value = cell(decl.value)
        if value is None:
            help = "write a number, a word, `yes`, `no` or `none`"
            raise Misfit("what stands in a table is a plain value", decl.value.span, help, here(slot))
        return value

    def _amended(
        self,
        decl: tree.SetTo | tree.Remove,
        slot: Slot,
        node: tree.Table | tree.Cards,
        args: tuple[tree.Expr, ...] | None,
        attribute: tree.Word | None,
        value: tree.Cell | None,
    ) -> None:
        """Put a value into a row or a card, or take it out."""
        keys = named_by(decl, slot, node, args)
        name = f"{'row' if isinstance(node, tree.Table) else 'card'} {node.name.text}"
        if args is not None:
            name += f"({', '.join(arg.span.text for arg in args)})"
        if attribute is not None:
            name += f".{attribute.text}"
        self._once(name, decl.span, next((change for change in self.changes if change.name == name), None))
        part = Part(keys, attribute.text if attribute else None, value, decl.span)
        made: Node
        if isinstance(node, tree.Cards):
            made = attrs.evolve(node, rows=(*node.rows, tree.Amend(keys, attribute, value, span=decl.span)))
        elif rows := rows_of.changed(node.rows, keys or (), value, rows_of.kinds(self.files), decl.span):
            made = attrs.evolve(node, rows=rows)
        else:
            help = f"write `add rows to {node.name.text}` for new ones"
            raise Misfit(f"`{node.name.text}` has no such row", decl.span, help, here(slot), code=MISSING)
        self._change(decl, slot.keys[0], slot, made, (part,), name)

    def _one(self, key: Key, span: Span) -> list[Slot]:
        """What is called so: one thing, or of assumptions all."""
        sort, name, part = key
        found = self.known.find(*key)
        if not found:
            other = self.known.named(name)
            if other is not None and sort not in (*things.CLAUSES, "assume", "waive", "use", "ability"):
                message = f"`{name}` is {WORDS[type(other.node)]} in the game"
                raise Misfit(message, span, f"write `{other.keys[0][0]} {name}`", here(other))
            raise self._missing(quote(in_words(key)), name, part, span, (sort,))
        if len(found) > 1 and sort != "assume":
            labels = ", ".join(f"`{in_words(key)}`" for slot in found for key in slot.keys if key[1] == name and key[2])
            help = f"name one of them: {labels}" if labels else "replace what they are about instead"
            raise Misfit(f"there are {len(found)} of `{sort} {name}`", span, help, here(found[0]))
        return found

    def _replace(self, decl: tree.Replace, new: tree.Decl) -> None:
        span = things.head(new)
        for key in things.keys(new)[:1]:
            for slot in self._one(key, span):
                if told := difference(slot.node, new):
                    help = "keep what others rely on; say more with `except`, or `remove` it and `add` yours"
                    raise Misfit(f"`{key[1]}` {told}", span, help, here(slot))
                self._once(key[1], span, self._made(slot.node))
                self._change(decl, key, slot, new)

    def _remove(self, decl: tree.Remove) -> None:
        thing = decl.thing
        if thing.sort in ("card", "row"):
            (slot,) = self._one(("cards" if thing.sort == "card" else "table", thing.name.text, None), thing.span)
            assert isinstance(slot.node, (tree.Cards, tree.Table))
            self._amended(decl, slot, slot.node, thing.args, None, None)
            return
        key = things.key_of(thing)
        for slot in reversed(self._one(key, thing.span)):
            self._once(key[1], thing.span, self._made(slot.node))
            self._change(decl, key, slot, None)
            if thing.sort == "use":
                self.files = things.in_use(self.files)

    def _add_rows(self, decl: tree.AddRows) -> None:
        name = decl.to.text
        slot = self.known.named(name)
        if slot is None:
            raise self._missing(f"`{name}`", name, None, decl.to.span, ("cards", "table"))
        node: Node = slot.node
        if isinstance(node, tree.Cards):
            keys = card_keys(node)
            made: Node = attrs.evolve(node, rows=(*node.rows, *decl.rows))
        elif isinstance(node, tree.Table):
            titles = rows_of.columns(node.rows[0])
            if rows_of.columns(decl.rows[0]) != titles:
                label = Label(node.rows[0].span, "the columns in the game")
                help = "start with the row that names the columns, as in the game"
                raise Misfit("these are other columns", decl.rows[0].span, help, label)
            keys, made = titles[:-1], attrs.evolve(node, rows=(*node.rows, *decl.rows[1:]))
        else:
            message = f"`{name}` is {WORDS[type(node)]}: it has no rows"
            raise Misfit(message, decl.to.span, "rows belong to a card type or a table", here(slot))
        self._change(decl, slot.keys[0], slot, made, parts(decl.rows, keys))

    def _add(self, decl: tree.Add, new: tree.Decl) -> None:
        if isinstance(new, FREE):
            fix = Fix(Span(decl.span.source, decl.span.start, new.span.start), "")
            help = "write it without `add`: nothing else can be meant"
            raise Misfit(f"`{new.span.text.split()[0]}` needs no `add`", things.head(new), help, fix=fix)
        there = next((slot for key in things.keys(new) for slot in self.known.find(*key)), None)
        if there is None and isinstance(name := getattr(new, "name", None), tree.Word):
            there = self.known.named(name.text)
        if there is not None and not things.is_gap(there.node):
            alike = there.keys[0][0] == things.keys(new)[0][0]
            fix = Fix(Span(decl.span.source, decl.span.start, decl.span.start + len("add")), "replace")
            message = f"{quote(in_words(there.keys[0]))} is already there"
            help = "`replace` it, or give yours another name" if alike else "give yours another name"
            raise Misfit(message, things.head(new), help, here(there), fix if alike else None)
        self._put_in(decl, new)

    def _unsaid(self, decl: tree.Decl) -> None:
        """A declaration without a word for what the variant does with it."""
        there = [slot for key in things.keys(decl)[:1] for slot in self.known.find(*key)]
        word = "replace" if there else "add"
        fix = Fix(Span(decl.span.source, decl.span.start, decl.span.start), f"{word} ")
        help = f"write `{word} {decl.span.text.split(chr(10))[0].strip()}`"
        message = f"a variant says what it does: `{word}` {'what the game has' if there else 'what is new'}"
        raise Misfit(message, things.head(decl), help, here(there[0]) if there else None, fix)

    def _target(self, target: tree.Target) -> None:
        """That what a clause is about is there, and takes what it says."""
        name, label = target.name.text, target.clause.text if target.clause else None
        if label is not None and self.known.find("ability", name, label):
            return
        slot = self.known.named(name)
        if slot is None:
            raise self._missing(f"`{name}`", name, None, target.name.span, ())
        if label is not None and self.known.clause(name, label) is None and not self.known.limited(name, label):
            raise self._missing(f"`except {name}.{label}`", name, label, target.span, ("except",))
        takes = params(slot.node)
        if target.args is not None and takes is not None and len(takes) != len(target.args):
            help = "name as many, or leave the brackets out"
            message = f"`{name}` takes {len(takes)} in the game, but {len(target.args)} here"
            raise Misfit(message, target.span, help, here(slot))

    def _order(self, decl: tree.Order) -> None:
        """An exception that is over others, as if it said so itself."""
        name = decl.name.text
        for word in (decl.part, *decl.over):
            if self.known.clause(name, word.text) is None:
                what = f"`except {name}.{word.text}` with a name of its own"
                raise self._missing(what, name, word.text, word.span, ("except",))
        first = self.known.clause(name, decl.part.text)
        assert first is not None and isinstance(first.node, tree.Exception_)
        made = attrs.evolve(first.node, over=(*first.node.over, *decl.over))
        self._change(decl, ("except", name, decl.part.text), first, made)
