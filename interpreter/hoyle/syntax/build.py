"""From Lark's matches to the syntax tree: one method per grammar rule, bottom up, while parsing.

Assumes nothing but the grammar. Optional parts arrive as small marker values and are picked out by their type.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import attrs
from lark import Token, Transformer, v_args
from lark.tree import Meta

from hoyle.source import Source, Span
from hoyle.syntax import tree

T = TypeVar("T")


@attrs.frozen
class _Title:
    text: str


@attrs.frozen
class _Cites:
    ids: tuple[str, ...]


@attrs.frozen
class _When:
    test: tree.Expr
    ids: tuple[str, ...] = ()


@attrs.frozen
class _Where:
    test: tree.Expr


@attrs.frozen
class _Has:
    test: tree.Expr


@attrs.frozen
class _By:
    value: tree.Expr


@attrs.frozen
class _Ordered:
    by: tree.Expr


@attrs.frozen
class _Over:
    names: tuple[tree.Word, ...]


@attrs.frozen
class _Joined:
    """A variant that another is combined with, and those it is over."""

    name: tree.Word
    over: tuple[tree.Word, ...]


@attrs.frozen
class _Index:
    types: tuple[tree.Type, ...]


@attrs.frozen
class _Params:
    params: tuple[tree.Param, ...]


@attrs.frozen
class _Args:
    args: tuple[tree.Expr, ...]


@attrs.frozen
class _Block:
    stmts: tuple[tree.Stmt, ...]


@attrs.frozen
class _Otherwise:
    stmts: tuple[tree.Stmt, ...]


@attrs.frozen
class _Elif:
    test: tree.Expr
    stmts: tuple[tree.Stmt, ...]
    span: Span


@attrs.frozen
class _IfAble:
    pass


@attrs.frozen
class _Side:
    side: str


@attrs.frozen
class _Facing:
    side: str


@attrs.frozen
class _Spot:
    spot: str


@attrs.frozen
class _SeenBy:
    who: tree.Expr


@attrs.frozen
class _Untold:
    pass


@attrs.frozen
class _Capacity:
    value: tree.Expr


@attrs.frozen
class _Seats:
    low: int
    high: int


@attrs.frozen
class _SeatNames:
    names: tuple[tree.Word, ...]


@attrs.frozen
class _Given:
    facts: tuple[Any, ...]


@attrs.frozen
class _Because:
    target: tree.Target


@attrs.frozen
class _Amount:
    value: tree.Expr | None
    up_to: bool


@attrs.frozen
class _Temporal:
    kind: str
    test: tree.Expr
    point: tree.Target | None = None


@attrs.frozen
class _Sort:
    """The word before the name of a thing."""

    word: str


_EXPRS = tree.Expr.__args__
_STMTS = tree.Stmt.__args__
_TYPES = tree.Type.__args__
_DELTAS = tree.Delta.__args__


def _all(children: list[Any], kind: Any) -> tuple[Any, ...]:
    return tuple(c for c in children if isinstance(c, kind))


def _one(children: list[Any], kind: type[T]) -> T | None:
    return next((c for c in children if isinstance(c, kind)), None)


def _expr(children: list[Any]) -> Any:
    return next((c for c in children if isinstance(c, _EXPRS)), None)


def _tokens(children: list[Any], kind: str) -> list[Token]:
    return [c for c in children if isinstance(c, Token) and c.type == kind]


def _cites(children: list[Any]) -> tuple[str, ...]:
    """The ids cited on the line itself and on its `when` lines."""
    return tuple(i for c in children if isinstance(c, (_Cites, _When)) for i in c.ids)


def _title(children: list[Any]) -> str | None:
    found = _one(children, _Title)
    return found.text if found else None


def _when(children: list[Any]) -> tuple[tree.Expr, ...]:
    return tuple(c.test for c in children if isinstance(c, _When))


def _where(children: list[Any]) -> tree.Expr | None:
    found = _one(children, _Where)
    return found.test if found else None


def _over(children: list[Any]) -> tuple[tree.Word, ...]:
    found = _one(children, _Over)
    return found.names if found else ()


def _type(children: list[Any]) -> Any:
    return next((c for c in children if isinstance(c, _TYPES)), None)


def _block(children: list[Any]) -> tuple[tree.Stmt, ...] | None:
    found = _one(children, _Block)
    return found.stmts if found else None


def _otherwise(children: list[Any]) -> tuple[tree.Stmt, ...] | None:
    found = _one(children, _Otherwise)
    return found.stmts if found else None


def _side(children: list[Any]) -> str | None:
    found = _one(children, _Facing)
    return found.side if found else None


@v_args(meta=True)
class Builder(Transformer[Token, Any]):
    """Builds the tree of one source.

    `origin` says, for each offset in the text that was parsed, which offset of the source it stands for; without it,
    the text is that of the source.
    """

    def __init__(self, source: Source, origin: Sequence[int] | None = None) -> None:
        super().__init__(visit_tokens=False)
        self.source = source
        self.origin = origin

    def _place(self, start: int, end: int) -> Span:
        if self.origin is None:
            return Span(self.source, start, end)
        return Span(self.source, self.origin[start], self.origin[end - 1] + 1 if end > start else self.origin[start])

    def _span(self, meta: Meta) -> Span:
        if getattr(meta, "empty", False):
            return Span(self.source, 0, 0)
        return self._place(meta.start_pos, meta.end_pos)

    def _word(self, token: Token) -> tree.Word:
        start = token.start_pos or 0
        return tree.Word(str(token), span=self._place(start, start + len(token)))

    def _names(self, children: list[Any]) -> list[tree.Word]:
        return [self._word(t) for t in _tokens(children, "NAME")]

    def _text(self, token: Token) -> tree.Text:
        return tree.Text(str(token)[1:-1], span=self._word(token).span)

    def _string(self, children: list[Any]) -> tree.Text | None:
        found = _tokens(children, "STRING")
        return self._text(found[0]) if found else None

    def _binder(self, meta: Meta, children: list[Any]) -> tree.Binder:
        """The last name and the expression after it."""
        name = _tokens(children, "NAME")[-1]
        after = children[[id(c) for c in children].index(id(name)) + 1 :]
        source = _expr(after)
        where = _where(children)
        end = where.span if where is not None else source.span
        return tree.Binder(self._word(name), source, where, span=self._word(name).span.to(end))

    # ------------------------------------------------------------------------------------------ a file

    def start(self, meta: Meta, c: list[Any]) -> tree.File:
        return tree.File(c[0], tuple(c[1:]), span=Span(self.source, 0, len(self.source.text)))

    def game_header(self, meta: Meta, c: list[Any]) -> tree.Header:
        seats = _one(c, _Seats)
        title = self._string(c)
        assert seats and title
        return tree.Header("game", title.text, None, (seats.low, seats.high), _cites(c), span=self._span(meta))

    def library_header(self, meta: Meta, c: list[Any]) -> tree.Header:
        return tree.Header("library", None, self._names(c)[0], None, _cites(c), span=self._span(meta))

    def trials_header(self, meta: Meta, c: list[Any]) -> tree.Header:
        return tree.Header("trials", None, self._names(c)[0], None, _cites(c), span=self._span(meta))

    def variant_header(self, meta: Meta, c: list[Any]) -> tree.Header:
        title, joined = self._string(c), _all(c, _Joined)
        assert title
        return tree.Header(
            "variant",
            title.text,
            self._names(c)[0],
            None,
            _cites(c),
            others=tuple(j.name for j in joined),
            over=tuple((j.name, beaten) for j in joined for beaten in j.over),
            span=self._span(meta),
        )

    def joined(self, meta: Meta, c: list[Any]) -> _Joined:
        name, *over = self._names(c)
        return _Joined(name, tuple(over))

    def seats_range(self, meta: Meta, c: list[Any]) -> _Seats:
        return _Seats(int(c[0]), int(c[-1]))

    # ------------------------------------------------------------------------------------------ facts

    def use(self, meta: Meta, c: list[Any]) -> tree.Use:
        return tree.Use(self._names(c)[0], _cites(c), span=self._span(meta))

    def option(self, meta: Meta, c: list[Any]) -> tree.Option:
        return tree.Option(self._names(c)[0], _title(c), _type(c), _expr(c), _when(c), _cites(c), span=self._span(meta))

    def kind(self, meta: Meta, c: list[Any]) -> tree.Kind:
        return tree.Kind(self._names(c)[0], _type(c), _cites(c), span=self._span(meta))

    def cards(self, meta: Meta, c: list[Any]) -> tree.Cards:
        return tree.Cards(
            self._names(c)[0],
            _all(c, tree.Attribute),
            _all(c, (tree.Row, tree.RowsFrom)),
            _one(c, tree.Text),
            _cites(c),
            span=self._span(meta),
        )

    def attribute(self, meta: Meta, c: list[Any]) -> tree.Attribute:
        key = bool(_tokens(c, "KEY"))
        return tree.Attribute(self._names(c)[0], _type(c), key, _expr(c), _cites(c), span=self._span(meta))

    def derived(self, meta: Meta, c: list[Any]) -> tree.Attribute:
        return tree.Attribute(self._names(c)[0], None, False, _expr(c), _cites(c), span=self._span(meta))

    def written(self, meta: Meta, c: list[Any]) -> tree.Text:
        return self._text(c[0])

    def rows_from(self, meta: Meta, c: list[Any]) -> tree.RowsFrom:
        return tree.RowsFrom(str(c[0])[1:-1], span=self._span(meta))

    def row(self, meta: Meta, c: list[Any]) -> tree.Row:
        return tree.Row(tuple(c), span=self._span(meta))

    def blank(self, meta: Meta, c: list[Any]) -> tree.Cell:
        return tree.Cell((), span=self._span(meta))

    def cell(self, meta: Meta, c: list[Any]) -> tree.Cell:
        return tree.Cell(tuple(self._cell_item(i) for i in c), span=self._span(meta))

    def _cell_item(self, item: Any) -> Any:
        if not isinstance(item, Token):
            return item
        word = self._word(item)
        if item.type in ("YES", "NO"):
            return tree.Truth(item.type == "YES", span=word.span)
        return self._text(item) if item.type == "STRING" else word

    def signed(self, meta: Meta, c: list[Any]) -> tree.Number:
        return tree.Number(-int(c[1]) if len(c) == 2 else int(c[0]), span=self._span(meta))

    def _edge(self, item: Any) -> int | str:
        return str(item) if isinstance(item, Token) else int(item.value)

    def between(self, meta: Meta, c: list[Any]) -> tree.CellRange:
        return tree.CellRange(self._edge(c[0]), self._edge(c[1]), span=self._span(meta))

    def from_up(self, meta: Meta, c: list[Any]) -> tree.CellRange:
        return tree.CellRange(self._edge(c[0]), None, span=self._span(meta))

    def up_to(self, meta: Meta, c: list[Any]) -> tree.CellRange:
        return tree.CellRange(None, self._edge(c[0]), span=self._span(meta))

    def zone(self, meta: Meta, c: list[Any]) -> tree.Zone:
        names = self._names(c)
        index, seen, capacity = _one(c, _Index), _one(c, _SeenBy), _one(c, _Capacity)
        return tree.Zone(
            names[0],
            index.types if index else (),
            names[1],
            names[2] if len(names) > 2 else None,
            _side(c),
            seen.who if seen else None,
            capacity.value if capacity else None,
            _cites(c),
            span=self._span(meta),
        )

    def facing(self, meta: Meta, c: list[Any]) -> _Facing:
        return _Facing(c[0].side)

    def side(self, meta: Meta, c: list[Any]) -> _Side:
        return _Side(str(c[0]))

    def seen_by(self, meta: Meta, c: list[Any]) -> _SeenBy:
        return _SeenBy(c[0])

    def holds(self, meta: Meta, c: list[Any]) -> _Capacity:
        return _Capacity(c[0])

    def var(self, meta: Meta, c: list[Any]) -> tree.Var:
        index, seen = _one(c, _Index), _one(c, _SeenBy)
        return tree.Var(
            self._names(c)[0],
            index.types if index else (),
            _type(c),
            _expr(c),
            seen.who if seen else None,
            _one(c, _Untold) is not None,
            _cites(c),
            span=self._span(meta),
        )

    def untold(self, meta: Meta, c: list[Any]) -> _Untold:
        return _Untold()

    def table(self, meta: Meta, c: list[Any]) -> tree.Table:
        params = _one(c, _Params)
        assert params
        return tree.Table(
            self._names(c)[0], params.params, _type(c), _all(c, tree.Row), _cites(c), span=self._span(meta)
        )

    def timing(self, meta: Meta, c: list[Any]) -> tree.Timing:
        exprs = _all(c, _EXPRS)
        return tree.Timing(
            self._names(c)[0], exprs[0], exprs[1] if len(exprs) > 1 else None, _cites(c), span=self._span(meta)
        )

    def assume(self, meta: Meta, c: list[Any]) -> tree.Assume:
        text = self._string(c)
        assert text
        return tree.Assume(self._names(c)[0], text.text, _cites(c), span=self._span(meta))

    def index(self, meta: Meta, c: list[Any]) -> _Index:
        return _Index(tuple(c))

    def params(self, meta: Meta, c: list[Any]) -> _Params:
        return _Params(tuple(c))

    def param(self, meta: Meta, c: list[Any]) -> tree.Param:
        return tree.Param(self._names(c)[0], _type(c), span=self._span(meta))

    def named_type(self, meta: Meta, c: list[Any]) -> tree.NamedType:
        return tree.NamedType(str(c[0]), span=self._span(meta))

    def maybe_type(self, meta: Meta, c: list[Any]) -> tree.MaybeType:
        return tree.MaybeType(str(c[0]), span=self._span(meta))

    def choice_type(self, meta: Meta, c: list[Any]) -> tree.ChoiceType:
        return tree.ChoiceType(tuple(self._names(c)), span=self._span(meta))

    def range_type(self, meta: Meta, c: list[Any]) -> tree.RangeType:
        return tree.RangeType(c[0].value, c[1].value, span=self._span(meta))

    def list_type(self, meta: Meta, c: list[Any]) -> tree.ListType:
        return tree.ListType(str(c[0]), span=self._span(meta))

    # ------------------------------------------------------------------------------------------ law

    def define(self, meta: Meta, c: list[Any]) -> tree.Define:
        params = _one(c, _Params)
        return tree.Define(
            self._names(c)[0],
            _title(c),
            params.params if params else (),
            _type(c),
            _expr(c),
            _all(c, tree.Bound),
            _cites(c),
            span=self._span(meta),
        )

    def at_least(self, meta: Meta, c: list[Any]) -> tree.Bound:
        return tree.Bound(True, c[0], span=self._span(meta))

    def at_most(self, meta: Meta, c: list[Any]) -> tree.Bound:
        return tree.Bound(False, c[0], span=self._span(meta))

    def rule(self, meta: Meta, c: list[Any]) -> tree.Rule:
        return tree.Rule(
            self._names(c)[0],
            _title(c),
            _all(c, tree.Target),
            _over(c),
            _when(c),
            _all(c, tree.Must),
            _cites(c),
            span=self._span(meta),
        )

    def must(self, meta: Meta, c: list[Any]) -> tree.Must:
        return tree.Must(_expr(c), _one(c, _IfAble) is not None, _cites(c), span=self._span(meta))

    def if_able(self, meta: Meta, c: list[Any]) -> _IfAble:
        return _IfAble()

    def when_line(self, meta: Meta, c: list[Any]) -> _When:
        return _When(c[0], _cites(c))

    def exception(self, meta: Meta, c: list[Any]) -> tree.Exception_:
        verdict = next(x for x in c if isinstance(x, (tree.Gives, tree.Waive, tree.Must, tree.Body)))
        own = () if isinstance(verdict, tree.Body) else verdict.cites
        target = _one(c, tree.Target)
        assert target
        return tree.Exception_(
            target, _one(c, tree.Label), _over(c), _when(c), verdict, _cites(c) + own, span=self._span(meta)
        )

    def gives(self, meta: Meta, c: list[Any]) -> tree.Gives:
        return tree.Gives(c[0], _cites(c), span=self._span(meta))

    def waive(self, meta: Meta, c: list[Any]) -> tree.Waive:
        return tree.Waive(_cites(c), span=self._span(meta))

    def body(self, meta: Meta, c: list[Any]) -> tree.Body:
        return tree.Body(tuple(c), span=self._span(meta))

    def adjust(self, meta: Meta, c: list[Any]) -> tree.Adjust:
        target = _one(c, tree.Target)
        assert target
        return tree.Adjust(target, _one(c, tree.Label), _expr(c), _when(c), _cites(c), span=self._span(meta))

    def hook(self, meta: Meta, c: list[Any]) -> tree.Hook:
        return tree.Hook(
            bool(_tokens(c, "BEFORE")),
            _all(c, (tree.Target, tree.AnyChange)),
            _one(c, tree.Label),
            _over(c),
            _when(c),
            _all(c, _STMTS),
            _cites(c),
            span=self._span(meta),
        )

    def point(self, meta: Meta, c: list[Any]) -> Any:
        return c[0]

    def any_change(self, meta: Meta, c: list[Any]) -> tree.AnyChange:
        return tree.AnyChange(span=self._span(meta))

    def ability(self, meta: Meta, c: list[Any]) -> tree.Ability:
        card, timing = self._names(c)
        clauses = _all(c, (tree.Exception_, tree.Adjust, tree.Hook, tree.Rule))
        return tree.Ability(card, timing, clauses, _all(c, _STMTS), _cites(c), span=self._span(meta))

    def ending(self, meta: Meta, c: list[Any]) -> tree.Ending:
        return tree.Ending(
            self._names(c)[0],
            _title(c),
            _all(c, (tree.Target, tree.AnyChange)),
            _when(c),
            _expr(c),
            _cites(c),
            span=self._span(meta),
        )

    def target(self, meta: Meta, c: list[Any]) -> tree.Target:
        names = self._names(c)
        args = _all(c, _EXPRS)
        return tree.Target(names[0], names[1] if len(names) > 1 else None, args or None, span=self._span(meta))

    def label(self, meta: Meta, c: list[Any]) -> tree.Label:
        text = self._string(c)
        return tree.Label(self._names(c)[0], text.text if text else None, span=self._span(meta))

    def over(self, meta: Meta, c: list[Any]) -> _Over:
        return _Over(tuple(self._names(c)))

    def when(self, meta: Meta, c: list[Any]) -> _When:
        return _When(c[0])

    def title(self, meta: Meta, c: list[Any]) -> _Title:
        return _Title(str(c[0])[1:-1])

    def cites(self, meta: Meta, c: list[Any]) -> _Cites:
        return _Cites(tuple(str(t) for t in c))

    # ------------------------------------------------------------------------------------------ course

    def action(self, meta: Meta, c: list[Any]) -> tree.Action:
        return tree.Action(
            self._names(c)[0],
            _all(c, (tree.Param, tree.ChosenParam)),
            _all(c, tree.Need),
            _one(c, tree.Text),
            _all(c, _STMTS),
            _cites(c),
            span=self._span(meta),
        )

    def given_param(self, meta: Meta, c: list[Any]) -> tree.Param:
        return tree.Param(self._names(c)[0], _type(c), span=self._span(meta))

    def chosen_param(self, meta: Meta, c: list[Any]) -> tree.ChosenParam:
        return tree.ChosenParam(self._binder(meta, c), span=self._span(meta))

    def need(self, meta: Meta, c: list[Any]) -> tree.Need:
        return tree.Need(_expr(c), _one(c, tree.Label), _cites(c), span=self._span(meta))

    def text(self, meta: Meta, c: list[Any]) -> tree.Text:
        return self._text(c[0])

    def effect(self, meta: Meta, c: list[Any]) -> tree.Effect:
        params = _one(c, _Params)
        return tree.Effect(
            self._names(c)[0],
            params.params if params else (),
            _type(c),
            _when(c),
            _all(c, _STMTS),
            _cites(c),
            span=self._span(meta),
        )

    def phase(self, meta: Meta, c: list[Any]) -> tree.Phase:
        params = _one(c, _Params)
        return tree.Phase(
            self._names(c)[0],
            _title(c),
            params.params if params else (),
            _when(c),
            _all(c, tree.Var),
            _all(c, _STMTS),
            _cites(c),
            span=self._span(meta),
        )

    def flow(self, meta: Meta, c: list[Any]) -> tree.Flow:
        return tree.Flow(_all(c, _STMTS), _cites(c), span=self._span(meta))

    def block(self, meta: Meta, c: list[Any]) -> _Block:
        return _Block(tuple(c))

    # ------------------------------------------------------------------------------------------ statements

    def move(self, meta: Meta, c: list[Any]) -> tree.Move:
        cards, to = _all(c, _EXPRS)
        spot = _one(c, _Spot)
        return tree.Move(cards, to, spot.spot if spot else None, _side(c), span=self._span(meta))

    def spot(self, meta: Meta, c: list[Any]) -> _Spot:
        return _Spot(str(c[0]))

    def face(self, meta: Meta, c: list[Any]) -> tree.Face:
        return tree.Face(c[0], c[1].side, span=self._span(meta))

    def shuffle(self, meta: Meta, c: list[Any]) -> tree.Shuffle:
        return tree.Shuffle(c[0], span=self._span(meta))

    def deal(self, meta: Meta, c: list[Any]) -> tree.Deal:
        return tree.Deal(c[0], c[1], self._word(c[2]), span=self._span(meta))

    def let(self, meta: Meta, c: list[Any]) -> tree.Let:
        return tree.Let(self._names(c)[0], _expr(c), span=self._span(meta))

    def assign(self, meta: Meta, c: list[Any]) -> tree.Assign:
        return tree.Assign(c[0], str(c[1]), c[2], span=self._span(meta))

    def call(self, meta: Meta, c: list[Any]) -> tree.Call:
        return tree.Call(c[0], span=self._span(meta))

    def return_(self, meta: Meta, c: list[Any]) -> tree.Return:
        return tree.Return(c[0] if c else None, span=self._span(meta))

    def resolve(self, meta: Meta, c: list[Any]) -> tree.Resolve:
        return tree.Resolve(self._names(c)[0], _expr(c), span=self._span(meta))

    def if_(self, meta: Meta, c: list[Any]) -> tree.If:
        otherwise = _otherwise(c) or ()
        for branch in reversed(_all(c, _Elif)):
            otherwise = (tree.If(branch.test, branch.stmts, otherwise, span=branch.span),)
        return tree.If(_expr(c), _block(c) or (), otherwise, span=self._span(meta))

    def elif_(self, meta: Meta, c: list[Any]) -> _Elif:
        return _Elif(_expr(c), _block(c) or (), self._span(meta))

    def otherwise(self, meta: Meta, c: list[Any]) -> _Otherwise:
        return _Otherwise(_block(c) or ())

    def each(self, meta: Meta, c: list[Any]) -> tree.Each:
        ordered = _one(c, _Ordered)
        return tree.Each(self._binder(meta, c), ordered.by if ordered else None, _block(c) or (), span=self._span(meta))

    def ordered(self, meta: Meta, c: list[Any]) -> _Ordered:
        return _Ordered(c[0])

    def forever(self, meta: Meta, c: list[Any]) -> tree.Repeat:
        return tree.Repeat(None, None, _block(c) or (), span=self._span(meta))

    def until(self, meta: Meta, c: list[Any]) -> tree.Repeat:
        return tree.Repeat(_expr(c), None, _block(c) or (), span=self._span(meta))

    def times(self, meta: Meta, c: list[Any]) -> tree.Repeat:
        return tree.Repeat(None, _expr(c), _block(c) or (), span=self._span(meta))

    def together(self, meta: Meta, c: list[Any]) -> tree.Together:
        ask, then = _all(c, _Block)
        return tree.Together(self._binder(meta, c), ask.stmts, then.stmts, span=self._span(meta))

    def as_one(self, meta: Meta, c: list[Any]) -> tree.AsOne:
        return tree.AsOne(_block(c) or (), span=self._span(meta))

    def decide(self, meta: Meta, c: list[Any]) -> tree.Decide:
        return tree.Decide(
            c[0],
            bool(_tokens(c, "MUST")),
            _all(c, tree.Offer),
            _one(c, _IfAble) is not None,
            _block(c),
            _otherwise(c),
            span=self._span(meta),
        )

    def offer(self, meta: Meta, c: list[Any]) -> tree.Offer:
        args = _one(c, _Args)
        return tree.Offer(self._names(c)[0], args.args if args else (), span=self._span(meta))

    def chooses(self, meta: Meta, c: list[Any]) -> tree.Choose:
        return self._choose(meta, c, optional=False)

    def may_choose(self, meta: Meta, c: list[Any]) -> tree.Choose:
        return self._choose(meta, c, optional=True)

    def _choose(self, meta: Meta, c: list[Any], optional: bool) -> tree.Choose:
        amount = _one(c, _Amount)
        assert amount
        return tree.Choose(
            c[0],
            optional,
            amount.value,
            amount.up_to,
            self._binder(meta, c),
            _one(c, tree.Label),
            _block(c),
            _otherwise(c),
            span=self._span(meta),
        )

    def one(self, meta: Meta, c: list[Any]) -> _Amount:
        return _Amount(None, False)

    def exactly(self, meta: Meta, c: list[Any]) -> _Amount:
        return _Amount(c[0], False)

    def no_more_than(self, meta: Meta, c: list[Any]) -> _Amount:
        return _Amount(c[-1], True)

    def where(self, meta: Meta, c: list[Any]) -> _Where:
        return _Where(c[0])

    # ------------------------------------------------------------------------------------------ trials

    def scenario(self, meta: Meta, c: list[Any]) -> tree.Scenario:
        title, seats, given = self._string(c), _one(c, _SeatNames), _one(c, _Given)
        assert title
        return tree.Scenario(
            title,
            seats.names if seats else (),
            _all(c, tree.GivenOption),
            given.facts if given else (),
            _all(c, (tree.Script, tree.Outcome)),
            _cites(c),
            span=self._span(meta),
        )

    def seats(self, meta: Meta, c: list[Any]) -> _SeatNames:
        return _SeatNames(tuple(self._names(c)))

    def given_option(self, meta: Meta, c: list[Any]) -> tree.GivenOption:
        return tree.GivenOption(self._names(c)[0], _expr(c), span=self._span(meta))

    def given(self, meta: Meta, c: list[Any]) -> _Given:
        return _Given(tuple(c))

    def holds_cards(self, meta: Meta, c: list[Any]) -> tree.HoldsCards:
        return tree.HoldsCards(c[0], c[1].args, _side(c), span=self._span(meta))

    def script(self, meta: Meta, c: list[Any]) -> tree.Script:
        return tree.Script(tuple(c), span=self._span(meta))

    def does(self, meta: Meta, c: list[Any]) -> tree.Does:
        return tree.Does(c[0], c[1], span=self._span(meta))

    def picks(self, meta: Meta, c: list[Any]) -> tree.Picks:
        return tree.Picks(c[0], c[1].args, span=self._span(meta))

    def declines(self, meta: Meta, c: list[Any]) -> tree.Declines:
        return tree.Declines(c[0], span=self._span(meta))

    def shuffles(self, meta: Meta, c: list[Any]) -> tree.Shuffles:
        return tree.Shuffles(c[0], c[1], c[2].args, span=self._span(meta))

    def whole_game(self, meta: Meta, c: list[Any]) -> tree.Call:
        span = self._span(meta)
        return tree.Call(tree.Name("flow", span=span), span=span)

    def claim_keeps(self, meta: Meta, c: list[Any]) -> tree.ClaimKeeps:
        return tree.ClaimKeeps(self._names(c)[0], span=self._span(meta))

    def outcome(self, meta: Meta, c: list[Any]) -> tree.Outcome:
        return tree.Outcome(tuple(c), span=self._span(meta))

    def claim_true(self, meta: Meta, c: list[Any]) -> tree.ClaimTrue:
        return tree.ClaimTrue(c[0], span=self._span(meta))

    def _claim(self, meta: Meta, c: list[Any], verb: str) -> tree.ClaimMay:
        because = _one(c, _Because)
        picks = _all(c, (tree.PickValue, tree.PickAction, tree.PickNothing))
        return tree.ClaimMay(c[0], verb, picks, because.target if because else None, span=self._span(meta))

    def claim_may(self, meta: Meta, c: list[Any]) -> tree.ClaimMay:
        return self._claim(meta, c, "may")

    def claim_may_not(self, meta: Meta, c: list[Any]) -> tree.ClaimMay:
        return self._claim(meta, c, "may not")

    def claim_may_only(self, meta: Meta, c: list[Any]) -> tree.ClaimMay:
        return self._claim(meta, c, "may only")

    def pick_value(self, meta: Meta, c: list[Any]) -> tree.PickValue:
        return tree.PickValue(c[0], span=self._span(meta))

    def pick_action(self, meta: Meta, c: list[Any]) -> tree.PickAction:
        return tree.PickAction(c[0], span=self._span(meta))

    def pick_nothing(self, meta: Meta, c: list[Any]) -> tree.PickNothing:
        return tree.PickNothing(span=self._span(meta))

    def because(self, meta: Meta, c: list[Any]) -> _Because:
        return _Because(c[0])

    def property(self, meta: Meta, c: list[Any]) -> tree.Property:
        temporal = _one(c, _Temporal)
        assert temporal
        name, title, span = self._names(c)[0], _title(c), self._span(meta)
        return tree.Property(name, title, temporal.kind, temporal.point, temporal.test, _cites(c), span=span)

    def waived(self, meta: Meta, c: list[Any]) -> tree.Waived:
        reason = self._string(c)
        assert reason
        return tree.Waived(self._names(c)[0], reason.text, _cites(c), span=self._span(meta))

    def always(self, meta: Meta, c: list[Any]) -> _Temporal:
        return _Temporal("always", c[0])

    def never(self, meta: Meta, c: list[Any]) -> _Temporal:
        return _Temporal("never", c[0])

    def at_end(self, meta: Meta, c: list[Any]) -> _Temporal:
        return _Temporal("at end", c[0])

    def eventually(self, meta: Meta, c: list[Any]) -> _Temporal:
        return _Temporal("eventually", c[0])

    def after_then(self, meta: Meta, c: list[Any]) -> _Temporal:
        return _Temporal("after", c[-1], _one(c, tree.Target))

    def miniature(self, meta: Meta, c: list[Any]) -> tree.Miniature:
        title = self._string(c)
        assert title
        return tree.Miniature(title, _all(c, _DELTAS), _cites(c), span=self._span(meta))

    def fewer_players(self, meta: Meta, c: list[Any]) -> tree.FewerPlayers:
        return tree.FewerPlayers(int(c[0]), span=self._span(meta))

    def fewer_cards(self, meta: Meta, c: list[Any]) -> tree.FewerCards:
        return tree.FewerCards(self._binder(meta, c), span=self._span(meta))

    def fewer_copies(self, meta: Meta, c: list[Any]) -> tree.FewerCopies:
        return tree.FewerCopies(int(c[0]), span=self._span(meta))

    def fewer_orders(self, meta: Meta, c: list[Any]) -> tree.FewerOrders:
        return tree.FewerOrders(int(c[0]), span=self._span(meta))

    def symmetric(self, meta: Meta, c: list[Any]) -> tree.Symmetric:
        return tree.Symmetric(tuple(self._names(c)), span=self._span(meta))

    # ------------------------------------------------------------------------------------------ changes

    def set_to(self, meta: Meta, c: list[Any]) -> tree.SetTo:
        names, args = self._names(c), _one(c, _Args)
        return tree.SetTo(
            names[0],
            args.args if args else None,
            names[1] if len(names) > 1 else None,
            self._string(c) or _expr(c),
            _cites(c),
            span=self._span(meta),
        )

    def replace(self, meta: Meta, c: list[Any]) -> tree.Replace:
        return tree.Replace(c[0], span=self._span(meta))

    def add(self, meta: Meta, c: list[Any]) -> tree.Add:
        return tree.Add(c[0], span=self._span(meta))

    def add_rows(self, meta: Meta, c: list[Any]) -> tree.AddRows:
        return tree.AddRows(self._names(c)[0], _all(c, tree.Row), _cites(c), span=self._span(meta))

    def remove(self, meta: Meta, c: list[Any]) -> tree.Remove:
        return tree.Remove(c[0], _cites(c), span=self._span(meta))

    def order(self, meta: Meta, c: list[Any]) -> tree.Order:
        name, part = self._names(c)
        return tree.Order(name, part, _over(c), _cites(c), span=self._span(meta))

    def against(self, meta: Meta, c: list[Any]) -> tree.Against:
        return tree.Against(tuple(c), span=self._span(meta))

    def pinned(self, meta: Meta, c: list[Any]) -> tree.Pin:
        return tree.Pin(c[0], self._text(c[1]), span=self._span(meta))

    def sort(self, meta: Meta, c: list[Any]) -> _Sort:
        return _Sort(str(c[0]))

    clause = told = entry = sort

    def named_thing(self, meta: Meta, c: list[Any]) -> tree.Thing:
        return tree.Thing(c[0].word, self._word(c[1]), None, None, span=self._span(meta))

    def clause_thing(self, meta: Meta, c: list[Any]) -> tree.Thing:
        return tree.Thing(c[0].word, c[1].name, c[1].clause, None, span=self._span(meta))

    def told_thing(self, meta: Meta, c: list[Any]) -> tree.Thing:
        start = (c[1].start_pos or 0) + 1
        title = tree.Word(str(c[1])[1:-1], span=self._place(start, start + len(c[1]) - 2))
        return tree.Thing(c[0].word, title, None, None, span=self._span(meta))

    def ability_thing(self, meta: Meta, c: list[Any]) -> tree.Thing:
        card, timing = self._names(c)
        return tree.Thing("ability", card, timing, None, span=self._span(meta))

    def flow_thing(self, meta: Meta, c: list[Any]) -> tree.Thing:
        span = self._span(meta)
        return tree.Thing("flow", tree.Word("flow", span=span), None, None, span=span)

    def entry_thing(self, meta: Meta, c: list[Any]) -> tree.Thing:
        return tree.Thing(c[0].word, self._word(c[1]), None, c[2].args, span=self._span(meta))

    # ------------------------------------------------------------------------------------------ expressions

    def if_then(self, meta: Meta, c: list[Any]) -> tree.IfThen:
        return tree.IfThen(c[0], c[1], c[2], span=self._span(meta))

    def or_(self, meta: Meta, c: list[Any]) -> tree.Or:
        return tree.Or(tuple(c), span=self._span(meta))

    def and_(self, meta: Meta, c: list[Any]) -> tree.And:
        return tree.And(tuple(c), span=self._span(meta))

    def negation(self, meta: Meta, c: list[Any]) -> tree.Negation:
        return tree.Negation(c[0], span=self._span(meta))

    def compare(self, meta: Meta, c: list[Any]) -> tree.Compare:
        return tree.Compare(c[1], c[0], c[2], span=self._span(meta))

    def rel_is(self, meta: Meta, c: list[Any]) -> str:
        return "is"

    def rel_is_not(self, meta: Meta, c: list[Any]) -> str:
        return "is not"

    def rel_in(self, meta: Meta, c: list[Any]) -> str:
        return "in"

    def rel_not_in(self, meta: Meta, c: list[Any]) -> str:
        return "not in"

    def rel_order(self, meta: Meta, c: list[Any]) -> str:
        return str(c[0])

    def span_of(self, meta: Meta, c: list[Any]) -> tree.SpanOf:
        return tree.SpanOf(c[0], c[1], span=self._span(meta))

    def else_(self, meta: Meta, c: list[Any]) -> tree.Else:
        return tree.Else(c[0], c[1], span=self._span(meta))

    def arith(self, meta: Meta, c: list[Any]) -> tree.Arith:
        return tree.Arith(str(c[1]), c[0], c[2], span=self._span(meta))

    def minus(self, meta: Meta, c: list[Any]) -> Any:
        of = c[1]
        if isinstance(of, tree.Number):
            return tree.Number(-of.value, span=self._span(meta))
        return tree.Minus(of, span=self._span(meta))

    def the(self, meta: Meta, c: list[Any]) -> tree.The:
        return tree.The(c[0], span=self._span(meta))

    def attr(self, meta: Meta, c: list[Any]) -> tree.Attr:
        return tree.Attr(c[0], self._word(c[1]), span=self._span(meta))

    def item(self, meta: Meta, c: list[Any]) -> tree.Item:
        return tree.Item(c[0], c[1].args, span=self._span(meta))

    def apply(self, meta: Meta, c: list[Any]) -> tree.Apply:
        return tree.Apply(c[0], c[1].args, span=self._span(meta))

    def args(self, meta: Meta, c: list[Any]) -> _Args:
        return _Args(tuple(c))

    def name(self, meta: Meta, c: list[Any]) -> tree.Name:
        return tree.Name(str(c[0]), span=self._span(meta))

    def number(self, meta: Meta, c: list[Any]) -> tree.Number:
        return tree.Number(int(c[0]), span=self._span(meta))

    def none(self, meta: Meta, c: list[Any]) -> tree.Nothing:
        return tree.Nothing(span=self._span(meta))

    def yes(self, meta: Meta, c: list[Any]) -> tree.Truth:
        return tree.Truth(True, span=self._span(meta))

    def no(self, meta: Meta, c: list[Any]) -> tree.Truth:
        return tree.Truth(False, span=self._span(meta))

    def listing(self, meta: Meta, c: list[Any]) -> tree.Listing:
        return tree.Listing(c[0].args if c else (), span=self._span(meta))

    def fold(self, meta: Meta, c: list[Any]) -> tree.Fold:
        return tree.Fold(c[0], c[1], span=self._span(meta))

    def folder(self, meta: Meta, c: list[Any]) -> str:
        return str(c[0])

    def whole(self, meta: Meta, c: list[Any]) -> tree.Whole:
        return tree.Whole(tuple(c), span=self._span(meta))

    def members(self, meta: Meta, c: list[Any]) -> tree.Members:
        has, by = _one(c, _Has), _one(c, _By)
        return tree.Members(
            self._binder(meta, c), has.test if has else None, by.value if by else None, span=self._span(meta)
        )

    def values(self, meta: Meta, c: list[Any]) -> tree.Values:
        return tree.Values(c[0], self._binder(meta, c), span=self._span(meta))

    def has(self, meta: Meta, c: list[Any]) -> _Has:
        return _Has(c[0])

    def by(self, meta: Meta, c: list[Any]) -> _By:
        return _By(c[0])
