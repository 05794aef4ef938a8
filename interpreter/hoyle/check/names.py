"""What names mean in an expression: locals, members of kinds, cards, attributes, and whatever is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from hoyle import builtins, model
from hoyle import types as t
from hoyle.check.forms import a_type, broken
from hoyle.check.record import built_in
from hoyle.check.world import Deed, Params
from hoyle.core import nodes as core
from hoyle.core.operators import Op, function
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer


def meaning(typer: Typer, text: str, span: Span, want: t.Type | None) -> core.Expr:
    if text in typer.locals:
        typer.world.record.use(typer.bound.get(text) or built_in(text), span)
        return core.Local(text, typer.locals[text], span=span)
    wanted = t.settled(want) if want is not None else None
    if isinstance(wanted, t.Kind):
        number = typer.world.member(wanted.name, text, span)
        if number is not None:
            return core.Const(number, wanted, span=span)
    if typer.trial and isinstance(wanted, t.CardOf) and text in typer.world.members:
        return by_key(typer, text, wanted, span)
    return _declared(typer, text, span) or _member(typer, text, span, isinstance(wanted, t.ListOf))


def _declared(typer: Typer, text: str, span: Span) -> core.Expr | None:
    """What a bare name stands for, or None if nothing of that name is declared."""
    world, decl = typer.world, typer.world.names.get(text)
    if text in world.names or text in ("players", "Player", "Card") or (text == "winners" and typer.trial):
        world.record.name(text, span)
    match text:
        case "players":
            return core.Players(t.Numbers(*world.model.seats), span=span)
        case "Player":
            return core.Members(None, t.ListOf(t.SEAT), span=span)
        case "Card":
            return core.Members(world.any_card().name, t.ListOf(world.any_card()), span=span)
        case "winners" if typer.trial:
            return core.Prim("winners", (), t.ListOf(t.SEAT), span=span)
    if text in world.aliases or text in world.model.kinds:
        return _all_of(typer, world.aliases.get(text) or world.kind(text), span)
    match decl:
        case None:
            return None
        case tree.Cards():
            return core.Members(text, t.ListOf(t.CardOf(text)), span=span)
        case tree.Option() if text not in world.model.options:
            message = f"what `{text}` is, is not known yet here"
            return world.report("HYL108", message, span, "declare it further up", about=text)
        case tree.Option():
            return core.Option(text, world.model.options[text].type, span=span)
        case tree.Zone() | tree.Var():
            return _stored(typer, text, (), span)
        case tree.Define() | tree.Table():
            params, type_ = typer.defs.signature(text, span)
            if params:
                _count(typer, text, params, 0, span)
            return core.Ask(text, (), type_, span=span)
    return _no_value(typer, text, decl, span)


def _no_value(typer: Typer, text: str, decl: object, span: Span) -> core.Expr:
    what = WORDS[type(decl)]
    if isinstance(decl, Deed):
        message = f"`{text}` is {what}: it does something, and cannot stand in a value"
        return typer.world.report("HYL206", message, span, "perform it on a line of its own", about=text)
    return typer.world.report("HYL104", f"`{text}` is {what} and has no value", span, about=text)


def _all_of(typer: Typer, type_: t.Type, span: Span) -> core.Expr:
    """All members of a kind, or all numbers of a range, as a list."""
    if not isinstance(type_, (t.Numbers, t.Kind)):
        return broken(span)
    return core.Const(tuple(typer.world.model.values(type_) or ()), t.ListOf(type_), span=span)


def _member(typer: Typer, text: str, span: Span, listed: bool = False) -> core.Expr:
    """A member of a kind; else it is reported what is wrong with the name. listed: a list is wanted."""
    kinds = typer.world.members.get(text, [])
    if len(kinds) == 1:
        return core.Const(typer.world.member(kinds[0], text, span), typer.world.kind(kinds[0]), span=span)
    if kinds:
        several = ", ".join(f"`{t.describe(t.Kind(k))}`" for k in kinds)
        plain = next((k for k in kinds if "." not in k), None)
        help = f"say which: `{plain}.{text}`" if plain else "compare it with the option or attribute it belongs to"
        message = f"`{text}` belongs to several kinds: {several}"
        return typer.world.report("HYL105", message, span, help, about=(text, *kinds))
    known = function(text)
    if known is not None:
        help = f"write `{text}(...)`: {known.doc}"
        return typer.world.report("HYL103", f"`{text}` is asked with brackets", span, help, about=text)
    else_ = "cards lie in a `zone`, what is kept is a `var`, what is worked out a `define`: declare it"
    return typer.world.unknown(text, span, [*typer.locals, *typer.world.values(listed)], else_=else_, value=True)


def by_key(typer: Typer, key: int | str, want: t.Type, span: Span) -> core.Expr:
    """In a scenario: a card named by the value of its only key."""
    wanted = t.settled(want)
    for found in _types(typer, wanted) if isinstance(wanted, t.CardOf) else ():
        if len(found.keys) != 1:
            continue
        type_ = found.attributes[found.keys[0]]
        number = key if isinstance(type_, t.Numbers) else None
        if isinstance(type_, t.Kind) and isinstance(key, str):
            number = typer.world.member(type_.name, key)
        if isinstance(number, int) and any(f[found.keys[0]] == number for f in found.faces):
            if isinstance(type_, t.Kind) and isinstance(key, str):
                typer.world.record.use(typer.world.record.members[type_.name, key], span)
            return core.CardRef(found.name, (number,), t.CardOf(found.name), span=span)
    if isinstance(key, int):
        return core.Const(key, t.Numbers(key, key), span=span)
    return _declared(typer, key, span) or _member(typer, key, span)


def _types(typer: Typer, cards: t.CardOf) -> list[model.CardType]:
    """The card types that these cards may be of."""
    types = typer.world.model.card_types
    return [types[cards.name]] if cards.name in types else list(types.values())


def attribute(typer: Typer, node: tree.Attr) -> core.Expr:
    name, span, record = node.name.text, node.span, typer.world.record
    if isinstance(node.of, tree.Name) and node.of.text not in typer.locals:
        whole = node.of.text
        if whole in typer.world.model.kinds:
            record.name(whole, node.of.span)
            number = typer.world.member(whole, name, node.name.span)
            if number is None:
                members = typer.world.model.kinds[whole].members
                return typer.world.unknown(name, node.name.span, members, f"member of `{whole}`", about=(name, whole))
            return core.Const(number, typer.world.kind(whole), span=span)
        cards = typer.world.model.card_types.get(whole)
        if cards is not None and isinstance(cards.attributes.get(name), t.Kind):
            record.name(whole, node.of.span)
            record.use(record.attributes[name], node.name.span)
            return _all_of(typer, cards.attributes[name], span)
    of = typer.expr(node.of)
    if isinstance(of.type, t.Maybe):
        return typer.maybe_none(of, node.of.span)
    if isinstance(of.type, t.Broken):
        return broken(span)
    if not isinstance(of.type, t.CardOf):
        return typer.world.report("HYL201", f"only a card has attributes, but this is {a_type(of.type)}", node.of.span)
    if name == "up":
        record.use(built_in(name), node.name.span)
        return core.Prim("up", (of,), t.YES_NO, span=span)
    return _card_attribute(typer, of, name, node)


def _card_attribute(typer: Typer, of: core.Expr, name: str, node: tree.Attr) -> core.Expr:
    assert isinstance(of.type, t.CardOf)
    holders = _types(typer, of.type)
    having = [c for c in holders if name in c.attributes]
    typer.world.record.use(typer.world.record.attributes.get(name) if having else None, node.name.span)
    if not having and name in typer.world.lost:
        return broken(node.span)
    if not having:
        attributes = sorted({a for c in holders for a in c.attributes} | {"up"})
        near = typer.world.suggest(name, attributes)
        has = ", ".join(f"`{a}`" for a in attributes)
        owner = of.type.name or "Card"
        help = f"`{owner}` has {has}" + (f"; did you mean `{near}`?" if near else "")
        message = f"`{owner}` has no attribute `{name}`"
        return typer.world.report("HYL106", message, node.name.span, help, about=(owner, name))
    first = f"ask first what card it is: `{node.of.span.text} in {having[0].name}`"
    if len(having) < len(holders):
        return typer.world.report("HYL106", f"not every card has an attribute `{name}`", node.name, first)
    result: t.Type = having[0].attributes[name]
    for other in having[1:]:
        joined = t.join(result, other.attributes[name])
        if joined is None:
            message = f"`{name}` is not the same on every card: of a {having[0].name} a {t.describe(result)}"
            message += f", of a {other.name} a {t.describe(other.attributes[name])}"
            return typer.world.report("HYL106", message, node.name, first)
        result = joined
    return core.Attr(name, of, result, span=node.span)


def item(typer: Typer, node: tree.Item) -> core.Expr:
    """`hand[p]`, `score[p]`."""
    world = typer.world
    if isinstance(node.of, tree.Name) and node.of.text not in typer.locals:
        name = node.of.text
        if isinstance(world.names.get(name), (tree.Zone, tree.Var)):
            return _indexed(typer, name, node)
        if name not in world.names and name not in world.members:
            else_ = f"declare it: `zone {name}[Player] : row, face up`, or `var {name}[Player] : number`"
            return world.unknown(name, node.of.span, world.kept(), else_=else_, value=True)
    of = typer.expr(node.of)
    if isinstance(of.type, t.Broken):
        return broken(node.span)
    message = "only a zone or a variable takes an index in brackets"
    return world.report("HYL104", message, node.span, "use `first(...)` or `the ...`")


def _indexed(typer: Typer, name: str, node: tree.Item) -> core.Expr:
    world, args = typer.world, node.args
    world.record.name(name, node.of.span)
    store = world.model.zones.get(name) or world.model.vars.get(name)
    if store is not None and len(args) > len(store.index):
        message = f"`{name}` takes {len(store.index)} in its brackets, but here are {len(args)}"
        return world.report("HYL103", message, node.span, about=name)
    pairs = zip(args, store.index if store is not None else (), strict=False)
    index = tuple(typer.value(arg, type_, "the index of", name=name) for arg, type_ in pairs)
    return _stored(typer, name, index, node.span)


def _stored(typer: Typer, name: str, index: tuple[core.Expr, ...], span: Span) -> core.Expr:
    zone, var = typer.world.model.zones.get(name), typer.world.model.vars.get(name)
    if zone is not None:
        whole = len(index) == len(zone.index)
        return core.Zone(name, index, t.ZoneOf(zone.cards) if whole else t.ListOf(zone.cards), span=span)
    if var is None:
        message = f"what `{name}` is, is not known yet here"
        help = "write the type of the variable that needs it: `: number`"
        return typer.world.report("HYL108", message, span, help, about=name)
    return core.Var(name, index, var.type if len(index) == len(var.index) else t.ListOf(var.type), span=span)


def asked(typer: Typer, node: tree.Apply, want: t.Type | None) -> core.Expr:
    if not isinstance(node.of, tree.Name) or node.of.text in typer.locals:
        return typer.world.report("HYL104", "only a definition, table or built-in function can be asked", node.span)
    name = node.of.text
    known = function(name)
    if known is not None and name not in typer.world.names:
        typer.world.record.use(built_in(name), node.of.span)
        return _built_in(typer, known, node)
    return _applied(typer, name, node)


def _applied(typer: Typer, name: str, node: tree.Apply) -> core.Expr:
    """`weight(color)`, `limit_for(5)`, `Tile(31)`."""
    world, decl, span = typer.world, typer.world.names.get(name), node.span
    if decl is None:
        folds = " ".join(builtins.FOLDS)
        else_ = f"declare it with `define {name}(...) = ...`; a list is asked with one of these: `{folds}`"
        return world.unknown(name, node.of.span, world.asked(), else_=else_, value=True)
    world.record.name(name, node.of.span)
    if isinstance(decl, tree.Cards):
        return _card(typer, name, node)
    if isinstance(decl, (tree.Define, tree.Table)):
        params, type_ = typer.defs.signature(name, span)
        if not _count(typer, name, params, len(node.args), span):
            return broken(span)
        return core.Ask(name, arguments(typer, params, node.args), type_, span=span)
    if isinstance(decl, (tree.Zone, tree.Var)):
        inner = ", ".join(arg.span.text for arg in node.args)
        message = f"`{name}` takes its index in square brackets"
        return world.report("HYL104", message, span, f"write `{name}[{inner}]`", about=name)
    return _no_value(typer, name, decl, span)


def arguments(typer: Typer, params: Params, args: tuple[tree.Expr, ...]) -> tuple[core.Expr, ...]:
    """What is passed for parameters, checked."""
    return tuple(typer.value(arg, type_, name=param) for (param, type_), arg in zip(params, args, strict=False))


def _count(typer: Typer, name: str, params: Params, given: int, span: Span) -> bool:
    if typer.defs.signatures.get(name, ((), None))[1] == t.BROKEN:
        return len(params) == given
    return typer.world.takes(name, [param for param, _ in params], given, span)


def _card(typer: Typer, name: str, node: tree.Apply) -> core.Expr:
    world, span, cards = typer.world, node.span, typer.world.model.card_types[name]
    if len(node.args) != len(cards.keys):
        keys = ", ".join(cards.keys)
        help = f"write `{name}({keys})`" if keys else f"mark the attributes that name a `{name}` with `key`"
        return world.report("HYL103", f"a `{name}` is named by {len(cards.keys)} keys", span, help, about=name)
    values = []
    for key, arg in zip(cards.keys, node.args, strict=True):
        part = typer.value(arg, cards.attributes[key], name=key)
        if isinstance(part.type, t.Broken):
            return part
        if not isinstance(part, core.Const):
            message = "a card is named by plain values, and this is worked out"
            return world.report("HYL210", message, arg.span, f"write `first(c in {name} where ...)`")
        values.append(part.value)
    found = [face for face in cards.faces if [face[key] for key in cards.keys] == values]
    if not found:
        return world.report("HYL210", f"there is no such card: `{span.text}`", span)
    if len(found) > 1 and not typer.trial:
        message = f"there are {len(found)} cards `{span.text}`"
        world.report("HYL210", message, span, "ask for its attributes instead: `card.name is ...`")
    return core.CardRef(name, tuple(values), t.CardOf(name), span=span)


def _built_in(typer: Typer, function: Op, node: tree.Apply) -> core.Expr:
    """A call of a function of the language."""
    wanted = len(function.params)
    if not wanted - function.optional <= len(node.args) <= wanted:
        counts = f"{wanted - function.optional} or {wanted}" if function.optional else str(wanted)
        message = f"`{function.name}` takes {counts}, but here are {len(node.args)}"
        return typer.world.report("HYL103", message, node.span, function.doc)
    args: list[core.Expr] = []
    given: t.Type | None = None
    for param, arg in zip(function.params, node.args, strict=False):
        match param:
            case "member":
                args.append(typer.expr(arg))
                given = _numbers(typer, args[0], arg)
            case "zone":
                found = typer.expr(arg)
                if not isinstance(found.type, (t.ZoneOf, t.Broken)):
                    got = t.describe(found.type)
                    typer.world.report("HYL201", f"`{function.name}` asks for one zone, but this is a {got}", arg.span)
                args.append(found)
            case "list":
                args.append(typer.listing(arg, lone=False))
            case "value":
                args.append(typer.expr(arg))
                if not typer.before:
                    help = "write it in a property: `property grows after play(card) then score(you) > was(score(you))`"
                    typer.world.report("HYL312", "only a property `after` something knows what was", node.span, help)
            case "timing":
                args.append(_timing(typer, arg))
            case str():
                raise AssertionError(param)
            case _:
                args.append(typer.value(arg, param, "this"))
    if function.optional and len(args) < wanted:
        args.append(core.Const(1, t.Numbers(1, 1)))
    found = core.Prim(function.name, tuple(args), given or function.given(args[0].type), span=node.span)
    return _from_one(typer, found, args[0].type) if isinstance(args[0].type, t.Kind) else found


def _from_one(typer: Typer, found: core.Prim, kind: t.Kind) -> core.Expr:
    """The number of a member, counted from the first of its kind, wherever the numbers of the kind begin."""
    made = typer.world.model.kinds[kind.name]
    if not made.low:
        return found
    less = core.Const(made.low, t.Numbers(made.low, made.low))
    bare = attrs.evolve(found, type=t.Numbers(made.numbers.start + 1, made.numbers.stop))
    return core.Prim("-", (bare, less), found.type, span=found.span)


def _numbers(typer: Typer, member: core.Expr, node: tree.Expr) -> t.Type:
    """The numbers that a member of a kind, or a player, can have."""
    match member.type:
        case t.Kind():
            return t.Numbers(1, len(typer.world.model.kinds[member.type.name].members))
        case t.Seat():
            return t.Numbers(1, typer.world.model.seats[1])
        case t.Maybe() | t.Never():
            return typer.maybe_none(member, node.span).type
        case t.Broken():
            return t.BROKEN
    help = "it is one already" if isinstance(member.type, t.Numbers) else "write `number(...)` of a member or a player"
    message = f"members of a kind and players have a number, but this is {a_type(member.type)}"
    return typer.world.report("HYL201", message, node.span, help).type


def _timing(typer: Typer, arg: tree.Expr) -> core.Expr:
    if typer.world.timing(arg.span.text, arg.span) is None:
        return broken(arg.span)
    typer.world.record.typed(arg.span, t.Text())
    return core.Const((arg.span.text,), t.Text(), span=arg.span)
