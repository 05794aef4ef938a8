"""Plain declarations, and what is done with all of one sort: options, cards, actions, bodies, clauses, endings.

In which order they come is a table of its own (see `passes.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hoyle import builtins, model
from hoyle import types as t
from hoyle.check import abilities, rules, teams
from hoyle.check import cards as card_types
from hoyle.check.changes import Bodies
from hoyle.check.clauses import Clauses
from hoyle.check.definitions import Definitions
from hoyle.check.expressions import Typer
from hoyle.check.facts import locals_only
from hoyle.check.folds import choosable, ranged
from hoyle.check.forms import template
from hoyle.check.held import Held
from hoyle.check.lets import bind_lets
from hoyle.check.sound import sound
from hoyle.check.statements import Body, leaves
from hoyle.check.stores import first_value, variables
from hoyle.check.world import RANGE_LIMIT, Deed, World
from hoyle.core import nodes as core
from hoyle.core.walk import put
from hoyle.diagnostics import About
from hoyle.program.cards import derive_attributes
from hoyle.source import Span
from hoyle.syntax import tree


def clauses(found: Clauses) -> None:
    """Whatever attaches to something else, and what stands by itself beside it."""
    world, defs = found.world, found.bodies.defs
    for decl in world.decls():
        match decl:
            case tree.Rule():
                found.rules_later.append((decl, None))
            case tree.Exception_():
                found.exception(decl)
            case tree.Adjust():
                found.adjust(decl)
            case tree.Hook():
                found.hook(decl)
            case tree.Ability():
                abilities.ability(found, decl)
            case tree.Ending():
                _ending(world, defs, decl)
            case tree.Assume():
                _assume(world, decl)
            case tree.Waived():
                _waived(world, decl)


def later(clauses: Clauses) -> None:
    """The clauses that had to wait until every other was looked at."""
    for exception, bearer in clauses.exceptions_later:
        clauses.late_exception(exception, bearer)
    for rule, bearer in clauses.rules_later:
        rules.rule(clauses, rule, bearer)
    for name, found in clauses.rule_exceptions_later.items():
        if name in clauses.rules:
            rules.exceptions(clauses, *clauses.rules[name], found)
    for name, found in clauses.limit_exceptions_later.items():
        if name in clauses.world.model.limits:
            rules.exceptions_to_limit(clauses, name, found)
        else:
            for exception, bearer in found:
                clauses.body_exception(
                    exception, bearer, clauses.world.model.procedures.get(exception.target.name.text)
                )
    for decl, others, on in clauses.siblings_later:
        clauses.siblings(decl, others, on)


def cards(world: World, defs: Definitions, files: Mapping[Span, str]) -> None:
    decls = [decl for decl in world.each(tree.Cards) if world.counts(decl)]
    for decl in decls:
        rows: list[tree.Row | tree.Amend] = []
        for row in decl.rows:
            if not isinstance(row, tree.RowsFrom):
                rows.append(row)
            elif row.span in files:
                rows += card_types.read_rows(world, files[row.span], row.span)
        card_types.declare(defs, decl, rows)
    total = sum(len(c.faces) for c in world.model.card_types.values())
    wrong = world.found.has_errors if decls else world.unread("cards")
    if world.files[0].header.kind == "game" and total == 0 and not wrong:
        help, about = "declare them: `cards Tile`", About(sort="cards")
        world.report("HYL212", "this game has no cards", world.files[0].header.span, help, about=about)
    for decl in decls:
        card_types.derive(defs, decl)
    if sound(world) is not None:
        derive_attributes(world.model, world.report)


def option(defs: Definitions, decl: tree.Option) -> None:
    world, name = defs.world, decl.name.text
    if not world.counts(decl):
        return
    type_ = world.read_type(decl.type, f"of.{name}")
    if not isinstance(type_, (t.Kind, t.Numbers, t.YesNo, t.Seat, t.Broken)):
        message = f"an option cannot be a {t.describe(type_)}"
        type_ = world.report("HYL201", message, decl.type.span, "write `a | b`, a range or `yes_no`").type
    if type_ == t.NUMBER:
        world.report("HYL203", "an option's numbers have bounds", decl.type.span, "write a range: `0..10`")
    elif isinstance(type_, t.Numbers) and (type_.high or 0) - (type_.low or 0) > RANGE_LIMIT:
        world.report("HYL212", "this option has too many values", decl.type.span, "make fewer")
    random = isinstance(decl.default, tree.Name) and decl.default.text == "random"
    default: core.Value = None
    if random and decl.default is not None:
        world.record.name("random", decl.default.span)
    elif decl.default is not None:
        found = Typer(defs).value(decl.default, type_, "the default of", name=name)
        if isinstance(found, core.Const):
            default = found.value
        elif isinstance(found, core.Prim) and found.op == "seat" and isinstance(found.args[0], core.Const):
            default = int(found.args[0].value or 1) - 1  # type: ignore[arg-type]
        else:
            world.report("HYL201", "a default is a plain value", decl.default.span)
    else:
        default = {t.Numbers: getattr(type_, "low", 0), t.YesNo: False}.get(type(type_), 0)
    world.model.options[name] = model.Option(name, decl.title, type_, default, random, None, decl.cites, decl.span)


def signatures(world: World, defs: Definitions) -> None:
    """Everything that bodies refer to by name: definitions, tables, actions, effects and phases."""
    for decl in world.decls():
        if isinstance(decl, (tree.Effect, tree.Phase)) and world.counts(decl):
            phase, name = isinstance(decl, tree.Phase), decl.name.text
            type_ = world.read_type(decl.type) if isinstance(decl, tree.Effect) and decl.type else None
            made = model.Procedure(name, phase, defs.params(decl), type_, None, (), decl.cites, decl.span)
            made.title = decl.title if isinstance(decl, tree.Phase) else None
            world.model.procedures[name] = made
    for name in world.declared(tree.Define, tree.Table):
        defs.signature(name, world.names[name].span)
    for var, _ in variables(world):
        first_value(world, defs, var)
    for option in world.each(tree.Option):
        if option.when and option.name.text in world.model.options:
            world.model.options[option.name.text].when = Typer(defs).conditions(option.when)
    for action in world.each(tree.Action):
        if world.counts(action):
            _action(world, defs, action)


def _action(world: World, defs: Definitions, decl: tree.Action) -> None:
    """The parameters and own conditions of an action; its body comes later."""
    name = decl.name.text
    typer = Typer(defs, {"you": t.SEAT})
    params: list[tuple[str, t.Type, core.Expr | None, core.Expr | None]] = []
    for param in decl.params:
        if isinstance(param, tree.Param):
            word = param.name
            world.word_of_the_language(word)
            type_ = world.read_type(param.type) if param.type else t.BROKEN
            typer.bind(word, type_, name)
            params.append((word.text, type_, None, None))
            continue
        word = param.binder.var
        source, filled = ranged(typer, param.binder, lone=True)
        choosable(world, param.binder, source)
        typer.new(word)
        typer.bind(word, t.element(source.type), name)
        if filled:
            typer.filled.add(word.text)
        where = typer.condition(param.binder.where) if param.binder.where is not None else None
        params.append((word.text, typer.locals[word.text], source, where))
    made = model.Action(name, tuple(params), (), decl.cites, decl.span)
    if decl.text is not None:
        made.template = template(typer, decl.text)
    elif decl.title is not None and not params:
        made.template = (decl.title,)
    for number, need in enumerate(decl.needs, 1):
        label = need.label.name.text if need.label else f"need_{number}" if len(decl.needs) > 1 else "need"
        title = need.label.text if need.label else None
        if need.label is not None:
            world.record.clauses[name, label] = world.record.declare("clause", need.label.name, name)
        test = typer.condition(need.test)
        cites = need.cites or decl.cites
        made.filters.append(core.Filter(f"{name}.{label}", title, None, None, test, False, cites, span=need.span))
    world.model.actions[name] = made
    shape = (("you", t.SEAT), *((n, ty) for n, ty, _, _ in params))
    world.model.procedures[name] = model.Procedure(
        name, False, shape, None, None, (), decl.cites, decl.span, decl.title
    )


def bodies(world: World, bodies: Bodies) -> None:
    """What is done in everything that has a name, and in the flow."""
    flows = list(world.each(tree.Flow))
    points = [p for hook in world.clauses() if isinstance(hook, tree.Hook) and hook.before for p in hook.points]
    hooked = {p.name.text for p in points if isinstance(p, tree.Target)}
    hooked |= {name for name, clause in world.led_up_to if clause is None}
    for extra in flows[1:]:
        world.report("HYL102", "there are two flows", extra.span, "a game has one")
    for decl in world.decls():
        if isinstance(decl, Deed) and world.counts(decl):
            _body(world, bodies, decl, world.model.procedures[decl.name.text], decl.name.text in hooked)
        elif isinstance(decl, tree.Flow) and decl is flows[0]:
            body = Body(bodies, {}).whole(decl.body)
            world.model.procedures["flow"] = model.Procedure("flow", False, (), None, None, body, decl.cites, decl.span)
    if not flows and world.files[0].header.kind == "game" and not world.unread("flow"):
        help = "add `flow` with what happens first, second, third"
        message = "nothing says how the game goes"
        world.report("HYL313", message, world.files[0].header.span, help, about=About(sort="flow"))


def _body(world: World, bodies: Bodies, decl: Deed, made: model.Procedure, hooked: bool) -> None:
    """hooked: something happens before the body does."""
    name = made.name
    checker = Body(bodies, dict(made.params), made.type)
    checker.bound = dict(world.record.parameters.get(name, {}))
    if isinstance(decl, tree.Action):
        checker.filled |= bodies.sure(name)
    else:
        made.when = checker.conditions(decl.when)
        if made.when is not None and made.type is not None:
            message = f"`{name}` returns a value, so it cannot be left undone"
            world.report("HYL216", message, decl.when[0].span, "ask with `if` inside it", about=name)
        if hooked or (isinstance(decl, tree.Phase) and decl.vars):
            checker.facts = locals_only(checker.facts)
        elif made.when is not None:
            checker.held = (Held(made.when),)
    made.body = checker.whole(decl.body)
    if made.type is not None and not leaves(made.body):
        message = f"`{name}` must return a {t.describe(made.type)}"
        world.report("HYL216", message, decl.name, "end it with `return ...`")


def _ending(world: World, defs: Definitions, decl: tree.Ending) -> None:
    points = []
    any_change = False
    params: dict[str, t.Type] = {}
    theirs: dict[str, core.Local] = {}
    for point in decl.points:
        if isinstance(point, tree.AnyChange):
            any_change = True
            continue
        made = world.model.procedures.get(point.name.text)
        if made is None:
            world.unknown(point.name.text, point.name.span, world.model.deeds, "phase, effect or action")
            continue
        world.record.name(point.name.text, point.name.span)
        points.append(point.name.text)
        if point.args is None:
            continue
        takes = world.given(made)
        several, named = len(decl.points) > 1, all(isinstance(arg, tree.Name) for arg in point.args)
        if several or len(point.args) != len(takes) or not named:
            help = f"write `{made.name}({', '.join(n for n, _ in takes)})`, or leave the brackets out"
            message = f"`{made.name}` takes {len(takes)}, but here are {len(point.args)}"
            if several:
                message, help = "an ending after several things knows nothing of their parts", "leave the brackets out"
            world.report("HYL103", message, point, help)
        for arg, (name, type_) in zip(point.args, takes, strict=False):
            if isinstance(arg, tree.Name):
                params[arg.text] = type_
                theirs[arg.text] = core.Local(name, type_)
                world.record.parameter(decl.name.text, arg)
    acted = bool(points) and not any_change and all(point in world.model.actions for point in points)
    if acted:
        params["you"], theirs["you"] = t.SEAT, core.Local("you", t.SEAT)
    typer = Typer(defs, params)
    typer.bound = dict(world.record.parameters.get(decl.name.text, {}))
    when = typer.conditions(decl.when)
    lets = bind_lets(typer, decl.lets, decl.name.text)
    winners = lets.around(teams.winners(typer, decl.winners))
    when, winners = None if when is None else put(when, {**theirs}), put(winners, {**theirs})
    name, after = decl.name.text, tuple(points)
    ending = model.Ending(name, decl.title, after, any_change, when, winners, decl.cites, decl.span, theirs)
    world.model.endings.append(ending)


def _assume(world: World, decl: tree.Assume) -> None:
    name = decl.name.text
    attributes = [a for cards in world.model.card_types.values() for a in cards.attributes]
    known = [*world.names, *world.members, *attributes, "players"]
    if name not in known:
        world.unknown(name, decl.name.span, known)
    world.model.assumptions.append(model.Assumption(name, decl.text, decl.cites, decl.span))


def _waived(world: World, decl: tree.Waived) -> None:
    name = decl.name.text
    world.record.name_check(name, decl.name.span)
    if name not in builtins.CHECKS:
        known = ", ".join(f"`{check}`" for check in builtins.CHECKS)
        left = [check for check in builtins.CHECKS if check not in world.model.waived]
        world.unknown(name, decl.name.span, left, "check", f"every game is checked for {known}")
    elif name in world.model.waived:
        world.report("HYL102", f"`{name}` is waived twice", decl.name, "take one of them out")
    elif not decl.reason.strip():
        message = f"nothing says why `{name}` is waived"
        world.report("HYL315", message, decl.span, "put the reason between the quotes", about=name)
    else:
        world.model.waived[name] = model.Waived(name, decl.reason, decl.cites, decl.span)


def cited(world: World) -> None:
    """What is cited, and where: by the first line, by declarations of the game's own, and by parts of them."""
    below = ("musts", "needs", "attributes", "vars", "clauses")
    parts: list[Any] = [world.files[0].header]
    for decl in filter(world.own, world.decls()):
        parts += [decl, *(part for name in below for part in getattr(decl, name, ()))]
    for part in parts:
        for id_ in getattr(part, "cites", ()):
            world.model.cited.setdefault(id_, []).append(part.span)
