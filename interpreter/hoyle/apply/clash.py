"""Clashes: two variants that know nothing of each other and change one thing, each in its own way.

Each of the two was applied alone, so both are right without the other. Saying the same is no clash.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

import attrs

from hoyle.apply import rows as rows_of
from hoyle.apply import things
from hoyle.apply.change import Change, Part
from hoyle.apply.pins import mark
from hoyle.apply.things import CLAUSES, Key
from hoyle.syntax import tree

TWICE = "replaced twice"
REMOVED = "removed"
SAME = "same"
SEVERAL = ("assume",)  # several of one name stand side by side


@attrs.frozen
class Clash:
    """What two variants say of one thing. kind: replaced twice, removed, or that it is the same.

    one, other: the changes; of parts of a table or card type, also which part.
    """

    kind: str
    one: Change
    other: Change
    parts: tuple[Part, Part] | None = None


def named_alike(clash: Clash) -> bool:
    """Whether both have something new of one name: neither can stand for the other."""
    return clash.one.before is None and clash.other.before is None


class Changes:
    """The changes of one variant, to be laid beside those of others. Those without a name in common never meet."""

    def __init__(self, made: list[Change]) -> None:
        self.made = made
        self.names = [_names_in(change) for change in made]
        self.by_name: defaultdict[str, list[int]] = defaultdict(list)
        for number, names in enumerate(self.names):
            for name in names:
                self.by_name[name].append(number)
        self._marks: dict[int, str] = {}

    def mark(self, change: Change) -> str:
        """What two changes that say the same have in common, of one of these."""
        if id(change) not in self._marks:
            after = change.after.seats if isinstance(change.after, tree.Header) else change.after
            self._marks[id(change)] = mark(after)
        return self._marks[id(change)]


def clashes(one: Changes, other: Changes, known: rows_of.Kinds) -> Iterator[Clash]:
    """Where the changes of two variants meet."""
    for mine, names in zip(one.made, one.names, strict=True):
        near = sorted({number for name in names for number in other.by_name.get(name, ())})
        for theirs in (other.made[number] for number in near):
            for clash in _between(mine, theirs, lambda a, b: one.mark(a) == other.mark(b), known):
                if not (_anew(clash, 0, one.made, known) or _anew(clash, 1, other.made, known)):
                    yield clash


def _names_in(change: Change) -> set[str]:
    """The names that a change has to do with: what it changes; a clause is called by what it is about."""
    names = set[str]()
    for node in (change.before, change.after):
        if isinstance(node, tree.Header):
            names.add("players")
        elif isinstance(node, tree.Need):
            names.add(change.name)
        elif node is not None:
            names |= {key[1] for key in things.keys(node)}
    return names


def _anew(clash: Clash, which: int, changes: list[Change], known: rows_of.Kinds) -> bool:
    """Whether the one of two that takes a row out says it anew, so that this is what counts."""
    if clash.kind != REMOVED or clash.parts is None or clash.parts[which].value is not None:
        return False
    kept, where = clash.parts[1 - which], place(clash.one)
    added = (change for change in changes if isinstance(change.decl, tree.AddRows) and place(change) == where)
    return any(meets(part, kept, known) for change in added for part in change.parts)


def _between(
    one: Change, other: Change, same: Callable[[Change, Change], bool], known: rows_of.Kinds
) -> Iterator[Clash]:
    if isinstance(one.decl, tree.Order) or isinstance(other.decl, tree.Order):
        return
    gone = one.after is None or other.after is None
    if one.before is not None and other.before is not None:
        if place(one) != place(other):
            return
        if one.parts and other.parts:
            yield from _parts(one, other, known)
        elif not one.parts and not other.parts:
            alike = one.after is other.after is None or (not gone and same(one, other))
            yield Clash(SAME if alike else REMOVED if gone else TWICE, one, other)
        elif gone or not (isinstance(one.decl, tree.AddRows) or isinstance(other.decl, tree.AddRows)):
            yield Clash(REMOVED if gone else TWICE, one, other)
    elif one.before is None and other.before is None:
        if set(_names(one)) & set(_names(other)):
            yield Clash(SAME if same(one, other) else TWICE, one, other)
    elif _needs(one, other) or _needs(other, one):
        yield Clash(REMOVED, one, other)


def place(change: Change) -> object:
    """The thing that is changed, or that is new."""
    node = change.before if change.before is not None else change.after
    if node is None or isinstance(node, tree.Header):
        return "players"
    return things.keys(node)[:1] if not isinstance(node, tree.Need) else change.name


def _names(change: Change) -> list[Key]:
    """What something new is called, so far as nothing else can be called so."""
    if change.after is None or isinstance(change.after, (tree.Header, tree.Need)):
        return []
    found = [key for key in things.keys(change.after) if key[0] not in SEVERAL]
    return [key for key in found if key[0] not in CLAUSES or key[2] is not None]


def _parts(one: Change, other: Change, known: rows_of.Kinds) -> Iterator[Clash]:
    for mine in one.parts:
        for theirs in other.parts:
            apart = None not in (mine.attribute, theirs.attribute) and mine.attribute != theirs.attribute
            if not apart and meets(mine, theirs, known):
                gone = (mine.value is None) != (theirs.value is None)
                same = not gone and _value(mine) == _value(theirs)
                yield Clash(SAME if same else REMOVED if gone else TWICE, one, other, (mine, theirs))


def meets(one: Part, other: Part, known: rows_of.Kinds) -> bool:
    """Whether two parts have a row or card in common."""
    return one.keys is None or other.keys is None or rows_of.meet(one.keys, other.keys, known)


def _value(part: Part) -> object:
    if isinstance(part.value, dict):
        return {name: mark(cell) for name, cell in part.value.items()}
    return mark(part.value)


def _needs(clause: Change, removal: Change) -> bool:
    """Whether a clause is about something that another variant removes."""
    if removal.after is not None or removal.before is None or removal.parts or isinstance(removal.before, tree.Header):
        return False
    return any(key in _about(clause.decl) for key in _keys(removal.before))


def _keys(node: tree.Decl | tree.Need) -> Iterator[tuple[str, str | None]]:
    """The name of a thing, or of a clause with its label."""
    for sort, name, part in things.keys(node) if not isinstance(node, tree.Need) else ():
        if sort == "except" and part is not None:
            yield name, part
        elif sort not in things.NOT_OWN:
            yield name, None


def _about(decl: tree.Decl) -> list[tuple[str, str | None]]:
    """What a clause is about."""
    targets = things.targets(decl)
    named = [(target.name.text, None) for target in targets]
    return [*named, *((t.name.text, t.clause.text) for t in targets if t.clause is not None)]
