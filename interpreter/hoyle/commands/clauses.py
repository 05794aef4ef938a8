"""A name of a game with everything that is said about it: its declaration, and the clauses that change it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from hoyle import model
from hoyle.commands.terminal import console, safe, say
from hoyle.core import nodes as core
from hoyle.core import walk
from hoyle.program.program import Program
from hoyle.program.show import Show
from hoyle.program.specialise import Specialiser
from hoyle.read import Reading
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.walk import below

ALWAYS, NEVER = "always in force", "never in force"
CLAUSES = (tree.Exception_, tree.Adjust, tree.Hook, tree.Rule, tree.Ending)
"""What may be in force or not, rather than be there."""


@attrs.frozen
class Saying:
    """One thing that is said about a name. parent: the label of the exception it is an exception to."""

    kind: str
    label: str
    decl: Any
    parent: str = ""
    over: tuple[str, ...] = ()


def known_names(reading: Reading) -> set[str]:
    """Everything that can be asked for."""
    return {word.text for decl in _declarations(reading) for word in _own_words(decl)}


def show_name(reading: Reading, name: str, program: Program | None) -> None:
    """Print what is said about a name, or about one clause (`name.clause`); with a program, also what is in force."""
    name, _, clause = name.partition(".")
    sayings = list(_sayings(reading, name))
    if clause:
        sayings = [s for s in sayings if clause in (s.label, s.parent)]
    if not sayings:
        console().print(safe(f"nothing is said about {name}.{clause}"))
    force = _in_force(program, sayings) if program is not None else {}
    for number, saying in enumerate(_nested(sayings)):
        if number:
            console().print()
        _print(saying, force.get(saying, ""), 4 if saying.parent else 0)


def _print(saying: Saying, force: str, indent: int) -> None:
    out = console()
    head = safe(f"{' ' * indent}{saying.kind}{f' {saying.label}' if saying.label else ''}", "bold")
    if force:
        head.append(": ")
        head.append(safe(force, {ALWAYS: "good", NEVER: "bad"}.get(force, "doubt")))
    out.print(head)
    span = saying.decl.span
    lead = span.source.text[span.source.line_bounds(span.line)[0] : span.start]
    text = ("" if lead.strip() else lead) + span.text.rstrip()  # the first line as far left as the others allow
    for line in textwrap.dedent(text.expandtabs(4)).splitlines():
        say(out, line, indent=indent + 4)
    say(out, span.place, "place", indent + 4)


def _declarations(reading: Reading) -> Iterator[Any]:
    """Everything that has a name, those inside others included: variables of phases, labelled choices."""
    for file in reading.files:
        for decl in file.decls:
            if isinstance(decl, (tree.Use, tree.Scenario, tree.Waived, tree.Miniature)):
                continue
            inside = (tree.Choose, tree.Var, tree.Exception_, tree.Adjust, tree.Hook, tree.Rule)
            yield from (node for node in below(decl) if node is decl or isinstance(node, inside))


def _own_words(decl: Any) -> list[tree.Word]:
    """The names a declaration makes known."""
    match decl:
        case tree.Ability(card, timing):
            return [card, timing]
        case tree.Choose(label=tree.Label(name)):
            return [name]
        case tree.Flow():
            return [tree.Word("flow", span=decl.span)]
        case tree.Exception_() | tree.Adjust() | tree.Hook() | tree.Choose() | tree.Assume():
            return []
    return [decl.name]


def _sayings(reading: Reading, name: str) -> Iterator[Saying]:
    found = list(_declarations(reading))
    for decl in found:
        if any(word.text == name for word in _own_words(decl)):
            yield Saying(_kind(decl), name, decl)
    for change in reading.changes:
        if change.key[1] == name and change.word == "set":
            yield Saying("set by", change.title, change)
    for decl in found:
        match decl:
            case tree.Exception_(target, label, over) if target.name.text == name:
                parent = target.clause.text if target.clause else ""
                yield Saying("exception", _label(label, decl), decl, parent, tuple(w.text for w in over))
            case tree.Adjust(target, label) if target.name.text == name:
                yield Saying("adjustment", _label(label, decl), decl)
            case tree.Hook(before, points, label) if _about(points, name):
                yield Saying("before it" if before else "after it", _label(label, decl), decl)
            case tree.Rule(word, _, targets) if _about(targets, name):
                yield Saying("rule", word.text, decl)
            case tree.Ending(word, _, points) if _about(points, name):
                yield Saying("ending", word.text, decl)
            case tree.Assume(word) if word.text == name:
                yield Saying("assumption", "", decl)


def _kind(decl: Any) -> str:
    if isinstance(decl, tree.Choose):
        return "choice"
    if isinstance(decl, tree.Define) and decl.value is None:
        return "definition, to be filled in"
    words = {tree.Define: "definition", tree.Cards: "cards", tree.Var: "variable", tree.Timing: "timing class"}
    return words.get(type(decl), type(decl).__name__.lower())


def _label(label: tree.Label | None, decl: Any) -> str:
    return label.name.text if label else f"line_{decl.span.line}"


def _about(points: Iterable[Any], name: str) -> bool:
    return any(isinstance(point, tree.Target) and point.name.text == name for point in points)


def _nested(sayings: list[Saying]) -> Iterator[Saying]:
    """Exceptions to exceptions behind what they are exceptions to."""
    labels = {s.label for s in sayings if isinstance(s.decl, tree.Exception_)}
    for saying in sayings:
        if not saying.parent or saying.parent not in labels:
            yield saying
            if isinstance(saying.decl, tree.Exception_):
                yield from (s for s in sayings if s.parent == saying.label)


def _in_force(program: Program, sayings: list[Saying]) -> dict[Saying, str]:
    """Of every clause, whether it counts under these options with so many players."""
    specialise = Specialiser(program)
    conditions = dict(_conditions(program.model))
    force: dict[Saying, str] = {}
    for saying in sayings:
        if isinstance(saying.decl, CLAUSES):
            when = conditions.get(_key(saying.decl.span))
            match specialise(when) if when is not None else None:
                case None:
                    force[saying] = ALWAYS
                case core.Const(value):
                    force[saying] = ALWAYS if value else NEVER
                case left:
                    force[saying] = f"in force when {Show(program).expr(left)}"
    return {s: _beaten(s, text, force) for s, text in force.items()}


def _beaten(saying: Saying, text: str, force: dict[Saying, str]) -> str:
    """A clause counts only if the one it is an exception to does, and if none that is over it always does."""
    if text == NEVER or not isinstance(saying.decl, tree.Exception_):
        return text
    for other, judged in force.items():
        if saying.parent and other.label == saying.parent and judged == NEVER:
            return NEVER
        if saying.label in other.over and other.parent == saying.parent and judged == ALWAYS:
            return f"beaten by {other.label}"
    return text


def _key(span: Span) -> tuple[str, int]:
    return span.source.name, span.start


def clauses_of(declared: Any) -> list[Any]:
    """What of a model changes something that is declared there."""
    lists = [getattr(declared, name, ()) for name in ("exceptions", "adjustments", "before", "after")]
    return [clause for clauses in lists for clause in clauses]


def varied_by(game: model.Model, assumption: model.Assumption) -> list[str]:
    """The options that change what was assumed: the one of that name, and those that are asked for by that name; if
    there are none, those that cite the same place in the rulebook."""
    name = assumption.name
    said = [part for each in (game.defines.get(name), game.procedures.get(name)) for part in (each, *clauses_of(each))]
    asked = tuple(getattr(part, field, None) for part in said for field in ("when", "value", "by", "body"))
    found = [node.name for node in walk.below(asked) if isinstance(node, core.Option)]
    named = list(dict.fromkeys([*([name] if name in game.options else []), *found]))
    return named or [option.name for option in game.options.values() if set(option.cites) & set(assumption.cites)]


def _conditions(game: model.Model) -> Iterator[tuple[tuple[str, int], core.Expr | None]]:
    """The condition of every clause, by its place."""
    declared = (*game.endings, *game.rules, *game.defines.values(), *game.procedures.values())
    clauses = [*game.checks, *game.endings, *(clause for each in declared for clause in clauses_of(each))]
    yield from ((_key(clause.span), clause.when) for clause in clauses)
    for rule in game.rules:
        yield from ((_key(rule.span), filters[0].when) for filters in rule.targets.values() if filters)
