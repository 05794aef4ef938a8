"""What names mean in an expression: locals, members of kinds, cards, attributes, and whatever is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import model
from hoyle import types as t
from hoyle.check.forms import a_type, broken
from hoyle.check.record import built_in
from hoyle.core import nodes as core
from hoyle.core.operators import Op, function
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer


def meaning(typer: Typer, text: str, span: Span, want: t.Type | None) -> core.Expr:
    record = typer.world.record
    if text in typer.locals:
        record.use(typer.bound.get(text) or built_in(text), span)
        return core.Local(text, typer.locals[text], span=span)
    wanted = t.settled(want) if want is not None else None
    if isinstance(wanted, t.Kind):
        number = typer.world.member(wanted.name, text)
        if number is not None:
            record.use(record.members[wanted.name, text], span)
            return core.Const(number, wanted, span=span)
    if typer.trial and isinstance(wanted, t.CardOf) and text in typer.world.members:
        return by_key(typer, text, wanted, span)
    return typer.defs.named(typer, text, span) or _member(typer, text, span, isinstance(wanted, t.ListOf))


def _member(typer: Typer, text: str, span: Span, listed: bool = False) -> core.Expr:
    """A member of a kind; else it is reported what is wrong with the name. listed: a list is wanted."""
    kinds = typer.world.members.get(text, [])
    if len(kinds) == 1:
        typer.world.record.use(typer.world.record.members[kinds[0], text], span)
        number = typer.world.member(kinds[0], text)
        return core.Const(number, t.Kind(kinds[0]), span=span)
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
    return typer.defs.named(typer, key, span) or _member(typer, key, span)


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
            number = typer.world.member(whole, name)
            if number is None:
                members = typer.world.model.kinds[whole].members
                return typer.world.unknown(name, node.name.span, members, f"member of `{whole}`", about=(name, whole))
            record.use(record.members[whole, name], node.name.span)
            return core.Const(number, t.Kind(whole), span=span)
        cards = typer.world.model.card_types.get(whole)
        if cards is not None and isinstance(cards.attributes.get(name), t.Kind):
            record.name(whole, node.of.span)
            record.use(record.attributes[name], node.name.span)
            return typer.defs.kind_list(cards.attributes[name], span)
    of = typer.expr(node.of)
    if isinstance(of.type, t.Maybe):
        return typer.maybe_none(of, node.of.span)
    if isinstance(of.type, t.Broken):
        return broken(span)
    if not isinstance(of.type, t.CardOf):
        message = f"only a card has attributes, but this is {a_type(of.type)}"
        return typer.world.report("HYL201", message, node.of.span)
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
    if isinstance(node.of, tree.Name) and node.of.text not in typer.locals:
        name = node.of.text
        found = typer.defs.indexed(typer, name, node)
        if found is not None:
            return found
        if name not in typer.world.names and name not in typer.world.members:
            else_ = f"declare it: `zone {name}[Player] : row, face up`, or `var {name}[Player] : number`"
            return typer.world.unknown(name, node.of.span, typer.world.kept(), else_=else_, value=True)
    of = typer.expr(node.of)
    if isinstance(of.type, t.Broken):
        return broken(node.span)
    message = "only a zone or a variable takes an index in brackets"
    return typer.world.report("HYL104", message, node.span, "use `first(...)` or `the ...`")


def asked(typer: Typer, node: tree.Apply, want: t.Type | None) -> core.Expr:
    if not isinstance(node.of, tree.Name) or node.of.text in typer.locals:
        message = "only a definition, table or built-in function can be asked"
        return typer.world.report("HYL104", message, node.span)
    name = node.of.text
    known = function(name)
    if known is not None and name not in typer.world.names:
        typer.world.record.use(built_in(name), node.of.span)
        return _built_in(typer, known, node)
    return typer.defs.applied(typer, name, node)


def _built_in(typer: Typer, function: Op, node: tree.Apply) -> core.Expr:
    """A call of a function of the language."""
    wanted = len(function.params)
    if not wanted - function.optional <= len(node.args) <= wanted:
        counts = f"{wanted - function.optional} or {wanted}" if function.optional else str(wanted)
        message = f"`{function.name}` takes {counts}, but here are {len(node.args)}"
        return typer.world.report("HYL103", message, node.span, function.doc)
    args: list[core.Expr] = []
    for param, arg in zip(function.params, node.args, strict=False):
        match param:
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
    return core.Prim(function.name, tuple(args), function.given(args[0].type), span=node.span)


def _timing(typer: Typer, arg: tree.Expr) -> core.Expr:
    if typer.world.timing(arg.span.text, arg.span) is None:
        return broken(arg.span)
    typer.world.record.typed(arg.span, t.Text())
    return core.Const((arg.span.text,), t.Text(), span=arg.span)
