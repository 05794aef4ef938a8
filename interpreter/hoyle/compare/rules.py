"""What differs between the rules of two games, declaration by declaration.

Declarations are matched by what they are and what they are called, wherever they stand, libraries included. They are
compared as trees: layout, comments and places make no difference.
"""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from hoyle.read import Reading
from hoyle.run.game import Game
from hoyle.source import Span
from hoyle.syntax import tree

ADDED, REMOVED, CHANGED, RENAMED = "added", "removed", "changed", "renamed"
SAID = (tree.Scenario, tree.Property, tree.Assume, tree.Waived, tree.Miniature)
TALK = ("cites", "title")  # what is said about a rule and changes nothing in it

KINDS = {
    tree.Define: "definition",
    tree.Var: "variable",
    tree.Exception_: "exception",
    tree.Adjust: "adjustment",
    tree.Timing: "timing class",
    tree.Assume: "assumption",
    tree.Waived: "waived check",
}
PARTS = {
    "params": "what it is given",
    "when": "when it counts",
    "value": "what it is",
    "default": "its default",
    "type": "what it can be",
    "rows": "its rows",
    "attributes": "what is printed",
    "written": "how it is written",
    "body": "what is done",
    "musts": "what must hold",
    "needs": "what it needs",
    "targets": "what it is about",
    "points": "after what it is looked at",
    "winners": "who wins",
    "over": "what it goes before",
    "bounds": "its bounds",
    "verdict": "what holds instead",
    "by": "by how much",
    "index": "for whom there is one",
    "shape": "its shape",
    "facing": "which side is up",
    "seen_by": "who sees it",
    "capacity": "how many it holds",
    "holds_type": "what it holds",
    "initial": "its first value",
    "untold": "whether it is told",
    "vars": "its variables",
    "clauses": "its clauses",
    "text": "its words",
    "title": "its title",
    "cites": "what it cites",
}


@attrs.frozen
class Change:
    """what: added, removed, changed or renamed. kind, name: of the declaration. one, other: its places, if it is there.

    parts: what of it is not the same, in words; lines: with - and + before them. plays: whether it can matter in play.
    """

    what: str
    kind: str
    name: str
    one: Span | None
    other: Span | None
    parts: tuple[str, ...]
    lines: tuple[str, ...]
    plays: bool

    @property
    def sentence(self) -> str:
        """The change in a line."""
        named = f"{self.kind} `{self.name}`" if self.name else self.kind
        return f"{named} {self.what}" + (f": {', '.join(self.parts)}" if self.parts else "")


@attrs.frozen
class Setting:
    """An option, or the number of players, that is not set alike; None where there is no such option."""

    name: str
    one: Any
    other: Any


def place(span: Span | None) -> str | None:
    return None if span is None else f"{span.source.name}:{span.line}"


def settings(one: Game, other: Game) -> list[Setting]:
    """Where the two are set up differently."""
    found = [Setting("players", one.players, other.players)] if one.players != other.players else []
    for name in dict.fromkeys([*one.options, *other.options]):
        mine, theirs = one.options.get(name), other.options.get(name)
        if mine != theirs:
            found.append(Setting(name, mine, theirs))
    return found


def changes(one: Reading, other: Reading) -> list[Change]:
    """All differences: first what can matter in play, each in the order in which the rules are written."""
    mine, theirs = _grouped(one), _grouped(other)
    found = _header(one.files[0].header, other.files[0].header)
    gone: list[tree.Decl] = []
    come: list[tree.Decl] = []
    for key in dict.fromkeys([*mine, *theirs]):
        left, right = _unequal(mine.get(key, []), theirs.get(key, []))
        for before, after in zip(left, right, strict=False):
            found.append(_changed(before, after))
        gone += left[len(right) :]
        come += right[len(left) :]
    found += _renamed(gone, come)
    found += [_alone(REMOVED, decl) for decl in gone] + [_alone(ADDED, decl) for decl in come]
    return sorted(found, key=lambda change: not change.plays)


def _header(one: tree.Header, other: tree.Header) -> list[Change]:
    if one.seats == other.seats and one.title == other.title:
        return []
    parts = ["for how many players"] if one.seats != other.seats else []
    parts += ["its title"] if one.title != other.title else []
    lines = (f"- {_one_line(one.span)}", f"+ {_one_line(other.span)}")
    return [Change(CHANGED, "game", "", one.span, other.span, tuple(parts), lines, one.seats != other.seats)]


def _one_line(span: Span) -> str:
    return " ".join(span.text.split())


# ---------------------------------------------------------------------------------------------- matching

Key = tuple[str, str]


def _grouped(reading: Reading) -> dict[Key, list[tree.Decl]]:
    """All declarations by kind and name; clauses without a label share one."""
    groups: dict[Key, list[tree.Decl]] = {}
    for file in reading.files:
        for decl in file.decls:
            if not isinstance(decl, tree.Use):
                groups.setdefault((kind_of(decl), name_of(decl)), []).append(decl)
    return groups


def _unequal(one: Sequence[tree.Decl], other: Sequence[tree.Decl]) -> tuple[list[tree.Decl], list[tree.Decl]]:
    """Those of a group that have no equal on the other side."""
    right = list(other)
    left = []
    for decl in one:
        if decl in right:
            right.remove(decl)
        else:
            left.append(decl)
    return left, right


def kind_of(decl: tree.Decl) -> str:
    """What a declaration is, in a word."""
    if isinstance(decl, tree.Hook):
        return "before" if decl.before else "after"
    return KINDS.get(type(decl), type(decl).__name__.lower())


def name_of(decl: tree.Decl) -> str:
    """What a declaration is called; a clause, after what it is about and by its label."""
    match decl:
        case tree.Exception_(target, label) | tree.Adjust(target, label):
            return _dotted(_target(target), label)
        case tree.Hook(points=points, label=label):
            return _dotted(", ".join(_target(p) for p in points), label)
        case tree.Ability(card, timing):
            return f"{card.text}.{timing.text}"
        case tree.Scenario(title) | tree.Miniature(title):
            return title.text
        case tree.Flow() | tree.Use():
            return ""
    return "" if isinstance(decl, tree.Change) else decl.name.text


def _target(target: tree.Target | tree.AnyChange) -> str:
    if isinstance(target, tree.AnyChange):
        return "any change"
    return f"{target.name.text}.{target.clause.text}" if target.clause else target.name.text


def _dotted(name: str, label: tree.Label | None) -> str:
    return f"{name}.{label.name.text}" if label is not None else name


# ---------------------------------------------------------------------------------------------- in words and lines


def _changed(before: tree.Decl, after: tree.Decl) -> Change:
    parts = _parts(before, after)
    words = tuple(PARTS.get(part, part.replace("_", " ")) for part in parts)
    plays = not isinstance(before, SAID) and any(part not in TALK for part in parts)
    lines = _difference(_lines(before.span), _lines(after.span))
    one, other = before.span, after.span
    if not lines:  # a part of it was put there from another place
        found = list(_apart(before, after))
        lines = tuple(f"{sign} {_one_line(node.span)}" for pair in found for sign, node in zip("-+", pair, strict=True))
        one, other = (found[0][0].span, found[0][1].span) if found else (one, other)
    return Change(CHANGED, kind_of(before), name_of(before), one, other, words, lines, plays)


def _apart(before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """The smallest nodes that are not the same."""
    pairs = list(_below(before, after))
    if not pairs:
        yield before, after
    for one, other in pairs:
        yield from _apart(one, other)


def _below(before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """The nodes directly below that are not the same, as long as they are of one kind."""
    if type(before) is not type(after):
        return
    for field in attrs.fields(type(before)):
        mine, theirs = getattr(before, field.name), getattr(after, field.name)
        if not field.eq or mine == theirs:
            continue
        rows = (mine, theirs) if isinstance(mine, tuple) and isinstance(theirs, tuple) else ((mine,), (theirs,))
        if len(rows[0]) == len(rows[1]):
            yield from (
                (a, b) for a, b in zip(*rows, strict=True) if a != b and hasattr(a, "span") and hasattr(b, "span")
            )


def _parts(before: tree.Decl, after: tree.Decl) -> list[str]:
    """The fields that are not the same."""
    names = [field.name for field in attrs.fields(type(before)) if field.eq]
    return [name for name in names if getattr(before, name) != getattr(after, name)]


def _alone(what: str, decl: tree.Decl) -> Change:
    sign = "+" if what == ADDED else "-"
    lines = tuple(f"{sign} {line}" for line in _lines(decl.span))
    one, other = (None, decl.span) if what == ADDED else (decl.span, None)
    return Change(what, kind_of(decl), name_of(decl), one, other, (), lines, not isinstance(decl, SAID))


def _renamed(gone: list[tree.Decl], come: list[tree.Decl]) -> list[Change]:
    """What is the same under another name; taken out of both lists."""
    found = []
    for before in list(gone):
        for after in come:
            if type(before) is type(after) and _parts(before, after) == ["name"]:
                words = (f"now `{name_of(after)}`",)
                lines = _difference(_lines(before.span), _lines(after.span))
                plays = not isinstance(before, SAID)
                change = Change(RENAMED, kind_of(before), name_of(before), before.span, after.span, words, lines, plays)
                found.append(change)
                gone.remove(before)
                come.remove(after)
                break
    return found


def _lines(span: Span) -> list[str]:
    """What stands there, as far left as it goes, without the blanks that only lay it out."""
    start = span.source.line_bounds(span.line)[0]
    text = span.source.text[start : span.end].rstrip()
    return [line.rstrip() for line in textwrap.dedent(text.expandtabs(4)).splitlines() if line.strip()]


def _difference(before: list[str], after: list[str]) -> tuple[str, ...]:
    """Lines that differ in more than blanks."""
    mine, theirs = ([" ".join(line.split()) for line in lines] for lines in (before, after))
    found: list[str] = []
    for what, i, j, k, m in difflib.SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        if what != "equal":
            found += [f"- {line}" for line in before[i:j]] + [f"+ {line}" for line in after[k:m]]
    return tuple(found)
