"""Misfits: why a change cannot be made in a game, or why what it puts there cannot be used as what was there."""

from __future__ import annotations

from hoyle.apply.rows import card_keys, cell
from hoyle.apply.things import Node, Slot
from hoyle.diagnostics import About, Diagnostic, Fix, Label
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.sorts import COPIES, WORDS

MISSING = "HYL604"
MISFIT = "HYL605"
TWICE = "HYL102"


class Misfit(Exception):
    """Why a change cannot be made."""

    def __init__(
        self,
        message: str,
        span: Span,
        help: str,
        label: Label | None = None,
        fix: Fix | None = None,
        code: str = MISFIT,
        about: tuple[About, ...] = (),
    ) -> None:
        self.diagnostic = Diagnostic(code, message, span, (label,) if label else (), help, fix=fix, about=about)


def no_value(decl: tree.SetTo, node: Node) -> tuple[str, str] | None:
    """Why something that has no rows cannot be set so, and what to write."""
    name = decl.name.text
    if isinstance(node, tree.Define) and node.params:
        help = f"write `except {name}(...) when ... gives ...`, or `replace define {name}(...) = ...`"
        return "has parameters, so it is not one value", help
    if decl.args is not None or decl.attribute is not None:
        return f"is {WORDS[type(node)]}: it has no rows", f"write `set {name} = ...`"
    if not isinstance(node, (tree.Option, tree.Var, tree.Define)):
        help = "what can be set: an option, a definition without parameters, a variable, a row or a card"
        return f"is {WORDS[type(node)]}: it has no value", help
    return ("is no text", "leave the quotes out") if isinstance(decl.value, tree.Text) else None


def check_printed(node: tree.Cards, attribute: tree.Word, slot: Slot) -> None:
    """That an attribute is printed on cards."""
    printed = [a.name.text for a in node.attributes if a.type is not None]
    if attribute.text in (*printed, COPIES):
        return
    worked_out = next((a for a in node.attributes if a.name.text == attribute.text), None)
    if worked_out is not None:
        help = f"set what it is worked out from, or `replace cards {node.name.text}`"
        message, label = f"`{attribute.text}` is worked out, not printed", Label(worked_out.span, "in the game")
        raise Misfit(message, attribute.span, help, label)
    known = ", ".join(f"`{name}`" for name in (*printed, COPIES))
    message = f"`{node.name.text}` has no attribute `{attribute.text}`"
    raise Misfit(message, attribute.span, f"its attributes: {known}", here(slot), code=MISSING)


def named_by(
    decl: tree.Decl, slot: Slot, node: tree.Table | tree.Cards, args: tuple[tree.Expr, ...] | None
) -> tuple[tree.Cell, ...] | None:
    """The cells by which a row or a card is named; None if all are meant."""
    if args is None:
        return None
    keys = tuple(key for arg in args if (key := cell(arg)) is not None and key.items)
    what, wanted = ("a row", len(node.params)) if isinstance(node, tree.Table) else ("a card", len(card_keys(node)))
    if len(args) != wanted or len(keys) != wanted:
        message = f"{what} of `{node.name.text}` is named by {wanted} plain value{'s' if wanted != 1 else ''}"
        raise Misfit(message, decl.span, "write what stands in its key columns", here(slot))
    return keys


def here(slot: Slot) -> Label:
    """The place in the game."""
    return Label(slot.span, "in the game")


def params(node: Node | None) -> tuple[tree.Param | tree.ChosenParam, ...] | None:
    """What stands in the brackets of a declaration; None if it can have none."""
    match node:
        case tree.Define() | tree.Table() | tree.Effect() | tree.Phase() | tree.Action():
            return node.params
    return None


def difference(before: Node, after: Node) -> str | None:
    """In which way the new one cannot stand for the old one: what the game has, and what is here."""
    old, new = params(before), params(after)
    if old is not None and new is not None:
        if len(old) != len(new):
            return f"takes {len(old)} in the game, but {len(new)} here"
        for mine, theirs in zip(new, old, strict=True):
            if told := _types(theirs, mine):
                return told
    match before, after:
        case (tree.Zone(index=theirs_), tree.Zone(index=mine_)) | (tree.Var(index=theirs_), tree.Var(index=mine_)):
            if [_type(type_) for type_ in theirs_] != [_type(type_) for type_ in mine_]:
                return f"is {_index(theirs_)} in the game, but {_index(mine_)} here"
        case tree.Effect(type=theirs_type), tree.Effect(type=mine_type):
            if (theirs_type is None) != (mine_type is None):
                gives = ("a value", "none")
                return f"hands back {gives[theirs_type is None]} in the game, but {gives[mine_type is None]} here"
    return None


def _types(theirs: tree.Param | tree.ChosenParam, mine: tree.Param | tree.ChosenParam) -> str | None:
    """A parameter that was chosen and is given now, or is of another type."""
    if type(theirs) is not type(mine):
        chosen = ("given", "chosen")
        first = mine.binder.var.text if isinstance(mine, tree.ChosenParam) else mine.name.text
        was, now = isinstance(theirs, tree.ChosenParam), isinstance(mine, tree.ChosenParam)
        return f"has its `{first}` {chosen[was]} in the game, but {chosen[now]} here"
    if isinstance(theirs, tree.Param) and isinstance(mine, tree.Param) and theirs.type and mine.type:
        old, new = _type(theirs.type), _type(mine.type)
        # in which range a number is, is for the checker to say
        number = all(
            isinstance(type_, tree.RangeType) or _type(type_) == "number" for type_ in (theirs.type, mine.type)
        )
        if old != new and not number:
            return f"takes a {old} in the game, but a {new} here"
    return None


def _type(type_: tree.Type) -> str:
    return " ".join(type_.span.text.split())


def _index(types: tuple[tree.Type, ...]) -> str:
    return f"one for each {', '.join(_type(type_) for type_ in types)}" if types else "a single one"
