"""Properties: what they are about, and whether they say anything.

A property `after` something is about its parts, and looked at the moment it is done. One that cannot fail, whatever
happens, promises nothing; one that cannot hold, or is about something that never happens, is a mistake.
"""

from __future__ import annotations

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.bearer import name_ability
from hoyle.check.bounds import compared
from hoyle.check.definitions import Definitions
from hoyle.check.expressions import Typer
from hoyle.check.reach import Reach
from hoyle.check.world import Params, World
from hoyle.core import nodes as core
from hoyle.core.walk import below, put
from hoyle.diagnostics import About
from hoyle.program.set_out import all_used
from hoyle.source import head
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS


def declare_property(defs: Definitions, decl: tree.Property) -> None:
    """Put a property into the model."""
    world = defs.world
    typer = Typer(defs, {}, trial=True)
    theirs: dict[str, core.Expr] = {}
    point = None
    if decl.point is not None:
        typer.before = not isinstance(world.names.get(decl.point.name.text), tree.Ending)
        point = _point(world, decl.point, typer, theirs)
        if point is None:
            return
    test = put(typer.condition(decl.test), theirs)
    for node in below(test):
        if isinstance(node, core.Fold) and any(_was(part) for part in (node.where, node.value)):
            help = "write the whole list inside: `was(count(x in list where ...))`"
            world.report("HYL312", "`was` stands around a list, not inside it", decl.test.span, help)
            return
    made = model.Property(decl.name.text, decl.title, decl.kind, point, test, decl.cites, decl.span)
    if decl.point is not None:
        made.about = decl.point.span
        made.names = {local.name: mine for mine, local in theirs.items() if isinstance(local, core.Local)}
    world.model.properties.append(made)


def _was(expr: core.Expr | None) -> bool:
    return any(isinstance(node, core.Prim) and node.op == "was" for node in below(expr))


def _point(world: World, target: tree.Target, typer: Typer, theirs: dict[str, core.Expr]) -> str | None:
    """What a property is looked at after: the name of a procedure or an ending. Its parts become known."""
    name = target.name.text
    if target.clause is not None:
        return _ability(world, target, typer)
    made = world.model.procedures.get(name)
    declared = world.names.get(name)
    world.record.name(name, target.name.span)
    if isinstance(declared, tree.Ending):
        _parts(world, target, (), typer, theirs)
        return name
    if made is None or declared is None:
        _unfit(world, target)
        return None
    if isinstance(declared, tree.Action):
        typer.locals["you"] = t.SEAT
    _parts(world, target, world.given(made), typer, theirs)
    return name


def _parts(world: World, target: tree.Target, params: Params, typer: Typer, theirs: dict[str, core.Expr]) -> None:
    """The names a property has for the parts of what it is about; without brackets, those it is declared with."""
    if target.args is None:
        typer.locals |= dict(params)
        typer.bound |= world.record.heads(target)
        return
    if len(target.args) != len(params) or not all(isinstance(arg, tree.Name) for arg in target.args):
        names = ", ".join(name for name, _ in params)
        help = f"write `{target.name.text}({names})`, or leave the brackets out" if params else "leave the brackets out"
        message = f"`{target.name.text}` takes {len(params)}, but here are {len(target.args)}"
        if len(target.args) == len(params):
            message, help = "only names stand here", "say more behind `then`"
        world.report("HYL103", message, target, help)
    for arg, (name, type_) in zip(target.args, params, strict=False):
        if isinstance(arg, tree.Name) and not world.word_of_the_language(tree.Word(arg.text, span=arg.span)):
            typer.bind(arg, type_)
            if arg.text != name:
                theirs[arg.text] = core.Local(name, type_)


def _ability(world: World, target: tree.Target, typer: Typer) -> str | None:
    """`after owl.on_entry`: what a card does at a timing."""
    assert target.clause is not None
    card, timing = target.name.text, target.clause.text
    for ability in world.model.abilities:
        if (ability.card, ability.timing) == (card, timing) and ability.proc is not None:
            typer.locals |= {"this": t.CardOf(ability.cards), "you": t.SEAT}
            name_ability(world, target)
            return ability.proc
    known = [f"{a.card}.{a.timing}" for a in world.model.abilities if a.proc is not None]
    help = "an ability that is done is named by its card and its timing: `after owl.on_entry then ...`"
    world.unknown(f"{card}.{timing}", target.span, known, "ability", help, about=About(card, timing))
    return None


def _unfit(world: World, target: tree.Target) -> None:
    name = target.name.text
    declared = world.names.get(name)
    if declared is None:
        points = [*(name for name in world.model.deeds if name != "flow"), *world.declared(tree.Ending)]
        world.unknown(name, target.name.span, points, "phase, effect, action or ending")
        return
    help = "name a phase, an effect, an action, an ability or an ending"
    if isinstance(declared, tree.Rule) and declared.targets:
        help = f"name what it is about: `after {declared.targets[0].span.text} then ...`"
    world.report("HYL312", f"`{name}` is {WORDS[type(declared)]}: nothing happens there", target, help)


def check_promises(world: World, reach: Reach, prover: Prover) -> None:
    """Warn of properties of this file that cannot fail, cannot hold, or are about something that never happens."""
    for made in world.model.properties:
        if made.point is not None and not _happens(world, reach, made.point):
            about = world.model.procedures[made.point].shown
            message = f"`{made.name}` is never looked at: `{about}` never happens"
            help = "let it happen somewhere, or take the property out"
            world.report("HYL317", message, head(made.span), help, about=made.name)
            continue
        holds = _decided(made.test, prover)
        if holds is None:
            continue
        words = "always holds" if holds else "cannot hold"
        if holds is (made.kind != "never"):
            message = f"`{made.name}` cannot fail: its condition {words}, whatever happens"
            world.report("HYL316", message, head(made.span), "say more, or take the property out", about=made.name)
        else:
            message = f"`{made.name}` can never come true: its condition {words}, whatever happens"
            help = "correct the condition, or take the property out"
            world.report("HYL317", message, head(made.span), help, about=made.name)


def _happens(world: World, reach: Reach, point: str) -> bool:
    if point in world.model.procedures:
        sort = "choice" if point in world.model.actions else "procedure"
        return (sort, point) in reach.course
    return True


def _decided(test: core.Expr, prover: Prover) -> bool | None:
    """What a condition is on every table there can be; None if that depends."""
    match test:
        case core.Prim("not", (inner,)):
            found = _decided(inner, prover)
            return None if found is None else not found
        case core.Prim("and" | "or" as op, parts):
            each = [_decided(part, prover) for part in parts]
            stop = op == "or"
            if stop in each:
                return stop
            if None not in each:
                return not stop
        case core.Prim("<" | "<=" | ">" | ">=" as op, (a, b)):
            found = compared(op, _range(a, prover.game), _range(b, prover.game))
            if found is not None:
                return found
        case core.Fold("every", where=where, value=value) if value is not None:
            unless = core.Prim("not", (value,), t.YES_NO)
            return True if _decided(value, prover) or prover.together(where, unless).never else None
        case core.Fold("any", where=where) if where is not None:
            return False if _decided(where, prover) is False or prover.together(where).never else None
    if _counts_cards(test, prover):
        return None
    if prover.together(test).never:
        return False
    return True if prover.together(core.Prim("not", (test,), t.YES_NO)).never else None


def _counts_cards(test: core.Expr, prover: Prover) -> bool:
    """Whether a condition depends on which cards take part, which is not known before the game is set up."""
    nodes = below(prover.ground.inline(test)) if not all_used(prover.game) else ()
    return any(isinstance(node, core.Members) and node.type != t.ListOf(t.SEAT) for node in nodes)


def _range(expr: core.Expr, game: model.Model) -> t.Type:
    """The type of a side of a comparison; nowhere are more cards than were printed."""
    match expr:
        case core.Fold("count", source=core.Zone() | core.Members() | core.Prim("cards", (core.Zone(),)) as source):
            of = t.settled(t.element(source.type))
            if isinstance(of, t.CardOf):
                types = [made for made in game.card_types.values() if of.name in (None, made.name)]
                return t.Numbers(0, sum(len(made.faces) for made in types))
    return expr.type
