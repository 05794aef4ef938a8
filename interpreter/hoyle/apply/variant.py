"""One variant applied to the files of a game: each change where it belongs, or a report why it does not fit.

Changes are made in the order of the file; then come its clauses, which may be about what it added, and their order.
"""

from __future__ import annotations

import attrs

from hoyle.apply import rows as rows_of
from hoyle.apply import things
from hoyle.apply.cells import card_keys, cell, with_value
from hoyle.apply.change import Change, Part, parts, word_of
from hoyle.apply.pins import check_pins
from hoyle.apply.shape import difference, params
from hoyle.apply.things import Key, Node, Slot, Things, in_words
from hoyle.diagnostics import About, Diagnostic, Diagnostics, Fix, Label, quote
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.sorts import COPIES, WORDS

MISSING = "HYL604"
MISFIT = "HYL605"
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
    for decl in variant.decls:
        if not isinstance(decl, (*CLAUSES, tree.Order)):
            work.apply(decl)
    for decl in variant.decls:
        if isinstance(decl, CLAUSES):
            work.clause(decl)
    for decl in variant.decls:
        if isinstance(decl, tree.Order):
            work.order(decl)
    return work.files, work.changes


class _Applying:
    """The files so far, and what was changed in them."""

    def __init__(self, files: list[tree.File], variant: tree.File, found: Diagnostics, earlier: list[Change]) -> None:
        self.files, self.found, self.earlier = files, found, earlier
        self.title = variant.header.title or ""
        self.changes: list[Change] = []

    def apply(self, decl: tree.Decl) -> None:
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
            case tree.Against():
                pass
            case _ if isinstance(decl, FREE):
                self._put_in(decl, decl)
            case _:
                self._unsaid(decl)

    # ------------------------------------------------------------------------------------------ what is reported

    def _report(
        self, code: str, message: str, span: Span, help: str, label: Label | None = None, fix: Fix | None = None
    ) -> None:
        self.found.add(Diagnostic(code, message, span, (label,) if label else (), help, fix=fix))

    def _missing(
        self, what: str, name: str, part: str | None, span: Span, sorts: tuple[str, ...], known: Things
    ) -> None:
        """Something that is not there: because of an earlier change, or because of how it is written."""
        gone = [c for c in (*self.earlier, *self.changes) if c.word == "remove" and c.key[1:] == (name, part)]
        if gone:
            label, message = Label(gone[-1].span, "removed here"), f"there is no {what} any more"
            about, help = (About(name, part),), "leave one of the two out"
            self.found.add(Diagnostic(MISSING, message, span, (label,), help, about=about))
            return
        near = known.nearest(name if part is None or "ability" in sorts else f"{name}.{part}", sorts)
        if near is None:
            self._report(MISSING, f"there is no {what} in the game", span, "`add` it, or name what the game has")
            return
        named = in_words(near.keys[0])
        self._report(MISSING, f"there is no {what} in the game", span, f"did you mean `{named}`?", here(near))

    def _twice(self, name: str, span: Span, before: Node | tree.Header) -> bool:
        """Whether this variant has said something about it already, so that one of the two would be lost."""
        first = next((c for c in self.changes if c.after is before and c.word != "add"), None)
        if first is None or before is None:
            return False
        label = Label(first.span, "the first time")
        self._report("HYL102", f"{quote(name)} is changed twice", span, "take one of them out", label)
        return True

    # ------------------------------------------------------------------------------------------ what is done

    def _change(
        self,
        decl: tree.Decl,
        key: Key,
        slot: Slot,
        node: Node | None,
        parts: tuple[Part, ...] = (),
        name: str | None = None,
    ) -> None:
        """Put something else in a slot. name: in words, if it is only a part of what is called so."""
        self.files = things.put(self.files, slot, node)
        name = name or in_words(key)
        self.changes.append(Change(self.title, word_of(decl), key, name, slot.node, node, decl.span, decl, parts))

    def _put_in(self, decl: tree.Decl, new: tree.Decl) -> None:
        game = self.files[0]
        self.files = [attrs.evolve(game, decls=(*game.decls, new)), *self.files[1:]]
        key, name = next(iter(things.keys(new)), NAMELESS), things.called(new)
        self.changes.append(Change(self.title, word_of(decl), key, name, None, new, decl.span, decl))

    def _set(self, decl: tree.SetTo) -> None:
        name, known = decl.name.text, Things(self.files)
        if name == "players" and decl.args is None and decl.attribute is None:
            self._players(decl)
            return
        slot = known.named(name)
        if slot is None:
            self._missing(f"`{name}` that can be set", name, None, decl.name.span, SETTABLE, known)
            return
        node = slot.node
        if isinstance(node, (tree.Table, tree.Cards)):
            self._amend(decl, slot, node)
        elif isinstance(node, tree.Define) and node.params:
            help = f"write `except {name}(...) when ... gives ...`, or `replace define {name}(...) = ...`"
            self._unsettable(decl, slot, f"`{name}` has parameters, so it is not one value", help)
        elif decl.args is not None or decl.attribute is not None:
            self._unsettable(decl, slot, f"`{name}` is {WORDS[type(node)]}: it has no rows", "write `set {name} = ...`")
        elif isinstance(node, (tree.Option, tree.Var, tree.Define)):
            if isinstance(decl.value, tree.Text):
                self._unsettable(decl, slot, f"`{name}` is no text", "leave the quotes out")
            elif not self._twice(name, decl.span, node):
                self._change(decl, slot.keys[0], slot, with_value(node, decl.value))
        else:
            help = "what can be set: an option, a definition without parameters, a variable, a row or a card"
            self._unsettable(decl, slot, f"`{name}` is {WORDS[type(node)]}: it has no value", help)

    def _unsettable(self, decl: tree.SetTo, slot: Slot, message: str, help: str) -> None:
        self._report(MISFIT, message, decl.name.span, help.replace("{name}", decl.name.text), here(slot))

    def _players(self, decl: tree.SetTo) -> None:
        header = self.files[0].header
        match decl.value:
            case tree.Number(low):
                seats = (low, low)
            case tree.SpanOf(tree.Number(low), tree.Number(high)):
                seats = (low, high)
            case _:
                label = Label(things.head(header), "the game says it here")
                help = "write `set players = 2..5`"
                self._report(MISFIT, "how many players there are is a range of numbers", decl.span, help, label)
                return
        if not self._twice("players", decl.span, header):
            made = attrs.evolve(header, seats=seats, written_for=header.written_for or header.seats)
            self.files = [attrs.evolve(self.files[0], header=made), *self.files[1:]]
            self.changes.append(Change(self.title, "set", PLAYERS, "players", header, made, decl.span, decl))

    def _amend(self, decl: tree.SetTo, slot: Slot, node: tree.Table | tree.Cards) -> None:
        """A row of a table, or an attribute of one card or of all."""
        name, attribute, is_table = decl.name.text, decl.attribute, isinstance(node, tree.Table)
        if is_table and (decl.args is None or attribute is not None):
            self._unsettable(decl, slot, f"`{name}` is a table: set a row of it", "write `set {name}(key) = value`")
            return
        if not is_table and attribute is None:
            self._unsettable(
                decl, slot, f"`{name}` is a card type: set what is printed on its cards", "write `set {name}.attribute`"
            )
            return
        if isinstance(node, tree.Cards) and attribute is not None and not self._attribute(node, attribute, slot):
            return
        value = cell(decl.value)
        if value is None:
            message = "what stands in a table is a plain value"
            self._report(MISFIT, message, decl.value.span, "write a number, a word, `yes`, `no` or `none`", here(slot))
            return
        self._amended(decl, slot, node, decl.args, attribute, value)

    def _attribute(self, node: tree.Cards, attribute: tree.Word, slot: Slot) -> bool:
        printed = {a.name.text: a for a in node.attributes if a.type is not None}
        if attribute.text in printed or attribute.text == COPIES:
            return True
        worked_out = next((a for a in node.attributes if a.name.text == attribute.text), None)
        if worked_out is not None:
            label = Label(worked_out.span, "in the game")
            message = f"`{attribute.text}` is worked out, not printed"
            help = f"set what it is worked out from, or `replace cards {node.name.text}`"
            self._report(MISFIT, message, attribute.span, help, label)
            return False
        known = ", ".join(f"`{name}`" for name in (*printed, COPIES))
        message = f"`{node.name.text}` has no attribute `{attribute.text}`"
        self._report(MISSING, message, attribute.span, f"its attributes: {known}", here(slot))
        return False

    def _amended(
        self,
        decl: tree.SetTo | tree.Remove,
        slot: Slot,
        node: tree.Table | tree.Cards,
        args: tuple[tree.Expr, ...] | None,
        attribute: tree.Word | None,
        value: tree.Cell | None,
    ) -> None:
        keyed = None if args is None else tuple(cell(arg) for arg in args)
        wanted = len(node.params) if isinstance(node, tree.Table) else len(card_keys(node))
        if keyed is not None and (len(keyed) != wanted or not all(key is not None and key.items for key in keyed)):
            what = "a row" if isinstance(node, tree.Table) else "a card"
            message = f"{what} of `{node.name.text}` is named by {wanted} plain value{'s' if wanted != 1 else ''}"
            self._report(MISFIT, message, decl.span, "write what stands in its key columns", here(slot))
            return
        exact = None if keyed is None else tuple(key for key in keyed if key is not None)
        name = f"{'row' if isinstance(node, tree.Table) else 'card'} {node.name.text}"
        if args is not None:
            name += f"({', '.join(arg.span.text for arg in args)})"
        if attribute is not None:
            name += f".{attribute.text}"
        part = Part(exact, attribute.text if attribute else None, value, decl.span)
        first = next((change for change in self.changes if change.name == name), None)
        if first is not None:
            label = Label(first.span, "the first time")
            self._report("HYL102", f"{quote(name)} is changed twice", decl.span, "take one of them out", label)
        elif isinstance(node, tree.Cards):
            amend = tree.Amend(exact, attribute, value, span=decl.span)
            self._change(decl, slot.keys[0], slot, attrs.evolve(node, rows=(*node.rows, amend)), (part,), name)
        else:
            rows = rows_of.changed(node.rows, exact or (), value, rows_of.kinds(self.files), decl.span)
            if rows is None:
                help = f"write `add rows to {node.name.text}` for new ones"
                self._report(MISSING, f"`{node.name.text}` has no such row", decl.span, help, here(slot))
            else:
                self._change(decl, slot.keys[0], slot, attrs.evolve(node, rows=rows), (part,), name)

    def _one(self, sort: str, word: tree.Word, part: tree.Word | None, span: Span, known: Things) -> list[Slot]:
        """What is named so: one thing (of assumptions all), or a report and none."""
        name = word.text
        found = known.find(sort, name, part.text if part else None)
        if not found:
            other = known.named(name)
            key = (sort, name, part.text if part else None)
            if other is not None and sort not in (*things.CLAUSES, "assume", "waive", "use", "ability"):
                has = WORDS[type(other.node)]
                help = f"write `{other.keys[0][0]} {name}`"
                self._report(MISFIT, f"`{name}` is {has} in the game", span, help, here(other))
                return []
            self._missing(quote(in_words(key)), name, key[2], span, (sort,), known)
            return []
        if len(found) > 1 and sort != "assume":
            labels = ", ".join(f"`{in_words(key)}`" for slot in found for key in slot.keys if key[1] == name and key[2])
            help = f"name one of them: {labels}" if labels else "replace what they are about instead"
            self._report(MISFIT, f"there are {len(found)} of `{sort} {name}`", span, help, here(found[0]))
            return []
        return found

    def _replace(self, decl: tree.Replace, new: tree.Decl) -> None:
        known = Things(self.files)
        if not (called := things.keys(new)):
            return
        sort, name, part = called[0]
        span = things.head(new)
        word, label = tree.Word(name, span=span), None if part is None else tree.Word(part, span=span)
        for slot in self._one(sort, word, label, span, known):
            if told := difference(slot.node, new):
                message = f"`{name}` {told}"
                help = "keep what others rely on; say more with `except`, or `remove` it and `add` yours"
                self._report(MISFIT, message, span, help, here(slot))
            elif not self._twice(name, span, slot.node):
                self._change(decl, called[0], slot, new)

    def _remove(self, decl: tree.Remove) -> None:
        thing, known = decl.thing, Things(self.files)
        if thing.sort in ("card", "row"):
            self._remove_entry(decl, known)
            return
        for slot in reversed(self._one(thing.sort, thing.name, thing.part, thing.span, known)):
            if not self._twice(thing.name.text, thing.span, slot.node):
                key = (thing.sort, thing.name.text, thing.part.text if thing.part else None)
                self._change(decl, key, slot, None)
                if thing.sort == "use":
                    self.files = things.in_use(self.files)

    def _remove_entry(self, decl: tree.Remove, known: Things) -> None:
        thing = decl.thing
        sort = "cards" if thing.sort == "card" else "table"
        for slot in self._one(sort, thing.name, None, thing.span, known):
            assert isinstance(slot.node, (tree.Cards, tree.Table))
            self._amended(decl, slot, slot.node, thing.args, None, None)

    def _add_rows(self, decl: tree.AddRows) -> None:
        known = Things(self.files)
        slot = known.named(decl.to.text)
        if slot is None:
            self._missing(f"`{decl.to.text}`", decl.to.text, None, decl.to.span, ("cards", "table"), known)
            return
        node = slot.node
        if isinstance(node, tree.Cards):
            added, of = decl.rows, parts(decl.rows, card_keys(node))
            self._change(decl, slot.keys[0], slot, attrs.evolve(node, rows=(*node.rows, *added)), of)
        elif isinstance(node, tree.Table):
            titles = rows_of.columns(node.rows[0])
            if rows_of.columns(decl.rows[0]) != titles:
                label = Label(node.rows[0].span, "the columns in the game")
                help = "start with the row that names the columns, as in the game"
                self._report(MISFIT, "these are other columns", decl.rows[0].span, help, label)
                return
            added, of = decl.rows[1:], parts(decl.rows, titles[:-1])
            self._change(decl, slot.keys[0], slot, attrs.evolve(node, rows=(*node.rows, *added)), of)
        else:
            message = f"`{decl.to.text}` is {WORDS[type(node)]}: it has no rows"
            self._report(MISFIT, message, decl.to.span, "rows belong to a card type or a table", here(slot))

    def _add(self, decl: tree.Add, new: tree.Decl) -> None:
        if isinstance(new, FREE):
            fix = Fix(Span(decl.span.source, decl.span.start, new.span.start), "")
            help = "write it without `add`: nothing else can be meant"
            self._report(MISFIT, f"`{new.span.text.split()[0]}` needs no `add`", things.head(new), help, fix=fix)
            return
        known = Things(self.files)
        there = next((slot for key in things.keys(new) for slot in known.find(*key)), None)
        if there is None and isinstance(name := getattr(new, "name", None), tree.Word):
            there = known.named(name.text)
        filling = there is not None and isinstance(there.node, tree.Define) and there.node.value is None
        if there is not None and not filling:
            alike = there.keys[0][0] == things.keys(new)[0][0]
            fix = Fix(Span(decl.span.source, decl.span.start, decl.span.start + len("add")), "replace")
            message = f"{quote(in_words(there.keys[0]))} is already there"
            help = "`replace` it, or give yours another name" if alike else "give yours another name"
            self._report(MISFIT, message, things.head(new), help, here(there), fix if alike else None)
            return
        self._put_in(decl, new)

    def order(self, decl: tree.Order) -> None:
        """An exception that is over others, as if it said so itself."""
        known, name = Things(self.files), decl.name.text
        slots = [known.clause(name, word.text) for word in (decl.part, *decl.over)]
        for word, slot in zip((decl.part, *decl.over), slots, strict=True):
            if slot is None:
                what = f"`except {name}.{word.text}` with a name of its own"
                self._missing(what, name, word.text, word.span, ("except",), known)
                return
        first = slots[0]
        assert first is not None and isinstance(first.node, tree.Exception_)
        made = attrs.evolve(first.node, over=(*first.node.over, *decl.over))
        self._change(decl, ("except", name, decl.part.text), first, made)

    def _unsaid(self, decl: tree.Decl) -> None:
        """A declaration without a word for what the variant does with it."""
        called = things.keys(decl)
        there = Things(self.files).find(*called[0]) if called else []
        word = "replace" if there else "add"
        label = here(there[0]) if there else None
        fix = Fix(Span(decl.span.source, decl.span.start, decl.span.start), f"{word} ")
        help = f"write `{word} {decl.span.text.split(chr(10))[0].strip()}`"
        message = f"a variant says what it does: `{word}` {'what the game has' if there else 'what is new'}"
        self._report(MISFIT, message, things.head(decl), help, label, fix)

    # ------------------------------------------------------------------------------------------ clauses

    def clause(self, decl: tree.Exception_ | tree.Adjust | tree.Hook) -> None:
        """A clause of the variant: what it is about must be there, and take what it says."""
        known = Things(self.files)
        targets = decl.points if isinstance(decl, tree.Hook) else (decl.target,)
        fits = [self._target(target, known) for target in targets if isinstance(target, tree.Target)]
        if all(fits):
            self._put_in(decl, decl)

    def _target(self, target: tree.Target, known: Things) -> bool:
        name = target.name.text
        if target.clause is not None and known.find("ability", name, target.clause.text):
            return True
        slot = known.named(name)
        if slot is None:
            self._missing(f"`{name}`", name, None, target.name.span, (), known)
            return False
        if target.clause is not None and known.clause(name, target.clause.text) is None:
            what = f"`except {name}.{target.clause.text}`"
            self._missing(what, name, target.clause.text, target.span, ("except",), known)
            return False
        takes = params(slot.node)
        if target.args is not None and takes is not None and len(takes) != len(target.args):
            help = "name as many, or leave the brackets out"
            message = f"`{name}` takes {len(takes)} in the game, but {len(target.args)} here"
            self._report(MISFIT, message, target.span, help, here(slot))
            return False
        return True


def here(slot: Slot) -> Label:
    """The place in the game."""
    return Label(slot.span, "in the game")
