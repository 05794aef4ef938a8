"""Pins: what a variant was written against, so that it is told when the game has moved on since."""

from __future__ import annotations

import hashlib
from typing import Any

from hoyle.apply import things
from hoyle.apply.things import CLAUSES, Key, Slot, Things, in_words
from hoyle.diagnostics import Diagnostic, Diagnostics, Label, quote
from hoyle.syntax import tree
from hoyle.syntax.walk import NODES, said

MOVED_ON = "HYL606"
LENGTH = 8


def mark(node: Any) -> str:
    """A short text that is another one as soon as a thing says something else; layout and citations say nothing."""
    return hashlib.sha256(repr(_said(node)).encode()).hexdigest()[:LENGTH]


def _said(node: Any) -> Any:
    """A node without its places. What is not there is left out: a later kind of part changes no mark."""
    if isinstance(node, tuple):
        return [_said(part) for part in node]
    if node.__class__ not in NODES:
        return node
    parts = [(name, part) for name, part in said(node) if name != "cites" and part not in (None, (), False)]
    return [type(node).__name__, *((name, _said(part)) for name, part in parts)]


def check_pins(files: list[tree.File], variant: tree.File, found: Diagnostics) -> None:
    """Warn of things that are not what they were when the variant was written."""
    known = Things(files)
    for pin in (pin for decl in variant.decls if isinstance(decl, tree.Against) for pin in decl.pins):
        thing = pin.thing
        key = things.key_of(thing)
        slots = known.find(*key)
        if any(mark(slot.node) == pin.mark.text for slot in slots):
            continue
        help = "see whether the variant still says what you mean; `hoyle check --pin` then writes the pins anew"
        labels = tuple(Label(slot.span, "as it is now") for slot in slots[:1])
        what = "has changed since this variant was written" if slots else "is not in the game any more"
        found.add(Diagnostic(MOVED_ON, f"{quote(in_words(key))} {what}", thing.span, labels, help))


def pinned(files: list[tree.File], variant: tree.File) -> str:
    """The text of a variant's file with the pins of all that it changes in a game."""
    marks = {in_words(key): mark(slot.node) for key, slot in _touched(Things(files), variant)}
    lines = "".join(f'    {name} as of "{made}"\n' for name, made in marks.items())
    block = f"against\n{lines}" if lines else ""
    text = variant.span.source.text
    old = next((d for d in variant.decls if isinstance(d, tree.Against)), None)
    if old is not None:
        return text[: old.span.start] + block + text[old.span.end :].removeprefix("\n")
    return f"{text.rstrip()}\n\n{block}" if block else text


def _touched(known: Things, variant: tree.File) -> list[tuple[Key, Slot]]:
    """The things of a game that a variant changes or says more about, each once."""
    found: dict[Key, Slot] = {}
    for decl in variant.decls:
        for slot in _about(known, decl):
            key = slot.keys[0]
            if not (key[0] in CLAUSES and key[2] is None):  # what has no label cannot be told from others like it
                found.setdefault(key, slot)
    return list(found.items())


def _about(known: Things, decl: tree.Decl) -> list[Slot]:
    match decl:
        case tree.SetTo(name=word) | tree.AddRows(to=word) | tree.Remove(tree.Thing("card" | "row", word)):
            names = [word.text]
        case tree.Remove(thing):
            return known.find(*things.key_of(thing))[:1]
        case tree.Replace(new):
            return [slot for key in things.keys(new)[:1] for slot in known.find(*key)[:1]]
        case tree.Exception_(target=target) if target.clause is not None:
            slot = known.clause(target.name.text, target.clause.text)
            return [slot] if slot else known.find("ability", target.name.text, target.clause.text)[:1]
        case _:
            names = [target.name.text for target in things.targets(decl)]
    return [slot for name in names if (slot := known.named(name))]
