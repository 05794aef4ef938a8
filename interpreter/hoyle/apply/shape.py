"""Shapes: whether what a variant puts in the place of something can be used as that was used."""

from __future__ import annotations

from hoyle.apply.things import Node
from hoyle.syntax import tree


def params(node: Node | None) -> tuple[tree.Param | tree.ChosenParam, ...] | None:
    """What stands in the brackets of a declaration; None if it can have none."""
    match node:
        case tree.Define() | tree.Table() | tree.Effect() | tree.Phase() | tree.Action():
            return node.params
    return None


def difference(before: Node, after: Node) -> str | None:
    """In which way the new one cannot stand for the old one: what the game has, and what is here."""
    old, new = params(before), params(after)
    if old is not None and new is not None:
        if len(old) != len(new):
            return f"takes {len(old)} in the game, but {len(new)} here"
        for mine, theirs in zip(new, old, strict=True):
            if told := _types(theirs, mine):
                return told
    match before, after:
        case (tree.Zone(index=theirs_), tree.Zone(index=mine_)) | (tree.Var(index=theirs_), tree.Var(index=mine_)):
            if [_type(type_) for type_ in theirs_] != [_type(type_) for type_ in mine_]:
                return f"is {_index(theirs_)} in the game, but {_index(mine_)} here"
        case tree.Effect(type=theirs_type), tree.Effect(type=mine_type):
            if (theirs_type is None) != (mine_type is None):
                gives = ("a value", "none")
                return f"hands back {gives[theirs_type is None]} in the game, but {gives[mine_type is None]} here"
    return None


def _types(theirs: tree.Param | tree.ChosenParam, mine: tree.Param | tree.ChosenParam) -> str | None:
    """A parameter that was chosen and is given now, or is of another type."""
    if type(theirs) is not type(mine):
        chosen = ("given", "chosen")
        first = mine.binder.var.text if isinstance(mine, tree.ChosenParam) else mine.name.text
        was, now = isinstance(theirs, tree.ChosenParam), isinstance(mine, tree.ChosenParam)
        return f"has its `{first}` {chosen[was]} in the game, but {chosen[now]} here"
    if isinstance(theirs, tree.Param) and isinstance(mine, tree.Param) and theirs.type and mine.type:
        old, new = _type(theirs.type), _type(mine.type)
        if old != new and not (_number(theirs.type) and _number(mine.type)):
            return f"takes a {old} in the game, but a {new} here"
    return None


def _type(type_: tree.Type) -> str:
    return " ".join(type_.span.text.split())


def _number(type_: tree.Type) -> bool:
    """Whether it is a number: in which range is for the checker to say."""
    return isinstance(type_, tree.RangeType) or (isinstance(type_, tree.NamedType) and type_.name == "number")


def _index(types: tuple[tree.Type, ...]) -> str:
    return f"one for each {', '.join(_type(type_) for type_ in types)}" if types else "a single one"
