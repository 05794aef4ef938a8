"""Names that nothing in play depends on: those of assumptions, of libraries, of gaps that somebody filled, and those by
which variants say what they change.

They come last, because to talk about something is not to use it.
"""

from __future__ import annotations

from hoyle.check.record import Record, Symbol, built_in
from hoyle.check.world import World
from hoyle.syntax import tree
from hoyle.syntax.walk import below


def mention(world: World) -> None:
    """Note what these names stand for."""
    record = world.record
    for file in world.files:
        if file.header.name is not None and file.header.kind == "library":
            library = record.declare("library", file.header.name)
            _used(world, library)
    for decl in world.decls():
        if isinstance(decl, tree.Assume):
            record.use(_talked_about(world, decl.name.text), decl.name.span)
    for gap in world.gaps.values():
        for param in gap.params:
            record.declare("parameter", param.name, gap.name.text)
        for node in below(gap):
            if isinstance(node, (tree.NamedType, tree.MaybeType, tree.ListType)):
                world.name_type(node)


def _used(world: World, library: Symbol) -> None:
    for decl in world.decls():
        if isinstance(decl, tree.Use) and decl.name.text == library.name:
            world.record.use(library, decl.name.span)


def _talked_about(world: World, name: str) -> Symbol | None:
    """What an assumption is about: something declared, a member, an attribute, or the number of players."""
    record = world.record
    members = [record.members[kind, name] for kind in world.members.get(name, ())]
    known = [record.named.get(name), *members, record.attributes.get(name)]
    return next((symbol for symbol in known if symbol is not None), built_in(name) if name == "players" else None)


def mention_changes(record: Record, variant: tree.File) -> None:
    """Note what the changes of a variant are about, as far as it is still there; what is added says so itself."""
    for decl in variant.decls:
        match decl:
            case tree.SetTo(name=name, attribute=attribute):
                record.name(name.text, name.span)
                if attribute is not None:
                    record.use(record.attributes.get(attribute.text), attribute.span)
            case tree.AddRows(to=name):
                record.name(name.text, name.span)
            case tree.Order(name=name, part=part, over=over):
                record.name(name.text, name.span)
                for word in (part, *over):
                    record.use(record.clauses.get((name.text, word.text)), word.span)
            case tree.Remove(thing=thing):
                _thing(record, thing)
            case tree.Against(pins=pins):
                for pin in pins:
                    _thing(record, pin.thing)


def _thing(record: Record, thing: tree.Thing) -> None:
    name, part = thing.name, thing.part
    cards = [symbol for (kind, word), symbol in record.members.items() if word == name.text and kind.endswith(".name")]
    record.use(next(iter(cards), None) if thing.sort == "ability" else record.named.get(name.text), name.span)
    if part is not None:
        scope = f"{thing.sort} {name.text}" if thing.sort in ("before", "after") else name.text
        timing = record.named.get(part.text) if thing.sort == "ability" else None
        record.use(timing or record.clauses.get((scope, part.text)), part.span)
