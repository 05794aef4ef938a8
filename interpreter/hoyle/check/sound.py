"""The part of a game that has no errors: what can be said of it stays true whatever the rest is meant to say.

What an error stands in, what asks for something that has one, and what a clause with an error is about, is unknown.
What is merely performed or offered is not asked for: whoever performs something unknown is known, and takes it that
anything may come of it. Kinds and cards are what everything is about, so nothing is known if they have an error.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

import attrs

from hoyle.check.graph import ANY_CHANGE
from hoyle.check.world import WORD, Deed, World, targets
from hoyle.diagnostics import Severity
from hoyle.model import ability_key
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.place import opening_words
from hoyle.syntax.walk import mentioned

EVERYTHING = (tree.Kind, tree.Cards, tree.Use)
NO_FLOW = "HYL313"


def sound(world: World) -> World | None:
    """The world with those parts of its model that are known; None if nothing is."""
    if not world.found.has_errors:
        return world
    broken = _Broken(world)
    if not broken.find():
        return None
    known: dict[str, Any] = {}
    for field in ("options", "zones", "vars", "defines", "actions", "procedures"):
        made = getattr(world.model, field)
        known[field] = {name: each for name, each in made.items() if broken.spares(each, name)}
    for field in ("rules", "checks", "endings", "properties", "miniatures"):
        made = getattr(world.model, field)
        known[field] = [each for each in made if broken.spares(each, getattr(each, "name", ""))]
    abilities = {name: timing for name, timing in broken.timings.items() if name in broken.names}
    names, game = frozenset(broken.names), attrs.evolve(world.model, **known)
    return attrs.evolve(world, model=game, broken=names, broken_abilities=abilities)


class _Broken:
    """What has an error, by name and by place. timings: of the abilities that names may stand for."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.names: set[str] = set()
        self.timings: dict[str, str] = {}
        self.decls = list(world.decls())
        self.seen: set[int] = set()
        self.starts: dict[int, list[tuple[int, tree.Decl]]] = {}  # by their texts
        for decl in self.decls:
            self.starts.setdefault(id(decl.span.source), []).append((decl.span.start, decl))
        for starts in self.starts.values():
            starts.sort(key=itemgetter(0))
        fixes = [found.fix for found in world.found.all() if found.fix is not None]
        self.meant = {fix.span: fix.replacement for fix in fixes}
        self.needed: dict[str, list[tree.Decl]] = {}
        for decl in self.decls:
            for word in {*_asked(world, decl), *self._own(decl)}:
                self.needed.setdefault(word, []).append(decl)

    def find(self) -> bool:
        """Whether anything is known; what is not is then to be asked of the rest."""
        unread = [span for file in self.world.files for span in file.unread]
        sources = {id(part.span.source) for part in (*self.world.files, *self.decls)}
        todo: list[tree.Decl] = []
        for found in (found for found in self.world.found.all() if found.severity is Severity.ERROR):
            place = found.span
            if place is not None and id(place.source) not in sources:
                continue  # trials that lie in another file
            inside = self._around(place)
            if found.code == NO_FLOW:
                todo += self._take({"flow"})
            elif not inside and (place is None or not any(place in span for span in unread)):
                return False
            todo += inside
        words = [self._lost(text) for text in self.world.unread_texts()]
        if None in words:
            return False
        todo += self._take(set(self.world.lost).union(*(some for some in words if some is not None)))
        while todo:
            decl = todo.pop()
            if isinstance(decl, EVERYTHING):
                return False
            if id(decl) not in self.seen:
                self.seen.add(id(decl))
                todo += self._take(set(self._about(decl)))
        return True

    def spares(self, made: Any, name: str = "") -> bool:
        """Whether something of the model is known."""
        return name not in self.names and not any(id(decl) in self.seen for decl in self._around(made.span))

    def _around(self, place: Span | None) -> list[tree.Decl]:
        """The declaration in which a place lies, if there is one."""
        starts = [] if place is None else self.starts.get(id(place.source), [])
        number = bisect_right(starts, place.start, key=itemgetter(0)) if place is not None else 0
        return [decl for _, decl in starts[max(number - 1, 0) : number] if place is not None and place in decl.span]

    def _take(self, names: set[str]) -> list[tree.Decl]:
        """What needs these names, now that they are unknown."""
        new = names - self.names
        self.names |= new
        return [decl for name in new for decl in self.needed.get(name, ())]

    def _about(self, decl: tree.Decl) -> Iterator[str]:
        """The names of what is not known if this is not."""
        yield from self._own(decl)
        for target in targets(decl):
            yield from self._target(target) if isinstance(target, tree.Target) else (ANY_CHANGE,)
        for clause in decl.clauses if isinstance(decl, tree.Ability) else ():
            yield from self._about(clause)

    def _target(self, target: tree.Target) -> Iterator[str]:
        """What a clause is about: if nothing is called so, what was probably meant."""
        name = self.meant.get(target.name.span, target.name.text)
        yield name
        if target.clause is not None:
            yield self._ability(name, target.clause.text)

    def _ability(self, card: str, timing: str) -> str:
        """The name of what a card does at a timing."""
        name = ability_key(card, timing)
        self.timings[name] = timing
        return name

    def _lost(self, text: str) -> set[str] | None:
        """What is not known if a declaration cannot be read, besides what it declares; None if nothing is."""
        words = WORD.findall(text)
        ability = [self._ability(*words[1:3])] if len(words) > 2 else []
        match words[0] if words else "":
            case "kind" | "teams" | "cards" | "use":
                return None
            case "flow":
                return {"flow"}
            case "ability":
                return {*words, *ability}
            case "except" | "adjust" | "before" | "after" | "rule":
                target = re.split(r"\n|\b(?:when|must|by|gives)\b", text.strip())[0]
                return {*WORD.findall(target), *ability}
            case word if word in opening_words("decl"):
                return set()
        return set(words)

    def _own(self, decl: tree.Decl) -> Iterator[str]:
        match decl:
            case tree.Flow():
                yield "flow"
            case tree.Ability(card=card, timing=timing):
                yield self._ability(card.text, timing.text)
            case tree.Phase(name=name, vars=vars):
                yield from (name.text, *(var.name.text for var in vars))
            case tree.Assume() | tree.Waived() | tree.Scenario() | tree.Miniature():
                pass
            case _:
                word = getattr(decl, "name", None)
                if isinstance(word, tree.Word):
                    yield word.text


def _asked(world: World, decl: tree.Decl) -> set[str]:
    """What something asks for, without what it performs or offers."""
    return {word for word in mentioned(decl) if not isinstance(world.names.get(word), Deed)}
