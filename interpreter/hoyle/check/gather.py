"""The names of a definition: every name is declared once, whatever the file, before any body is looked at.

Assumes parsed files. Guarantees a table of names in which each name is declared once, with gaps of libraries filled by
whoever fills them, and the kinds.
"""

from __future__ import annotations

import re

from hoyle import builtins
from hoyle.check.kinds import read_kinds
from hoyle.check.record import Symbol, built_in
from hoyle.check.world import PLAIN, WORD, Asked, Deed, Named, World
from hoyle.core.operators import function
from hoyle.diagnostics import Label
from hoyle.files.teams import asked, teams_of, written
from hoyle.syntax import tree
from hoyle.syntax.phrases import FORMS
from hoyle.syntax.place import opening_words
from hoyle.syntax.sorts import WORDS
from hoyle.syntax.walk import below

INSIDE = re.compile(r"\b(?:var|as)\s+(\w+)|(\w+)\s*\||\|\s*(\w+)")  # variables of a phase, choices, words of a kind
SIDES = 32
# words that a step could start with, were they names: another line starts with them, or goes on with the one above
NO_STEP = {"adjust", "after", "before", "except", "otherwise", "rule", "then", "unless", "until", "var", "when"}


def gather(world: World) -> None:
    """Fill the table of names, and the kinds."""
    world.lost = frozenset[str]().union(*map(_words, world.unread_texts()))
    for decl in world.decls():
        if isinstance(decl, Named):
            _declare(world, decl)
        if isinstance(decl, tree.Phase):
            for var in decl.vars:
                _declare(world, var, decl.name.text)
    read_kinds(world)
    _teams(world)
    for name, gap in world.gaps.items():
        world.names.setdefault(name, gap)
        world.record.again(world.record.named.setdefault(name, world.record.symbols[gap.name.span]), gap.name)


def _declare(world: World, decl: Named, phase: str = "") -> None:
    name = decl.name.text
    symbol = world.record.declare(WORDS[type(decl)].partition(" ")[2], decl.name, phase)
    if isinstance(decl, tree.Define) and decl.value is None:
        if name in world.gaps:
            _twice(world, decl, world.gaps[name])
        world.gaps.setdefault(name, decl)
        return
    no_step = NO_STEP if isinstance(decl, (tree.Var, tree.Effect, tree.Phase)) else {"choose"}
    starts = name in no_step and isinstance(decl, tree.Var | Deed)
    asked = name in builtins.FREE and (isinstance(decl, tree.Cards) or bool(getattr(decl, "params", ())))
    if starts or asked or _reserved(name):
        why = ": a step that starts with it would be read as something else" if starts else ""
        why = ": with brackets behind it, it asks something of a list" if asked else why
        world.report("HYL102", f"`{name}` is a word of the language", decl.name, f"choose another name{why}")
    elif name in world.names:
        _twice(world, decl, world.names[name])
    else:
        world.names[name] = decl
        world.record.named[name] = symbol


def _reserved(name: str) -> bool:
    """Whether a name means something in the language."""
    return name in builtins.NAMES or function(name) is not None or name in PLAIN


def _teams(world: World) -> None:
    """The sides that are declared: once, by a name that leaves one for what says which side a player is on."""
    declared = [kind for kind in world.each(tree.Kind) if kind.teams]
    if not declared:
        return
    first, *others = declared
    for other in others:
        labels = [Label(first.name.span, "the sides there are already")]
        world.report("HYL102", "there are `teams` twice", other.name, "a player is on one side: take one out", labels)
    if isinstance(first.type, tree.ChoiceType) and len(first.type.values) > SIDES:
        world.report(
            "HYL212", f"there are more than {SIDES} sides", first.type.span, "make fewer", about=first.name.text
        )
    name = asked(first.name.text)
    if name == first.name.text or name not in world.gaps or _reserved(name):
        message = f"the name of `teams` in small letters says which side a player is on, and `{name}` cannot"
        world.report("HYL102", message, first.name, f"choose another name, as in `{FORMS['teams']}`", about=name)
    elif name in world.names and not isinstance(world.names[name], Asked):
        message = f"`{name}` has to say which side a player is on, and this is {WORDS[type(world.names[name])]}"
        help = f"give it another name, and write `define {name}(p) = ...`"
        world.report("HYL102", message, world.names[name].name, help, [Label(first.name.span, "because of this")])
        world.names[name] = world.gaps[name]


def _twice(world: World, decl: Named, first: Named) -> None:
    help = "give one of them another name"
    if written(first.span.source) and (teams := teams_of(world.decls())) is not None:
        brought = ", ".join(f"`{made.name.text}`" for made in world.each(tree.Define) if written(made.span.source))
        help = f"`teams {teams.name.text}` brings {brought} along: give this another name"
    elif not world.own(first) and world.own(decl):
        name = decl.name.text
        help = f"the library already says what `{name}` is: add to it with `except`, `adjust`, `before` or `after`"
    label = Label(first.name.span, "first declared here")
    world.report("HYL102", f"`{decl.name.text}` is declared twice", decl.name, help, [label])


def _words(text: str) -> set[str]:
    """The words that a declaration declares, as far as that can be told of one that cannot be read."""
    words = WORD.findall(text)
    inside = [word for found in INSIDE.findall(text) for word in found if word]
    match words[0] if words else "":
        case "ability" | "adjust" | "after" | "before" | "except" | "flow" | "scenario" | "miniature":
            return set(inside)
        case "kind" | "cards" | "teams":
            return set(words)
        case word if word in opening_words("decl"):
            return {*words[1:2], *inside}
    return set(words)


def mention(world: World) -> None:
    """Note what names stand for that nothing in play depends on: those of assumptions, of libraries, and of gaps that
    somebody filled. They come last, because to talk about something is not to use it."""
    record = world.record
    for file in world.files:
        if file.header.name is not None and file.header.kind == "library":
            library = record.declare("library", file.header.name)
            for use in world.each(tree.Use):
                record.use(library if use.name.text == library.name else None, use.name.span)
    for assumption in world.each(tree.Assume):
        record.use(_talked_about(world, assumption.name.text), assumption.name.span)
    for gap in world.gaps.values():
        for param in gap.params:
            record.declare("parameter", param.name, gap.name.text)
        for node in below(gap):
            if isinstance(node, (tree.NamedType, tree.MaybeType, tree.ListType)):
                world.name_type(node)


def _talked_about(world: World, name: str) -> Symbol | None:
    """What an assumption is about: something declared, a member, an attribute, or the number of players."""
    record = world.record
    members = [record.members[kind, name] for kind in world.members.get(name, ())]
    known = [record.named.get(name), *members, record.attributes.get(name)]
    return next((symbol for symbol in known if symbol is not None), built_in(name) if name == "players" else None)
