"""Miniatures: smaller games of the same rules. Whether what they set is there, and can be set like that.

What a value that is set does to the rest of the rules is checked when the smaller game is made.
"""

from __future__ import annotations

from hoyle import model
from hoyle import types as t
from hoyle.builtins import CHECKS
from hoyle.check.definitions import Definitions
from hoyle.check.early import refused
from hoyle.check.expressions import Typer
from hoyle.check.folds import single
from hoyle.check.forms import plain
from hoyle.core import nodes as core
from hoyle.core.walk import put
from hoyle.diagnostics import quote
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS

MISFIT = "HYL510"
SET = (tree.Option, tree.Define, tree.Var)
ONCE = (tree.FewerPlayers, tree.FewerOrders, tree.FewerCopies)


def declare_miniature(defs: Definitions, decl: tree.Miniature) -> None:
    """Put a miniature into the model."""
    _Small(defs, decl).declare()


class _Small:
    """Checks one miniature."""

    def __init__(self, defs: Definitions, decl: tree.Miniature) -> None:
        self.defs, self.world, self.decl = defs, defs.world, decl
        low = self.world.model.seats[0]
        self.made = model.Miniature(decl.title.text, low, {}, [], None, {}, {}, None, {}, {}, decl.cites, decl.span)

    def declare(self) -> None:
        if any(other.title == self.made.title for other in self.world.model.miniatures):
            self.world.report("HYL102", f"there are two miniatures {quote(self.made.title)}", self.decl.title.span)
        said: set[type] = set()
        for delta in self.decl.deltas:
            if type(delta) in said and isinstance(delta, ONCE):
                self.world.report("HYL102", "this is said twice", delta.span, "take one of them out")
            said.add(type(delta))
            match delta:
                case tree.FewerPlayers(count):
                    self._players(count, delta)
                case tree.FewerOrders(count):
                    self.made.orders = count
                    if count < 1:
                        self.world.report(MISFIT, "at least one order is tried", delta.span)
                case tree.FewerCopies(count):
                    self.made.copies = count
                    if count < 1:
                        self.world.report(MISFIT, "there is at least one of each card", delta.span)
                case tree.Waived():
                    self._waived(delta)
                case tree.FewerCards():
                    self._cards(delta)
                case tree.SetTo():
                    self._set(delta)
                case tree.Symmetric(names):
                    for word in names:
                        self._symmetric(word)
        self.world.model.miniatures.append(self.made)

    def _players(self, count: int, delta: tree.FewerPlayers) -> None:
        low, high = self.world.model.seats
        self.made.players = count
        if not low <= count <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            message = f"{self.world.model.title} is for {wanted} players, not {count}"
            self.world.report(MISFIT, message, delta.span, f"give a number from {low} to {high}")
            self.made.players = low

    def _cards(self, delta: tree.FewerCards) -> None:
        typer = Typer(self.defs)
        source = typer.listing(delta.binder.source)
        single(self.world, delta.binder, source)
        of = t.element(source.type)
        word = delta.binder.var
        if not isinstance(of, (t.CardOf, t.Broken)):
            self.world.report(MISFIT, f"these are no cards: each is a {t.describe(of)}", delta.binder.source.span)
            return
        if self.world.word_of_the_language(word) or delta.binder.where is None:
            return
        typer.bind(word, of)
        where = put(typer.condition(delta.binder.where), {word.text: core.Local("card", of)})
        outside = core.Prim("not", (core.Prim("in", (core.Local("card", t.CARD), source), t.YES_NO),), t.YES_NO)
        self.made.allowed.append(core.Prim("or", (outside, where), t.YES_NO, span=delta.span))

    def _set(self, delta: tree.SetTo) -> None:
        name = delta.name.text
        declared = self.world.names.get(name)
        if delta.args is not None or isinstance(delta.value, tree.Text):
            help = "a row or a card is changed in a variant"
            self.world.report(MISFIT, "a miniature sets one plain value for all", delta.span, help)
            return
        if delta.attribute is not None:
            self._printed(delta, delta.attribute, delta.value)
            return
        if name in self.made.values or name in self.made.options:
            self.world.report("HYL102", f"`{name}` is set twice", delta.span, "take one of them out", about=name)
        if declared is not None:
            self.world.record.name(name, delta.name.span)
        match declared:
            case None:
                taken = {*self.made.values, *self.made.options}
                settable = [name for name in self.world.declared(*SET) if name not in taken]
                self.world.unknown(name, delta.name.span, settable, "option, definition or variable")
            case tree.Option():
                self._option(delta, delta.value)
            case tree.Define(params=()):
                _, type_ = self.defs.signature(name, delta.name.span)
                loose = t.NUMBER if isinstance(type_, t.Numbers) and declared.type is None else type_
                Typer(self.defs).value(delta.value, loose, name=name)
                self.made.values[name] = delta.value
            case tree.Var():
                Typer(self.defs).value(delta.value, self.world.model.vars[name].type, name=name)
                self.made.values[name] = delta.value
            case tree.Define():
                help = "set something it asks for"
                self.world.report(MISFIT, f"`{name}` has parameters, so it is not one value", delta.name, help)
            case _:
                help = "set an option, a definition without parameters, or a variable"
                self.world.report(MISFIT, f"`{name}` is {WORDS[type(declared)]}: it has no value", delta.name, help)

    def _printed(self, delta: tree.SetTo, attribute: tree.Word, said: tree.Expr) -> None:
        """`set Tile.value = 3`: all tiles have it."""
        cards = self.world.model.card_types.get(delta.name.text)
        if cards is None:
            self.world.unknown(delta.name.text, delta.name.span, self.world.model.card_types, "card type")
            return
        if attribute.text not in cards.attributes or attribute.text in cards.derived:
            plain = [name for name in cards.attributes if name not in cards.derived]
            self.world.unknown(attribute.text, attribute.span, plain, f"attribute of {cards.name}")
            return
        self.world.record.name(cards.name, delta.name.span)
        self.world.record.use(self.world.record.attributes[attribute.text], attribute.span)
        value = Typer(self.defs).value(said, cards.attributes[attribute.text], name=attribute.text)
        if isinstance(value, core.Const):
            self.made.printed[cards.name, attribute.text] = value.value
        elif not isinstance(value.type, t.Broken):
            self.world.report(MISFIT, "what is printed on cards is a plain value", delta.value.span)

    def _waived(self, delta: tree.Waived) -> None:
        name = delta.name.text
        properties = [p.name for p in self.world.model.properties]
        if name not in properties and name not in CHECKS:
            self.world.unknown(name, delta.name.span, [*properties, *CHECKS], "property or check")
        elif not delta.reason.strip():
            message = f"nothing says why `{name}` is waived"
            self.world.report("HYL315", message, delta.span, "put the reason between the quotes", about=name)
        self.world.record.name_check(name, delta.name.span)
        self.made.waived[name] = delta.reason

    def _option(self, delta: tree.SetTo, said: tree.Expr) -> None:
        game, name = self.world.model, delta.name.text
        if name not in game.options:
            return  # reported where it is declared
        value = Typer(self.defs).value(said, game.options[name].type, name=name)
        set_to = plain(game, value)
        if set_to is None:
            if not isinstance(value.type, t.Broken):
                self.world.report(MISFIT, "an option is set to a plain value", delta.value.span)
            return
        why = refused(game, {**self.made.options, name: set_to}, self.made.players)
        if why is None:
            self.made.options[name] = set_to
        else:
            self.world.report(MISFIT, why.message, delta.span, why.help)

    def _symmetric(self, word: tree.Word) -> None:
        name = word.text
        if name in self.made.symmetric:
            self.world.report("HYL102", f"`{name}` stands here twice", word, "take one of them out")
        elif name != "Player" and name not in self.world.model.kinds:
            kinds = [k for k in self.world.model.kinds if "." not in k]
            known = [k for k in ["Player", *kinds] if k not in self.made.symmetric]
            self.world.unknown(name, word.span, known, "kind", "a kind of words is meant, or `Player`")
        else:
            self.world.record.name(name, word.span)
            self.made.symmetric[name] = word.span
