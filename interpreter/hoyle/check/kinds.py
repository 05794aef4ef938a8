"""Kinds: their words, and those of the kinds that stand among these.

Assumes the table of names. Guarantees that every member has a number of its own in each kind, in the order in which
the words stand there, and the same one in all kinds that it belongs to: so a member of the narrower kind is one of the
wider kind as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.world import RANGE_LIMIT, World
from hoyle.diagnostics import Label
from hoyle.syntax import tree
from hoyle.syntax.phrases import FORMS

DEEPEST = 10  # kinds in each other


@attrs.define
class Draft:
    """A kind that is being put together.

    parts: its words, and the names of the kinds among them. at: where these begin. words: all of them, each with the
    kind that it is a word of. depth: so many kinds stand in each other, 0 until it is known.
    """

    decl: tree.Kind
    parts: tuple[tree.Word, ...]
    words: dict[str, str] = attrs.field(factory=dict)
    at: dict[str, int] = attrs.field(factory=dict)
    depth: int = 0


def read_kinds(world: World) -> None:
    """Add all kinds that are declared to the model."""
    drafts: dict[str, Draft] = {}
    for decl in world.each(tree.Kind):
        if world.counts(decl):
            match decl.type:
                case of if decl.teams and not isinstance(of, tree.ChoiceType):
                    name = decl.name.text
                    world.report(
                        "HYL201", "sides are a list of words", of.span, f"write `{FORMS['teams']}`", about=name
                    )
                    world.aliases[name] = t.BROKEN
                case tree.ChoiceType(values):
                    drafts[decl.name.text] = Draft(decl, values)
                case tree.NamedType(word):
                    drafts[decl.name.text] = Draft(decl, (tree.Word(word, span=decl.type.span),))
                case tree.RangeType():
                    _range(world, decl, decl.type)
                case _:
                    message = "a kind is a list of words or a range of numbers"
                    world.report("HYL201", message, decl.type.span, "write `kind Suit : red | black`")
    for name in drafts:
        _put_together(world, drafts, name, ())
    lows = _numbered(world, drafts)
    for name, draft in drafts.items():
        decl = draft.decl
        made = model.Kind(name, tuple(draft.words), decl.span, t.Kind(name), lows[name][0], decl.teams)
        world.model.kinds[name] = made
    outer: dict[str, list[str]] = {name: [] for name in drafts}
    for name, draft in drafts.items():
        for inner in draft.at:
            outer[inner].append(name)
    for name in sorted(drafts, key=lambda name: drafts[name].depth)[::-1]:  # a kind after those it is in
        known = [world.model.kinds[wide].type for wide in outer[name]]
        wider = {kind.name: kind for direct in known for kind in (direct, *direct.wider)}
        ordered = sorted(wider.values(), key=lambda kind: len(drafts[kind.name].words))
        world.model.kinds[name].type = t.Kind(name, tuple(ordered), lows[name][1])


def _range(world: World, decl: tree.Kind, type_: tree.RangeType) -> None:
    name = decl.name.text
    if type_.high - type_.low > RANGE_LIMIT:
        message = f"`{name}` has more than {RANGE_LIMIT} numbers"
        world.report("HYL212", message, type_.span, "make fewer, or leave it open: `number`", about=name)
        world.aliases[name] = t.BROKEN
    else:
        world.aliases[name] = world.read_type(type_)


def _put_together(world: World, drafts: dict[str, Draft], name: str, within: tuple[str, ...]) -> None:
    """Find out all words of a kind, once those of the kinds in it are known. within: the kinds that it stands in."""
    draft = drafts[name]
    if draft.depth:
        return
    draft.depth = 1
    for part in draft.parts:
        text = part.text
        if text in world.aliases:
            message = f"`{text}` is a range of numbers, and a kind has either numbers or words"
            world.report("HYL201", message, part, "take it out, or write words for its numbers", about=text)
        elif text not in drafts:
            _add(world, draft, part)
        elif text in (name, *within):
            message = f"`{text}` would have itself among its members"
            world.report("HYL108", message, part, "take it out of here, or out of a kind on the way", about=text)
        else:
            world.record.name(text, part.span)
            if len(within) < DEEPEST:
                _put_together(world, drafts, text, (name, *within))
            draft.depth = max(draft.depth, drafts[text].depth + 1)
            if draft.depth > DEEPEST or not drafts[text].depth:
                message = f"more than {DEEPEST} kinds stand in each other"
                world.report("HYL009", message, part, "write the words here", about=text)
                return
            _take_in(world, draft, part, drafts[text])


def _take_in(world: World, draft: Draft, part: tree.Word, inner: Draft) -> None:
    """Add the words of another kind."""
    name = draft.decl.name.text
    twice = next((word for word in inner.words if word in draft.words), None)
    if twice is not None:
        _twice(world, f"`{twice}` of `{part.text}`", part)
    elif inner.words:
        draft.at[part.text] = len(draft.words)
    for word, origin in inner.words.items():
        draft.words.setdefault(word, origin)
        world.record.members.setdefault((name, word), world.record.members[origin, word])


def _add(world: World, draft: Draft, part: tree.Word) -> None:
    """Add a word of its own."""
    name, word = draft.decl.name.text, part.text
    if word in draft.words:
        _twice(world, f"`{word}`", part)
    else:
        draft.words[word] = name
        world.members.setdefault(word, []).append(name)
        world.record.members[name, word] = world.record.declare("member", part, name)


def _twice(world: World, said: str, part: tree.Word) -> None:
    world.report("HYL102", f"{said} stands twice in this list", part, "take one of them out")


def _numbered(world: World, drafts: dict[str, Draft]) -> dict[str, tuple[int, str]]:
    """The number at which each kind begins, and a name for all that belong together."""
    ties: dict[str, list[tuple[str, int, str]]] = {name: [] for name in drafts}
    for name, draft in drafts.items():
        for inner, at in draft.at.items():
            ties[name].append((inner, at, name))
            ties[inner].append((name, -at, name))
    lows: dict[str, tuple[int, str]] = {}
    told: set[str] = set()
    for first in drafts:
        if first in lows:
            continue
        found, waiting = {first: 0}, [first]
        for name in waiting:
            for other, at, where in ties[name]:
                if other not in found:
                    found[other] = found[name] + at
                    waiting.append(other)
                elif found[other] != found[name] + at and where not in told:
                    told.add(where)
                    _out_of_order(world, drafts, where, other if other != where else name)
        least = min(found.values())
        family = first if len(found) > 1 else ""
        lows |= {name: (number - least, family) for name, number in found.items()}
    return lows


def _out_of_order(world: World, drafts: dict[str, Draft], name: str, inner: str) -> None:
    """A kind that has the same kinds in it as another, but in another order or with others between them."""
    place = next(part for part in drafts[name].parts if part.text == inner)
    others = list(_others(drafts, name, inner))
    message = f"in `{name}` the members of `{inner}` would have other places beside each other than elsewhere"
    help = "let kinds that have the same kinds in them have them in the same order, with as many words between them"
    world.report("HYL201", message, place, help, others, about=(name, inner))


def _others(drafts: dict[str, Draft], name: str, inner: str) -> Iterator[Label]:
    for other, draft in drafts.items():
        for part in draft.parts:
            if other != name and part.text == inner:
                yield Label(part.span, "elsewhere")
