"""What differs between the rules of two games, declaration by declaration.

Declarations are matched by what they are and what they are called, wherever they stand, libraries included. They are
compared as trees: layout, comments and places make no difference.
"""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterator
from typing import Any

import attrs

from hoyle.apply.things import Key, in_words, keys
from hoyle.compare.alongside import unequal
from hoyle.read import Reading
from hoyle.run.game import Game
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.walk import said

ADDED, REMOVED, CHANGED, RENAMED = "added", "removed", "changed", "renamed"
SAID = (tree.Scenario, tree.Property, tree.Assume, tree.Waived, tree.Miniature)
TALK = ("cites", "title")  # what is said about a rule and changes nothing in it

PARTS = {
    "params": "what it is given",
    "when": "when it counts",
    "lets": "what it names",
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
    """what: added, removed, changed or renamed. name: as a variant names it. one, other: the places, if there are any.

    parts: what of it is not the same, in words; lines: with - and + before them. plays: whether it can matter in play.
    """

    what: str
    name: str
    one: Span | None
    other: Span | None
    parts: tuple[str, ...]
    lines: tuple[str, ...]
    plays: bool

    @property
    def sentence(self) -> str:
        """The change in a line."""
        return f"`{self.name}` {self.what}" + (f": {', '.join(self.parts)}" if self.parts else "")


@attrs.frozen
class Setting:
    """An option, or the number of players, that is not set alike; None where there is no such option."""

    name: str
    one: Any
    other: Any


def place(span: Span | None) -> str | None:
    return None if span is None else span.place


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
        left, right = unequal(mine.get(key, []), theirs.get(key, []))
        for before, after in zip(left, right, strict=False):
            found.append(_changed(before, after))
        gone += left[len(right) :]
        come += right[len(left) :]
    found += _renamed(gone, come)
    found += [_alone(REMOVED, decl, other) for decl in gone] + [_alone(ADDED, decl, one) for decl in come]
    return sorted(found, key=lambda change: not change.plays)


def _header(one: tree.Header, other: tree.Header) -> list[Change]:
    if one.seats == other.seats and one.title == other.title:
        return []
    parts = ["for how many players"] if one.seats != other.seats else []
    parts += ["its title"] if one.title != other.title else []
    lines = (f"- {_one_line(one.span)}", f"+ {_one_line(other.span)}")
    return [Change(CHANGED, "game", one.span, other.span, tuple(parts), lines, one.seats != other.seats)]


def _one_line(span: Span) -> str:
    return " ".join(span.text.split())


# ---------------------------------------------------------------------------------------------- matching


def _grouped(reading: Reading) -> dict[tuple[Key, ...], list[tree.Decl]]:
    """All declarations by what they are called; clauses without a label share a name."""
    groups: dict[tuple[Key, ...], list[tree.Decl]] = {}
    for file in reading.files:
        for decl in file.decls:
            if not isinstance(decl, tree.Use):
                groups.setdefault(keys(decl), []).append(decl)
    return groups


def named(decl: tree.Decl) -> str:
    """What a declaration is called, as a variant would name it."""
    return ", ".join(in_words(key) for key in keys(decl))


# ---------------------------------------------------------------------------------------------- in words and lines


def _changed(before: tree.Decl, after: tree.Decl) -> Change:
    parts = _parts(before, after)
    words = tuple(PARTS.get(part, part.replace("_", " ")) for part in parts)
    plays = not isinstance(before, SAID) and any(part not in TALK for part in parts)
    lines = _difference(_lines(before.span), _lines(after.span))
    one, other = before.span, after.span
    if not lines:  # parts of it were put there from another place
        found = _plain(list(_apart(before, after)))
        lines = tuple(f"{sign} {_one_line(node.span)}" for sign, node in found)
        one, other = (next((n.span for s, n in found if s == sign), span) for sign, span in (("-", one), ("+", other)))
    return Change(CHANGED, named(before), one, other, words, lines, plays)


def _plain(found: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Without what is written alike on both sides: there only something beside it was cut out."""
    texts = [{_one_line(node.span) for sign, node in found if sign == wanted} for wanted in "-+"]
    return [(sign, node) for sign, node in found if _one_line(node.span) not in texts[0] & texts[1]] or found


def _apart(before: Any, after: Any) -> Iterator[tuple[str, Any]]:
    """The smallest nodes that are not the same, with - or + before them."""
    pairs: list[tuple[Any, Any]] = []
    alone: list[tuple[str, Any]] = []
    for name in _parts(before, after) if type(before) is type(after) else ():
        mine, theirs = getattr(before, name), getattr(after, name)
        left, right = (_nodes(value) for value in (mine, theirs))
        if not all(hasattr(node, "span") for node in (*left, *right)):
            continue
        if len(left) == len(right):
            pairs += [(a, b) for a, b in zip(left, right, strict=True) if a != b]
        else:
            alone += [*(("-", a) for a in left if a not in right), *(("+", b) for b in right if b not in left)]
    if not pairs and not alone:
        yield from (("-", before), ("+", after))
    for one, other in pairs:
        yield from _apart(one, other)
    yield from alone


def _nodes(value: Any) -> tuple[Any, ...]:
    """What stands in a field; nothing if it is not said."""
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _parts(before: Any, after: Any) -> list[str]:
    """The fields that are not the same."""
    return [name for name, value in said(before) if value != getattr(after, name)]


def _alone(what: str, decl: tree.Decl, without: Reading) -> Change:
    """What stands on one side only; on the other a variant may say that it is taken out."""
    sign = "+" if what == ADDED else "-"
    lines = tuple(f"{sign} {line}" for line in _lines(decl.span))
    taken = next((c.span for c in without.changes if c.after is None and c.before == decl), None)
    one, other = (taken, decl.span) if what == ADDED else (decl.span, taken)
    return Change(what, named(decl), one, other, (), lines, not isinstance(decl, SAID))


def _renamed(gone: list[tree.Decl], come: list[tree.Decl]) -> list[Change]:
    """What is the same under another name; taken out of both lists."""
    found = []
    for before in list(gone):
        for after in come:
            if type(before) is type(after) and _parts(before, after) == ["name"]:
                words = (f"now `{named(after)}`",)
                lines = _difference(_lines(before.span), _lines(after.span))
                plays = not isinstance(before, SAID)
                change = Change(RENAMED, named(before), before.span, after.span, words, lines, plays)
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
