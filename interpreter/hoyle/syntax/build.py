"""From the rules of the grammar to the syntax tree, bottom up, while parsing.

A rule becomes the node of its name, and its children go where the node's fields take them: a name to a field for a
name, an expression to one for an expression; of several such fields, to the first that is still free, and if there is
none, to the one for several of a kind. A part, such as `where` or `seen_by`, says itself which field it fills.

So a new rule of the grammar needs a node, and nothing here. Below stand the parts, the rules whose nodes have other
names, and as methods of `Builder` those that decide something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, get_args, get_origin, get_type_hints

import attrs

from hoyle.source import Source, Span
from hoyle.syntax import tree
from hoyle.syntax.scan import Token

Part = dict[str, Any]
"""What a part says of the node that it stands in: values by the names of fields."""

# parts, and the fields that their last children are: those of their own names, and others
NAMESAKES = "acting title seen_by facing side spot where ordered starting until times otherwise because has"
PARTS = {name: name for name in NAMESAKES.split()}
PARTS |= dict.fromkeys(("always", "never", "at_end", "eventually"), "test")
PARTS |= dict.fromkeys(("sort", "clause", "told", "entry"), "sort")
PARTS |= dict.fromkeys(("exactly", "no_more_than"), "amount")
PARTS |= {"holds": "capacity", "after_then": "point test", "rel_order": "op", "folder": "kind", "below": "until"}
# what parts say by themselves
SAID: dict[str, Part] = {
    "if_able": {"if_able": True},
    "untold": {"untold": True},
    "below": {"below": True},
    "one": {"amount": None, "up_to": False},
    "exactly": {"up_to": False},
    "no_more_than": {"up_to": True},
    **{name: {"kind": name.replace("_", " ")} for name in ("always", "never", "at_end", "eventually")},
    "after_then": {"kind": "after"},
    "shown": {"shown": "now"},
    "shown_at_end": {"shown": "at end"},
    **{f"rel_{op}": {"op": op.replace("_", " ")} for op in ("is", "is_not", "in", "not_in")},
}
LISTS = ("cites", "given", "over", "seats", "when")  # parts that fill the field of their name with all their children
ROWS = ("args", "block", "index", "params")  # several of a kind that go to one field together

# rules whose nodes have other names, and what they say of them
NODES: dict[str, tuple[type, Part]] = {
    **{f"{kind}_header": (tree.Header, {"kind": kind}) for kind in ("game", "library", "trials", "variant")},
    "teams": (tree.Kind, {"teams": True}),
    "derived": (tree.Attribute, {}),
    "blank": (tree.Cell, {}),
    "between": (tree.CellRange, {}),
    "from_up": (tree.CellRange, {}),
    "up_to": (tree.CellRange, {"low": None}),
    "at_least": (tree.Bound, {"least": True}),
    "at_most": (tree.Bound, {"least": False}),
    "given_param": (tree.Param, {}),
    "elif_": (tree.If, {}),
    "chooses": (tree.Choose, {"optional": False}),
    "may_choose": (tree.Choose, {"optional": True}),
    **{f"claim_{verb}": (tree.ClaimMay, {"verb": verb.replace("_", " ")}) for verb in ("may", "may_not", "may_only")},
    "pinned": (tree.Pin, {}),
    "named_thing": (tree.Thing, {}),
    "entry_thing": (tree.Thing, {}),
    "ability_thing": (tree.Thing, {"sort": "ability"}),
    "so_many": (tree.Sizes, {"more": False}),
    "so_many_and_more": (tree.Sizes, {"more": True}),
    "none": (tree.Nothing, {}),
    "yes": (tree.Truth, {"value": True}),
    "no": (tree.Truth, {"value": False}),
}

OPERATORS = ("EQUAL", "ADD", "TAKE", "PLUS", "MINUS", "TIMES", "MOD")


class Builder:
    """Builds the tree of one source.

    `origin` says, for each offset in the text that was parsed, which offset of the source it stands for.
    """

    def __init__(self, source: Source, origin: Sequence[int]) -> None:
        self.source = source
        self.origin = None if origin == range(len(origin)) else origin

    def make(self, name: str, children: list[Any], start: int, end: int) -> Any:
        """What a rule is: a node, a part of one, or a row of several."""
        return _rule(name)(self, children, start, end)

    def place(self, start: int, end: int) -> Span:
        """Where in the source a stretch of the text comes from."""
        if self.origin is None:
            return Span(self.source, start, end)
        return Span(self.source, self.origin[start], self.origin[end - 1] + 1 if end > start else self.origin[start])

    def word(self, token: Token) -> tree.Word:
        """A name, where it stands."""
        return tree.Word(str(token), span=self.place(token.start, token.end))

    def quoted(self, token: Token) -> tree.Text:
        """What stands in quotes, where it stands."""
        return tree.Text(token[1:-1], span=self.place(token.start, token.end))

    def truth(self, token: Token) -> tree.Truth:
        """`yes` or `no`, where it stands."""
        return tree.Truth(token.kind == "YES", span=self.place(token.start, token.end))

    def start(self, children: list[Any], start: int, end: int) -> tree.File:
        header, *decls = children
        return tree.File(header, tuple(decls), span=Span(self.source, 0, len(self.source.text)))

    def seats_range(self, children: list[Any], start: int, end: int) -> Part:
        return {"seats": (int(children[0]), int(children[-1]))}

    def declined(self, children: list[Any], start: int, end: int) -> Part:
        return {"declined": self.quoted(children[0])}

    def limit(self, children: list[Any], start: int, end: int) -> Part:
        return {"limit": " ".join(children)}

    def quorum(self, children: list[Any], start: int, end: int) -> Part:
        return {"quorum": " ".join(children)}

    def joined(self, children: list[Any], start: int, end: int) -> Part:
        """A variant that another is combined with, and those it is over."""
        name, *beaten = map(self.word, children)
        return {"others": (name,), "over": tuple((name, other) for other in beaten)}

    def text(self, children: list[Any], start: int, end: int) -> tree.Text:
        return self.quoted(children[0])

    written = text

    def signed(self, children: list[Any], start: int, end: int) -> tree.Number:
        return tree.Number(int("".join(children)), span=self.place(start, end))

    def when_line(self, children: list[Any], start: int, end: int) -> Part:
        parts: Part = {}
        for child in children:
            parts |= {field: parts.get(field, ()) + value for field, value in child.items()}
        return parts

    def unless(self, children: list[Any], start: int, end: int) -> Part:
        return {"when": (tree.Negation(children[0], True, span=self.place(start, end)),)}

    def impossible(self, children: list[Any], start: int, end: int) -> tuple[tree.Impossible]:
        return (tree.Impossible(span=self.place(start, end)),)

    def exception(self, children: list[Any], start: int, end: int) -> Any:
        """What its verdict cites, it cites."""
        cites = [{"cites": child.cites} for child in children if isinstance(child, (tree.Gives, tree.Waive, tree.Must))]
        return _node(tree.Exception_, {})(self, [*children, *cites], start, end)

    def binder(self, children: list[Any], start: int, end: int) -> tree.Binder:
        var = self.word(children[0])
        sizes = children[1] if isinstance(children[1], tree.Sizes) else None
        return _binder((var,), children[1 if sizes is None else 2 :], sizes)

    def pair(self, children: list[Any], start: int, end: int) -> tree.Binder:
        names = [child for child in children if isinstance(child, Token)]
        return _binder(tuple(map(self.word, names)), children[len(names) :])

    def pairs(self, children: list[Any], start: int, end: int) -> tree.Members:
        """`a, b in list`: until `in` comes, the names might be values as well."""
        parts = [child for child in children if isinstance(child, dict)]
        *names, source = [child for child in children if not isinstance(child, dict)]
        said = {field: value for part in parts for field, value in part.items()}
        words = tuple(tree.Word(name.span.text, span=name.span) for name in names)
        binder = _binder(words, [source, {"where": said["where"]}] if "where" in said else [source])
        return tree.Members(binder, said.get("has"), said.get("by"), span=self.place(start, end))

    def by(self, children: list[Any], start: int, end: int) -> Part:
        """What members are compared by, and what settles ties."""
        return {"by": children[0], "ties": tuple(children[1:])}

    def if_(self, children: list[Any], start: int, end: int) -> tree.If:
        """Each `otherwise if` is the other case of the one before it."""
        test, then, *others = children
        otherwise = others.pop()["otherwise"] if others and isinstance(others[-1], dict) else ()
        for other in reversed(others):
            otherwise = (tree.If(other.test, other.then, otherwise, span=other.span),)
        return tree.If(test, then, otherwise, span=self.place(start, end))

    def whole_game(self, children: list[Any], start: int, end: int) -> tree.Call:
        span = self.place(start, end)
        return tree.Call(tree.Name("flow", span=span), span=span)

    def clause_thing(self, children: list[Any], start: int, end: int) -> tree.Thing:
        sort, target = children
        return tree.Thing(sort["sort"], target.name, target.clause, None, span=self.place(start, end))

    def told_thing(self, children: list[Any], start: int, end: int) -> tree.Thing:
        sort, title = children
        word = tree.Word(title[1:-1], span=self.place(title.start + 1, title.end - 1))
        return tree.Thing(sort["sort"], word, None, None, span=self.place(start, end))

    def flow_thing(self, children: list[Any], start: int, end: int) -> tree.Thing:
        span = self.place(start, end)
        return tree.Thing("flow", tree.Word("flow", span=span), None, None, span=span)

    def minus(self, children: list[Any], start: int, end: int) -> tree.Number | tree.Minus:
        of, span = children[1], self.place(start, end)
        return tree.Number(-of.value, span=span) if isinstance(of, tree.Number) else tree.Minus(of, span=span)


def _binder(names: tuple[tree.Word, ...], rest: list[Any], sizes: tree.Sizes | None = None) -> tree.Binder:
    """A binder of these names. rest: the list, and maybe a condition."""
    source, *parts = rest
    where = parts[0]["where"] if parts else None
    span = names[0].span.to((source if where is None else where).span)
    return tree.Binder(names[0], source, where, sizes, names[1:], span=span)


Made = Callable[[Builder, list[Any], int, int], Any]


@cache
def _rule(name: str) -> Made:
    """How a rule is made into something."""
    if name in ROWS:
        return lambda builder, children, start, end: tuple(children)
    if name in LISTS:
        return lambda builder, children, start, end: {name: tuple(_plain(builder, child) for child in children)}
    if name in PARTS or name in SAID:
        return _part(PARTS.get(name, "").split(), SAID.get(name, {}))
    own: Made | None = getattr(Builder, name, None)
    if own is not None:
        return own
    kind, said = NODES.get(name) or (getattr(tree, name.rstrip("_").title().replace("_", "")), {})
    return _node(kind, said)


def _part(fields: list[str], said: Part) -> Made:
    """How a rule is made into a part that fills some fields, and says some things by itself."""

    def made(builder: Builder, children: list[Any], start: int, end: int) -> Part:
        last = [_plain(builder, child) for child in children[len(children) - len(fields) :]]
        return {**said, **dict(zip(fields, last, strict=True))}

    return made


def _plain(builder: Builder, child: Any) -> Any:
    """A child of a part: a name, what stands in quotes, another token as it is written, or what was made of it."""
    if not isinstance(child, Token):
        return child
    if child.kind == "STRING":
        return child[1:-1]
    return builder.word(child) if child.kind == "NAME" else str(child)


Take = tuple[str, bool, Callable[[Builder, Any], Any]]
"""A field, whether it is for several, and what is made of a child for it."""


def _node(kind: Any, said: Part) -> Made:
    """How a rule is made into a node of a kind, of which it says some things by itself."""
    takes, empty = _takes(kind)

    def made(builder: Builder, children: list[Any], start: int, end: int) -> Any:
        values = dict(said)
        rows: dict[str, list[Any]] = {}
        for child in children:
            form = child.__class__
            if form is dict:
                for field, value in child.items():  # of what is said twice the first counts; lists go on
                    before = values.get(field)
                    values[field] = before + value if isinstance(before, tuple) else values.get(field, value)
                continue
            if form is Token:
                form = child.kind
            elif form is tuple:
                form = (child[0].__class__,)
            for field, several, make in takes.get(form, ()):
                if several:
                    rows.setdefault(field, []).append(make(builder, child))
                    break
                if field not in values:
                    values[field] = make(builder, child)
                    break
        for field, row in rows.items():
            values[field] = tuple(row)
        return kind(**{**empty, **values}, span=builder.place(start, end))

    return made


@cache
def _takes(kind: Any) -> tuple[dict[object, list[Take]], Part]:
    """Which fields of a kind of node take a child of a form, those for one first; and what they are without any."""
    takes: dict[object, list[Take]] = {}
    empty: Part = {}
    hints = get_type_hints(kind)
    for field in (field for field in attrs.fields(kind) if field.name != "span"):
        hint = hints[field.name]
        options = get_args(hint) if get_origin(hint) is not tuple and get_args(hint) else (hint,)
        row = next((option for option in options if get_origin(option) is tuple), None)
        if field.default is attrs.NOTHING and type(None) in options:
            empty[field.name] = None
        elif field.default is attrs.NOTHING and (row is not None or hint is bool):
            empty[field.name] = () if row is not None else False
        for form, make in _forms(field.name, get_args(row)[:1] if row is not None else options, hints):
            takes.setdefault(form, []).append((field.name, row is not None, make))
            if row is not None:
                takes.setdefault((form,), []).append((field.name, False, _as_it_is))
    return {form: sorted(fields, key=lambda take: take[1]) for form, fields in takes.items()}, empty


def _forms(name: str, options: tuple[Any, ...], hints: Part) -> Iterator[tuple[object, Callable[[Builder, Any], Any]]]:
    """The forms of children that a field takes, and what is made of them for it."""
    for option in chain.from_iterable(get_args(option) or (option,) for option in options):
        yield option, _as_it_is
        if option is bool:
            yield name.upper(), lambda builder, token: True
        elif option is int:
            yield "NUMBER", lambda builder, token: int(token)
            yield tree.Number, lambda builder, number: number.value
        elif option is tree.Truth:
            yield from (("YES", Builder.truth), ("NO", Builder.truth))
        elif option is tree.Word:
            yield "NAME", Builder.word
        elif option is tree.Text:
            yield "STRING", Builder.quoted
        elif option is str:
            yield "STRING", lambda builder, token: token[1:-1]
            named = any(hint is tree.Word or tree.Word in get_args(hint) for hint in hints.values())
            for form in OPERATORS if name == "op" else () if named else ("NAME",):
                yield form, lambda builder, token: str(token)


def _as_it_is(builder: Builder, child: Any) -> Any:
    return child
