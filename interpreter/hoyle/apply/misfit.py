"""Misfits: why a change cannot be made in a game."""

from __future__ import annotations

from hoyle.apply.cells import card_keys, cell
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
