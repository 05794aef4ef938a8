"""Two exceptions to one thing, from two variants or from one and the game, that may both apply."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle import model
from hoyle.check.world import Overlap
from hoyle.conflicts import ways
from hoyle.conflicts.conflict import EXCEPTIONS, Conflict, Way
from hoyle.files.lineage import Lineage
from hoyle.source import head
from hoyle.syntax import tree


def told(overlap: Overlap, lineage: Lineage, files: list[tree.File]) -> Conflict | None:
    """An overlap as a conflict; None if both exceptions are of one file."""
    first, second = overlap.first, overlap.second
    whose = [lineage.number(exception.span.source) for exception in (first, second)]
    if first.span.source is second.span.source:
        return None
    titles = ["the game" if n is None else f'"{lineage.variants[n].header.title}"' for n in whose]
    words = f"two exceptions to `{overlap.holder.name}` may both apply: one of {titles[0]}, one of {titles[1]}"
    settling: list[Way] = []
    if whose[0] is not None and whose[1] is not None:
        settling += ways.order(lineage, whose[0], whose[1])
    where = "in the variant" if None in whose else "in a file that combines both"
    for one, other in ((second, first), (first, second)):
        settling += _one_by_one(overlap.holder.name, _written(files, one), _written(files, other), where)
    places = (head(first.span), head(second.span))
    base = overlap.holder.span if not any(overlap.holder.span.source is p.source for p in places) else None
    base = None if base is None else head(base)
    return Conflict(
        EXCEPTIONS, words, (titles[0], titles[1]), places, base, tuple(settling), (overlap.words, ""), overlap.certain
    )


def _written(files: list[tree.File], made: model.Exception_) -> tree.Exception_ | None:
    """How an exception is written; None if it stands in an ability or has no name, so that nobody can speak of it."""
    for decl in (decl for file in files for decl in file.decls):
        if isinstance(decl, tree.Exception_) and decl.span == made.span and decl.label is not None:
            return decl
    return None


def _one_by_one(name: str, one: tree.Exception_ | None, other: tree.Exception_ | None, where: str) -> Iterator[Way]:
    """The one over the other, or the other waived where the one applies."""
    if one is None or other is None:
        return
    assert one.label is not None and other.label is not None
    mine, theirs = one.label.name.text, other.label.name.text
    yield Way(f"if `{mine}` counts, {where}", f"order {name}.{mine} over {theirs}")
    if one.when:
        brackets = "" if one.target.args is None else f"({', '.join(_text(arg) for arg in one.target.args)})"
        when = " and ".join(_text(part) if len(one.when) == 1 else f"({_text(part)})" for part in one.when)
        yield Way("or as an exception to the exception", f"except {name}.{theirs}{brackets} when {when} waive")


def _text(node: tree.Expr) -> str:
    return " ".join(node.span.text.split())
