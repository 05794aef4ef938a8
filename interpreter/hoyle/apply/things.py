"""Things: what a variant can name, and where in the files of a game it stands."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, get_args

import attrs

from hoyle import source
from hoyle.files.lineage import name_of
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.walk import below

NEAR = 0.75
Node = tree.Decl | tree.Need
Key = tuple[str, str, str | None]

SORTS: dict[type, str] = {kind: kind.__name__.lower() for kind in get_args(tree.Decl)} | {
    tree.Exception_: "except",
    tree.Effect: "to",
    tree.Waived: "waive",
    tree.Need: "must",
    tree.SetTo: "set",
    tree.AddRows: "add",
}
CLAUSES = ("except", "adjust", "before", "after", "must")
TITLED = ("scenario", "miniature")
# what is not called by a name of its own, but by that of something else
NOT_OWN = (*CLAUSES, *TITLED, "assume", "waive", "use", "ability", "flow")


@attrs.frozen
class Slot:
    """Where something stands: which file, which declaration in it, and which part of that (or -1)."""

    file: int
    decl: int
    part: int
    node: Node
    keys: tuple[Key, ...]

    @property
    def span(self) -> Span:
        """The line that names it."""
        return head(self.node)


def head(node: Node | tree.Header) -> Span:
    """The name of a declaration, or the first line of a clause."""
    match node:
        case tree.Exception_(target=target) | tree.Adjust(target=target):
            return target.span
        case tree.Hook(points=points):
            return points[0].span
        case tree.Ability(card=word):
            return word.span
        case tree.Scenario(title=title) | tree.Miniature(title=title):
            return title.span
        case tree.Flow() | tree.Need() | tree.Header():
            return source.head(node.span)
    name = getattr(node, "name", None)
    return name.span if isinstance(name, tree.Word) else node.span


def word_of(node: Node) -> str:
    """The word something starts with."""
    if isinstance(node, tree.Kind) and node.teams:
        return "teams"
    return SORTS[type(node)] if not isinstance(node, tree.Hook) else "before" if node.before else "after"


def targets(decl: tree.Decl) -> list[tree.Target]:
    """What a clause is about; nothing if it is none."""
    match decl:
        case tree.Exception_(target=target) | tree.Adjust(target=target):
            return [target]
        case tree.Hook(points=points):
            return [point for point in points if isinstance(point, tree.Target)]
    return []


def keys(node: Node) -> tuple[Key, ...]:
    """What something is called: the word for its sort, its name, and its label if it is a clause."""
    match node:
        case tree.Exception_(target=target, label=label) | tree.Adjust(target=target, label=label):
            return ((word_of(node), target.name.text, _label(label)),)
        case tree.Hook(points=points, label=label):
            sort, part = word_of(node), _label(label)
            # a check after any change has no other name than its label
            return tuple(
                (sort, p.name.text, part) if isinstance(p, tree.Target) else (sort, part or "any change", None)
                for p in points
            )
        case tree.Ability(card=card, timing=timing):
            return (("ability", card.text, timing.text),)
        case tree.Scenario(title=title) | tree.Miniature(title=title):
            return ((SORTS[type(node)], title.text, None),)
        case tree.Flow():
            return (("flow", "flow", None),)
    word = getattr(node, "name", None)
    return ((word_of(node), word.text, None),) if isinstance(word, tree.Word) else ()


def _label(label: tree.Label | None) -> str | None:
    return label.name.text if label else None


def key_of(thing: tree.Thing) -> Key:
    """What a variant calls a thing."""
    return thing.sort, thing.name.text, thing.part.text if thing.part else None


def in_words(key: Key) -> str:
    """As a variant names it."""
    sort, name, part = key
    if sort == "flow":
        return sort
    if sort in TITLED:
        return f'{sort} "{name}"'
    return f"{sort} {name}" + ("" if part is None else f" {part}" if sort == "ability" else f".{part}")


def called(decl: tree.Decl) -> str:
    """What a declaration is called, in words."""
    names = keys(decl)
    return in_words(names[0]) if names else decl.span.text.split("\n")[0]


class Things:
    """All that a variant can name in some files. Of a gap and what fills it, the filling is meant."""

    def __init__(self, files: list[tree.File]) -> None:
        self.files = files
        found = list(_slots(files))
        filled = {s.node.name.text for s in found if isinstance(s.node, tree.Define) and s.node.value is not None}
        self.slots = [s for s in found if not (is_gap(s.node) and s.keys[0][1] in filled)]

    def find(self, sort: str, name: str, part: str | None) -> list[Slot]:
        """What is called so. A clause may be named without its label."""
        loose = sort in CLAUSES and part is None
        return [
            slot for slot in self.slots if any(k[:2] == (sort, name) and (loose or k[2] == part) for k in slot.keys)
        ]

    def named(self, name: str) -> Slot | None:
        """What is declared by this name, whatever it is; not a clause."""
        return next(
            (s for s in self.slots if s.keys and s.keys[0][1:] == (name, None) and s.keys[0][0] not in NOT_OWN), None
        )

    def clause(self, name: str, label: str) -> Slot | None:
        """The exception `name.label`."""
        return next(iter(self.find("except", name, label)), None)

    def limited(self, name: str, limit: str) -> bool:
        """Whether an action is offered somewhere with such a limit, as `play once`."""
        offers = (node for file in self.files for node in below(*file.decls) if isinstance(node, tree.Offer))
        return any(o.action.text == name and (o.limit or "").replace(" ", "_") == limit for o in offers)

    def nearest(self, word: str, sorts: tuple[str, ...] = ()) -> Slot | None:
        """What is called most like a word; what is of one of these sorts goes first."""
        for wanted in (sorts, ()) if sorts else ((),):
            pool: dict[str, Slot] = {}
            for slot in self.slots:
                for key in slot.keys:
                    if not wanted or key[0] in wanted:
                        pool.setdefault(".".join(filter(None, key[1:])).lower(), slot)
            close = difflib.get_close_matches(word.lower(), list(pool), n=1, cutoff=NEAR)
            close += [name for name in pool if sorted(name) == sorted(word.lower())]  # letters that changed places
            if close:
                return pool[close[0]]
        return None


def is_gap(node: Node) -> bool:
    """Whether it is a definition that somebody else has to fill."""
    return isinstance(node, tree.Define) and node.value is None


def _slots(files: list[tree.File]) -> Iterator[Slot]:
    for number, file in enumerate(files):
        for at, decl in enumerate(file.decls):
            yield Slot(number, at, -1, decl, keys(decl))
            if isinstance(decl, tree.Phase):
                for part, var in enumerate(decl.vars):
                    yield Slot(number, at, part, var, keys(var))
            elif isinstance(decl, tree.Action):
                for part, need in enumerate(decl.needs):
                    yield Slot(number, at, part, need, (("must", decl.name.text, _label(need.label)),))


def put(files: list[tree.File], slot: Slot, node: Node | None) -> list[tree.File]:
    """The files with something else in a slot, or with nothing."""
    file = files[slot.file]
    made: tuple[Any, ...] = () if node is None else (node,)
    if slot.part >= 0:
        decl: Any = file.decls[slot.decl]
        name = "vars" if isinstance(decl, tree.Phase) else "needs"
        made = (attrs.evolve(decl, **{name: _instead(getattr(decl, name), slot.part, made)}),)
    new = attrs.evolve(file, decls=_instead(file.decls, slot.decl, made))
    return [*files[: slot.file], new, *files[slot.file + 1 :]]


def _instead(row: tuple[Any, ...], number: int, made: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*row[:number], *made, *row[number + 1 :])


def in_use(files: list[tree.File]) -> list[tree.File]:
    """The files of a game without libraries that nothing uses any more; the prelude is used by every game."""
    asked, new = {"prelude"}, [file for file in files if file.header.kind != "library"]
    while new:
        names = {d.name.text for file in new for d in file.decls if isinstance(d, tree.Use)} - asked
        asked |= names
        new = [file for file in files if name_of(file) in names]
    return [file for file in files if file.header.kind != "library" or name_of(file) in asked]
